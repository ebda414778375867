"""Other ways to tell a Transformer about order, each in a few lines.

Some change the input (learned positions), some the scores (relative positions, ALiBi), one turns
queries and keys (RoPE), and one does nothing (no position at all, NoPE: plain attention). All
work with positions counted from 0 and a single head, shapes (length, d). Base scaling gives RoPE
the frequencies for texts longer than those of training; its scale is the new length over the
trained one, at least 1, and d_model is even.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    BASE_LIMIT,
    D_MODEL_LIMIT,
    POSITION_LIMIT,
    check_base,
    check_bool,
    check_d_model,
    check_float,
    check_int,
    check_memory,
    check_table,
    real_array,
)
from pe_lib.encoding import positional_encoding_at
from pe_lib.frequency import angular_frequencies


def learned_encoding(max_len: int, d_model: int, seed: int = 0) -> np.ndarray:
    """Return a fresh table (max_len, d_model) of trainable positions: one free row for each.

    A row that training never reaches keeps these random values: nothing ties row 600 to row 599.
    Their standard deviation is BERT's; GPT-2's positions start at 0.01.
    """
    max_len = check_int(max_len, "max_len", low=1, high=POSITION_LIMIT)
    d_model = check_d_model(d_model)
    check_memory((max_len, d_model))
    rng = np.random.default_rng(check_int(seed, "seed", low=0))
    return rng.normal(scale=0.02, size=(max_len, d_model))


def shaw_scores(queries: ArrayLike, keys: ArrayLike, relative: ArrayLike) -> np.ndarray:
    """Return scores with a learned vector for each clipped offset: relative attention.

    score[p, s] = q_p . (k_s + r_c) with c = s - p clipped to -n..n and stored at row c + n of
    relative (2n + 1, d), not yet divided by sqrt(d): Shaw et al. 2018, equation 4 (their values
    term, equation 3, is left out here).
    """
    queries, keys = check_table(queries, "queries"), check_table(keys, "keys")
    relative = check_table(relative, "relative")
    if queries.shape != keys.shape or relative.shape[1] != queries.shape[1]:
        shapes = f"{queries.shape}, {keys.shape}, {relative.shape}"
        raise ValueError(f"queries and keys must have one shape, relative their width: {shapes}")
    if len(relative) % 2 == 0:
        raise ValueError(f"relative must have an odd number of rows (2n + 1), not {len(relative)}")
    check_memory((*queries.shape[:1], *queries.shape))
    n = len(relative) // 2
    clipped = np.clip(offsets(len(queries)), -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[clipped])


def alibi_slopes(n_heads: int) -> np.ndarray:
    """Return the slope of each head, 2^(-8h/n_heads) for h = 1..n_heads, from steep to gentle.

    This is the formula of Press et al. 2022, for powers of two. Other numbers of heads get what
    the authors' program gives them, and models are trained with: the slopes of the next smaller
    power of two, n, and then every other slope of 2n, from the steepest on.

    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    >>> alibi_slopes(6)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625, 0.5       ,
           0.125     ])

    Source: get_slopes in ofirpress/attention_with_linear_biases, fairseq/models/transformer.py.
    """
    n_heads = check_int(n_heads, "n_heads", low=1, high=D_MODEL_LIMIT)
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * np.arange(1, power + 1) / power)
    between = 2.0 ** (-4.0 * np.arange(1, 2 * (n_heads - power), 2) / power)
    return np.concatenate([slopes, between])


def alibi_bias(length: int, slope: float) -> np.ndarray:
    """Return what ALiBi adds to the scores (length, length): -slope * abs(p - s), row p, column s.

    With a causal mask only s <= p is used, and distance is offset. Without one the bias is the
    same for s - p and p - s: it tells how far, and not which way.
    """
    distances = np.abs(offsets(length))
    slope = check_float(slope, "slope")
    if slope <= 0:
        raise ValueError(f"slope must be above 0, but it is {slope!r}")
    return -slope * distances


def offsets(length: int) -> np.ndarray:
    """Return the offset s - p of every key s (column) from every query p (row)."""
    length = check_int(length, "length", low=1, high=POSITION_LIMIT)
    check_memory((length, length))
    positions = np.arange(length)
    return positions - positions[:, np.newaxis]


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

    Source: Su et al. 2021 (RoFormer), equation 34. There the turn is by +p * omega, here by
    rotation_matrix(p), which is the other way round: rope(x, positions=-p) gives their numbers.
    """
    x, places = _rows(x, positions)
    table = positional_encoding_at(places, x.shape[1], base)
    return turn_pairs(x, table[:, 0::2], table[:, 1::2])


def rope_at_frequencies(
    x: ArrayLike, frequencies: ArrayLike, *, positions: ArrayLike | None = None
) -> np.ndarray:
    """Return rope(x) with (d/2,) frequencies of your own, such as those of base scaling."""
    x, places = _rows(x, positions)
    frequencies = real_array(frequencies, "frequencies", ndim=1)
    if 2 * len(frequencies) != x.shape[1]:
        raise ValueError(f"frequencies must have one entry per pair, not {len(frequencies)}")
    angles = np.multiply.outer(places, frequencies)
    return turn_pairs(x, np.sin(angles), np.cos(angles))


def _rows(x: ArrayLike, positions: ArrayLike | None) -> tuple[np.ndarray, np.ndarray]:
    x = check_table(x, "x")
    check_d_model(x.shape[1], "the number of columns of x", even_because=EVEN_BECAUSE)
    places = np.arange(len(x)) if positions is None else real_array(positions, "positions", ndim=1)
    if len(places) != len(x):
        raise ValueError(f"positions must have one entry per row of x, {len(x)}, not {len(places)}")
    return x, places


