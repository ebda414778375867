"""The frequencies and the attention factor of every rope_type of transformers.

Programs compute them in float32, and a model was trained with what came out. That differs from
exact arithmetic by up to 4e-7 (the exponents 2j/width are rounded) and, on the ramps of YaRN and
Llama 3, where near numbers are subtracted, by up to 2e-6. So these steps are done in float32 here,
too; float64 can be asked for. What is left is the rounding of the power, which differs between
processors.
"""

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from pe_check.config.rope_parameters import NTK_ALPHA, ORIGINAL

Precision: TypeAlias = type[np.floating[Any]]
#: What transformers takes where YaRN's file does not say: in turns over the trained length.
FAST_TURNS, SLOW_TURNS = 32, 1


def rotation(
    values: Mapping[str, Any],
    width: int,
    head_width: int,
    longest: int,
    length: int | None = None,
    precision: Precision = np.float32,
) -> tuple[np.ndarray, float]:
    """Return the frequency of each pair, float64, and the factor of cosines and sines.

    `width` is that of the rotated columns, `longest` is max_position_embeddings, `length` that of
    the text; without it they are those of a model before its first text.
    """
    base, rope_type = float(values["rope_theta"]), values["rope_type"]
    if rope_type == "yarn":
        return _yarn(values, base, width, precision), yarn_attention_factor(values)
    if rope_type == "longrope":
        divisors, factor = _longrope(values, width, longest, length)
        return 1 / (divisors * powers(base, width, precision)), factor
    if rope_type == "llama3":
        return _llama3(values, base, width, precision), 1.0
    if rope_type == "proportional":
        return _proportional(values, base, head_width, precision), 1.0
    if rope_type == "dynamic":
        base = _stretched(values, base, width, longest, length)
    if rope_type == NTK_ALPHA:
        base = base * values["alpha"] ** (width / (width - 2))
    divisor = values["factor"] if rope_type == "linear" else 1.0
    return 1 / powers(base, width, precision) / divisor, 1.0


def powers(
    base: float, width: int, precision: Precision = np.float32, divisor: int | None = None
) -> np.ndarray:
    """Return base ** (2j / divisor) for the pairs of `width` columns, the exponents rounded.

    >>> powers(10_000.0, 8)
    array([   1.,   10.,  100., 1000.])
    """
    exponents = np.arange(0, width, 2, dtype=precision) / precision(divisor or width)
    return base ** exponents.astype(np.float64)


def _proportional(
    values: Mapping[str, Any], base: float, head_width: int, precision: Precision
) -> np.ndarray:
    """Return the frequencies of a whole head, of which the last ones are 0: they do not turn."""
    turning = int(values.get("partial_rotary_factor", 1.0) * head_width // 2)
    still = np.zeros(head_width // 2 - turning)
    found = np.concatenate([1 / powers(base, 2 * turning, precision, head_width), still])
    return found / values.get("factor", 1.0)


def _stretched(
    values: Mapping[str, Any], base: float, width: int, longest: int, length: int | None
) -> float:
    """Return the base of dynamic scaling: it grows with the text beyond max_position_embeddings."""
    factor = values["factor"]
    seen = max(length or longest, longest)
    return float(base * (factor * seen / longest - (factor - 1)) ** (width / (width - 2)))


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


def yarn_ramp(values: Mapping[str, Any], width: int) -> tuple[float, float]:
    """Return the pairs between which YaRN's ramp leads from unchanged to divided."""
    base, original = values["rope_theta"], values[ORIGINAL]

    def pair(turns: float) -> float:
        return width * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))

    first = pair(values.get("beta_fast") or FAST_TURNS)
    last = pair(values.get("beta_slow") or SLOW_TURNS)
    if values["truncate"]:
        first, last = math.floor(first), math.ceil(last)
    return max(first, 0), min(last, width - 1)


def _yarn(values: Mapping[str, Any], base: float, width: int, precision: Precision) -> np.ndarray:
    """Return frequencies that are kept, divided, or between the two along a ramp over the pairs."""
    slowdown = powers(base, width, precision).astype(precision)
    first, last = yarn_ramp(values, width)
    last += 0.001 if first == last else 0.0
    pairs = np.arange(width // 2, dtype=precision)
    kept = 1 - np.clip((pairs - precision(first)) / precision(last - first), 0, 1)
    found = 1 / (precision(values["factor"]) * slowdown) * (1 - kept) + 1 / slowdown * kept
    return found.astype(np.float64)


def _llama3(values: Mapping[str, Any], base: float, width: int, precision: Precision) -> np.ndarray:
    """Return frequencies that are kept, divided, or between the two by their wavelengths."""
    original, factor = precision(values[ORIGINAL]), precision(values["factor"])
    low, high = values["low_freq_factor"], values["high_freq_factor"]
    found = (1 / powers(base, width, precision)).astype(precision)
    lengths = 1 / found * precision(2 * math.pi)
    kept = (1 / lengths * original - precision(low)) / precision(high - low)
    between = (1 - kept) * found / factor + kept * found
    slow, fast = lengths > original / precision(low), lengths < original / precision(high)
    return np.where(slow, found / factor, np.where(fast, found, between)).astype(np.float64)


def _longrope(
    values: Mapping[str, Any], width: int, longest: int, length: int | None
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
    if divisors.shape != (width // 2,):
        raise ValueError(
            f"{name} must have {width // 2} numbers, one for each pair, not {divisors.size}"
        )
    return divisors, float(attention)
