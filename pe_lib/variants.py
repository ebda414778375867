"""Other ways to tell a Transformer about order, each in a few lines.

Some change the input (learned positions), some the scores (relative positions, ALiBi), one turns
queries and keys (RoPE), and one does nothing (no position at all, NoPE: plain attention). All
work with positions counted from 0 and a single head, shapes (length, d).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import (
    check_base,
    check_d_model,
    check_table,
    real_array,
    real_number,
    whole_number,
)
from pe_lib.encoding import positional_encoding_at
from pe_lib.frequency import angular_frequencies

_EVEN = "pairs of columns are turned, and an odd number leaves one over"


def turn_pairs(x: np.ndarray, sine: np.ndarray, cosine: np.ndarray) -> np.ndarray:
    """Return x with each pair of columns multiplied by [[cosine, sine], [-sine, cosine]].

    This is rotation_matrix applied without making the matrix; no checks, any dtype.

    Parameters
    ----------
    x : (..., d)
        Even d.
    sine, cosine : (..., d/2), broadcasting against the pairs of x

    Returns
    -------
    (..., d) in the dtype of x

    Examples
    --------
    >>> turn_pairs(np.array([0.0, 1.0]), np.array([0.6]), np.array([0.8]))
    array([0.6, 0.8])
    """
    turned = np.empty_like(x)
    first, second = x[..., 0::2], x[..., 1::2]
    turned[..., 0::2] = cosine * first + sine * second
    turned[..., 1::2] = cosine * second - sine * first
    return turned


def rope(x: ArrayLike, base: float = 10_000.0, *, positions: ArrayLike | None = None) -> np.ndarray:
    """Return queries or keys with row p turned by rotation_matrix(p): rotary embedding.

    The score of query p and key s is then q^T M_(s - p) k: whatever q and k are, position enters
    through the offset alone, by construction and not by luck of what was learned.

    Parameters
    ----------
    x : (length, d), even d
        Queries or keys, after their projection. Pairs are columns 2j and 2j + 1.
    base : float
        Base B of the frequencies, above 1.
    positions : (length,), optional
        The rows' positions, real numbers below 2**29 in size; 0, 1, 2, … if left out.

    Returns
    -------
    (length, d) in float64

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> q, k = rope(np.ones((9, 4))), rope(np.full((9, 4), 2.0))
    >>> bool(np.isclose(q[2] @ k[5], q[4] @ k[7]))
    True

    Source: Su et al. 2021 (RoFormer), equation 34. There the turn is by +p * omega, here by
    rotation_matrix(p), which is the other way round: rope(x, positions=-p) gives their numbers.
    Hugging Face's Llama pairs column j with column j + d/2.
    """
    x = check_table(x, "x")
    d = check_d_model(x.shape[1], "the number of columns of x", even_because=_EVEN)
    table = positional_encoding_at(_positions(positions, len(x)), d, base)
    return turn_pairs(x, table[:, 0::2], table[:, 1::2])


def rope_at_frequencies(
    x: ArrayLike, frequencies: ArrayLike, *, positions: ArrayLike | None = None
) -> np.ndarray:
    """Return rope(x) with frequencies of your own, such as those that the scalings below give.

    Parameters
    ----------
    x : (length, d), even d
    frequencies : (d/2,)
        Radians per position.
    positions : (length,), optional
        As in rope.

    Returns
    -------
    (length, d) in float64

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> x = np.eye(4)
    >>> bool(np.allclose(rope_at_frequencies(x, angular_frequencies(4)), rope(x)))
    True
    """
    x = check_table(x, "x")
    d = check_d_model(x.shape[1], "the number of columns of x", even_because=_EVEN)
    frequencies = real_array(frequencies, "frequencies", ndim=1)
    if len(frequencies) != d // 2:
        raise ValueError(
            f"frequencies must have one entry per pair, {d // 2}, but there are {len(frequencies)}"
        )
    angles = np.multiply.outer(_positions(positions, len(x)), frequencies)
    return turn_pairs(x, np.sin(angles), np.cos(angles))


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


def shaw_scores(queries: ArrayLike, keys: ArrayLike, relative: ArrayLike) -> np.ndarray:
    """Return scores with a learned vector for each clipped offset: relative attention.

    score[p, s] = q_p . (k_s + r_c) with c = s - p clipped to -n..n and stored at row c + n.

    Parameters
    ----------
    queries, keys : (length, d) each
    relative : (2n + 1, d)
        Row n is offset 0, row 0 is "n or more back", row 2n is "n or more ahead".

    Returns
    -------
    (length, length) in float64
        Before division by sqrt(d).

    Raises
    ------
    TypeError, ValueError
        If an array is not two-dimensional, finite and real, or the shapes do not fit.

    Examples
    --------
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
    n = len(relative) // 2
    clipped = np.clip(offsets(len(queries)), -n, n) + n
    return queries @ keys.T + np.einsum("pd,psd->ps", queries, relative[clipped])


