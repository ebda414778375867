"""The numbers in the prose of chapter 1."""

import numpy as np

from pe_book.explorers import ALL
from pe_lib import attention
from tests.claims import Claim
from tests.claims.literature import HAVIV, HAVIV_MASKED, HAVIV_SEEDS


def start_word_share(place: int) -> float:
    """Return the output of a causal layer with equal scores, if only the first value is 1."""
    zeros = np.zeros((place + 1, 1))
    return attention(zeros, zeros, np.eye(place + 1)[:, :1], causal=True)[place, 0]


def step(place: int) -> float:
    return start_word_share(place) - start_word_share(place + 1)


def unchanged(swaps: int) -> str:
    """Return how many of the first outputs the explorer leaves as they are, causal mask on."""
    view = ALL["order"].view(order=swaps, causal=True)
    changes = [row[-1] for row in view.table[1][:-1]]
    first = next(i for i, change in enumerate(changes) if change != "0 to rounding")
    assert "0 to rounding" not in changes[first:]
    return {2: "two", 3: "three"}[first]


def better() -> str:
    """Return which perplexity is better: that of the model to which the next word is likelier."""
    sure, unsure = (np.exp(-np.log(likelihood)) for likelihood in (0.5, 0.1))
    return "lower" if sure < unsure else "higher"


CLAIMS = [
    Claim("how surprised a model is by the next word; {} is better", better()),
    Claim(
        "Perplexity was {none} without any encoding, {learned} with learned positions and "
        "{sinusoid} with sinusoids",
        **HAVIV,
    ),
    Claim("can make a difference of up to {}.", HAVIV_SEEDS),
    Claim("went from {learned} with learned positions to {none} without", **HAVIV_MASKED),
    Claim(
        "After one swap the first {} words keep their outputs; after two swaps, the first {} words",
        unchanged(1),
        unchanged(2),
    ),
    Claim("At place {} that is {:.4f}; at place {} it is {:.6f}.", 9, step(9), 99, step(99)),
]
ALLOWED = [
    r"place 2 comes after place 1",
    r"about 30 minutes",
    r"section 3\.5",
    r"a single 1 in each row and each column, all its other entries are 0",
    r"step 2 of the proof",
    r"Both count from 0",
    r"swaps to 1, then to 2\.",
    r"with sum 1",
    r"value 1 and the others have value 0",
    r"mean of one 1 and",
]
