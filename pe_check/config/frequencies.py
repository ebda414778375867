"""The frequencies and the attention factor of every rope_type of transformers.

They are exact. Programs compute them in float32, which is off by up to 4e-7 where the exponents
2j/width are rounded, and by up to 2e-6 on the ramps of YaRN and Llama 3.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pe_lib.frequency import angular_frequencies
from pe_lib.variants import kept_by_pair, kept_by_turns, ntk_base, scaled_by_part, yarn_ramp

ORIGINAL = "original_max_position_embeddings"
#: HunYuan's files say "dynamic" with an alpha: another base, and the same at every length.
NTK_ALPHA = "ntk_alpha"


def rotation(
    values: Mapping[str, Any], width: int, head_width: int, longest: int, length: int | None = None
) -> tuple[np.ndarray, float]:
    """Return the frequency of each pair, and the factor of cosines and sines.

    `width` is that of the rotated columns, `longest` is max_position_embeddings, `length` that of
    the text; without it they are those of a model before its first text.
    """
    base, rope_type = float(values["rope_theta"]), values["rope_type"]
    factor = values.get("factor", 1.0)
    if rope_type == "proportional":
        turning = int(values.get("partial_rotary_factor", 1.0) * head_width // 2)
        found = angular_frequencies(head_width, base) / factor
        return np.where(np.arange(len(found)) < turning, found, 0.0), 1.0
    if rope_type == "dynamic":
        seen = max(length or longest, longest)
        base = _longer_base(base, width, factor * seen / longest - (factor - 1))
    if rope_type == NTK_ALPHA:
        base = _longer_base(base, width, values["alpha"])
    omega = angular_frequencies(width, base)
    if rope_type == "yarn":
        kept = kept_by_pair(len(omega), *ramp(values, width))
        return scaled_by_part(omega, factor, kept), yarn_attention_factor(values)
    if rope_type == "llama3":
        turns = values["low_freq_factor"], values["high_freq_factor"]
        return scaled_by_part(omega, factor, kept_by_turns(omega, values[ORIGINAL], *turns)), 1.0
    if rope_type == "longrope":
        divisors, attention = _longrope(values, len(omega), longest, length)
        return omega / divisors, attention
    return omega / (factor if rope_type == "linear" else 1.0), 1.0


def _longer_base(base: float, width: int, scale: float) -> float:
    if width < 4:
        raise ValueError(f"dynamic scaling must turn at least 2 pairs, but width is {width}")
    return ntk_base(width, scale, base) if scale > 1 else base


def ramp(values: Mapping[str, Any], width: int) -> tuple[float, float]:
    """Return the pairs between which YaRN's ramp leads from unchanged to divided."""
    slow, fast = values.get("beta_slow") or 1, values.get("beta_fast") or 32
    base, trained = values["rope_theta"], values[ORIGINAL]
    return yarn_ramp(base, width // 2, trained, slow, fast, values["truncate"])


def mscale(factor: float, weight: float = 1.0) -> float:
    """Return YaRN's 0.1 w ln(factor) + 1, or 1 where nothing is scaled."""
    return 1.0 if factor <= 1 else 0.1 * weight * math.log(factor) + 1.0


def yarn_attention_factor(values: Mapping[str, Any]) -> float:
    """Return what YaRN multiplies cosines and sines by: given, or from factor and the mscales."""
    if values.get("attention_factor") is not None:
        return float(values["attention_factor"])
    upper, lower = values.get("mscale"), values.get("mscale_all_dim")
    if upper and lower:
        return mscale(values["factor"], upper) / mscale(values["factor"], lower)
    return mscale(values["factor"])


def _longrope(
    values: Mapping[str, Any], n_pairs: int, longest: int, length: int | None
) -> tuple[np.ndarray, float]:
    """Return the list of divisors for texts of this length, and the attention factor."""
    original = values[ORIGINAL]
    factor = values.get("factor", longest / original)
    attention = values.get("attention_factor")
    if attention is None:
        grown = 1 + math.log(factor) / math.log(original) if factor > 1 else 1.0
        attention = math.sqrt(grown)
    name = "long_factor" if length and length > original else "short_factor"
    divisors = np.array(values[name], dtype=np.float64)
    if divisors.shape != (n_pairs,):
        raise ValueError(f"{name} must have a number for each of {n_pairs} pairs: {divisors.size}")
    return divisors, float(attention)