def alibi_slopes(n_heads: int) -> np.ndarray:
    """Return the slope of each head, 2^(-8h/n_heads) for h = 1..n_heads.

    Parameters
    ----------
    n_heads : int
        The paper gives this formula for powers of two; for others its code interpolates.

    Returns
    -------
    (n_heads,) in float64
        From steep to gentle, all between 0 and 1.

    Raises
    ------
    TypeError, ValueError
        If n_heads is not a power of two.

    Examples
    --------
    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])

    Source: Press et al. 2022, section 3.
    """
    n_heads = whole_number(n_heads, "n_heads", low=1)
    if n_heads & (n_heads - 1):
        raise ValueError(f"n_heads must be a power of two, but it is {n_heads}")
    return 2.0 ** (-8.0 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(length: int, slope: float) -> np.ndarray:
    """Return what ALiBi adds to the scores: -slope for each position of distance.

    With a causal mask only s <= p is used, and distance is offset. Without one the bias is the
    same for s - p and p - s: it tells how far, and not which way.

    Parameters
    ----------
    length : int
        Number of positions.
    slope : float
        The head's slope, above 0.

    Returns
    -------
    (length, length) in float64
        Row p, column s: -slope * |p - s|.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> alibi_bias(3, 0.5)
    array([[-0. , -0.5, -1. ],
           [-0.5, -0. , -0.5],
           [-1. , -0.5, -0. ]])

    Source: Press et al. 2022, section 3.
    """
    length = whole_number(length, "length", low=1)
    slope = real_number(slope, "slope")
    if slope <= 0:
        raise ValueError(f"slope must be above 0, but it is {slope!r}")
    return -slope * np.abs(offsets(length))


def offsets(length: int) -> np.ndarray:
    """Return the offset s - p of every key s from every query p.

    Parameters
    ----------
    length : int
        Number of positions.

    Returns
    -------
    (length, length) in int64
        Negative below the diagonal, where the key is further back.

    Raises
    ------
    TypeError, ValueError
        If length is not a whole number of at least 1.

    Examples
    --------
    >>> offsets(3)
    array([[ 0,  1,  2],
           [-1,  0,  1],
           [-2, -1,  0]])
    """
    positions = np.arange(whole_number(length, "length", low=1))
    return positions - positions[:, np.newaxis]


def interpolated_frequencies(d_model: int, scale: float, base: float = 10_000.0) -> np.ndarray:
    """Return all frequencies divided by scale: position interpolation.

    Position p then gets the angles that p / scale had in training: no angle is new, but
    neighbors are scale times closer together.

    Parameters
    ----------
    d_model : int
        Number of columns that are turned, even.
    scale : float
        New length over trained length, at least 1.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    (d_model/2,) in radians per position

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> interpolated_frequencies(4, 4.0)
    array([0.25  , 0.0025])

    Source: Chen et al. 2023, arXiv 2306.15595.
    """
    return _frequencies(d_model, base) / _scale(scale)


def ntk_base(d_model: int, scale: float, base: float = 10_000.0) -> float:
    """Return the base at which the slowest pair is scale times slower and the fastest unchanged.

    B' = B * scale^(d/(d - 2)): a larger base stretches the slow pairs and leaves neighbors apart.

    Parameters
    ----------
    d_model : int
        Number of columns that are turned, even, at least 4.
    scale : float
        New length over trained length, at least 1.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    float, at least base

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> round(ntk_base(128, 4.0))
    40890

    Source: "NTK-aware" scaling, written down in Peng et al. 2023 (YaRN), section 3.1.
    """
    d_model = check_d_model(d_model, even_because=_EVEN)
    if d_model < 4:
        raise ValueError(
            f"d_model must be at least 4 (a fast and a slow pair), but it is {d_model}"
        )
    return check_base(base) * _scale(scale) ** (d_model / (d_model - 2))


def yarn_frequencies(
    d_model: int,
    scale: float,
    trained_length: int,
    base: float = 10_000.0,
    *,
    slow_turns: float = 1.0,
    fast_turns: float = 32.0,
) -> np.ndarray:
    """Return frequencies interpolated pair by pair: slow ones fully, fast ones not at all.

    A pair that makes fewer than slow_turns over the trained length has angles that training never
    showed beyond it, and is divided by scale. One with more than fast_turns has shown them all,
    and stays. A ramp, linear in the number of turns, leads from one to the other.

    Parameters
    ----------
    d_model : int
        Number of columns that are turned, even.
    scale : float
        New length over trained length, at least 1.
    trained_length : int
        In positions.
    base : float
        Base B of the frequencies, above 1.
    slow_turns, fast_turns : float
        Ends of the ramp in turns, 0 < slow_turns < fast_turns (alpha and beta of the paper).

    Returns
    -------
    (d_model/2,) in radians per position

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> ratio = yarn_frequencies(128, 4.0, 4096) / angular_frequencies(128)
    >>> ratio[0], ratio[-1]
    (np.float64(1.0), np.float64(0.25))

    Source: Peng et al. 2023, section 3.2 (their scaling of the attention scores is left out).
    """
    omega, scale = _frequencies(d_model, base), _scale(scale)
    trained_length = whole_number(trained_length, "trained_length", low=1)
    slow, fast = real_number(slow_turns, "slow_turns"), real_number(fast_turns, "fast_turns")
    if not 0 < slow < fast:
        raise ValueError(
            f"slow_turns and fast_turns must be 0 < slow < fast, but they are {slow!r}, {fast!r}"
        )
    turns = trained_length * omega / (2 * math.pi)
    kept = np.clip((turns - slow) / (fast - slow), 0.0, 1.0)
    return kept * omega + (1.0 - kept) * omega / scale


def _positions(positions: ArrayLike | None, length: int) -> np.ndarray:
    if positions is None:
        return np.arange(length)
    positions = real_array(positions, "positions", ndim=1)
    if len(positions) != length:
        raise ValueError(
            f"positions must have one entry per row of x, {length}, not {len(positions)}"
        )
    return positions


def _frequencies(d_model: int, base: float) -> np.ndarray:
    return angular_frequencies(check_d_model(d_model, even_because=_EVEN), base)


def _scale(scale: float) -> float:
    scale = real_number(scale, "scale")
    if scale < 1:
        raise ValueError(f"scale must be at least 1, but it is {scale!r}")
    return scale
