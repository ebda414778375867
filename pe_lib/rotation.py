"""A shift by k positions is one block-diagonal rotation, the same for every position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    check_d_model,
    check_float,
    check_int,
    check_table,
    guard_memory,
    real_array,
)
from pe_lib.encoding import positional_encoding_at


class ShiftFit(NamedTuple):
    """What least squares found: the matrix, its largest error, and how far to trust it.

    The condition is the largest over the smallest singular value of the rows used; infinity where
    they leave a direction out, so that the matrix is only one of many that fit.
    """

    matrix: np.ndarray
    residual: float
    condition: float


def rotation_matrix(offset: float, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the matrix that shifts every row of the table by offset positions.

    Pair j is turned by the angle offset * omega_j: its block, at rows and columns 2j and 2j + 1,
    is [[cos, sin], [-sin, cos]]. All other entries are zero.

    Parameters
    ----------
    offset : float
        The shift k in positions; negative and fractional ones too, below 2**29 in size.
    d_model : int
        Number of columns of the table, even.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    (d_model, d_model) in float64
        M with M @ table[p] == table[p + offset] for every p. It is orthogonal: M.T shifts back.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both, and for odd d_model the reason.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table = positional_encoding(50, 6)
    >>> np.allclose(rotation_matrix(3, 6) @ table[7], table[10], atol=1e-15)
    True
    >>> rotation_matrix(3, 2).round(4)
    array([[-0.99  ,  0.1411],
           [-0.1411, -0.99  ]])

    Source: Vaswani et al. 2017, section 3.5, claim it; chapter 4 proves it.
    """
    why = "a rotation turns each sine with its cosine, and the last sine of an odd number has none"
    d_model = check_d_model(d_model, even_because=why)
    offset = check_float(offset, "offset")
    row = positional_encoding_at(abs(offset), d_model, base)
    # By the sign afterwards, so that the matrices of k and -k are transposes to the last bit.
    sine, cosine = np.copysign(1.0, offset) * row[0::2], row[1::2]
    return block_projection(cosine, sine)


def block_projection(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    """Return the block-diagonal matrix with blocks [[a_j, b_j], [-b_j, a_j]], one for each pair.

    Such a block turns pair j by one angle and stretches it by one factor, so it commutes with
    every shift: projections made of them keep scores that depend on the offset alone.
    """
    a, b = real_array(a, "a", ndim=1), real_array(b, "b", ndim=1)
    if a.shape != b.shape or not a.size:
        raise ValueError(f"a and b must have one entry per pair each, not {a.size} and {b.size}")
    even, odd = np.arange(0, 2 * a.size, 2), np.arange(1, 2 * a.size, 2)
    with guard_memory((2 * a.size, 2 * a.size)):
        matrix = np.zeros((2 * a.size, 2 * a.size))
    matrix[even, even] = matrix[odd, odd] = a
    matrix[even, odd] = b
    matrix[odd, even] = 0.0 - b  # so that a zero has no sign
    return matrix


def fit_shift(table: ArrayLike, offset: int) -> ShiftFit:
    """Return the matrix that best turns each row into the row offset further on, from data alone.

    Least squares over all pairs of rows (table[p], table[p + offset]); no formula goes in. On a
    sinusoidal table the residual is rounding error. The matrix itself is less exact, by the
    condition number: the slow columns hardly change over the rows, so the data say little about
    what the matrix does to them.

    Parameters
    ----------
    table : (n_rows, n_columns)
        Any table; n_rows - abs(offset) is at least n_columns, since fewer rows fit many matrices.
    offset : int
        The shift k in rows, either sign, smaller in size than n_rows.

    Returns
    -------
    ShiftFit(matrix, residual, condition)
        The matrix is (n_columns, n_columns) in float64; the others are floats.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> matrix, residual, condition = fit_shift(positional_encoding(100, 4), 3)
    >>> np.allclose(matrix, rotation_matrix(3, 4), atol=1e-9), residual < 1e-12
    (True, True)

    Sine alone cannot be shifted by a matrix:

    >>> sine_alone = positional_encoding(100, 4)[:, 0::2]
    >>> fit_shift(sine_alone, 3).residual > 0.1
    True
    """
    table = check_table(table)
    n_rows, n_columns = table.shape
    offset = check_int(offset, "offset", low=1 - n_rows, high=n_rows - 1)
    n_used = n_rows - abs(offset)
    if n_used < n_columns:
        raise ValueError(
            f"table must have at least n_columns + |offset| = {n_columns + abs(offset)} rows "
            f"(fewer fit many matrices), but it has {n_rows}"
        )
    before, after = table[:n_used], table[abs(offset) :]
    if offset < 0:
        before, after = after, before
    solution, _, _, singular = np.linalg.lstsq(before, after, rcond=None)
    residual = float(np.abs(before @ solution - after).max())
    condition = float(singular[0] / singular[-1]) if singular[-1] > 0 else float("inf")
    return ShiftFit(solution.T, residual, condition)
