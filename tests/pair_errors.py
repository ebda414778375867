"""The errors of four forms of the table, pair by pair, at one position, judged by mpmath."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from mpmath import mp

from pe_lib.encoding import positional_encoding_at
from tests.exact_rows import frequencies, true_row


class PairErrors(NamedTuple):
    """The largest |entry - truth| of each form in every pair, in its sine or its cosine."""

    tutorial: np.ndarray
    vectorized: np.ndarray
    rotation: np.ndarray
    rotation_float32: np.ndarray


@lru_cache(maxsize=256)
def pair_errors(position: int, d_model: int, base: int = 10_000) -> PairErrors:
    """Return how wrong each form is at one position, pair by pair; d_model is even."""
    truth = np.array(true_row(position, d_model, base))
    ours = positional_encoding_at(position, d_model, base)
    step32 = np.float32(-math.log(base) / d_model)
    # Each step rounded to float32, as torch does it.
    omegas32 = [np.float32(math.exp(np.float32(i) * step32)) for i in range(0, d_model, 2)]
    tutorial = [f(float(np.float32(position) * w)) for w in omegas32 for f in (math.sin, math.cos)]
    omegas = map(float, frequencies(d_model, float(base)))
    vectorized = [float(f(position * omega)) for omega in omegas for f in (mp.sin, mp.cos)]
    forms = np.float32(tutorial), vectorized, ours, np.float32(ours)
    errors = [np.abs(np.float64(form) - truth).astype(float) for form in forms]
    return PairErrors(*(error.reshape(-1, 2).max(axis=1) for error in errors))
