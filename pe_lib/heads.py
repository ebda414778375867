"""What an attention head can do with the table: look k back, keep its structure, or lose it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.attention import attention_weights
from pe_lib.checks import (
    POSITION_LIMIT,
    check_d_model,
    check_float,
    check_int,
    check_memory,
    check_table,
)
from pe_lib.rotation import block_projection, rotation_matrix


class Head(NamedTuple):
    """The (d_model, d_head) projections of an attention head: queries x @ W_q, keys x @ W_k."""

    W_q: np.ndarray
    W_k: np.ndarray


def look_back_head(offset: int, d_model: int, base: float = 10_000.0) -> Head:
    """Return a head, written down and not trained, whose largest score is offset rows back.

    The query of row p is turned by -offset, which makes it row p - offset of the table, and the
    keys are the rows themselves. A row's dot product is largest with itself. A negative offset
    looks ahead. Both matrices are (d_model, d_model), with an even d_model.
    """
    offset = check_int(offset, "offset", low=1 - POSITION_LIMIT, high=POSITION_LIMIT - 1)
    return Head(rotation_matrix(offset, d_model, base), np.eye(d_model))


def random_head(d_model: int, seed: int = 0) -> Head:
    """Return a head of random projections (d_model, d_model), such as training starts from."""
    d_model = check_d_model(d_model)
    check_memory((2, d_model, d_model))
    rng = np.random.default_rng(check_int(seed, "seed", low=0))
    W_q, W_k = rng.normal(scale=d_model**-0.5, size=(2, d_model, d_model))
    return Head(W_q, W_k)


def block_head(d_model: int, seed: int = 0) -> Head:
    """Return a head whose projections are random but made of blocks [[a, b], [-b, a]]."""
    d_model = check_d_model(d_model, even_because="a block takes two columns")
    rng = np.random.default_rng(check_int(seed, "seed", low=0))
    q, k = rng.normal(size=(2, 2, d_model // 2))
    return Head(block_projection(*q), block_projection(*k))


def scores(x: ArrayLike, head: Head) -> np.ndarray:
    """Return the dot products (n, n) of queries and keys before scaling: (x W_q)(x W_k)^T."""
    queries, keys = _project(x, head)
    check_memory((len(queries), len(keys)))
    return queries @ keys.T


def head_weights(x: ArrayLike, head: Head, *, sharpness: float = 1.0) -> np.ndarray:
    """Return the head's attention weights (n, n), with its scores multiplied by sharpness first.

    1 gives the usual softmax(scores / sqrt(d)), more a more decided head. A trained head reaches
    it by longer queries or keys.
    """
    sharpness = check_float(sharpness, "sharpness")
    if sharpness <= 0:
        raise ValueError(f"sharpness must be above 0, but it is {sharpness!r}")
    queries, keys = _project(x, head)
    return attention_weights(sharpness * queries, keys)


def _project(x: ArrayLike, head: Head) -> tuple[np.ndarray, np.ndarray]:
    x = check_table(x, "x")
    if not (isinstance(head, tuple) and len(head) == 2):
        raise TypeError(f"head must be a Head(W_q, W_k), but it is a {type(head).__name__}")
    W_q, W_k = check_table(head[0], "W_q"), check_table(head[1], "W_k")
    if len(W_q) != x.shape[1] or W_q.shape != W_k.shape:
        rule = f"W_q and W_k must have one shape and {x.shape[1]} rows (the columns of x)"
        raise ValueError(f"{rule}, but the shapes are {W_q.shape} and {W_k.shape}")
    return x @ W_q, x @ W_k
