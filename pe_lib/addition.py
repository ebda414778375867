"""Adding the table to the embeddings: what the sum holds, and how large each part of it is."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    POSITION_LIMIT,
    check_bool,
    check_d_model,
    check_float,
    check_int,
    check_table,
)


def spectrum(table: ArrayLike) -> np.ndarray:
    """Return the share of the table's variance in each principal direction, the largest first."""
    table = check_table(table)
    squares = np.linalg.svd(table - table.mean(axis=0), compute_uv=False) ** 2
    total = squares.sum()
    if total == 0:
        raise ValueError("table must vary, but its rows are all the same")
    return squares / total


def effective_size(table: ArrayLike, share: float = 0.99) -> int:
    """Return how many directions hold this share (between 0 and 1) of the table's variance."""
    share = check_float(share, "share")
    if not 0 < share < 1:
        raise ValueError(f"share must be above 0 and below 1, but it is {share!r}")
    return int(np.searchsorted(np.cumsum(spectrum(table)), share) + 1)


def constant_share(table: ArrayLike) -> float:
    """Return the share of the table's energy (sum of squares) that is one constant row.

    What every position has in common tells nothing about position: it is a bias.
    """
    table = check_table(table)
    energy = (table**2).sum()
    if energy == 0:
        raise ValueError("table must have an entry other than zero, but it is all zero")
    return float(len(table) * (table.mean(axis=0) ** 2).sum() / energy)


def concatenate_then_project(x: ArrayLike, positions: ArrayLike, weights: ArrayLike) -> np.ndarray:
    """Return [x; p] W: token and position side by side, then one linear layer.

    With x (n, d_x), positions (n, d_p) and weights (d_x + d_p, d_out) the result is (n, d_out).
    """
    x, positions, weights = _check_parts(x, positions, weights)
    return np.concatenate([x, positions], axis=1) @ weights


def project_then_add(x: ArrayLike, positions: ArrayLike, weights: ArrayLike) -> np.ndarray:
    """Return x W_x + p W_p, with W_x the first d_x rows of weights and W_p the others.

    It equals concatenate_then_project for every input: a model that concatenates and then
    projects is a model that adds. Adding without a projection fixes W_p to the identity.
    """
    x, positions, weights = _check_parts(x, positions, weights)
    return x @ weights[: x.shape[1]] + positions @ weights[x.shape[1] :]


def embedding_norm(
    vocabulary: int, d_model: int, initialization: str, *, scaled: bool = True
) -> float:
    """Return the length of a fresh token embedding, to hold against the table's sqrt(d_model/2).

    It is the root mean square over the initialization's draws: sqrt(d_model) times the standard
    deviation of an entry, and once more sqrt(d_model) where the model multiplies by it
    ("scaled"), as Vaswani et al. 2017 do in section 3.4.
    """
    vocabulary = check_int(vocabulary, "vocabulary", low=1, high=POSITION_LIMIT)
    d_model = check_d_model(d_model)
    scaled = check_bool(scaled, "scaled")
    deviations = {
        "xavier_uniform": math.sqrt(2 / (vocabulary + d_model)),  # the Annotated Transformer
        "standard_normal": 1.0,  # the default of torch.nn.Embedding
        "inverse_sqrt": 1 / math.sqrt(d_model),  # tensor2tensor and fairseq
        "gpt2": 0.02,
    }
    if not isinstance(initialization, str) or initialization not in deviations:
        raise ValueError(
            f"initialization must be one of {', '.join(deviations)}, but it is {initialization!r}"
        )
    norm = math.sqrt(d_model) * deviations[initialization]
    return norm * math.sqrt(d_model) if scaled else norm


def _check_parts(
    x: ArrayLike, positions: ArrayLike, weights: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, positions = check_table(x, "x"), check_table(positions, "positions")
    weights = check_table(weights, "weights")
    if len(x) != len(positions):
        raise ValueError(f"x and positions must have as many rows, not {len(x)}, {len(positions)}")
    if len(weights) != x.shape[1] + positions.shape[1]:
        rows = f"{x.shape[1]} + {positions.shape[1]} rows"
        raise ValueError(f"weights must have {rows}, but its shape is {weights.shape}")
    return x, positions, weights
