"""From d_model and base to the frequency and wavelength of every pair of columns.

The frequencies are computed in decimal arithmetic and rounded once. In float64, `base ** (-2j/d)`
is already up to a unit wrong in the last place, and a position multiplies that error.
"""

from decimal import Decimal, localcontext
from functools import lru_cache

import numpy as np

from pe_lib.checks import check_base, check_d_model

DIGITS = 60

#: The quarter turns in a radian.
TWO_OVER_PI = Decimal("0.636619772367581343075535053490057448137838582961825794990669")


def angular_frequencies(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the angular frequency of every pair of columns, omega_j = base**(-2j/d_model).

    Parameters
    ----------
    d_model : int
        Number of columns, from 1 to 2**20. An odd one has a last pair with a sine alone; its
        frequency is counted.
    base : float
        Base B, above 1 and at most 1e300.

    Returns
    -------
    (ceil(d_model/2),) in float64
        Radians per position, each correctly rounded.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> angular_frequencies(8)
    array([1.   , 0.1  , 0.01 , 0.001])
    >>> angular_frequencies(3, base=1000).shape
    (2,)

    Source: Vaswani et al. 2017, Attention Is All You Need, section 3.5.
    """
    return np.array([float(omega) for omega in _powers(d_model, base)])


def wavelengths(d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the wavelength of every pair of columns, lambda_j = 2*pi * base**(2j/d_model).

    Parameters
    ----------
    d_model, base
        As for angular_frequencies.

    Returns
    -------
    (ceil(d_model/2),) in float64
        Positions per full turn, each correctly rounded. The shortest is 2*pi; the longest,
        2*pi * base**(1 - 2/d_model) for an even d_model, stays below 2*pi * base.

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> wavelengths(4).round(3)
    array([  6.283, 628.319])

    Source: Vaswani et al. 2017, section 3.5, which gives 10000 * 2*pi for the longest.
    """
    with localcontext(prec=DIGITS):
        return np.array([float(4 / TWO_OVER_PI / omega) for omega in _powers(d_model, base)])


@lru_cache(maxsize=16)
def frequency_parts(
    d_model: int, base: float = 10_000.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the frequencies in quarter turns per position, as the sum of three arrays (pairs,).

    The first is on a grid of 2**-24, the second on one of 2**-48: their products with a whole
    position below 2**29 in size are exact. The third is the rest, down to 2**-100.
    """
    d_model, base = check_d_model(d_model), check_base(base)
    with localcontext(prec=DIGITS):
        ratio = int(Decimal(base) ** (Decimal(-2) / d_model) * 2**128)
        exact = [int(TWO_OVER_PI * 2**128)]  # whole numbers of 2**-128 quarter turns
    for _ in range(1, (d_model + 1) // 2):
        exact.append(exact[-1] * ratio >> 128)
    # Each as two halves of 64 bits, which numpy can round and subtract all at once.
    halves = np.frombuffer(b"".join(x.to_bytes(16, "little") for x in exact), "<u8")
    lower, upper = halves.reshape(-1, 2).T
    to_24, to_48 = (upper + 2**39) >> 40, (upper + 2**15) >> 16  # rounded to so many places
    rest = (upper - (to_48 << 16)).astype(np.int64)
    parts = (
        to_24 * 2.0**-24,
        (to_48 - (to_24 << 24)).astype(np.int64) * 2.0**-48,
        rest * 2.0**-64 + lower * 2.0**-128,
    )
    for array in parts:
        array.flags.writeable = False  # the cache hands the same arrays to every caller
    return parts


def _powers(d_model: int, base: float) -> list[Decimal]:
    """Return base**(-2j/d_model) for every pair j, to 55 digits at least."""
    d_model, base = check_d_model(d_model), check_base(base)
    with localcontext(prec=DIGITS):
        powers, ratio = [Decimal(1)], Decimal(base) ** (Decimal(-2) / d_model)
        for _ in range(1, (d_model + 1) // 2):
            powers.append(powers[-1] * ratio)
    return powers
