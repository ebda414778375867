"""What is this table? Measure it, find the simplest rule that gives it back, and say so.

- `measure`: from rows to frequencies; `guess`: to models that may have made them
- `rules`: what columns and frequencies may be; `model`, `fit`, `rounding`: numbers and their errors
- `search`: the simplest model in round numbers
- `findings`, `describe`, `answer`: that model in words
- `views`, `dropout`: as it stands, padded, transposed, …, or with entries dropped
- `turns`, `turned`, `describe_turns`: pairs that turn through any positions, along any axes;
  `ladder`, `positions`, `grids`: their frequencies and positions in words
- `biases`, `others`, `waves_of_columns`: what is no table of turning pairs
- `of_array`, `rope`, `of_function`: what is handed over
- `files`: tables from files; `command`: the same in a terminal
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from pe_check.identify.answer import Identification
from pe_check.identify.axes import as_numbers
from pe_check.identify.of_array import identify_array
from pe_check.identify.of_function import identify_function

__all__ = ["Identification", "identify"]


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
        It prints its explanation. Its attributes say the same to a program: layout, exponents,
        base, start, findings, …; paper is True for the paper's table.

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
