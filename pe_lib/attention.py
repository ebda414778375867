"""Enough self-attention in numpy to see that it does not know the order of its inputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_bool, check_int, check_memory, check_table


def attention_weights(queries: ArrayLike, keys: ArrayLike, *, causal: bool = False) -> np.ndarray:
    """Return how much each query attends to each key: softmax(Q K^T / sqrt(d)), row by row.

    Parameters
    ----------
    queries : (n_queries, d)
    keys : (n_keys, d)
    causal : bool
        Whether query i sees only keys 0..i; then n_queries must equal n_keys.

    Returns
    -------
    (n_queries, n_keys) in float64
        Every row is nonnegative and sums to 1.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> attention_weights([[1.0, 0.0]], [[0.0, 5.0], [0.0, -5.0]])
    array([[0.5, 0.5]])
    >>> attention_weights([[1.0], [1.0]], [[2.0], [2.0]], causal=True)
    array([[1. , 0. ],
           [0.5, 0.5]])

    Source: Vaswani et al. 2017, equation 1.
    """
    queries, keys = check_table(queries, "queries"), check_table(keys, "keys")
    if queries.shape[1] != keys.shape[1]:
        shapes = f"{keys.shape} and {queries.shape}"
        raise ValueError(f"keys must have as many columns as queries, but the shapes are {shapes}")
    check_memory((len(queries), len(keys)))
    with np.errstate(over="ignore", invalid="ignore"):
        scores = queries @ keys.T / np.sqrt(queries.shape[1])
    if not np.isfinite(scores).all():
        raise ValueError("queries and keys must have dot products within float64; these overflow")
    if check_bool(causal, "causal"):
        if scores.shape[0] != scores.shape[1]:
            raise ValueError(f"causal attention needs one key per query, not {scores.shape}")
        scores = np.where(np.tri(len(scores), dtype=bool), scores, -np.inf)
    return softmax(scores)


def attention(
    queries: ArrayLike, keys: ArrayLike, values: ArrayLike, *, causal: bool = False
) -> np.ndarray:
    """Return, for every query, the mean of the values weighted by attention_weights.

    Parameters
    ----------
    queries, keys, values
        (n_queries, d), (n_keys, d) and (n_keys, d_value).
    causal : bool
        As for attention_weights.

    Returns
    -------
    (n_queries, d_value) in float64

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    A permutation of the rows passes through (equivariance):

    >>> x = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
    >>> P = permutation_matrix([2, 0, 1])
    >>> np.allclose(attention(P @ x, P @ x, P @ x), P @ attention(x, x, x))
    True

    Source: Vaswani et al. 2017, equation 1.
    """
    weights = attention_weights(queries, keys, causal=causal)
    values = check_table(values, "values")
    if len(values) != weights.shape[1]:
        n_keys = weights.shape[1]
        raise ValueError(f"values must have one row per key, not {len(values)} for {n_keys} keys")
    return weights @ values


def permutation_matrix(order: Sequence[int] | np.ndarray) -> np.ndarray:
    """Return P with (P @ X)[i] == X[order[i]] for every X.

    Parameters
    ----------
    order : n whole numbers
        0..n-1, each once: row i of the result is row order[i] of what it multiplies.

    Returns
    -------
    (n, n) in float64
        One 1 in every row and column, 0 elsewhere. P.T undoes P.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> permutation_matrix([2, 0, 1]) @ np.array([10.0, 11.0, 12.0])
    array([12., 10., 11.])
    """
    try:
        items = list(order)
    except TypeError:
        raise TypeError(f"order must be a sequence of whole numbers, but it is {order!r}") from None
    if not items:
        raise ValueError("order must name at least one row, but it is empty")
    rows = [check_int(row, "order", low=0, high=len(items) - 1) for row in items]
    if len(set(rows)) != len(rows):
        raise ValueError(f"order must name each of 0..{len(rows) - 1} once, but it is {rows}")
    check_memory((len(rows), len(rows)))
    return np.eye(len(rows))[rows]


def softmax(scores: np.ndarray, axis: int | None = -1) -> np.ndarray:
    """Return positive weights that add up to 1 along an axis; no score is too large for exp."""
    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights
