"""The numbers in the prose of chapter 3."""

from functools import cache

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, similarity, wavelengths
from tests.prose.literature import LLAMA_3_BASE


def distance(k: int, d_model: int = 2) -> float:
    table = positional_encoding(k + 1, d_model)
    return np.linalg.norm(table[k] - table[0])


def smallest_distance(d_model: int, n: int = 1000) -> float:
    table = positional_encoding(n + 1, d_model)
    return np.linalg.norm(table[1:] - table[0], axis=1).min()


@cache
def new_angles(d_model: int, seen: int, last: int) -> np.ndarray:
    """Return for each pair how far later positions take it from those seen, in degrees."""
    hands = np.exp(1j * np.outer(np.arange(last + 1), angular_frequencies(d_model)))
    far = [np.abs(np.angle(pair[seen:, np.newaxis] / pair[:seen])).min(axis=1) for pair in hands.T]
    return np.degrees(np.max(far, axis=1))


# The squared distance of two rows is d (1 - K), d being 64 here.
for k in (1, 7, 500):
    assert abs(distance(k, 64) ** 2 - 64 * (1 - similarity(k, 64))) < 1e-12

LIMIT = 2 * np.pi * 10_000
