"""The numbers in the prose of chapter 3."""

import mpmath
import numpy as np

from pe_lib import positional_encoding, similarity, wavelengths
from tests.claims import Claim


def unfinished(length: int) -> float:
    """Return the percentage of hands that complete no turn, for 512 columns."""
    return 100 * np.mean(wavelengths(512) > length)


def distance(k: int, d_model: int = 2) -> float:
    table = positional_encoding(k + 1, d_model)
    return np.linalg.norm(table[k] - table[0])


def smallest_distance(d_model: int, n: int = 1000) -> float:
    table = positional_encoding(n + 1, d_model)
    return np.linalg.norm(table[1:] - table[0], axis=1).min()


def first_below_zero() -> float:
    """Return the first offset at which the similarity of 512 columns is negative, in units of B."""
    return float(np.argmax(similarity(np.arange(10_000), 512) < 0)) / 10_000


LIMIT = 2 * np.pi * 10_000
RADIUS = 4096 / (2 * np.pi)

CLAIMS = [
    # Far along, the integral [Ci(k) - Ci(k/B)] / ln B is zero where Ci(k/B) is.
    Claim("reaches zero near $k = {:.2f}\\,B$", lambda: float(mpmath.findroot(mpmath.ci, 0.6))),
    Claim(
        "A table with {} columns wavers around zero from about ${:.2f}\\,B$ on",
        512,
        first_below_zero,
    ),
    Claim(
        "At $d = {}$ the longest wavelength is {:,.0f} positions; the limit is {:,.0f}.",
        512,
        wavelengths(512)[-1],
        LIMIT,
    ),
    Claim("At $d = {}$ it is {:.0f}, a hundredth", 4, wavelengths(4)[-1]),
    Claim(
        "At $d = {}$ and $L = {}$ that is {:.0f}% of all pairs; at {} positions it is still "
        "{:.0f}%, and at {} it is {:.0f}%.",
        512,
        50,
        unfinished(50),
        512,
        unfinished(512),
        5000,
        unfinished(5000),
    ),
    Claim("After {} positions the first hand has made almost exactly seven turns", 44),
    Claim("After {} it has made almost exactly {:.0f} turns", 710, 710 / (2 * np.pi)),
    Claim(
        r"$\pi \approx 22/7$. After {} it has made almost exactly {:.0f} turns, because "
        r"$\pi \approx {}/{:.0f}$",
        710,
        710 / (2 * np.pi),
        355,
        355 / np.pi,
    ),
    Claim(
        "Rows {} apart are only {:.4f} from each other, and rows {} apart only {:.1e}.",
        44,
        distance(44),
        710,
        distance(710),
    ),
    Claim(
        "the smallest distance among {} offsets is {:.1e}; with {} columns it is {:.2f}. With "
        "{} columns it is {:.2f}, and it belongs to direct neighbors",
        1000,
        smallest_distance(2),
        8,
        smallest_distance(8),
        64,
        smallest_distance(64),
    ),
    Claim("{:.2f}, and it belongs to direct neighbors", distance(1, 64)),
    Claim(
        "With {} columns a hand is {:.0f} times as slow as the one before it. "
        "With {} it is only {:.3f} times as slow.",
        8,
        10_000 ** (2 / 8),
        512,
        10_000 ** (2 / 512),
    ),
    Claim("You have $d = {}$ columns and texts of {} positions", 128, 2048),
    Claim("a base for {} positions", 2048),
    Claim("Half a turn in $L = {}$ positions means a wavelength of $2L = {}$", 2048, 2 * 2048),
    Claim(r"2\pi B^{{1 - 2/d}} = {}$", 2 * 2048),
    Claim(r"B = \Bigl(\frac{{{}}}{{2\pi}}\Bigr)", 4096),
    Claim(r"= {:.1f}^{{\frac{{{}}}{{{}}}}} = {:.1f} .", RADIUS, 128, 126, RADIUS ** (128 / 126)),
    Claim(
        "the slowest hand makes {:.2f} of a turn in {} positions", 2048 / wavelengths(128)[-1], 2048
    ),
]
ALLOWED = [
    r"about 40 minutes",
    r"[Pp]air 0 is",
    r"than pair 0 and",
    r"constant 1,",
    r"texts of 512 words",
    r"At position 600",
    r"Llama 3 takes 500,000",
    r"base to 10, then to 1,000,000",
    r"from 0 to 1 includes",
    r"falls from 1 to -1",
    r"section 3\.5",
]
