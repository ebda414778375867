"""Chapter 3: write the wavelengths of the pairs."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def wavelengths(d_model, base):
    j = np.arange((d_model + 1) // 2)
    exponents = 2 * j / d_model
    return 2 * np.pi * base**exponents


mistakes = Mistakes(wavelengths)
EXERCISE = Exercise(
    wavelengths,
    [(8, 10_000.0), (64, 10_000.0), (6, 100.0), (7, 10_000.0)],
    mistakes,
    axes=("pair",),
    praise="Every wavelength is right, from 2π to 2π·base^(1 - 2/d).",
)
check_wavelengths = check(EXERCISE.judge)


mistakes.edits("""
    `2 * np.pi * base**exponents` => `base**-exponents`
        -> These are the frequencies, in radians per position. The wavelength is 2π/ω: the number of
        positions in one full turn.
    `2 * np.pi * base**exponents` => `base**-exponents / (2 * np.pi)`
        -> These are turns per position, ω/2π. The wavelength is the inverse: positions per turn,
        2π/ω.
    `2 * np.pi * ` => ``
        -> The factor 2π is missing: 1/ω is how many positions one radian takes, not one turn.
    `2 * np.pi` => `360`
        -> A full turn is 2π here, not 360: ω is in radians per position, so the wavelength is 2π/ω.
    `2 * np.pi` => `np.pi`
        -> A full turn is 2π. With π you get half a turn.
    `2 * j` => `2 * j[::-1]`
        -> You swapped fast and slow: pair 0 has the shortest wavelength, 2π.
    `2 * j / d_model` => `j / (len(j) - 1)`
        -> Your last wavelength is the limit 2π·base, and the formula never reaches it: with d/2
        pairs the last exponent is 1 - 2/d.
    `2 * j` => `2 * (j + 1)`
        -> You count pairs from 1, so the shortest wavelength, 2π, is missing. Start at j = 0.
    `(d_model + 1) // 2` => `d_model`
    `2 * j` => `j`
        -> You have one value for each column. The two columns of a pair share a wavelength, so
        return one value for each pair.
    `(d_model + 1) // 2` => `d_model`
        -> You have one value for each column, and the exponents 2c/d run past 1. Return one value
        for each pair j, from 0 to d/2 - 1.
    `(d_model + 1) // 2` => `d_model`
    `2 * j` => `2 * (j // 2)`
        -> The values are right, but each appears twice, once for each column. Return one value for
        each pair.
    `2 * j` => `4 * j`
        -> These are the wavelengths of base². The exponent of pair j is 2j/d, not 4j/d.
    `2 * j` => `j`
        -> The exponent of pair j is 2j/d; here the factor 2 is missing.
    `base**` => `10_000**`
        -> You fixed the base at 10000. Use the argument.
    `base**exponents` => `base**-exponents`
        -> This is 2π·ω. The wavelength is 2π divided by ω: slow pairs have long waves.
    `base**exponents` => `base ** (2 * j) / d_model`
        -> The exponent needs parentheses: Python reads `base ** i / d_model` as `(base ** i) /
        d_model`.
    `base**` => `base * `
        -> You multiply the base by the exponent. Raise it to that power, with `**`.
    `(d_model + 1) // 2` => `d_model // 2`
        -> For odd d_model the last column is a sine without a cosine. It counts as a pair, so there
        are `(d_model + 1) // 2`.
    `**exponents` => ``
        -> This is one number, the limit. Return an array with the wavelength of each pair: the
        exponent 2j/d grows with j.
    `base**exponents` => `np.exp(exponents * np.log10(base))`
        -> You took log₁₀, but exp needs the natural logarithm, `np.log`.
    `2 * np.pi * base**exponents` => `np.array(2 * np.pi * base**exponents, dtype=int)`
        -> Your array holds integers, and they cut off all decimals. Make it without `dtype=int`.
""")
