"""Two implementations that differ in known ways: each way is found, and put right."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pe_lib
from pe_check import compare_rope, diff
from pe_check.identify.answer import FINDINGS
from pe_lib import variants
from pe_lib.practice import pairs_to_halves, to_bfloat16


def rope(omega, *, halves=False, sign=1, start=0, amplitude=1.0, rounded=None, dtype=float, axis=0):
    """A function of (x, positions) that turns pairs by sign * omega * (positions + start)."""
    n = len(omega)

    def apply(x, positions):
        x = np.moveaxis(np.asarray(x), axis, 0)
        places = positions + start
        places = rounded(places) if rounded else places
        angles = sign * np.multiply.outer(places, omega)
        angles = angles.reshape(len(places), *[1] * (x.ndim - 2), n)
        one, other = (
            (slice(n), slice(n, 2 * n)) if halves else (slice(0, 2 * n, 2), slice(1, 2 * n, 2))
        )
        turned = x.astype(float).copy()
        turned[..., one] = amplitude * (
            x[..., one] * np.cos(angles) - x[..., other] * np.sin(angles)
        )
        turned[..., other] = amplitude * (
            x[..., one] * np.sin(angles) + x[..., other] * np.cos(angles)
        )
        return np.moveaxis(turned, 0, axis).astype(dtype)

    return apply


OMEGA = pe_lib.angular_frequencies(64)
bases = st.sampled_from([500.0, 10_000.0, 100_000.0, 500_000.0, 1_000_000.0])
kinds = st.fixed_dictionaries(
    {
        "halves": st.booleans(),
        "sign": st.sampled_from([1, -1]),
        "start": st.integers(0, 40),
        "amplitude": st.sampled_from([1.0, 1.1386, 1.3466, 2.0]),
    }
)


@settings(max_examples=10, deadline=None)
@given(kinds, kinds, bases, bases, st.sampled_from([16, 32, 64]), st.sampled_from(["f8", "f4"]))
def test_every_difference_is_found_and_put_right(a, b, base_a, base_b, d, dtype):
    first = rope(pe_lib.angular_frequencies(d, base_a), dtype=dtype, **a)
    second = rope(pe_lib.angular_frequencies(d, base_b), dtype=dtype, **b)
    found = compare_rope(first, second, (16, d))
    exact = 1e-6 if dtype == "f8" else 2e-4
    assert found.direction == (a["sign"], b["sign"])
    np.testing.assert_allclose(found.base, (base_a, base_b), rtol=1e-3)
    np.testing.assert_allclose(found.start, (a["start"], b["start"]), atol=1e-2)
    np.testing.assert_allclose(found.amplitude, (a["amplitude"], b["amplitude"]), rtol=1e-5)
    assert [name.startswith("halves") for name in found.layout] == [a["halves"], b["halves"]]
    assert len(found.steps) == sum(a[name] != b[name] for name in a) + (base_a != base_b)
    assert found.same == (not found.steps) and found.error < 4000 * exact
    # The changed first function, at positions of our own.
    x = np.random.default_rng(1).normal(size=(16, d))
    positions = np.arange(16) + 50
    np.testing.assert_allclose(found.convert(x, positions), second(x, positions), atol=1000 * exact)


LLAMA3 = {"scale": 8.0, "trained_length": 8192, "slow_turns": 1.0, "fast_turns": 4.0}
#: Frequencies of 32 pairs, and what has to be told of them.
SCALED = {
    "interpolation": (variants.interpolated_frequencies(64, 4.0), 10_000, ["divide", "4"]),
    "NTK-aware": (pe_lib.angular_frequencies(64, variants.ntk_base(64, 8.0)), 85_550.376, ["8"]),
    "another base": (pe_lib.angular_frequencies(64, 5e5), 500_000, ["500,000", "10,000"]),
    "YaRN": (variants.yarn_frequencies(64, 4.0, 4096, by_pair=True), 10_000, ["factor 4"]),
    "a base and Llama 3": (
        variants.yarn_frequencies(64, base=5e5, **LLAMA3),
        500_000,
        ["500,000", "factor 8"],
    ),
    "no rule": (OMEGA * np.random.default_rng(0).uniform(0.2, 0.5, 32), None, ["no rule"]),
}


@pytest.mark.parametrize("name", SCALED)
def test_scaling_is_named(name):
    omega, base, words = SCALED[name]
    found = compare_rope(rope(OMEGA), rope(omega))
    [step] = found.steps
    assert found.base == (10_000, pytest.approx(base, rel=1e-6))
    assert all(word in step for word in words) and found.error < 1e-9


def halves(x, p, *, sign=-1.0, side_by_side=False, in_place=False):
    """RoPE by halves, with the mistakes of public programs."""
    angles = np.multiply.outer(p, OMEGA)
    both = np.repeat(angles, 2, 1) if side_by_side else np.hstack([angles, angles])
    if in_place:
        x = x.copy()
        x[:, :32] = x[:, :32] * np.cos(angles) - x[:, 32:] * np.sin(angles)
        x[:, 32:] = x[:, 32:] * np.cos(angles) + x[:, :32] * np.sin(angles)
        return x
    return x * np.cos(both) + np.hstack([sign * x[:, 32:], x[:, :32]]) * np.sin(both)


NO_ROTATION = {
    "minus of rotate_half": {"sign": 1.0},
    "different angles": {"side_by_side": True},
    "in place": {"in_place": True},
}


@pytest.mark.parametrize("reason", NO_ROTATION)
def test_what_is_not_a_rotation_is_the_answer(reason):
    def wrong(x, p):
        return halves(x, p, **NO_ROTATION[reason])

    for first, second in [(wrong, halves), (halves, wrong), (wrong, wrong)]:
        found = compare_rope(first, second)
        assert [reason in why for why in found.broken] == [f is wrong for f in (first, second)]
        assert not found.steps and not found.same


def test_an_output_in_another_order_is_measured():
    """DeepSeek's program takes neighbors, and returns them by halves."""

    def reordered(x, p):
        return halves(np.hstack([x[:, 0::2], x[:, 1::2]]), p)

    found = compare_rope(reordered, halves)
    assert found.layout[0].startswith("neighbors") and found.base == (10_000, 10_000)
    assert len(found.steps) == 2 and found.error < 1e-9 and compare_rope(reordered, reordered).same


