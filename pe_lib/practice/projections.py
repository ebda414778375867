"""The columns of W_q and W_k for rotary programs that pair neighbors, and for those with halves."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_table, whole_number


def pairs_to_halves(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Return W_q or W_k (d_model, n_heads * width) with each head's columns 0, 2, …, 1, 3, ….

    A program that turns column c of a head together with column c + width/2 then gives the scores
    that a program with pairs (2j, 2j + 1) gave before. Columns are outputs: queries are x @ W_q.
    PyTorch's nn.Linear holds the transpose, so there the rows move.

    Source: permute in transformers, models/llama/convert_llama_weights_to_hf.py.
    """
    heads = _heads(weights, n_heads)
    moved = np.concatenate([heads[..., 0::2], heads[..., 1::2]], axis=-1)
    return moved.reshape(len(heads), -1)


def halves_to_pairs(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Undo `pairs_to_halves`."""
    heads = _heads(weights, n_heads)
    half = heads.shape[-1] // 2
    return np.stack([heads[..., :half], heads[..., half:]], axis=-1).reshape(len(heads), -1)


def _heads(weights: ArrayLike, n_heads: int) -> np.ndarray:
    """Return the weights as (d_model, n_heads, width)."""
    weights = check_table(weights, "weights")
    n_heads = whole_number(n_heads, "n_heads", low=1)
    if weights.shape[1] % (2 * n_heads):
        raise ValueError(
            f"weights must have {n_heads} heads of an even width, but there are "
            f"{weights.shape[1]} columns"
        )
    return weights.reshape(len(weights), n_heads, -1)
