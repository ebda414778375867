"""Enough self-attention in numpy to see that it does not know the order of its inputs."""

import numpy as np


def attention_weights(queries: np.ndarray, keys: np.ndarray, *, causal: bool = False) -> np.ndarray:
    """Return softmax(Q K^T / sqrt(d)) row by row, shape (n_queries, n_keys)."""
    scores = queries @ keys.T / np.sqrt(queries.shape[-1])
    if causal:
        scores = np.where(np.tri(*scores.shape, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def attention(
    queries: np.ndarray, keys: np.ndarray, values: np.ndarray, *, causal: bool = False
) -> np.ndarray:
    """Return the weighted mean of the values for every query, shape (n_queries, d_value)."""
    return attention_weights(queries, keys, causal=causal) @ values


def permutation_matrix(order) -> np.ndarray:
    """Return P with (P @ X)[i] == X[order[i]], shape (n, n)."""
    return np.eye(len(order))[list(order)]