def test_what_bfloat16_hides_is_not_told():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16

    def of_base(base):
        exact = rope(pe_lib.angular_frequencies(64, base))
        return lambda x, p: exact(x.astype(float), p).astype(bfloat16)

    x = np.random.default_rng(0).normal(size=(16, 64)).astype(bfloat16)
    found = compare_rope(of_base(10_000.0), of_base(500_000.0), x)
    [step] = found.steps
    assert found.base == (None, None) and "float32" in step and not found.same
    assert compare_rope(of_base(10_000.0), of_base(10_000.0), x).same


OTHERS = {
    "columns": ({}, {"omega": OMEGA[:8]}),
    "axis": ({"axis": 0}, {"axis": 1}),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_differences_are_put_right_either_way(name):
    first, second = (rope(**{"omega": OMEGA} | given) for given in OTHERS[name])
    for functions in [(first, second), (second, first)]:
        found = compare_rope(*functions, (16, 16, 64))
        assert found.steps and not found.same and found.error < 1e-9
    assert compare_rope(first, first, (16, 16, 64)).same


def test_rounded_positions_are_told_and_never_the_same():
    def float16(x):
        return np.asarray(x, "f2").astype(float)

    exact, rounded, other = (
        rope(OMEGA),
        rope(OMEGA, rounded=to_bfloat16),
        rope(OMEGA, rounded=float16),
    )
    for functions in [(exact, rounded), (rounded, exact), (rounded, other), (other, rounded)]:
        found = compare_rope(*functions)
        assert not found.same and ("round" in found.sentence) == (exact in functions)
    assert compare_rope(rounded, rounded).same


#: Frequencies of a function, and what is named beside the step that replaces them.
CAUSES = {
    "sign lost": 1 / OMEGA,
    "another width": 1e7 ** (-2 * np.arange(32) / 256),
    "odd exponents": OMEGA * OMEGA[1] ** 0.5,
}


@pytest.mark.parametrize("name", CAUSES)
def test_the_cause_of_other_frequencies_is_named(name):
    found = compare_rope(rope(CAUSES[name]), rope(OMEGA))
    [step] = found.steps
    assert FINDINGS[name][1] in step and found.differ_from is None
    assert FINDINGS[name][1] in compare_rope(rope(OMEGA), rope(CAUSES[name])).sentence


def alone(function):
    """The function of x alone, at positions 0, 1, 2, …"""
    return lambda x: function(x, np.arange(len(x)))


def test_the_positions_that_were_looked_at_are_told():
    def spoiled(x, p):
        """A cache whose rows from 256 on another call has spoiled."""
        return rope(OMEGA)(x, np.where(p < 256, p, p // 2 * 2))

    assert not compare_rope(rope(OMEGA), spoiled).same
    assert compare_rope(rope(OMEGA), rope(OMEGA)).farthest == 4095
    first_rows = compare_rope(alone(rope(OMEGA)), alone(spoiled))
    assert first_rows.same and first_rows.farthest == 15


@pytest.mark.parametrize(
    ("function", "keyword"),
    [
        (lambda x, p: x, "turns nothing"),
        (lambda x, p: x[:, :2], "shape"),
        (lambda x, p: x[:, :3] * np.ones((16, 32)), r"\(16, 64\).*\(16,32\)"),
        (lambda x, p: x * p[:, None], "no pair"),
        (lambda x, p: x + np.roll(x, 1, axis=1) * p[:, None], "mixed"),
    ],
)
def test_what_turns_no_pairs_is_refused(function, keyword):
    with pytest.raises(ValueError, match=keyword):
        compare_rope(rope(OMEGA), function)


# --- Tables -------------------------------------------------------------------------------------

moves = st.fixed_dictionaries(
    {
        "halves": st.booleans(),
        "start": st.integers(0, 6),
        "amplitude": st.sampled_from([1.0, 8.0, 0.5]),
        "backwards": st.booleans(),
    }
)


def table_of(halves, start, amplitude, backwards, base=10_000.0, d=16):
    table = pe_lib.positional_encoding(64, d, base, start=start) * amplitude
    table = table * np.where(np.arange(d) % 2 == 0, -1, 1) if backwards else table
    return pairs_to_halves(table, 1) if halves else table


@settings(max_examples=15, deadline=None)
@given(moves, moves, bases)
def test_every_difference_of_tables_is_found_and_put_right(a, b, base):
    first, second = table_of(**a, base=base), table_of(**b, base=base)
    found = diff(first, second)
    assert found.done and found.error < 1e-9, found
    assert found.same == (a == b)
    if found.order is not None and a["start"] == b["start"]:
        moved = np.abs(first[:, found.order]) * b["amplitude"] / a["amplitude"]
        np.testing.assert_allclose(moved, np.abs(second), atol=1e-9)
    signs = a["backwards"] != b["backwards"]
    assert len(found.steps) == sum(a[n] != b[n] for n in a if n != "backwards") + signs


TABLE = pe_lib.positional_encoding(64, 16)
#: What is done to the paper's table, and a word or number of the step that tells it.
DONE = {
    "base 500": pe_lib.positional_encoding(64, 16, 500.0),
    "j/(d/2-1)": pe_lib.tensor2tensor_encoding(64, 16),
    "position 40": pe_lib.positional_encoding(64, 16, start=40),
    "0.5": pe_lib.positional_encoding_at(np.arange(64) / 2, 16),
    "cosine first": TABLE[:, np.arange(16) ^ 1],
    "1.009": 1.009 * TABLE,
    "position 3": TABLE[3:],
    "64 rows": TABLE[:64],
    "bfloat16": to_bfloat16(TABLE),
    "rows and columns": TABLE.T[None],
}


@pytest.mark.parametrize("word", DONE)
def test_other_rules_are_named_and_put_right(word):
    first = pe_lib.positional_encoding(100, 16) if word == "64 rows" else TABLE
    found = diff(first, DONE[word])
    assert any(word in step for step in found.steps) and found.done and not found.same
    assert found.error < 1e-9


def test_the_same_is_said_of_all_rows_within_the_precision_of_the_tables():
    longer = pe_lib.positional_encoding(100, 16)
    assert not diff(TABLE, longer).same and not diff(longer, TABLE).same
    assert diff(TABLE, TABLE.astype("f4")).steps == ("round to float32",)
    off = TABLE + 1e-3 * (np.arange(TABLE.size) == 16 * 5 + 3).reshape(TABLE.shape)
    found = diff(TABLE, off)
    assert not found.same and found.where == (5, 3) and found.error == pytest.approx(1e-3)


def test_tables_that_no_rule_connects_are_not_claimed_to_be():
    found = diff(TABLE, np.random.default_rng(0).normal(size=(64, 16)))
    assert not found.done and not found.same
    assert not diff(np.ones((3, 4)), np.ones((3, 6))).done
