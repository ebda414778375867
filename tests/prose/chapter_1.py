"""The numbers in the prose of chapter 1."""

import numpy as np

from pe_lib import attention_weights
from tests.rendered import view_of


def unchanged(swaps: int) -> int:
    """Return how many of the first outputs the explorer leaves as they are, causal mask on."""
    view = view_of("order", order=swaps, causal=True)
    changes = [row[-1] for row in view.rows]
    first = next(i for i, change in enumerate(changes) if change)
    assert all(changes[first:])
    return first


SENTENCE = "the dog chased the cat".split()
TWICE = [place for place, word in enumerate(SENTENCE) if word == "the"]
QUERY_IS_KEY = np.array([[1, 0], [0, 1], [2, 1]])
SCORES = QUERY_IS_KEY @ QUERY_IS_KEY.T
WEIGHTS = attention_weights(QUERY_IS_KEY, QUERY_IS_KEY)[0]
