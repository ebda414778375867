"""A shift by k positions is one block-diagonal rotation, the same for every position."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_d_model, check_table, real_number, whole_number
from pe_lib.encoding import positional_encoding_at

_EVEN = "a rotation turns each sine with its cosine, and the last sine of an odd number has none"


class ShiftFit(NamedTuple):
    """What least squares found: the matrix, how well it fits, and how far to trust it."""

    #: (d_model, d_model): takes each table[p] as near to table[p + offset] as one matrix can
    matrix: np.ndarray
    #: the largest |matrix @ table[p] - table[p + offset]| over all rows and columns
    residual: float
    #: largest over smallest singular value of the rows used; infinity where they leave a
    #: direction out, so that the matrix is only one of many that fit
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
        If an argument breaks the rule above; for odd d_model the error says why.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table = positional_encoding(50, 6)
    >>> bool(np.allclose(rotation_matrix(3, 6) @ table[7], table[10], atol=1e-15))
    True
    >>> rotation_matrix(3, 2).round(4)
    array([[-0.99  ,  0.1411],
           [-0.1411, -0.99  ]])

    Source: Vaswani et al. 2017, section 3.5, claim it; chapter 4 proves it.
    """
    d_model = check_d_model(d_model, even_because=_EVEN)
    offset = real_number(offset, "offset")
    row = positional_encoding_at(abs(offset), d_model, base)
    # By the sign afterwards, so that the matrices of k and -k are transposes to the last bit.
    sine, cosine = np.copysign(1.0, offset) * row[0::2], row[1::2]
    even, odd = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix = np.zeros((d_model, d_model))
    matrix[even, even] = matrix[odd, odd] = cosine
    matrix[even, odd] = sine
    matrix[odd, even] = 0.0 - sine
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
        Any table; n_rows - |offset| >= n_columns, since fewer rows fit many matrices.
    offset : int
        The shift k in rows, either sign, smaller in size than n_rows.

    Returns
    -------
    ShiftFit(matrix, residual, condition)
        See the fields of that class.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> matrix, residual, condition = fit_shift(positional_encoding(100, 4), 3)
    >>> bool(np.allclose(matrix, rotation_matrix(3, 4), atol=1e-9)), residual < 1e-12
    (True, True)

    Sine alone cannot be shifted by a matrix:

    >>> sine_alone = positional_encoding(100, 4)[:, 0::2]
    >>> fit_shift(sine_alone, 3).residual > 0.1
    True
    """
    before, after = _shifted(table, offset)
    solution, _, _, singular = np.linalg.lstsq(before, after, rcond=None)
    residual = float(np.abs(before @ solution - after).max())
    condition = float(singular[0] / singular[-1]) if singular[-1] > 0 else float("inf")
    return ShiftFit(solution.T, residual, condition)


def shift_r_squared(table: ArrayLike, offset: int) -> float:
    """Return the share of the shifted rows' variance that the best matrix explains.

    This is R^2 as a regression reports it: 1 - (squared residual) / (squared distance from the
    mean row), without an intercept. It is 1 for whole pairs. For the sine column alone it is
    about cos(omega*k)^2 when the rows cover whole turns: near 1 for small shifts, which is why
    such a regression looks promising, and then not.

    Parameters
    ----------
    table : (n_rows, n_columns)
        As in fit_shift. At least one column must vary.
    offset : int
        As in fit_shift.

    Returns
    -------
    float, at most 1
        Below 0 where the best matrix is worse than the mean row.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above, or if no column varies.

    Examples
    --------
    >>> sine = np.sin(0.01 * np.arange(1000))[:, np.newaxis]
    >>> [round(shift_r_squared(sine, k), 3) for k in (1, 10, 100)]
    [1.0, 0.988, 0.288]
    """
    before, after = _shifted(table, offset)
    spread = float(((after - after.mean(axis=0)) ** 2).sum())
    if spread == 0:
        raise ValueError("table must vary, but its rows are all the same")
    solution = np.linalg.lstsq(before, after, rcond=None)[0]
    return 1.0 - float(((before @ solution - after) ** 2).sum()) / spread


def _shifted(table: ArrayLike, offset: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows that have a partner offset rows further on, and those partners."""
    table = check_table(table)
    n_rows, n_columns = table.shape
    offset = whole_number(offset, "offset", low=1 - n_rows, high=n_rows - 1)
    n_pairs = n_rows - abs(offset)
    if n_pairs < n_columns:
        raise ValueError(
            f"table must have at least n_columns + |offset| = {n_columns + abs(offset)} rows "
            f"(fewer fit many matrices), but it has {n_rows}"
        )
    first, last = table[:n_pairs], table[abs(offset) :]
    return (first, last) if offset >= 0 else (last, first)
