"""The numbers in the prose of chapter 2."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, wavelengths
from pe_lib.addition import embedding_norm
from tests.claims import Claim, word


def flips(p: int) -> int:
    """Return how many binary digits change from p to p + 1."""
    return (p ^ (p + 1)).bit_count()


def deviation(kind: str) -> float:
    """Return the typical size of an entry of a fresh embedding: 32,000 tokens, 512 columns."""
    return embedding_norm(32_000, 512, kind, scaled=False) / math.sqrt(512)


NAMES = {1: "one", 5: "five"}
ROW = positional_encoding(4, 4)[3]
PEAK = math.pi / 2 / angular_frequencies(8)[2]

#: Row p of a text of `length` words.
ENCODINGS = [
    lambda p, length: np.array([p]),
    lambda p, length: np.array([p / (length - 1)]),
    lambda p, length: np.array([p >> bit & 1 for bit in range(5)]),
    lambda p, length: positional_encoding(length, 64)[p],
]


def bounded(encode) -> bool:
    return max(np.abs(encode(p, 32)).max() for p in range(32)) <= 1


def same_at_every_length(encode) -> bool:
    return all(np.array_equal(encode(p, 32), encode(p, 9)) for p in range(9))


def smooth(encode) -> bool:
    steps = [np.linalg.norm(encode(p + 1, 32) - encode(p, 32)) for p in range(31)]
    return max(steps) < 1.01 * min(steps)


def tally(wish) -> str:
    """Return the cells of a wish in the table: which of the four encodings meet it."""
    return " | ".join("yes" if wish(encode) else "**no**" for encode in ENCODINGS)


def flips_every(digit: int) -> int:
    """Return after how many steps a binary digit, counted from the last, flips."""
    return next(p for p in range(1, 99) if p >> digit & 1)


EVERY = {1: "every step", 2: "every second step", 4: "every fourth"}
OMEGA = angular_frequencies(8)
SLOWER = bool((np.diff(OMEGA) < 0).all())
STEP = np.abs(np.diff(positional_encoding(50, 128), axis=0)).max(axis=0)
LENGTHS = {d: np.linalg.norm(positional_encoding(50, d), axis=1) for d in (7, 8)}
ONLY_EVEN = np.ptp(LENGTHS[8]) < 1e-12 < np.ptp(LENGTHS[7])
MIXED = 10_000.0 ** (-2 * np.arange(0, 8, 2) / 8)
TURN = np.linspace(0, 2 * np.pi, 1000)
#: The sign of the cosine is that of the slope of the sine.
#: Sines at whole positions come close to each other, and no two are equal.
GAPS = np.diff(np.sort(positional_encoding(2000, 8)[:, 0::2], axis=0), axis=0).min(axis=0)
COSINE_AS_SLOPE = bool((np.sign(np.cos(TURN[:-1])) == np.sign(np.diff(np.sin(TURN)))).mean() > 0.99)
TIMES_IN_A_TURN = np.count_nonzero(np.diff(np.sin(TURN) > 0.3))

CLAIMS = [
    Claim("Let us build three candidates for {} positions.", 32),
    Claim("Binary digits are never larger than {}, and position {} is {:b} in every text", 1, 5, 5),
    Claim(
        "their typical size is between {:.3f} and {:.0f}, as",
        deviation("xavier_uniform"),
        deviation("standard_normal"),
    ),
    Claim("the digits end at position {}", 2**5 - 1),
    Claim("The last word gets the number {}, and", 32 - 1),
    Claim(
        "in a text of {} words a step is {:.2f}; in one of {} it is {:.2f}.", 5, 1 / 4, 50, 1 / 49
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
    Claim("Only the last panel, with {} columns, has all of this, apart from a small ripple", 64),
    Claim(
        "The nearest whole position is {}. The next peak comes one turn ({:.1f} positions) later, "
        "near {}, but",
        round(PEAK),
        wavelengths(8)[2],
        round(PEAK + wavelengths(8)[2]),
    ),
    Claim("| bounded | {} |", tally(bounded)),
    Claim("| the same at every length | {} |", tally(same_at_every_length)),
    Claim("| smooth | {} |", tally(smooth)),
    Claim(
        "Its last digit flips at {}, the next digit at {}, and the next at {}.",
        *(EVERY[flips_every(digit)] for digit in range(3)),
    ),
    Claim(
        "each wave is {} as long as the one before",
        {2: "twice", 0.5: "half"}[flips_every(3) / flips_every(2)],
    ),
    Claim(
        "In each of these steps pair 0 turns by {} radian, each further pair turns by {}, and",
        word(OMEGA[0]),
        "less" if SLOWER else "more",
    ),
    Claim(
        "and each further hand is {} by the {} factor",
        "slower" if SLOWER else "faster",
        "same" if np.ptp(OMEGA[1:] / OMEGA[:-1]) < 1e-12 else "other",
    ),
    Claim(
        "The {} column is right. The second column is the mixed version. It agrees with the {}, "
        "which is the right formula with base",
        "second" if np.allclose(OMEGA, MIXED) else "first",
        "third" if np.allclose(MIXED, angular_frequencies(8, 10_000**2)) else "first",
    ),
    Claim("Take {} hands and position $p = 3$.", word(len(angular_frequencies(4)))),
    Claim(
        "The first hand turns by {:.0f} radian per position, the second by {}.",
        *angular_frequencies(4),
    ),
    Claim(
        "that points up at position {} and turns",
        int(np.argmax(positional_encoding(9, 2)[:, 1])),
    ),
    Claim("two numbers, never above {:.0f}, never jumping", positional_encoding(999, 8).max()),
    Claim(
        "The shortest stripes are those of pair 0, at the {}. Nothing seems to happen in the {} "
        "columns.",
        "left" if OMEGA.argmax() == 0 else "right",
        "last" if STEP[-8:].max() < 0.001 < STEP[:8].max() else "first",
    ),
    Claim(
        "Within one turn a sine takes almost every value {}, once while rising and once while "
        "falling",
        {2: "twice"}[TIMES_IN_A_TURN],
    ),
    Claim(
        "can have {} sine. (Never exactly the same:",
        "almost the same" if (0 < GAPS).all() and (GAPS < 1e-5).all() else "the same",
    ),
    Claim(
        "the cosine is {} while the sine rises and {} while it falls",
        *(("positive", "negative") if COSINE_AS_SLOPE else ("negative", "positive")),
    ),
    Claim(
        "so the squared length of a row is the number of {}",
        "pairs" if np.allclose(LENGTHS[8] ** 2, 8 / 2) else "columns",
    ),
    Claim(
        r"For {} $d$, every {} of the table has length $\sqrt{{d/2}}$",
        "even" if ONLY_EVEN else "odd",
        "row" if np.allclose(LENGTHS[8], np.sqrt(8 / 2)) else "column",
    ),
    Claim(
        "the {} sine then has no cosine beside it, so any property that needs the whole pair is "
        "lost. For example, the rows {} have the same length.",
        "last" if np.array_equal(positional_encoding(1, 7)[0], [0, 1, 0, 1, 0, 1, 0]) else "first",
        "no longer all" if ONLY_EVEN else "all",
    ),
    Claim(
        "Column 6 belongs to pair {}. With $j = 6$ its wave is far too {}.",
        6 // 2,
        "slow" if angular_frequencies(64)[6] < angular_frequencies(64)[6 // 2] else "fast",
    ),
]
ALLOWED = [
    r"from 7 to 8(?: and which from 8 to 9)?",
    r"about 40 minutes",
    r"all its angles are 0, so all its sines are 0 and all its cosines are 1",
    r"from 0 for the first word to 1 for the last",
    r"section 3\.5",
    r"from 1 down",
    r"up to 1000 is column 4",
    r"[Cc]olumn \d",
    r"[Pp]air \d",
    r"Row 0 is the same",
]
