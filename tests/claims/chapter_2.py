"""The numbers in the prose of chapter 2."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding
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

#: Row p of a text of `length` words: counted, divided, in binary, and the table.
ENCODINGS = [
    lambda p, length: np.array([p]),
    lambda p, length: np.array([p / (length - 1)]),
    lambda p, length: np.array([p / 10_000]),
    lambda p, length: np.array([p >> bit & 1 for bit in range(5)]),
    lambda p, length: positional_encoding(length, 64)[p],
]


def bounded(encode) -> str:
    return answer(max(np.abs(encode(p, 32)).max() for p in range(32)) <= 1)


def same_in_every_text(encode) -> str:
    return answer(all(np.array_equal(encode(p, 32), encode(p, 9)) for p in range(9)))


def different(encode) -> str:
    """Return whether neighbors are further apart than the entries of the smallest word vectors."""
    apart = {n: np.linalg.norm(encode(4, n) - encode(3, n)) > SMALLEST for n in (32, 5000)}
    return "in short texts" if apart[32] and not apart[5000] else answer(apart[32])


def smooth(encode) -> str:
    steps = [np.linalg.norm(encode(p + 1, 32) - encode(p, 32)) for p in range(31)]
    return answer(max(steps) < 1.01 * min(steps))


def shiftable(encode) -> str:
    """Return whether one affine map of a row of 8 words moves rows of 32 words by three, too."""

    def rows(n):
        return np.array([[*encode(p, n), 1] for p in range(n)])

    move = np.linalg.lstsq(rows(30)[:-3], rows(30)[3:], rcond=None)[0]
    return answer(np.allclose(rows(32)[:-3] @ move, rows(32)[3:], atol=1e-6))


def answer(yes: bool) -> str:
    return "yes" if yes else "**no**"


def tally(wish) -> str:
    """Return the cells of a wish in the table: which of the five encodings meet it."""
    return " | ".join(map(wish, ENCODINGS))


def nearest_sums(same_word: bool) -> tuple[float, list[int]]:
    """Return how near two sums of word and row come, and at which positions, as in the chapter."""
    vectors = np.random.default_rng(2).normal(size=(4, 16))
    sums = (vectors[:, np.newaxis] + positional_encoding(100, 16)).reshape(-1, 16)
    words = np.repeat(range(4), 100)
    gaps = np.linalg.norm(sums[:, np.newaxis] - sums, axis=-1)
    alike = words[:, np.newaxis] == words
    gaps[(alike != same_word) | np.eye(400, dtype=bool)] = np.inf
    return gaps.min(), sorted(int(i) % 100 for i in np.unravel_index(gaps.argmin(), gaps.shape))


SMALLEST = deviation("xavier_uniform")
STEP_OF_ROWS = np.linalg.norm(np.diff(positional_encoding(16, 16)[14:], axis=0))
assert np.isclose(nearest_sums(same_word=True)[0], STEP_OF_ROWS)


def flips_every(digit: int) -> int:
    """Return after how many steps a binary digit, counted from the last, flips."""
    return next(p for p in range(1, 99) if p >> digit & 1)


EVERY = {1: "every step", 2: "every second step", 4: "every fourth"}
OMEGA = angular_frequencies(8)
SLOWER = bool((np.diff(OMEGA) < 0).all())
STEP = np.abs(np.diff(positional_encoding(50, 128), axis=0)).max(axis=0)
LENGTHS = {d: np.linalg.norm(positional_encoding(50, d), axis=1) for d in (7, 8)}
ONLY_EVEN = np.ptp(LENGTHS[8]) < 1e-12 < np.ptp(LENGTHS[7])
TURN = np.linspace(0, 2 * np.pi, 1000)
#: The sign of the cosine is that of the slope of the sine.
#: Sines at whole positions come close to each other, and no two are equal.
GAPS = np.diff(np.sort(positional_encoding(2000, 8)[:, 0::2], axis=0), axis=0).min(axis=0)
COSINE_AS_SLOPE = bool((np.sign(np.cos(TURN[:-1])) == np.sign(np.diff(np.sin(TURN)))).mean() > 0.99)
TIMES_IN_A_TURN = np.count_nonzero(np.diff(np.sin(TURN) > 0.3))

CLAIMS = [
    Claim(
        "their typical size is between {:.3f} and {:.0f} (",
        deviation("xavier_uniform"),
        deviation("standard_normal"),
    ),
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
    Claim("how far every row is from row {}", 16),
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
    Claim("| bounded | {} |", tally(bounded)),
    Claim("| same in every text | {} |", tally(same_in_every_text)),
    Claim("| different | {} |", tally(different)),
    Claim("| smooth | {} |", tally(smooth)),
    Claim("| shiftable | {} |", tally(shiftable)),
    Claim("neighbors are only {:.4f} apart", 1 / 10_000),
    Claim(
        "Each digit is {} or {}, and neighbors differ by at least {:.0f}.",
        0,
        1,
        min(np.linalg.norm(ENCODINGS[3](p + 1, 32) - ENCODINGS[3](p, 32)) for p in range(31)),
    ),
    Claim("as you do when you write {} with {} digits", 237, word(len(str(237)))),
    Claim("The nearest sums are one word at positions {} and {}", *nearest_sums(same_word=True)[1]),
    Claim("Two different words stay at least {:.2f} apart", nearest_sums(same_word=False)[0]),
    Claim(
        "The last binary digit flips at {}, the next digit at {}, and the next at {}.",
        *(EVERY[flips_every(digit)] for digit in range(3)),
    ),
    Claim(
        "each wave is {} as long as the one before",
        {2: "twice", 0.5: "half"}[flips_every(3) / flips_every(2)],
    ),
    Claim(
        "and each further hand is {} by the {} factor",
        "slower" if SLOWER else "faster",
        "same" if np.ptp(OMEGA[1:] / OMEGA[:-1]) < 1e-12 else "other",
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
        "far apart can have {} sine.",
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
        "(For {} $d$ the {} sine has no cosine beside it, and the lengths vary.)",
        "odd" if ONLY_EVEN else "even",
        "last" if np.array_equal(positional_encoding(1, 7)[0], [0, 1, 0, 1, 0, 1, 0]) else "first",
    ),
    Claim("Column 6 belongs to pair {}.", 6 // 2),
]
ALLOWED = [
    r"Step from 7 to 8,",
    r"about 30 minutes",
    r"all its angles are 0, so all its sines are 0 and all its cosines are 1",
    r"range from 0 to 1",
    r"section 3\.5",
    r"from 1 down",
    r"[Cc]olumn \d",
    r"[Pp]air \d",
    r"Row 0 is the same",
    r"position 3\. Here is",
    r"from position 0: it is a wave",
]
