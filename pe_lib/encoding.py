"""The table of sines and cosines, built by the theorem that a shift is a rotation.

Read a row's pairs (sine, cosine) as complex numbers: row p is i * exp(-i*p*omega), so that
row(a + b) = row(a) * exp(-i*b*omega). True sines and cosines are needed for few rows alone, the
rows of one block and the first of every other; one multiplication gives each of the others.
The exactness comes from the angles: see `_turn`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from math import gcd

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from pe_lib.checks import (
    POSITION_LIMIT,
    check_base,
    check_d_model,
    check_dtype,
    check_out,
    check_rows,
    check_window,
    guard_memory,
    new_table,
    real_array,
)
from pe_lib.frequency import frequency_parts

#: More threads gain little: they wait for the memory.
MAX_THREADS = 4

#: Entries that are worth a thread. Below twice as many, one thread is as fast.
THREAD_SIZE = 3 * 2**18


def positional_encoding(
    seq_len: int,
    d_model: int,
    base: float = 10_000.0,
    *,
    start: int = 0,
    dtype: DTypeLike = np.float64,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Return the table PE[p, 2j] = sin(p*omega_j), PE[p, 2j+1] = cos(p*omega_j).

    A float64 entry is within 1e-15 of the exact value at every position. A float32 entry is the
    float64 one rounded: the correctly rounded value, but for under one entry in a million.
    Position 0 is exactly 0, 1, 0, 1, ... A position's row has the same bits whatever the window,
    so that tables made in parts join without a seam. Peak memory is the table and a few percent;
    the first call of a width adds the block of rows that is kept for the next ones. With out, all
    that comes on top of it is as much for a long table as for a short one.

    Parameters
    ----------
    seq_len : int
        Number of positions (rows), at least 1.
    d_model : int
        Number of columns, from 1 to 2**20; an odd one ends in a sine alone.
    base : float
        Base B of the frequencies, above 1 and at most 1e300.
    start : int
        Position of the first row; it may be negative. Every position is below 2**29 in size.
    dtype : dtype_like
        float64 or float32.
    out : (seq_len, d_model) array of that dtype, optional
        Where to write the table. A memory map lets it be larger than the memory.

    Returns
    -------
    (seq_len, d_model) in dtype
        The table; out if it is given.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule, or memory is too small; the message says which.

    Examples
    --------
    >>> positional_encoding(3, 4).round(4)
    array([[ 0.    ,  1.    ,  0.    ,  1.    ],
           [ 0.8415,  0.5403,  0.01  ,  1.    ],
           [ 0.9093, -0.4161,  0.02  ,  0.9998]])
    >>> table = positional_encoding(100, 512, dtype=np.float32)
    >>> np.array_equal(table[90:], positional_encoding(10, 512, start=90, dtype=np.float32))
    True

    Source: Vaswani et al. 2017, section 3.5; the construction is the theorem of chapter 4.
    """
    seq_len, start = check_window(seq_len, start)
    d_model, base, dtype = check_d_model(d_model), check_base(base), check_dtype(dtype)
    if out is None:
        with guard_memory((seq_len, d_model), dtype):
            return _fill(None, seq_len, d_model, base, start, dtype)
    check_out(out, (seq_len, d_model), dtype)
    # In parts: the turns of all blocks of a large mapped file might not fit into memory.
    rows = block_rows(d_model) ** 2
    for first in range(0, seq_len, rows):
        part = out[first : first + rows]
        _fill(part, len(part), d_model, base, start + first, dtype)
    return out


def positional_encoding_at(
    positions: ArrayLike, d_model: int, base: float = 10_000.0, *, dtype: DTypeLike = np.float64
) -> np.ndarray:
    """Return the rows of the table at any real positions, whole or between, of any shape.

    Parameters
    ----------
    positions : array_like, any shape
        Real numbers below 2**29 in size, or one number.
    d_model, base, dtype
        As for positional_encoding.

    Returns
    -------
    positions.shape + (d_model,) in dtype
        At a whole position a row has the bits of positional_encoding; between them the error is at
        most 1e-15 too.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule, or memory is too small; the message says which.

    Examples
    --------
    >>> positional_encoding_at(0.5, 2).round(4)
    array([0.4794, 0.8776])
    >>> positional_encoding_at([[0, 1, 2], [7, 8, 9]], 16).shape
    (2, 3, 16)

    Source: Vaswani et al. 2017, section 3.5, whose formula does not ask that p be whole.
    """
    d_model, base, dtype = check_d_model(d_model), check_base(base), check_dtype(dtype)
    check_rows(positions, d_model, dtype)
    positions = real_array(positions, "positions", limit=POSITION_LIMIT)
    out, width = new_table((positions.size, d_model), dtype), _width(d_model)
    near = _first_block(width, base)
    size = len(near)
    whole = np.rint(positions.ravel())
    fraction = positions.ravel() - whole
    block, row = np.divmod(whole.astype(int), size)
    for begin in range(0, positions.size, size):
        part = slice(begin, begin + size)
        if begin % (8 * size) == 0:  # consecutive positions share few blocks
            blocks, which = np.unique(block[begin : begin + 8 * size], return_inverse=True)
            turns = _turn(blocks * size, width, base)
        if fraction[part].any():
            rows = 1j * _turn(row[part], width, base, fraction[part])
        else:
            rows = near[row[part]]
        rows *= turns[which[begin % (8 * size) :][:size]]
        out[part] = rows.view(float)[:, :d_model]
    return out.reshape(*positions.shape, d_model)


