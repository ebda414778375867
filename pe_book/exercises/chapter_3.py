"""The exercise of chapter 3: the wavelengths of the pairs."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import Exercise, Known, Reply
from pe_lib.frequency import angular_frequencies, wavelengths

_MISTAKES = (
    Known(
        lambda d, base: angular_frequencies(d, base),
        "These are the frequencies, in radians per position. The wavelength is 2π/ω: the number "
        "of positions in one full turn.",
    ),
    Known(
        lambda d, base: 1 / angular_frequencies(d, base),
        "The factor 2π is missing: 1/ω is the number of positions for one radian, not one turn.",
    ),
    Known(
        lambda d, base: wavelengths(d, base)[::-1],
        "Fast and slow are exchanged: pair 0 has the shortest wavelength, 2π.",
    ),
    Known(
        lambda d, base: 2 * np.pi * base ** np.linspace(0, 1, (d + 1) // 2),
        "The last wavelength is the limit 2π·base, which the formula never reaches: with d/2 "
        "pairs the last exponent is 1 - 2/d.",
    ),
    Known(
        lambda d, base: 2 * np.pi * base ** (np.arange(d) / d),
        "Your answer has one value for each column. The two columns of a pair share a wavelength: "
        "the answer has one value for each pair.",
    ),
    Known(
        lambda d, base: np.repeat(wavelengths(d, base), 2)[:d],
        "The values are right, but each appears twice, once for each column. "
        "The answer has one value for each pair.",
    ),
    Known(
        lambda d, base: wavelengths(d, base**2),
        "These are the wavelengths of base². The exponent of pair j is 2j/d, not 4j/d.",
    ),
    Known(
        lambda d, base: wavelengths(d, base**0.5),
        "The exponent of pair j is 2j/d; here the factor 2 is missing.",
    ),
    Known(
        lambda d, base: wavelengths(d, 10_000.0),
        "The base is fixed at 10000 here. Use the argument.",
    ),
    Known(
        lambda d, base: 2 * np.pi * angular_frequencies(d, base),
        "This is 2π·ω. The wavelength is 2π divided by ω: slow pairs have long waves.",
    ),
)
WAVELENGTHS = Exercise(
    wavelengths,
    lambda: [(8, 10_000.0), (64, 10_000.0), (6, 100.0), (7, 10_000.0)],
    _MISTAKES,
    axes=("pair",),
    praise="Every wavelength is right, from 2π to 2π·base^(1 - 2/d).",
)


def check_wavelengths(function: Callable) -> Reply:
    """Check a reader's `function(d_model, base)` against the wavelengths, one for each pair."""
    return WAVELENGTHS.judge(function)
