"""How far each form of the table is from the truth at one position.

float64 cannot judge itself, so the truth comes from whole-number arithmetic. The other forms are
followed rounding by rounding: float32 is float64 rounded to it, and the sine of a float64 angle is
the correctly rounded one, so that the errors do not depend on a library's sine.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pe_lib.checks import POSITION_LIMIT, check_d_model, whole_number
from pe_lib.encoding import positional_encoding_at
from pe_lib.exact import BITS, ONE, exp_minus, from_float, log, nearest, quarter_turns, sin_cos


class FormErrors(NamedTuple):
    """The error of each form in every pair: of its sine or its cosine, whichever is worse."""

    float32: np.ndarray
    float64: np.ndarray
    ours: np.ndarray
    ours_float32: np.ndarray


def form_errors(position: int, d_model: int, base: int = 10_000) -> FormErrors:
    """Return how wrong each form is at one position, pair by pair.

    Parameters
    ----------
    position : int
        From 0 up to, but without, 2**29.
    d_model : int
        Number of columns, even.
    base : int
        Base B of the frequencies, a whole number above 1.

    Returns
    -------
    FormErrors, arrays of shape (d_model / 2,)
        `float32`: the snippet of the PyTorch tutorials, exp/log, everything in float32.
        `float64`: the vectorized form, its frequencies rounded once.
        `ours`: `positional_encoding_at`; `ours_float32`: the same, rounded to float32.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks the rule above.

    Examples
    --------
    >>> errors = form_errors(1_000_000, 64)
    >>> bool(errors.float32.max() > 1e-3 > 1e-9 > errors.float64.max() > 1e-12)
    True
    >>> bool(errors.ours.max() < 1e-15)
    True
    """
    position = whole_number(position, "position", low=0, high=POSITION_LIMIT - 1)
    d_model = check_d_model(d_model, even_because="the error is that of a pair")
    base = whole_number(base, "base", low=2, high=2**53)
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
    return FormErrors(*errors)


def torch_frequency(pair: int, d_model: int, base: int) -> np.float32:
    """Return exp(2j * (-ln(base)/d_model)) with every step rounded to float32."""
    return np.float32(math.exp(np.float32(2 * pair) * np.float32(-math.log(base) / d_model)))


@lru_cache(maxsize=8)
def exact_frequencies(d_model: int, base: int) -> list[int]:
    """Return base**(-2j/d_model) for every pair, in the whole numbers of `pe_lib.exact`."""
    ratio = exp_minus(2 * log(float(base)) // d_model)
    found = [ONE]
    for _ in range(d_model // 2 - 1):
        found.append(found[-1] * ratio >> BITS)
    return found
