"""Learned positions: one free row for each."""

import numpy as np

from pe_lib.checks import check_d_model, whole_number


def learned_encoding(max_len: int, d_model: int, seed: int = 0) -> np.ndarray:
    """Return a fresh table of trainable positions: one free row for each position.

    A row that training never reaches keeps these random values: nothing ties row 600 to row 599.

    Parameters
    ----------
    max_len : int
        The longest sequence to come; there is no row beyond it.
    d_model : int
    seed : int
        Seed of numpy's generator, at least 0.

    Returns
    -------
    (max_len, d_model) in float64
        Normal with standard deviation 0.02, as GPT-2 and BERT start.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> learned_encoding(512, 64).shape
    (512, 64)

    Source: Gehring et al. 2017; Vaswani et al. 2017, table 3, row (E); Devlin et al. 2019.
    """
    max_len = whole_number(max_len, "max_len", low=1)
    d_model = check_d_model(d_model)
    rng = np.random.default_rng(whole_number(seed, "seed", low=0))
    return rng.normal(scale=0.02, size=(max_len, d_model))
