"""The numbers in the prose of chapter 7; those of the literature are as printed there."""

import math

from pe_book.model.sentences import TRAINED_WORDS
from pe_book.model.sentences.model import ROPE_BASE
from pe_book.model.sentences.stored import measurements, nouns_right, trained
from pe_lib import angular_frequencies, wavelengths
from tests.prose.chapter_6 import LATEST_START, at_least, interval
from tests.prose.literature import BIDERMAN, CHEN_BEYOND, LLAMA_3_BASE
from tests.rendered import view_of


def largest_change(shift: int) -> float:
    """Return the largest change of a weight that chapter 7's explorer names for the table."""
    return view_of("methods", shift=shift).values["table"]


def new_angles(method: str) -> int:
    """Return how many pairs meet new angles in the explorer as it opens, scaled by a method."""
    return view_of("rotary", method=method).values["new"]


LONG_ROPE = nouns_right("rope", (31, 45))
LONGER = measurements()["random_starts_longer"]
STARTED = measurements()["random_starts"]["result"]
NUMBERS = {sum(a.size for a in trained(e).weights.values()) for e in ("none", "rope", "sinusoidal")}

#: BLEU on newstest2013, Vaswani et al. 2017, table 3, rows (E) and base.
BLEU = {"learned": 25.7, "sinusoid": 25.8}

OMEGA = angular_frequencies(128)


#: By how many percent RoPE's perplexity is lower than learned positions'.
PERCENT_LOWER = [100 * (1 - rope / learned) for learned, _, rope in BIDERMAN.values()]
