"""The error of four forms of the table, pair by pair, at one position.

An explorer wants a whole curve within a frame, so this takes the table as it is, and float64's own
sine where float32 is asked; all other sines are the nearest numbers to the true ones.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pe_book.ported.exact import (
    BITS,
    ONE,
    exp_minus,
    from_float,
    log,
    nearest,
    quarter_turns,
    sin_cos,
)
from pe_lib.encoding import positional_encoding_at


class PairErrors(NamedTuple):
    """The largest |entry - truth| of each form in every pair, in its sine or its cosine."""

    tutorial: np.ndarray
    vectorized: np.ndarray
    rotation: np.ndarray
    rotation_float32: np.ndarray


@lru_cache(maxsize=256)
def pair_errors(position: int, d_model: int, base: int = 10_000) -> PairErrors:
    """Return how wrong each form is at one position, pair by pair; d_model is even.

    >>> errors = pair_errors(1_000_000, 64)
    >>> bool(errors.tutorial.max() > 1e-3 > 1e-9 > errors.vectorized.max() > 1e-12)
    True
    >>> bool(errors.rotation.max() < 1e-15)
    True
    """
    row = positional_encoding_at(position, d_model, base)
    pairs = range(d_model // 2)
    errors = np.empty((4, len(pairs)))
    for j, omega in zip(pairs, exact_frequencies(d_model, base), strict=True):
        truth = sin_cos(quarter_turns(position * omega))
        angle32 = float(np.float32(position) * torch_frequency(j, d_model, base))
        angle64 = from_float(position * nearest(omega))
        ours = float(row[2 * j]), float(row[2 * j + 1])
        values = [
            [np.float32(math.sin(angle32)), np.float32(math.cos(angle32))],
            [nearest(value) for value in sin_cos(quarter_turns(angle64))],
            ours,
            np.float32(ours),
        ]
        for form, pair in enumerate(values):
            errors[form, j] = max(
                nearest(abs(from_float(float(v)) - t)) for v, t in zip(pair, truth, strict=True)
            )
    return PairErrors(*errors)


def torch_frequency(pair: int, d_model: int, base: int) -> np.float32:
    """Return exp(2j * (-ln(base)/d_model)) with every step rounded to float32."""
    return np.float32(math.exp(np.float32(2 * pair) * np.float32(-math.log(base) / d_model)))


@lru_cache(maxsize=8)
def exact_frequencies(d_model: int, base: int) -> list[int]:
    """Return base**(-2j/d_model) for every pair, in the whole numbers of `exact`.

    >>> [nearest(omega) for omega in exact_frequencies(4, 10_000)]
    [1.0, 0.01]
    """
    ratio = exp_minus(2 * log(float(base)) // d_model)
    found = [ONE]
    for _ in range(d_model // 2 - 1):
        found.append(found[-1] * ratio >> BITS)
    return found