def _fill(
    out: np.ndarray | None, seq_len: int, d_model: int, base: float, start: int, dtype: np.dtype
) -> np.ndarray:
    """Return the table, in out or in a new array."""
    near, stop = _first_block(_width(d_model), base), start + seq_len
    size = len(near)
    turned = [first for first in range(start // size * size, stop, size) if first]
    n_threads = _threads(seq_len * d_model, len(turned))
    # Before the table, so that what _turn needs is free again.
    turns = _turn(np.array(turned), _width(d_model), base) if n_threads == 1 else None
    table = np.empty((seq_len, d_model), dtype) if out is None else out
    begin, end = max(0, start), min(size, stop)
    if begin < end:  # the block at position 0 is turned by nothing
        table[begin - start : end - start] = near[begin:end].view(float)[:, :d_model]
    if n_threads > 1:  # started anew: a pool that is kept does not survive a fork

        def fill_share(firsts: list[int]) -> None:
            turns = _turn(np.array(firsts), _width(d_model), base)
            _fill_turned(table, start, near, firsts, turns)

        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(fill_share, [turned[i::n_threads] for i in range(n_threads)]))
    elif turns is not None:
        _fill_turned(table, start, near, turned, turns)
    return table


def _threads(entries: int, n_blocks: int) -> int:
    """Return how many threads are worth their start for so many entries; 0 without a block."""
    if entries < 2 * THREAD_SIZE:
        return min(1, n_blocks)
    return min(MAX_THREADS, _cores(), entries // THREAD_SIZE, n_blocks)


@contextmanager
def _small_buffer() -> Iterator[None]:
    """Let numpy convert 256 numbers at a time: its usual buffers are an eighth of a small table."""
    usual = np.setbufsize(256)
    try:
        yield
    finally:
        np.setbufsize(usual)


@_small_buffer()
def _fill_turned(
    table: np.ndarray, start: int, near: np.ndarray, firsts: list[int], turns: np.ndarray
) -> None:
    """Write the blocks whose first positions are given, each with its turn."""
    seq_len, d_model = table.shape
    size, pairs = near.shape
    # As complex numbers where the memory allows it; else through one block.
    direct = d_model == 2 * pairs and table.flags.carray
    target = table.view(np.result_type(table, np.complex64)) if direct else np.empty_like(near)
    # numpy is slow to begin a row, so it is given narrow rows by the eight.
    repeated = np.empty((8 if d_model < 512 else 1, pairs), complex)
    for first, turn in zip(firsts, turns, strict=True):
        begin, end = max(first, start), min(first + size, start + seq_len)
        rows = near[begin - first : end - first]
        part = slice(begin - start, end - start)
        into = target[part] if direct else target[: end - begin]
        repeated[:] = turn
        shape = (-1, gcd(len(rows), len(repeated)), pairs)
        np.multiply(rows.reshape(shape), repeated[: shape[1]], out=into.reshape(shape))
        if not direct:
            table[part] = into.view(float)[:, :d_model]


@lru_cache(maxsize=8)
def _first_block(d_model: int, base: float) -> np.ndarray:
    """Return the rows 0, 1, ... of a block as i*exp(-i*p*omega)."""
    rows = 1j * _turn(np.arange(block_rows(d_model)), d_model, base)
    rows.flags.writeable = False  # every caller gets this very array
    return rows


def _turn(
    positions: np.ndarray, d_model: int, base: float, fractions: np.ndarray | None = None
) -> np.ndarray:
    """Return exp(-i*p*omega_j) for whole positions p, or p + fraction, shape (n, pairs).

    Angles are counted in quarter turns, and whole ones are taken off while every product and sum
    is still exact; only what is left, below one quarter turn, is ever rounded.
    """
    high, middle, low = frequency_parts(d_model, base)
    turn = np.empty((len(positions), len(high)), complex)
    step = max(1, 2**12 // len(high))  # rows at a time, so that the angles stay in the cache
    for part in (slice(i, i + step) for i in range(0, len(positions), step)):
        whole = positions[part, np.newaxis].astype(float)
        angle = whole * high
        quarters = np.rint(angle)
        angle -= quarters
        angle += whole * middle
        more = np.rint(angle)
        angle -= more
        rest = whole * low
        if fractions is not None:
            rest += fractions[part, np.newaxis] * (high + (middle + low))
        angle += rest
        angle *= -np.pi / 2
        np.cos(angle, out=turn[part].real)
        np.sin(angle, out=turn[part].imag)
        turn[part] *= QUARTER[(quarters + more).astype(int) & 3]
    return turn


#: exp(-i * angle) for 0, 1, 2 and 3 quarter turns.
QUARTER = np.array([1, -1j, -1, 1j])


def _cores() -> int:
    """Return how many processors this process may use."""
    if sys.platform == "emscripten":  # Python in a browser cannot start threads
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def block_rows(d_model: int) -> int:
    """Return the number of rows of a block: 64 for the usual widths.

    Narrow blocks are longer (about 256 KiB, in whole eights), wide ones shorter (about 512 KiB, to
    stay in the cache). The number depends on the width alone, or else a row's last bits would not.
    """
    width = _width(d_model)
    return min(max(64, 8 * (2**12 // width)), max(8, 2**16 // width))


def _width(d_model: int) -> int:
    """Return d_model, but two pairs at least: numpy multiplies a single number differently.

    (Without fused multiply-add, and so at times with another last bit.) The first pair has the
    frequency 1 whatever the width, so that the columns of a narrower table are among these.
    """
    return max(d_model, 3)
