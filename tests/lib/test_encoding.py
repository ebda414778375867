"""The table is exact to the last bits at every position, and its rows have one set of bits."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_lib import encoding, positional_encoding, positional_encoding_at
from tests.exact_rows import error_of, true_row

BOUND = 1e-15
LAST = 2**29 - 1
WIDTHS = (2, 3, 4, 64, 511, 512, 1024)
BASES = (2, 100, 1e4, 5e5, 1e8)
POSITIONS = (0, 1, 63, 64, 1000, 8191, 100_003, -9_999_999, 9_999_999, 2**24 + 1, LAST, -LAST)


def bits(table):
    """Return the bit patterns, so that 0.0 and -0.0 differ."""
    table = np.ascontiguousarray(table)
    return table.view(np.uint64 if table.dtype == np.float64 else np.uint32)


def assert_same_bits(one, other):
    assert one.shape == other.shape
    assert one.dtype == other.dtype
    assert np.array_equal(bits(one), bits(other))


# --- Against the truth


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_every_entry_is_within_the_bound_of_the_truth(d_model, base):
    for position in POSITIONS:
        row = positional_encoding(1, d_model, base, start=position)[0]
        assert error_of(row, position, d_model, base) <= BOUND, position


@settings(max_examples=60, deadline=None)
@given(
    position=st.integers(-LAST, LAST),
    d_model=st.integers(1, 40),
    base=st.floats(1.0000001, 1e12),
)
def test_any_position_width_and_base_is_within_the_bound(position, d_model, base):
    row = positional_encoding(1, d_model, base, start=position)[0]
    assert error_of(row, position, d_model, base) <= BOUND


@settings(max_examples=60, deadline=None)
@given(
    position=st.floats(-LAST, LAST) | st.floats(-3, 3) | st.sampled_from([5e-324, LAST + 0.5]),
    d_model=st.integers(1, 40),
    base=st.sampled_from(BASES),
)
def test_positions_between_the_whole_ones_are_within_the_bound(position, d_model, base):
    row = positional_encoding_at(position, d_model, base)
    assert error_of(row, position, d_model, base) <= BOUND


@pytest.mark.parametrize("start", [0, 8128, 9_999_000, -LAST])
def test_float32_is_the_correctly_rounded_truth(start):
    d_model = 128
    table = positional_encoding(32, d_model, start=start, dtype=np.float32)
    assert table.dtype == np.float32
    for position, row in enumerate(table, start):
        truth = true_row(position, d_model)
        for entry, true in zip(row, truth, strict=True):
            distance = abs(float(entry) - true)
            neighbors = np.nextafter(entry, np.float32([-2, 2]), dtype=np.float32)
            to_neighbor = min(abs(float(neighbor) - true) for neighbor in neighbors)
            # The nearest float32, unless the truth is within the bound of the middle of two.
            assert distance <= to_neighbor or distance - to_neighbor <= 2 * BOUND


@pytest.mark.parametrize("d_model", [1, 2, 3, 8, 9, 512, 3000])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_position_zero_is_exactly_zero_and_one(d_model, dtype):
    expected = np.resize(np.array([0.0, 1.0], dtype), d_model)
    for row in (
        positional_encoding(1, d_model, dtype=dtype)[0],
        positional_encoding(100, d_model, start=-60, dtype=dtype)[60],
        positional_encoding_at(0, d_model, dtype=dtype),
        positional_encoding_at(-0.0, d_model, dtype=dtype),
        positional_encoding_at([3.5, 0], d_model, dtype=dtype)[1],
    ):
        assert_same_bits(row, expected)  # no negative zero either


# --- One set of bits


@settings(max_examples=150, deadline=None)
@given(
    d_model=st.sampled_from([1, 2, 3, 4, 5, 8, 31, 64, 127, 512, 513, 1024, 2050]),
    base=st.sampled_from([2, 1e4]),
    dtype=st.sampled_from([np.float64, np.float32]),
    start=st.integers(-300, 200) | st.integers(-LAST, LAST - 400),
    seq_len=st.integers(1, 300),
    data=st.data(),
)
def test_a_row_has_the_same_bits_in_every_window(d_model, base, dtype, start, seq_len, data):
    table = positional_encoding(seq_len, d_model, base, start=start, dtype=dtype)
    skip = data.draw(st.integers(0, seq_len - 1))
    length = data.draw(st.integers(1, seq_len - skip))
    expected = table[skip : skip + length]
    window = {"base": base, "start": start + skip, "dtype": dtype}
    assert_same_bits(positional_encoding(length, d_model, **window), expected)
    for out in (
        np.empty((length, d_model), dtype),
        np.empty((length, d_model), dtype, order="F"),
        np.empty((length, 2 * d_model + 3), dtype)[:, 3 : 3 + 2 * d_model : 2],
        np.empty((2 * length, d_model), dtype)[::-2],
        np.empty(length * d_model * np.dtype(dtype).itemsize + 1, np.uint8)[1:]
        .view(dtype)
        .reshape(length, d_model),  # not aligned
    ):
        assert positional_encoding(length, d_model, out=out, **window) is out
        assert_same_bits(out, expected)


@settings(max_examples=100, deadline=None)
@given(
    d_model=st.sampled_from([1, 2, 3, 4, 64, 511, 512]),
    dtype=st.sampled_from([np.float64, np.float32]),
    start=st.integers(-LAST, LAST - 40),
    between=st.booleans(),
)
def test_whole_positions_have_the_bits_of_the_table_among_any_others(
    d_model, dtype, start, between
):
    table = positional_encoding(40, d_model, start=start, dtype=dtype)
    positions = np.arange(start, start + 40, dtype=float)
    keep = np.ones(40, bool)
    if between:
        keep[::3] = False
        positions[::3] += 0.25
    order = np.random.default_rng(abs(start)).permutation(40)
    rows = positional_encoding_at(positions[order].reshape(4, 10), d_model, dtype=dtype)
    rows = rows.reshape(40, d_model)[np.argsort(order)]
    assert_same_bits(rows[keep], table[keep])
    one = positional_encoding_at(start, d_model, dtype=dtype)
    assert_same_bits(one, table[0])


@pytest.mark.parametrize("d_model", [1, 2, 3, 4, 514, 1026])
def test_a_row_alone_has_the_bits_of_the_table(d_model):
    """numpy multiplies a single number by other instructions than a row of them.

    A pair alone is all of a narrow row, or what 256 at a time leave over.
    """
    table = positional_encoding(500, d_model, start=-250)
    for position, row in enumerate(table, -250):
        assert_same_bits(positional_encoding(1, d_model, start=position)[0], row)
        assert_same_bits(positional_encoding_at(position, d_model), row)


def out_of_parts(parts, d_model, dtype=np.float64):
    """Return an array for a table that is filled in this many parts."""
    return np.empty((int(parts * encoding.block_rows(d_model) ** 2), d_model), dtype)


@pytest.mark.parametrize("d_model", [127, 512, 1025])
def test_the_parts_in_which_out_is_filled_join_without_a_seam(d_model):
    start, seam = -77, encoding.block_rows(d_model) ** 2
    out = out_of_parts(1.1, d_model)
    positional_encoding(*out.shape, start=start, out=out)
    around = positional_encoding(200, d_model, start=start + seam - 100)
    assert_same_bits(out[seam - 100 : seam + 100], around)


def test_callers_may_modify_results():
    first = positional_encoding(100, 16)
    copy = first.copy()
    first[:] = 7
    assert_same_bits(positional_encoding(100, 16), copy)


# --- Shapes, and what it takes


@pytest.mark.parametrize("shape", [(), (1,), (0,), (7,), (2, 3), (2, 0), (3, 1, 2)])
def test_positions_of_any_shape_give_rows_of_that_shape(shape):
    positions = np.arange(np.prod(shape, dtype=int)).reshape(shape) * 1.5
    rows = positional_encoding_at(positions, 6)
    assert rows.shape == (*shape, 6)
    for index in np.ndindex(shape):
        assert_same_bits(rows[index], positional_encoding_at(float(positions[index]), 6))


def test_the_table_needs_sines_for_few_rows(monkeypatch):
    rows = []
    turn = encoding._turn

    def counted(positions, *args, **kwargs):
        rows.append(len(positions))
        return turn(positions, *args, **kwargs)

    monkeypatch.setattr(encoding, "_turn", counted)
    encoding._first_block.cache_clear()
    positional_encoding(8192, 512)
    assert sum(rows) == 64 + 8192 // 64 - 1  # block 0 is the rows themselves
    rows.clear()
    positional_encoding(100, 512, start=10_000)
    assert sum(rows) <= 3


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [(512, 512), (2048, 768), (8192, 512), (65536, 64), (4096, 511)])
def test_peak_memory_is_the_table_and_little_more(shape, dtype):
    """The first call of a width also makes the block that is kept for the next ones.

    Threads compute angles side by side, or one after the other, as it happens.
    """
    positional_encoding(1, 4)
    encoding._first_block.cache_clear()
    size = np.prod(shape) * np.dtype(dtype).itemsize
    first, next_one = (peak(*shape, dtype=dtype) / size for _ in range(2))
    assert next_one <= 1.15
    assert first <= (1.35 if (shape, dtype) == ((512, 512), np.float32) else 1.2)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_with_out_the_memory_used_does_not_grow_with_the_table(dtype, monkeypatch):
    monkeypatch.setattr(encoding, "_cores", lambda: 1)  # how far threads overlap is chance
    positional_encoding(1, 512)
    tables = (out_of_parts(parts, 512, dtype) for parts in (1, 6))
    short, long = (peak(*out.shape, dtype=dtype, out=out) for out in tables)
    assert long <= 1.05 * short


def peak(*shape, **settings):
    """Return the bytes that numpy allocates at most for a table of this shape."""
    tracemalloc.start()
    try:
        positional_encoding(*shape, **settings)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
