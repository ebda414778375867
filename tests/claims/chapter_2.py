"""The numbers in the prose of chapter 2."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, wavelengths
from tests.claims import Claim


def flips(p: int) -> int:
    """Return how many binary digits change from p to p + 1."""
    return (p ^ (p + 1)).bit_count()


NAMES = {1: "one", 5: "five"}
ROW = positional_encoding(4, 4)[3]
PEAK = math.pi / 2 / angular_frequencies(8)[2]

CLAIMS = [
    Claim("Let us build them for {} positions and look", 32),
    Claim("the last word gets the number {}, and", 32 - 1),
    Claim(
        "In a text of {} words a step is {:.2f}; in one of {} it is {:.2f}.", 5, 1 / 4, 50, 1 / 49
    ),
    Claim(
        "from {} to {} all {} digits flip, and from {} to {} only {} does",
        15,
        16,
        NAMES[flips(15)],
        16,
        17,
        NAMES[flips(16)],
    ),
    Claim("the right formula with base {:,}", 10_000**2),
    Claim("how far is every row from row {}?", 16),
    Claim(r"\omega_1 = 10000^{{-2/4}} = {}$", angular_frequencies(4)[1]),
    Claim(
        r"are $3 \cdot 1 = 3$ and $3 \cdot {} = {:.2f}$, in radians",
        angular_frequencies(4)[1],
        3 * angular_frequencies(4)[1],
    ),
    Claim(r"\sin 3 &= {:.4f}, & \cos 3 &= {:.4f}, \\", *ROW[:2]),
    Claim(r"\sin {:.2f} &= {:.4f},", 3 * angular_frequencies(4)[1], ROW[2]),
    Claim(r"\cos {:.2f} &= {:.4f} .", 3 * angular_frequencies(4)[1], ROW[3]),
    Claim(
        "At $d = {}$ that is {:.0f} for every position",
        512,
        np.linalg.norm(positional_encoding(9, 512)[8]),
    ),
    Claim("one of the four words with one of {} positions", 100),
    Claim(r"\omega_2 = 10000^{{-4/8}} = {}$", angular_frequencies(8)[2]),
    Claim(r"\frac{{\pi/2}}{{{}}} = {:.2f}$", angular_frequencies(8)[2], PEAK),
    Claim("has all of this, but for a ripple, with {} columns", 64),
    Claim(
        "The nearest whole position is {}. It comes back one turn ({:.1f} positions) later, "
        "at {}, but there",
        round(PEAK),
        wavelengths(8)[2],
        round(PEAK + wavelengths(8)[2]),
    ),
]
ALLOWED = [
    r"from 7 to 8 and which from 8 to 9",
    r"about 40 minutes",
    r"Position 3 looks the same",
    r"entries of size about 1\.",
    r"from 0 for the first word to 1 for the last",
    r"section 3\.5",
    r"from 1 down",
    r"up to 1000 is column 4",
    r"[Cc]olumn \d",
    r"[Pp]air \d",
    r"and row 0\.",
]
