"""Learned positions: one free row for each."""

import numpy as np

from pe_lib.checks import POSITION_LIMIT, check_d_model, check_memory, whole_number


def learned_encoding(max_len: int, d_model: int, seed: int = 0) -> np.ndarray:
    """Return a fresh table (max_len, d_model) of trainable positions: one free row for each.

    A row that training never reaches keeps these random values: nothing ties row 600 to row 599.
    Their standard deviation is BERT's; GPT-2's positions start at 0.01.

    Source: Gehring et al. 2017; Vaswani et al. 2017, table 3, row (E); Devlin et al. 2019.
    """
    max_len = whole_number(max_len, "max_len", low=1, high=POSITION_LIMIT)
    d_model = check_d_model(d_model)
    check_memory((max_len, d_model))
    rng = np.random.default_rng(whole_number(seed, "seed", low=0))
    return rng.normal(scale=0.02, size=(max_len, d_model))
