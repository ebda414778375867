"""The numbers in the prose of chapter 3."""

import mpmath
import numpy as np

from pe_lib import angular_frequencies, positional_encoding, similarity, wavelengths
from tests.claims import Claim, word


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


def new_angles() -> np.ndarray:
    """Return for each pair how far positions 512 to 599 take it from the first 512, in degrees."""
    hands = np.exp(1j * np.outer(np.arange(600), angular_frequencies(512)))
    away = [np.abs(np.angle(pair[512:, np.newaxis] / pair[:512])).min(axis=1) for pair in hands.T]
    return np.degrees(np.max(away, axis=1))


NEW = new_angles()
UNFINISHED = wavelengths(512) > 512
# The squared distance of two rows is d (1 - K), d being 64 here.
for k in (1, 7, 500):
    assert abs(distance(k, 64) ** 2 - 64 * (1 - similarity(k, 64))) < 1e-12

LIMIT = 2 * np.pi * 10_000
RADIUS = 4096 / (2 * np.pi)

CLAIMS = [
    # Far along, the integral [Ci(k) - Ci(k/B)] / ln B is zero where Ci(k/B) is.
    Claim("reaches zero near $k = {:.2f}\\,B$", lambda: float(mpmath.findroot(mpmath.ci, 0.6))),
    Claim(
        "a table with {} columns first reaches zero near ${:.2f}\\,B$, then oscillates around it",
        512,
        first_below_zero,
    ),
    Claim(
        "with a table of {} columns, and then give it positions 512 to 599. The unfinished hands "
        "now point where no training text has taken them, up to {:.0f} degrees away from the "
        "nearest",
        512,
        NEW[UNFINISHED].max(),
    ),
    Claim("is within {:.1f} degrees of an angle seen in training", NEW[~UNFINISHED].max()),
    Claim("In one step pair 0 turns by {:.0f} degrees", np.degrees(angular_frequencies(64)[0])),
    Claim(
        "With {} columns the longest wavelength is {:.0f} positions at base {} and about {:.1f} "
        "million at base 1,000,000.",
        64,
        wavelengths(64, 10)[-1],
        10,
        wavelengths(64, 1e6)[-1] / 1e6,
    ),
    Claim("The left end stays at 2π, about {:.1f} positions", wavelengths(64, 10)[0]),
    Claim("never beyond {:,.0f} positions at base 10000", LIMIT),
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
    Claim(
        "After {} positions the first hand has made almost exactly {} turns",
        44,
        word(44 / (2 * np.pi)),
    ),
    Claim("where it started after a little more than {} positions", word(2 * np.pi)),
    Claim(
        "At $d = {}$ it is {:.0f}, a {} of the limit",
        4,
        wavelengths(4)[-1],
        {100: "hundredth"}[round(LIMIT / wavelengths(4)[-1])],
    ),
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
    r"[Pp]air 0[ ,]",
    r"constant 1 for",
    r"texts of 512 words",
    r"positions 512 to 599",
    r"similarity 1\.",
    r"Llama 3 takes 500,000",
    r"base to 10, then to 1,000,000|at base 1,000,000",
    r"from 0 to 1 includes",
    r"falls from 1 to -1",
    r"section 3\.5",
]
