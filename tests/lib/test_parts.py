"""A table made in parts, in a file or as blocks of dask, is the whole table bit for bit."""

import tracemalloc

import numpy as np
import pytest

from pe_lib import positional_encoding
from pe_lib.encoding import block_rows
from tests.lib.test_encoding import assert_same_bits

WIDTHS = (1, 7, 64, 512)
DTYPES = (np.float64, np.float32)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("d_model", WIDTHS)
def test_a_memory_map_is_filled_with_the_bits_of_the_table(tmp_path, d_model, dtype):
    shape, start = (3000, d_model), 99_990
    table = positional_encoding(*shape, start=start, dtype=dtype)
    raw = np.memmap(tmp_path / "table.raw", dtype, "w+", shape=shape)
    npy = np.lib.format.open_memmap(tmp_path / "table.npy", "w+", dtype, shape)
    for mapped in (raw, npy):
        assert positional_encoding(*shape, start=start, dtype=dtype, out=mapped) is mapped
        mapped.flush()
    assert_same_bits(np.fromfile(tmp_path / "table.raw", dtype).reshape(shape), table)
    assert_same_bits(np.load(tmp_path / "table.npy"), table)


@pytest.mark.parametrize("dtype", DTYPES)
def test_with_out_the_memory_used_does_not_grow_with_the_table(dtype):
    short, long = (peak_beside(out_of_parts(n, 512, dtype)) for n in (1, 6))
    assert long <= 1.05 * short


@pytest.mark.parametrize("d_model", [127, 512, 1025])
def test_the_parts_in_which_out_is_filled_join_without_a_seam(d_model):
    start, seam = -77, block_rows(d_model) ** 2
    out = out_of_parts(1.1, d_model)
    positional_encoding(*out.shape, start=start, out=out)
    around = positional_encoding(200, d_model, start=start + seam - 100)
    assert_same_bits(out[seam - 100 : seam + 100], around)


def out_of_parts(parts, d_model, dtype=np.float64):
    """Return an array for a table that is filled in this many parts."""
    return np.empty((int(parts * block_rows(d_model) ** 2), d_model), dtype)


def peak_beside(out):
    """Return the bytes that numpy allocates at most while it fills out."""
    positional_encoding(1, out.shape[1])
    tracemalloc.start()
    try:
        positional_encoding(*out.shape, dtype=out.dtype, out=out)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
