"""Base scaling: frequencies of RoPE for texts longer than those of training.

The scale is the new length over the trained one, at least 1; d_model is even.
"""

import math

import numpy as np

from pe_lib.checks import (
    BASE_LIMIT,
    POSITION_LIMIT,
    check_base,
    check_d_model,
    real_number,
    true_or_false,
    whole_number,
)
from pe_lib.frequency import angular_frequencies
from pe_lib.variants.rotary import EVEN_BECAUSE


def interpolated_frequencies(d_model: int, scale: float, base: float = 10_000.0) -> np.ndarray:
    """Return all frequencies (d_model/2,) divided by scale: position interpolation.

    Position p then gets the angles that p / scale had in training: no angle is new, but
    neighbors are scale times closer together.

    Source: Chen et al. 2023, arXiv 2306.15595.
    """
    return _frequencies(d_model, base) / _scale(scale)


def ntk_base(d_model: int, scale: float, base: float = 10_000.0) -> float:
    """Return the base at which the slowest pair is scale times slower and the fastest unchanged.

    B' = B * scale^(d/(d - 2)): a larger base stretches the slow pairs and leaves neighbors apart.

    Source: "NTK-aware" scaling, written down in Peng et al. 2023 (YaRN), section 3.1.
    """
    d_model = check_d_model(d_model, even_because=EVEN_BECAUSE)
    if d_model < 4:
        raise ValueError(
            f"d_model must be at least 4 (a fast and a slow pair), but it is {d_model}"
        )
    base, scale = check_base(base), _scale(scale)
    larger = math.log(base) + math.log(scale) * d_model / (d_model - 2)
    if larger > math.log(BASE_LIMIT):
        raise ValueError(f"the scaled base must be at most {BASE_LIMIT}, but it is e^{larger:.0f}")
    return base * scale ** (d_model / (d_model - 2))


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
    is linear in the pair index and starts and ends at whole pairs, as in the authors' program.

    Source: Peng et al. 2023, section 3.2, where the turns are alpha and beta (their scaling of the
    attention scores is `yarn_score_factor`).
    """
    omega, scale = _frequencies(d_model, base), _scale(scale)
    trained_length = whole_number(trained_length, "trained_length", low=1, high=POSITION_LIMIT)
    slow, fast = real_number(slow_turns, "slow_turns"), real_number(fast_turns, "fast_turns")
    if not 0 < slow < fast:
        raise ValueError(
            f"slow_turns and fast_turns must be 0 < slow < fast, but they are {slow!r}, {fast!r}"
        )
    turns = trained_length * omega / (2 * math.pi)
    kept = np.clip((turns - slow) / (fast - slow), 0.0, 1.0)
    if true_or_false(by_pair, "by_pair"):
        # The pair, as a real number, that makes so many turns.
        first, last = np.log(turns[0] / np.array([fast, slow])) * d_model / (2 * math.log(base))
        first, last = max(math.floor(first), 0), min(math.ceil(last), d_model - 1)
        kept = 1.0 - np.clip((np.arange(len(omega)) - first) / max(last - first, 0.001), 0.0, 1.0)
    return kept * omega + (1.0 - kept) * omega / scale


def yarn_score_factor(scale: float) -> float:
    """Return the factor of all scores in YaRN: queries and keys grow by 0.1 ln(scale) + 1 each.

    Source: Peng et al. 2023, section 3.3: a fit to the LLaMA models.
    """
    return (0.1 * math.log(_scale(scale)) + 1.0) ** 2


def _frequencies(d_model: int, base: float) -> np.ndarray:
    return angular_frequencies(check_d_model(d_model, even_because=EVEN_BECAUSE), base)


def _scale(scale: float) -> float:
    scale = real_number(scale, "scale")
    if scale < 1:
        raise ValueError(f"scale must be at least 1, but it is {scale!r}")
    return scale
