"""The numbers in the prose of chapter 7; those of the literature stand here as printed there."""

import math

import numpy as np

from pe_book.model.experiments.seeds import interval
from pe_book.model.sentences import TRAINED_WORDS, read
from pe_book.model.sentences.model import ROPE_BASE
from pe_book.model.sentences.stored import measurements, nouns_right, trained
from pe_lib import angular_frequencies, wavelengths
from pe_lib.variants import (
    alibi_bias,
    interpolated_frequencies,
    ntk_base,
    yarn_frequencies,
)
from tests.claims.chapter_6 import LATEST_START, at_least
from tests.claims.literature import BIDERMAN, CHEN_BEYOND, LLAMA_3_BASE
from tests.rendered import view_of


def largest_change(method: str, shift: int) -> float:
    """Return the largest change of a weight that chapter 7's explorer names for a shift."""
    return view_of("methods", method=method, shift=shift).values["change"]


def new_angles(method: str) -> int:
    """Return how many pairs meet new angles in the explorer as it opens, scaled by a method."""
    return view_of("rotary", method=method).values["new"]


def who_acts(encoding: str, words: str) -> str:
    """Return which of the nouns acts, as a model reads the words."""
    found = read(words, encoding)
    nouns = [word for word, label in found if label == "acts" and word in ("dog", "cat")]
    return " and ".join(nouns) or "nobody"


LONG_ALIBI, LONG_ROPE = (nouns_right(model, (31, 45)) for model in ("alibi", "rope"))
TABLES = [nouns_right(model, (31, 45)) for model in ("sinusoidal", "sinusoidal, base 100")]
TELLING = [nouns_right(model, direction=True) for model in ("sinusoidal", "learned", "rope")]
UNMOVED = {round(min(nouns_right("rope", (1, 8), start)), 2) for start in (*range(9), 16, 32, 48)}
FIRST_NOUN = [
    measurements()["causal_by_noun"]["result"][voice]["first noun"]
    for voice in ("active", "passive")
]
LONGER = measurements()["random_starts_longer"]
STARTED = measurements()["random_starts"]["result"]
NUMBERS = {sum(a.size for a in trained(e).weights.values()) for e in ("none", "rope", "sinusoidal")}

#: BLEU on newstest2013, Vaswani et al. 2017, table 3, rows (E) and base.
BLEU = {"learned": 25.7, "sinusoid": 25.8}

CLIPPED = np.clip([-99, -16, 16, 99], -16, 16)
OMEGA = angular_frequencies(128)
NTK = angular_frequencies(128, ntk_base(128, 4.0))
PARTS = yarn_frequencies(128, 4.0, 4096)
TURNS = 4096 * OMEGA / (2 * math.pi)
BIAS = alibi_bias(9, 0.5)
NTK_SLOWS_THE_SLOWEST = np.allclose((OMEGA / NTK)[[-1, 0]], [4, 1])
FAST_PAIRS_STAY = TURNS[PARTS == OMEGA].min() > TURNS[PARTS != OMEGA].max()
FIRST_NOUN_ACTS = FIRST_NOUN[0] > 0.95 and FIRST_NOUN[1] < 0.05
ALIBI_GUESSES = interval(nouns_right("alibi", direction=True)).startswith("0.50")


#: By how many percent RoPE's perplexity is lower than learned positions'.
PERCENT_LOWER = [100 * (1 - rope / learned) for learned, _, rope in BIDERMAN.values()]


def differ(one: list[float], other: list[float]) -> bool:
    """Return whether the intervals of two models' seeds lie apart."""
    (low, width), (high, other_width) = sorted(
        tuple(map(float, interval(shares).split("±"))) for shares in (one, other)
    )
    return low + width < high - other_width


ROPE_IS_BELOW_ALIBI = differ(LONG_ROPE, LONG_ALIBI) and max(LONG_ROPE) < max(LONG_ALIBI)
