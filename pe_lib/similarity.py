"""The dot product of two rows depends on their offset alone: how it falls, and where it turns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    POSITION_LIMIT,
    check_base,
    check_d_model,
    check_int,
    check_memory,
    check_table,
    real_array,
)
from pe_lib.encoding import positional_encoding_at

#: Entries of one block of the table while many offsets are worked through: 8 MiB.
_BLOCK = 2**20


def similarity(offset: ArrayLike, d_model: int, base: float = 10_000.0) -> np.ndarray | np.float64:
    """Return the cosine similarity of two rows that are offset positions apart.

    It is K(k) = (2/d_model) * sum over j of cos(omega_j * k): the mean of the cosine columns of
    row k. The dot product of rows p and p + k is d_model/2 times that, whatever p is.

    Parameters
    ----------
    offset : number or array of them
        Offset k in positions, either sign, below 2**29 in size.
    d_model : int
        Number of columns, even.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    same shape as offset, in float64
        Between -1 and 1; 1 at offset 0, and the same for k and -k.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both, and for odd d_model the reason.

    Examples
    --------
    >>> similarity([0, 16, -16, 64], 512).round(3)
    array([1.   , 0.631, 0.631, 0.485])

    Source: cos(a)cos(b) + sin(a)sin(b) = cos(a - b), summed over the pairs; Yan et al. 2019.
    """
    offset = real_array(offset, "offset", limit=POSITION_LIMIT)
    why = "the dot product depends on the offset alone only where every sine has its cosine"
    d_model = check_d_model(d_model, even_because=why)
    base = check_base(base)
    flat = np.abs(offset).reshape(-1)  # so that k and -k agree to the last bit
    result = np.empty(flat.shape)
    step = max(1, _BLOCK // d_model)
    for first in range(0, len(flat), step):
        rows = positional_encoding_at(flat[first : first + step], d_model, base)
        result[first : first + step] = rows[:, 1::2].mean(axis=-1)
    return result.reshape(offset.shape)[()]


def reversals(d_model: int, base: float = 10_000.0, *, n_offsets: int = 100) -> np.ndarray:
    """Return the offsets k where the similarity rises to k + 1, among offsets 0..n_offsets - 1.

    Both k and k + 1 lie among those offsets. "Similarity falls with distance" fails at each.

    Parameters
    ----------
    d_model, base
        As for similarity.
    n_offsets : int
        How many offsets to look at, at least 2 and at most 2**29.

    Returns
    -------
    (number of reversals,) in int64
        In positions, rising.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> reversals(512)
    array([43, 49, 55, 61, 67, 68, 73, 74, 79, 80, 86, 92, 98])
    """
    n_offsets = check_int(n_offsets, "n_offsets", low=2, high=POSITION_LIMIT)
    check_memory((n_offsets,))
    return np.flatnonzero(np.diff(similarity(np.arange(n_offsets), d_model, base)) > 0)


def first_reversal(d_model: int, base: float = 10_000.0) -> int:
    """Return the smallest offset k with similarity(k + 1) above similarity(k), below 2**20.

    There always is one: a finite sum of cosines comes back near its start.
    """
    for first in range(0, 2**20, 256):
        # The blocks share an offset, so that a rise from one to the next is seen too.
        rising = np.diff(similarity(np.arange(first, first + 257), d_model, base)) > 0
        if rising.any():
            return first + int(rising.argmax())
    raise ValueError(f"no reversal below offset 2**20 for d_model {d_model} and base {base!r}")


def toeplitz_deviation(matrix: ArrayLike) -> float:
    """Return how far a square matrix is from depending on column minus row alone.

    It is the largest distance of an entry from the mean of its diagonal, over the largest entry
    in size: 0 for a Toeplitz matrix, rounding error for table @ table.T.

    Parameters
    ----------
    matrix : (n, n)

    Returns
    -------
    float, from 0 to 2

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> toeplitz_deviation([[1, 2], [3, 1]]), toeplitz_deviation([[4, 0], [0, 2]])
    (0.0, 0.25)
    """
    matrix = check_table(matrix, "matrix")
    n, n_columns = matrix.shape
    if n != n_columns:
        raise ValueError(f"matrix must be square, but its shape is {matrix.shape}")
    largest = np.abs(matrix).max()
    if largest == 0:
        return 0.0
    diagonals = (np.diagonal(matrix, k) / largest for k in range(1 - n, n))
    return max(float(np.abs(diagonal - diagonal.mean()).max()) for diagonal in diagonals)
