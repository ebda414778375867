"""What the similarity comes to for many pairs: an integral, and the law that it follows."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import check_base, real_array


def similarity_law(offset: ArrayLike, base: float = 10_000.0) -> np.ndarray | np.float64:
    """Return 1 - (ln k + gamma)/ln B, what the similarity is near for 1 << k << B.

    Each doubling of the offset costs ln 2 / ln B, the same amount every time.

    Parameters
    ----------
    offset : number or array of them
        Offset k in positions, above 0.
    base : float
        Base B of the frequencies, above 1.

    Returns
    -------
    same shape as offset, in float64

    Raises
    ------
    TypeError, ValueError
        If an argument breaks its rule; the message names both.

    Examples
    --------
    >>> similarity_law([16, 64, 512]).round(3)
    array([0.636, 0.486, 0.26 ])

    Source: similarity_integral with Ci(k) -> 0 and Ci(x) -> gamma + ln x for small x.
    """
    offset = _positive(offset)
    return (1.0 - (np.log(offset) + np.euler_gamma) / math.log(check_base(base)))[()]


def similarity_integral(offset: ArrayLike, base: float = 10_000.0) -> np.ndarray | np.float64:
    """Return [Ci(k) - Ci(k/B)]/ln B, the limit of the similarity for many pairs; 1 at offset 0.

    With u = 2j/d_model the mean over pairs becomes the integral of cos(k * B**-u) over u from 0
    to 1. Substitute x = k * B**-u; then du = -dx / (x ln B), and Ci is the cosine integral.
    """
    size = np.abs(real_array(offset, "offset"))
    base = check_base(base)
    at_zero = size == 0
    size = np.where(at_zero, 1.0, size)
    limit = (cosine_integral(size) - cosine_integral(size / base)) / math.log(base)
    return np.where(at_zero, 1.0, limit)[()]


def cosine_integral(x: ArrayLike) -> np.ndarray | np.float64:
    """Return Ci(x) = gamma + ln x + integral of (cos t - 1)/t over t from 0 to x, for x above 0.

    Up to 4 its power series; beyond, the continued fraction of the exponential integral,
    Ci(x) = -Re E1(ix): Abramowitz and Stegun, 5.2.16 and 5.1.22.
    """
    x = _positive(x, "x")
    near = np.minimum(x, 4.0)
    term, series = np.ones_like(near), np.zeros_like(near)
    for n in range(1, 25):
        term = -term * near * near / ((2 * n - 1) * (2 * n))
        series = series + term / (2 * n)
    z = 1j * np.maximum(x, 4.0)
    fraction = np.zeros_like(z)
    for n in range(80, 0, -1):
        fraction = n * n / (z + (2 * n + 1) - fraction)
    far = -(np.exp(-z) / (z + 1.0 - fraction)).real
    return np.where(x <= 4.0, np.euler_gamma + np.log(x) + series, far)[()]


def _positive(value: ArrayLike, name: str = "offset") -> np.ndarray:
    array = real_array(value, name)
    if (array <= 0).any():
        raise ValueError(f"{name} must be above 0, but it holds {array[array <= 0].flat[0]}")
    return array
