"""Position told to the scores: a learned vector for each offset (Shaw), or a slope (ALiBi)."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    D_MODEL_LIMIT,
    POSITION_LIMIT,
    check_memory,
    check_table,
    real_number,
    whole_number,
)


def shaw_scores(queries: ArrayLike, keys: ArrayLike, relative: ArrayLike) -> np.ndarray:
    """Return scores with a learned vector for each clipped offset: relative attention.

    score[p, s] = q_p . (k_s + r_c) with c = s - p clipped to -n..n and stored at row c + n of
    relative (2n + 1, d). Queries and keys are (length, d), the scores (length, length), not yet
    divided by sqrt(d).

    >>> shaw_scores(np.ones((3, 1)), np.zeros((3, 1)), [[-1.0], [0.0], [1.0]])
    array([[ 0.,  1.,  1.],
           [-1.,  0.,  1.],
           [-1., -1.,  0.]])

    Source: Shaw et al. 2018, equation 4 (their values term, equation 3, is left out here).
    """
    queries, keys = check_table(queries, "queries"), check_table(keys, "keys")
    relative = check_table(relative, "relative")
    if queries.shape != keys.shape or relative.shape[1] != queries.shape[1]:
        raise ValueError(
            "queries and keys must have one shape, and relative as many columns, "
            f"but the shapes are {queries.shape}, {keys.shape} and {relative.shape}"
        )
    if len(relative) % 2 == 0:
        raise ValueError(f"relative must have an odd number of rows (2n + 1), not {len(relative)}")
    check_memory((*queries.shape[:1], *queries.shape))
    n = len(relative) // 2
    clipped = np.clip(offsets(len(queries)), -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[clipped])


def alibi_slopes(n_heads: int) -> np.ndarray:
    """Return the slope of each head, 2^(-8h/n_heads) for h = 1..n_heads, from steep to gentle.

    The paper gives this formula for powers of two; for others its code interpolates.

    Source: Press et al. 2022, section 3.
    """
    n_heads = whole_number(n_heads, "n_heads", low=1, high=D_MODEL_LIMIT)
    if n_heads & (n_heads - 1):
        raise ValueError(f"n_heads must be a power of two, but it is {n_heads}")
    return 2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(length: int, slope: float) -> np.ndarray:
    """Return what ALiBi adds to the scores (length, length): -slope * |p - s| at row p, column s.

    With a causal mask only s <= p is used, and distance is offset. Without one the bias is the
    same for s - p and p - s: it tells how far, and not which way.

    Source: Press et al. 2022, section 3.
    """
    distances = np.abs(offsets(length))
    slope = real_number(slope, "slope")
    if slope <= 0:
        raise ValueError(f"slope must be above 0, but it is {slope!r}")
    return -slope * distances


def offsets(length: int) -> np.ndarray:
    """Return the offset s - p of every key s (column) from every query p (row)."""
    length = whole_number(length, "length", low=1, high=POSITION_LIMIT)
    check_memory((length, length))
    positions = np.arange(length)
    return positions - positions[:, np.newaxis]