def interpolated_frequencies(d_model: int, scale: float, base: float = 10_000.0) -> np.ndarray:
    """Return all frequencies (d_model/2,) divided by scale: position interpolation.

    Position p then gets the angles that p / scale had in training: no angle is new, but
    neighbors are scale times closer together (Chen et al. 2023).
    """
    d_model = check_d_model(d_model, even_because=EVEN_BECAUSE)
    return angular_frequencies(d_model, base) / _scale(scale)


def ntk_base(d_model: int, scale: float, base: float = 10_000.0) -> float:
    """Return the base at which the slowest pair is scale times slower and the fastest unchanged.

    B' = B * scale^(d/(d - 2)) is "NTK-aware" scaling: Peng et al. 2023 (YaRN), section 3.1.
    """
    d_model = check_d_model(d_model, even_because=EVEN_BECAUSE)
    if d_model < 4:
        raise ValueError(f"d_model must be at least 4, for two pairs, but it is {d_model}")
    base, scale = check_base(base), _scale(scale)
    larger = math.log(base) + math.log(scale) * d_model / (d_model - 2)
    if larger > math.log(BASE_LIMIT):
        raise ValueError(f"the scaled base must be at most {BASE_LIMIT}, but it is e^{larger:.0f}")
    return base * scale ** (d_model / (d_model - 2))


def rope_frequencies(base: float, n_pairs: int) -> np.ndarray:
    """Return base**(-j/n_pairs) for every pair j, without checks and to float64's rounding."""
    return base ** (-np.arange(n_pairs) / n_pairs)


def yarn_ramp(
    base: float, n_pairs: int, trained_length: float, slow: float, fast: float, truncate: bool
) -> tuple[float, float]:
    """Return the pairs between which YaRN's ramp leads from unchanged to divided frequencies.

    They make `fast` and `slow` turns over the trained length; `truncate` rounds them outwards.
    """
    first, last = (
        n_pairs * math.log(trained_length / (turns * 2 * math.pi)) / math.log(base)
        for turns in (fast, slow)
    )
    if truncate:
        first, last = math.floor(first), math.ceil(last)
    return max(first, 0), min(last, 2 * n_pairs - 1)


def kept_by_pair(n_pairs: int, first: float, last: float) -> np.ndarray:
    """Return how much of each frequency is kept, from 1 to 0 along a ramp over the pairs.

    A ramp that begins beyond the last column runs backwards in YaRN's program, and keeps nothing.
    """
    return 1.0 - np.clip((np.arange(n_pairs) - first) / (last - first or 0.001), 0.0, 1.0)


def kept_by_turns(omega: np.ndarray, trained_length: float, slow: float, fast: float) -> np.ndarray:
    """Return how much of each frequency is kept: 0 below `slow` turns, 1 above `fast`.

    The turns are those over the trained length, and the ramp is linear in them, as in Llama 3.
    """
    return np.clip((trained_length * omega / (2 * math.pi) - slow) / (fast - slow), 0.0, 1.0)


def scaled_by_part(omega: np.ndarray, scale: float, kept: np.ndarray) -> np.ndarray:
    """Return frequencies that are kept, divided by scale, or between the two."""
    return kept * omega + (1.0 - kept) * omega / scale


def yarn_frequencies(
    d_model: int,
    scale: float,
    trained_length: int,
    base: float = 10_000.0,
    *,
    slow_turns: float = 1.0,
    fast_turns: float = 32.0,
    by_pair: bool = False,
) -> np.ndarray:
    """Return frequencies (d_model/2,) interpolated by pair: slow ones fully, fast ones not at all.

    A pair that makes fewer than slow_turns over the trained length has angles that training never
    showed beyond it, and is divided by scale. One with more than fast_turns has shown them all,
    and stays. A ramp, linear in the number of turns, leads from one to the other; with `by_pair` it
    is linear in the pair index and starts and ends at whole pairs, as in the authors' program, but
    where the ramp would begin beyond the last pair: that program then divides all of them.
    (Peng et al. 2023, section 3.2, where the turns are alpha and beta.)
    """
    d_model = check_d_model(d_model, even_because=EVEN_BECAUSE)
    omega, scale = angular_frequencies(d_model, base), _scale(scale)
    trained_length = check_int(trained_length, "trained_length", low=1, high=POSITION_LIMIT)
    slow, fast = check_float(slow_turns, "slow_turns"), check_float(fast_turns, "fast_turns")
    if not 0 < slow < fast:
        raise ValueError(
            f"slow_turns and fast_turns must be 0 < slow < fast, but they are {slow!r}, {fast!r}"
        )
    if check_bool(by_pair, "by_pair"):
        ramp = yarn_ramp(base, len(omega), trained_length, slow, fast, truncate=True)
        return scaled_by_part(omega, scale, kept_by_pair(len(omega), *ramp))
    return scaled_by_part(omega, scale, kept_by_turns(omega, trained_length, slow, fast))


def yarn_score_factor(scale: float) -> float:
    """Return the factor of all scores in YaRN: queries and keys grow by 0.1 ln(scale) + 1 each."""
    return (0.1 * math.log(_scale(scale)) + 1.0) ** 2


def _scale(scale: float) -> float:
    scale = check_float(scale, "scale")
    if scale < 1:
        raise ValueError(f"scale must be at least 1, but it is {scale!r}")
    return scale
