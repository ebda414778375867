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


def steps(encode) -> list[float]:
    """Return the distances of neighboring rows."""
    return [np.linalg.norm(encode(p + 1, 32) - encode(p, 32)) for p in range(31)]


def flips_every(digit: int) -> int:
    """Return after how many steps a binary digit, counted from the last, flips."""
    return next(p for p in range(1, 99) if p >> digit & 1)


OMEGA = angular_frequencies(8)
TURN = np.linspace(0, 2 * np.pi, 1000)
TIMES_IN_A_TURN = np.count_nonzero(np.diff(np.sin(TURN) > 0.3))
