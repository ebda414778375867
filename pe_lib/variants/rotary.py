"""RoPE: queries and keys are turned by their positions, so that scores see offsets alone."""

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_d_model, check_table, real_array
from pe_lib.encoding import positional_encoding_at

EVEN_BECAUSE = "pairs of columns are turned, and an odd number leaves one over"


def turn_pairs(x: np.ndarray, sine: np.ndarray, cosine: np.ndarray) -> np.ndarray:
    """Return x (..., d) with each pair of columns multiplied by [[cosine, sine], [-sine, cosine]].

    This is rotation_matrix applied without making the matrix; no checks, any dtype.
    """
    turned = np.empty_like(x)
    first, second = x[..., 0::2], x[..., 1::2]
    turned[..., 0::2] = cosine * first + sine * second
    turned[..., 1::2] = cosine * second - sine * first
    return turned


def rope(x: ArrayLike, base: float = 10_000.0, *, positions: ArrayLike | None = None) -> np.ndarray:
    """Return queries or keys (length, d), even d, with row p turned by rotation_matrix(p).

    The score of query p and key s is then q^T M_(s - p) k: whatever q and k are, position enters
    through the offset alone, by construction and not by luck of what was learned. Positions
    (length,) may be any real numbers below 2**29 in size; left out, they are 0, 1, 2, …

    >>> q, k = rope(np.ones((9, 4))), rope(np.full((9, 4), 2.0))
    >>> bool(np.isclose(q[2] @ k[5], q[4] @ k[7]))
    True

    Source: Su et al. 2021 (RoFormer), equation 34. There the turn is by +p * omega, here by
    rotation_matrix(p), which is the other way round: rope(x, positions=-p) gives their numbers.
    Hugging Face's Llama pairs column j with column j + d/2.
    """
    x = check_table(x, "x")
    d = check_d_model(x.shape[1], "the number of columns of x", even_because=EVEN_BECAUSE)
    table = positional_encoding_at(_positions(positions, len(x)), d, base)
    return turn_pairs(x, table[:, 0::2], table[:, 1::2])


def rope_at_frequencies(
    x: ArrayLike, frequencies: ArrayLike, *, positions: ArrayLike | None = None
) -> np.ndarray:
    """Return rope(x) with (d/2,) frequencies of your own, such as those of base scaling."""
    x = check_table(x, "x")
    d = check_d_model(x.shape[1], "the number of columns of x", even_because=EVEN_BECAUSE)
    frequencies = real_array(frequencies, "frequencies", ndim=1)
    if len(frequencies) != d // 2:
        raise ValueError(
            f"frequencies must have one entry per pair, {d // 2}, but there are {len(frequencies)}"
        )
    angles = np.multiply.outer(_positions(positions, len(x)), frequencies)
    return turn_pairs(x, np.sin(angles), np.cos(angles))


def _positions(positions: ArrayLike | None, length: int) -> np.ndarray:
    if positions is None:
        return np.arange(length)
    positions = real_array(positions, "positions", ndim=1)
    if len(positions) != length:
        raise ValueError(
            f"positions must have one entry per row of x, {length}, not {len(positions)}"
        )
    return positions
