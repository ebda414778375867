"""The same table with its columns in another order, so that it can be held against another's.

Three layouts are in use. The paper interleaves sine and cosine; many frameworks put all sines in
the left half and all cosines in the right one; tensor2tensor does that and also spaces its
wavelengths so that the last one reaches 2*pi*base exactly.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    check_base,
    check_d_model,
    check_window,
    new_table,
    real_array,
    whole_number,
)


def interleaved_to_halves(table: ArrayLike) -> np.ndarray:
    """Return the table with its sine columns first and its cosine columns after them.

    Parameters
    ----------
    table : (..., d_model)
        Rows of real numbers, sine in the even columns and cosine in the odd ones.

    Returns
    -------
    (..., d_model), a new array of the same dtype
        Columns 0, 2, 4, … and then columns 1, 3, 5, …. For odd d_model the left part is one
        column wider.

    Raises
    ------
    TypeError, ValueError: naming the argument and its rule.

    Examples
    --------
    >>> interleaved_to_halves([[0, 1, 2, 3, 4]])
    array([[0, 2, 4, 1, 3]])

    Source: the order used by tensor2tensor and fairseq (tensor2tensor issue 391).
    """
    table = _columns(table)
    return np.concatenate([table[..., 0::2], table[..., 1::2]], axis=-1)


def halves_to_interleaved(table: ArrayLike) -> np.ndarray:
    """Return the table with sine and cosine columns taking turns: undoes interleaved_to_halves.

    Parameters
    ----------
    table : (..., d_model)
        Rows of real numbers, columns as interleaved_to_halves leaves them.

    Returns
    -------
    (..., d_model), a new array of the same dtype

    Raises
    ------
    TypeError, ValueError: naming the argument and its rule.

    Examples
    --------
    >>> halves_to_interleaved([[0, 2, 4, 1, 3]])
    array([[0, 1, 2, 3, 4]])

    Source: the order of Vaswani et al. 2017, section 3.5.
    """
    table = _columns(table)
    n_sines = (table.shape[-1] + 1) // 2
    interleaved = np.empty_like(table)
    interleaved[..., 0::2] = table[..., :n_sines]
    interleaved[..., 1::2] = table[..., n_sines:]
    return interleaved


def tensor2tensor_encoding(seq_len: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table as tensor2tensor computes it: halves, exponents j/(d_model/2 - 1).

    Its wavelengths run from 2*pi to exactly 2*pi*base; those of the paper stop one step short of
    that. So this is not our table in another order: no change of layout makes the two equal.

    Parameters
    ----------
    seq_len : int
        Number of positions, counted from 0.
    d_model : int
        Number of columns, at least 2. An odd one gets a last column of zeros, as there.
    base : float
        Longest wavelength over shortest, above 1 (there: max_timescale / min_timescale).

    Returns
    -------
    (seq_len, d_model) in float64
        floor(d_model/2) sines, as many cosines, and a column of zeros if d_model is odd.

    Raises
    ------
    TypeError, ValueError: naming the argument and its rule.

    Examples
    --------
    >>> tensor2tensor_encoding(2, 4, base=100.0).round(4)
    array([[0.    , 0.    , 1.    , 1.    ],
           [0.8415, 0.01  , 0.5403, 1.    ]])

    Source: get_timing_signal_1d in tensor2tensor/layers/common_attention.py.
    """
    seq_len = check_window(seq_len)[0]
    d_model = check_d_model(whole_number(d_model, "d_model", low=2))
    base = check_base(base)
    n_pairs = d_model // 2
    exponents = np.arange(n_pairs) / max(n_pairs - 1, 1)
    table = new_table((seq_len, d_model))
    angles = np.multiply.outer(np.arange(seq_len), np.exp(-math.log(base) * exponents))
    table[:, :n_pairs] = np.sin(angles)
    table[:, n_pairs : 2 * n_pairs] = np.cos(angles)
    table[:, 2 * n_pairs :] = 0.0
    return table


def _columns(table: ArrayLike) -> np.ndarray:
    """Return the table in its own dtype once it is known to be rows of finite real numbers."""
    shape = real_array(table, "table").shape
    if not shape or not shape[-1]:
        raise ValueError(f"table must have columns (its last axis), but its shape is {shape}")
    return np.asarray(table)
