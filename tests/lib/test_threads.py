"""Several threads fill a large table with the bits of one, and leave numpy's settings alone."""

import numpy as np
import pytest

from pe_lib import encoding, positional_encoding

SETTINGS = [
    (2000, 64, 0, np.float32),
    (2000, 64, -700, np.float64),
    (300, 1537, 5, np.float32),
    (1, 64, 10**6, np.float64),
]


@pytest.fixture(params=[2, 3])
def some_threads(monkeypatch, request):
    """Let every table that has so many blocks take so many threads."""
    monkeypatch.setattr(encoding, "THREAD_SIZE", 1)
    monkeypatch.setattr(encoding, "_cores", lambda: request.param)


@pytest.mark.parametrize(("seq_len", "d_model", "start", "dtype"), SETTINGS)
def test_threads_write_the_same_bits(some_threads, monkeypatch, seq_len, d_model, start, dtype):
    settings = {"start": start, "dtype": dtype}
    shared = positional_encoding(seq_len, d_model, **settings)
    monkeypatch.setattr(encoding, "_cores", lambda: 1)
    alone = positional_encoding(seq_len, d_model, **settings)
    np.testing.assert_array_equal(shared.view(np.uint8), alone.view(np.uint8))


def test_an_error_in_a_thread_reaches_the_caller(some_threads, monkeypatch):
    turn = encoding._turn

    def fail_beyond_the_first_share(positions, *others):
        if len(positions) and positions[0] > 128:
            raise RuntimeError("no turns")
        return turn(positions, *others)

    encoding._first_block(64, 10_000.0)
    monkeypatch.setattr(encoding, "_turn", fail_beyond_the_first_share)
    with pytest.raises(RuntimeError, match="no turns"):
        positional_encoding(4000, 64)


class Refusing(np.ndarray):
    """An array that refuses to be written to."""

    def __setitem__(self, key, value):
        raise RuntimeError("refused")


@pytest.mark.parametrize("size", [64, 8192])
def test_the_size_of_numpys_buffers_stays_as_it_was(size):
    usual = np.setbufsize(size)
    try:
        positional_encoding(2000, 63, dtype=np.float32)
        assert np.getbufsize() == size
        refusing = np.empty((2000, 63), np.float32).view(Refusing)
        with pytest.raises(RuntimeError, match="refused"):
            positional_encoding(2000, 63, start=1000, dtype=np.float32, out=refusing)
        assert np.getbufsize() == size
    finally:
        np.setbufsize(usual)
