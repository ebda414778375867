"""The same table in the forms that textbooks show, each short enough to be read aloud.

The book shows them from this file. Their accuracy is that of their float64 frequencies and
angles: about 1e-12 at position 8000 and 1e-9 at 10 million. `positional_encoding` does better.
"""

import math

import numpy as np

from pe_lib.checks import checked_form
from pe_lib.frequency import angular_frequencies


@checked_form
def positional_encoding_loop(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table by two loops, one sine or cosine at a time.

    Parameters
    ----------
    seq_len : int
        Number of positions (rows), at least 1.
    d_model : int
        Number of columns, at least 1; an odd one ends in a sine alone.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    (seq_len, d_model) in float64

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule, or memory is too small; the message says which.

    Examples
    --------
    >>> positional_encoding_loop(2, 3).round(4)
    array([[0.    , 1.    , 0.    ],
           [0.8415, 0.5403, 0.0022]])

    Source: Vaswani et al. 2017, section 3.5, read word by word.
    """
    table = np.empty((seq_len, d_model))
    for p in range(seq_len):
        for column in range(d_model):
            j = column // 2
            angle = p / base ** (2 * j / d_model)
            table[p, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


@checked_form
def positional_encoding_vectorized(
    seq_len: int, d_model: int, base: float = 10_000.0
) -> np.ndarray:
    """Return the table by broadcasting positions against frequencies.

    Parameters
    ----------
    seq_len, d_model, base
        As for positional_encoding_loop.

    Returns
    -------
    (seq_len, d_model) in float64

    Raises
    ------
    TypeError, ValueError
        As for positional_encoding_loop.

    Examples
    --------
    >>> np.allclose(positional_encoding_vectorized(9, 6), positional_encoding_loop(9, 6))
    True

    Source: the same section, computed by NumPy's broadcasting.
    """
    positions = np.arange(seq_len)[:, np.newaxis]
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    table = np.empty((seq_len, d_model))
    angles = positions * omega  # shape (seq_len, pairs)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


@checked_form
def positional_encoding_exp_log(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table with the frequencies written as exp(-2j/d_model * ln(base)).

    A convenience, one multiplication and one exponential; it is not more accurate than the power.

    Parameters
    ----------
    seq_len, d_model, base
        As for positional_encoding_loop.

    Returns
    -------
    (seq_len, d_model) in float64

    Raises
    ------
    TypeError, ValueError
        As for positional_encoding_loop.

    Examples
    --------
    >>> np.allclose(positional_encoding_exp_log(9, 6), positional_encoding_loop(9, 6))
    True

    Source: tensor2tensor's get_timing_signal_1d, and the PyTorch tutorials after it.
    """
    positions = np.arange(seq_len)[:, np.newaxis]
    omega = np.exp(np.arange(0, d_model, 2) * (-math.log(base) / d_model))
    table = np.empty((seq_len, d_model))
    angles = positions * omega  # shape (seq_len, pairs)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


@checked_form
def positional_encoding_doubling(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table by turning the rows that are there: rows m to 2m from rows 0 to m.

    A row's pairs (sine, cosine) are read as complex numbers, i * exp(-i*p*omega); a shift by m
    multiplies them by exp(-i*m*omega). That is wanted for m = 1, 2, 4, 8, ... alone.

    Parameters
    ----------
    seq_len, d_model, base
        As for positional_encoding_loop.

    Returns
    -------
    (seq_len, d_model) in float64

    Raises
    ------
    TypeError, ValueError
        As for positional_encoding_loop.

    Examples
    --------
    >>> np.allclose(positional_encoding_doubling(9, 6), positional_encoding_loop(9, 6))
    True

    Source: the theorem of chapter 4.
    """
    omega = angular_frequencies(d_model, base)
    rows = np.empty((seq_len, len(omega)), complex)
    rows[0] = 1j  # sine 0, cosine 1
    m = 1
    while m < seq_len:
        rows[m : 2 * m] = rows[: min(m, seq_len - m)] * np.exp(-1j * m * omega)
        m *= 2
    return np.ascontiguousarray(rows.view(float)[:, :d_model])  # an odd d_model: no last cosine
