"""A table that is filled in parts is the whole table bit for bit."""

import tracemalloc

import numpy as np
import pytest

from pe_lib import encoding, positional_encoding
from pe_lib.encoding import block_rows
from tests.lib.test_encoding import assert_same_bits

DTYPES = (np.float64, np.float32)


@pytest.mark.parametrize("dtype", DTYPES)
def test_with_out_the_memory_used_does_not_grow_with_the_table(dtype, monkeypatch):
    monkeypatch.setattr(encoding, "_cores", lambda: 1)  # how far threads overlap is chance
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
