"""Chapter 3: write the wavelengths of the pairs."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = """
## Exercise: write the wavelengths

The function below gives one of the wrong answers of this chapter. Which one? Run it, and fix it.
In the cell, `waves.settings` gives the settings of the clocks and waves above.
"""

START = """
from pe_book.exercises.wavelengths import check_wavelengths


def my_wavelengths(d_model, base):
    return 2 * np.pi * base ** np.linspace(0, 1, (d_model + 1) // 2)


check_wavelengths(my_wavelengths)
"""

EXPLANATION = """
`linspace` from 0 to 1 includes both ends, so the last wavelength is the limit. The exponents
should be $2j/d$, and the last of them is $1 - 2/d$.
"""

SOLUTION = """
def my_wavelengths(d_model, base):
    return 2 * np.pi * base ** (np.arange(0, d_model, 2) / d_model)


check_wavelengths(my_wavelengths)
"""

mistake = Mistakes()
EXERCISE = Exercise(
    pe_lib.wavelengths,
    lambda: [(8, 10_000.0), (64, 10_000.0), (6, 100.0), (7, 10_000.0)],
    mistake,
    axes=("pair",),
    praise="Every wavelength is right, from 2π to 2π·base^(1 - 2/d).",
)


@check
def check_wavelengths(function: Callable) -> Reply:
    """Check a reader's `function(d_model, base)` against the wavelengths, one for each pair."""
    return EXERCISE.judge(function)


@mistake(
    "These are the frequencies, in radians per position. The wavelength is 2π/ω: the number of "
    "positions in one full turn."
)
def frequencies(d_model, base):
    return base ** (-np.arange(0, d_model, 2) / d_model)


@mistake(
    "These are turns per position, ω/2π. The wavelength is the inverse: positions per turn, 2π/ω."
)
def turns_per_position(d_model, base):
    return base ** (-np.arange(0, d_model, 2) / d_model) / (2 * np.pi)


@mistake("The factor 2π is missing: 1/ω is the number of positions for one radian, not one turn.")
def positions_for_one_radian(d_model, base):
    return base ** (np.arange(0, d_model, 2) / d_model)


@mistake(
    "A full turn is 2π here, not 360: ω is in radians per position, so the wavelength is 2π/ω."
)
def degrees_in_a_turn(d_model, base):
    return 360 * base ** (np.arange(0, d_model, 2) / d_model)


@mistake("A full turn is 2π. With π these are the positions in half a turn.")
def half_a_turn(d_model, base):
    return np.pi * base ** (np.arange(0, d_model, 2) / d_model)


@mistake("Fast and slow are exchanged: pair 0 has the shortest wavelength, 2π.")
def reversed_order(d_model, base):
    return 2 * np.pi * base ** (np.arange(0, d_model, 2)[::-1] / d_model)


@mistake(
    "The last wavelength is the limit 2π·base, which the formula never reaches: with d/2 pairs the "
    "last exponent is 1 - 2/d."
)
def reaches_the_limit(d_model, base):
    return 2 * np.pi * base ** np.linspace(0, 1, (d_model + 1) // 2)


@mistake(
    "The pairs are counted from 1, so the shortest wavelength, 2π, is missing. Start at j = 0."
)
def counted_from_one(d_model, base):
    j = np.arange(1, (d_model + 1) // 2 + 1)
    return 2 * np.pi * base ** (2 * j / d_model)


@mistake(
    "Your answer has one value for each column. The two columns of a pair share a wavelength: the "
    "answer has one value for each pair."
)
def one_for_each_column(d_model, base):
    return 2 * np.pi * base ** (np.arange(d_model) / d_model)


@mistake(
    "Your answer has one value for each column, and the exponents 2c/d run past 1. The answer has "
    "one value for each pair j, from 0 to d/2 - 1."
)
def column_as_pair(d_model, base):
    return 2 * np.pi * base ** (2 * np.arange(d_model) / d_model)


@mistake(
    "The values are right, but each appears twice, once for each column. The answer has one value "
    "for each pair."
)
def each_twice(d_model, base):
    return 2 * np.pi * base ** (np.arange(d_model) // 2 * 2 / d_model)


@mistake("These are the wavelengths of base². The exponent of pair j is 2j/d, not 4j/d.")
def factor_twice(d_model, base):
    return 2 * np.pi * base ** (2 * np.arange(0, d_model, 2) / d_model)


@mistake("The exponent of pair j is 2j/d; here the factor 2 is missing.")
def factor_missing(d_model, base):
    return 2 * np.pi * base ** (np.arange((d_model + 1) // 2) / d_model)


@mistake("The base is fixed at 10000 here. Use the argument.")
def fixed_base(d_model, base):
    return 2 * np.pi * 10_000 ** (np.arange(0, d_model, 2) / d_model)


@mistake("This is 2π·ω. The wavelength is 2π divided by ω: slow pairs have long waves.")
def times_the_frequency(d_model, base):
    return 2 * np.pi * base ** (-np.arange(0, d_model, 2) / d_model)


@mistake(
    "The exponent needs parentheses: Python reads `base ** i / d_model` as `(base ** i) / d_model`."
)
def power_before_division(d_model, base):
    return 2 * np.pi * base ** np.arange(0, d_model, 2) / d_model


@mistake("The base is multiplied by the exponent here. Raise it to that power, with `**`.")
def product_for_power(d_model, base):
    return 2 * np.pi * base * np.arange(0, d_model, 2) / d_model


@mistake(
    "For odd d_model the last column is the sine of a pair of its own, so there are "
    "`(d_model + 1) // 2` pairs."
)
def odd_width(d_model, base):
    return 2 * np.pi * base ** (2 * np.arange(d_model // 2) / d_model)


@mistake(
    "This is one number, the limit. Return an array with the wavelength of each pair: the exponent "
    "2j/d grows with j."
)
def one_number(d_model, base):
    return 2 * np.pi * base


@mistake("log₁₀ was taken where exp needs the natural logarithm, `np.log`.")
def common_logarithm(d_model, base):
    return 2 * np.pi * np.exp(np.arange(0, d_model, 2) / d_model * np.log10(base))


@mistake("The array holds integers, which cut off all decimals. Make it without `dtype=int`.")
def integers(d_model, base):
    found = np.zeros((d_model + 1) // 2, dtype=int)
    for j in range(len(found)):
        found[j] = 2 * np.pi * base ** (2 * j / d_model)
    return found
