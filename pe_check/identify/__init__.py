"""What is this table? Measure it, find the simplest rule that gives it back, and say so.

- `measure`, `guess`, `fit`, `search`: from rows to frequencies, and to a model in round numbers
- `rules`, `schedule`: what columns and frequencies may be; `model`, `rounding`: their errors
- `sinusoids`: that model as facts; `pairing`, `turns`, `turned`, `positions`, `grids`: pairs that
  turn through any positions, along any axes
- `biases`, `vectors`: ALiBi's biases, and numbers in one row
- `views`: a table as is, padded, transposed, …; `arrays`, `caches`, `axes`, `functions`: the input
- `answer`: the facts and the findings
- `files`, `checkpoint`, `expect`, `command`: the same in a terminal
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import as_numbers
from pe_check.identify.answer import Finding, Identification
from pe_check.identify.arrays import identify_array
from pe_check.identify.functions import identify_function

__all__ = ["Finding", "Identification", "identify"]


def identify(table: ArrayLike | Callable[..., ArrayLike]) -> Identification:
    """Return what a table of position vectors is: the paper's, a convention, a mistake, unknown.

    The frequencies are measured from the rows. Of the rules that predict them, the one that takes
    the fewest digits to say is held against every entry, to the rounding of the entries' type.
    What does not agree is not called sinusoidal. A function is asked for tables of several sizes.
    Two rows are enough for most rules; a constant, or columns without partners, take more.

    Parameters
    ----------
    table : array_like or callable
        Rows of real numbers, one for each position, also with a batch axis; RoPE's cosines and
        sines, as a pair of arrays or as complex rotations; or a function of (seq_len, d_model)
        or (seq_len, d_model, base) that returns them.

    Returns
    -------
    Identification
        It prints its facts and findings. Its attributes are the same for a program: kind, layout,
        exponents, base, start, findings, details, …; paper is True for the paper's table.

    Raises
    ------
    TypeError, ValueError
        If there are no rows and columns of finite real numbers, or if the function fails.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table = positional_encoding(64, 16, base=500, start=2)
    >>> found = identify(table.astype("float16"))
    >>> found.layout, found.exponents, found.base, found.start, found.precision
    ('interleaved', '2j/d', 500.0, 2.0, 'float16')

    Source: the mistakes of chapter 8; the theorem of chapter 4, by which rows give frequencies.
    """
    with np.errstate(all="ignore"):  # a guess may overflow; it then fits nothing
        table = as_numbers(table)
        if callable(table):
            return identify_function(table)
        return identify_array(table, "table")
