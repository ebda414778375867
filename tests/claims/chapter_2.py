"""The numbers in the prose of chapter 2."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding
from pe_lib.addition import embedding_norm


def flips(p: int) -> int:
    """Return how many binary digits change from p to p + 1."""
    return (p ^ (p + 1)).bit_count()


def deviation(kind: str) -> float:
    """Return the typical size of an entry of a fresh embedding: 32,000 tokens, 512 columns."""
    return embedding_norm(32_000, 512, kind, scaled=False) / math.sqrt(512)


ENCODED = positional_encoding(4, 4)
ROW = ENCODED[3]
FIRST_ROW = positional_encoding(1, 8)[0]


def binary(p, length):
    return np.array([p >> bit & 1 for bit in range(5)])


#: Row p of a text of `length` words: counted, divided, in binary, and the table.
ENCODINGS = [
    lambda p, length: np.array([p]),
    lambda p, length: np.array([p / (length - 1)]),
    lambda p, length: np.array([p / 10_000]),
    binary,
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
    return answer(max(steps(encode)) < 1.01 * min(steps(encode)))


def steps(encode) -> list[float]:
    """Return the distances of neighboring rows."""
    return [np.linalg.norm(encode(p + 1, 32) - encode(p, 32)) for p in range(31)]


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


#: As in the chapter's cell on sums.
POSITIONS = 100


def nearest_sums(same_word: bool) -> tuple[float, list[int]]:
    """Return how near two sums of word and row come, and at which positions, as in the chapter."""
    vectors = np.random.default_rng(2).normal(size=(4, 16))
    sums = (vectors[:, np.newaxis] + positional_encoding(POSITIONS, 16)).reshape(-1, 16)
    words = np.repeat(range(4), POSITIONS)
    gaps = np.linalg.norm(sums[:, np.newaxis] - sums, axis=-1)
    alike = words[:, np.newaxis] == words
    gaps[(alike != same_word) | np.eye(4 * POSITIONS, dtype=bool)] = np.inf
    return gaps.min(), sorted(
        int(i) % POSITIONS for i in np.unravel_index(gaps.argmin(), gaps.shape)
    )


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
