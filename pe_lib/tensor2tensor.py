"""The table of tensor2tensor, which fairseq and others have taken over: not the paper's."""

import math

import numpy as np

from pe_lib.checks import check_base, check_d_model, check_int, check_window, new_table


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
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> tensor2tensor_encoding(2, 4, base=100.0).round(4)
    array([[0.    , 0.    , 1.    , 1.    ],
           [0.8415, 0.01  , 0.5403, 1.    ]])

    Source: get_timing_signal_1d in tensor2tensor/layers/common_attention.py.
    """
    seq_len = check_window(seq_len)[0]
    d_model = check_d_model(check_int(d_model, "d_model", low=2))
    base = check_base(base)
    n_pairs = d_model // 2
    exponents = np.arange(n_pairs) / max(n_pairs - 1, 1)
    table = new_table((seq_len, d_model))
    angles = np.multiply.outer(np.arange(seq_len), np.exp(-math.log(base) * exponents))
    table[:, :n_pairs] = np.sin(angles)
    table[:, n_pairs : 2 * n_pairs] = np.cos(angles)
    table[:, 2 * n_pairs :] = 0.0
    return table
