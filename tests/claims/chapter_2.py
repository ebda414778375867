"""The numbers in the prose of chapter 2."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, wavelengths
from pe_lib.addition import embedding_norm
from tests.claims import Claim


def flips(p: int) -> int:
    """Return how many binary digits change from p to p + 1."""
    return (p ^ (p + 1)).bit_count()


def deviation(kind: str) -> float:
    """Return the typical size of an entry of a fresh embedding: 32,000 tokens, 512 columns."""
    return embedding_norm(32_000, 512, kind, scaled=False) / math.sqrt(512)


def nearest(d_model: int) -> int:
    """Return the offset, up to 15, of the row that is nearest to a row."""
    table = positional_encoding(16, d_model)
    return 1 + int(np.argmin(np.linalg.norm(table[1:] - table[0], axis=1)))


NAMES = {1: "one", 5: "five", 6: "six"}
assert nearest(64) == 1
ROW = positional_encoding(4, 4)[3]
PEAK = math.pi / 2 / angular_frequencies(8)[2]

CLAIMS = [
    Claim("Let us build three candidates for {} positions and look", 32),
    Claim(
        "their typical size is between {:.2f} and {:.0f}, as",
        deviation("xavier_uniform"),
        deviation("standard_normal"),
    ),
    Claim("the digits end at position {}", 2**5 - 1),
    Claim("(With {} columns a row {} positions away is nearer", 4, NAMES[nearest(4)]),
    Claim("; with {} columns the bars grow", 64),
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
    Claim("the distances from row {} again", 16),
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
    Claim("Only the last panel, with {} columns, has all of this, apart from a small ripple", 64),
    Claim(
        "The nearest whole position is {}. The next peak comes one turn ({:.1f} positions) later, "
        "near {}, but",
        round(PEAK),
        wavelengths(8)[2],
        round(PEAK + wavelengths(8)[2]),
    ),
]
ALLOWED = [
    r"from 7 to 8 and which from 8 to 9",
    r"about 40 minutes",
    r"Position 3 has the same row",
    r"all its angles are 0, so all its sines are 0 and all its cosines are 1",
    r"from 0 for the first word to 1 for the last",
    r"section 3\.5",
    r"from 1 down",
    r"up to 1000 is column 4",
    r"[Cc]olumn \d",
    r"[Pp]air \d",
    r"Row 0 is the same",
]
