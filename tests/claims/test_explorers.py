"""What the explorers' sentences say in words is computed: the word could be its opposite.

Their numbers are in `tests/book/test_explorer_values_of_*.py`.
"""

import math
import re

import numpy as np
import pytest

from pe_book import explorers
from pe_book.model.sentences.grammar import TRAINED_WORDS
from pe_book.text.numbers import percent
from pe_lib import angular_frequencies, similarity, wavelengths
from pe_lib.practice import grid_encoding, grid_rotation
from pe_lib.similarity import first_reversal
from tests.claims import tidy
from tests.pair_errors import pair_errors
from tests.rendered import text_of, view_of

WAVES = wavelengths(64)
OMEGA = angular_frequencies(128)
#: How often each of eight bits flips from 0 to 255, the lowest first.
FLIPS = (np.diff(np.arange(256) >> np.arange(8)[:, np.newaxis] & 1) != 0).sum(axis=1)
FORMS = ("tutorial", "vectorized", "rotations", "rotations float32")
WORST = FORMS[int(np.argmax([error.max() for error in pair_errors(10**6, 64)]))]
ACROSS, DOWN = grid_encoding(1, 3, 64)[1:], grid_encoding(3, 1, 64)[1:]
MEAN, ROW = (np.linalg.norm(row) for row in (ACROSS.mean(axis=0), ACROSS[0]))


def extreme(values: np.ndarray, index: int) -> str:
    """Return which of the frequencies the one at an index is."""
    return {int(values.argmax()): "fastest", int(values.argmin()): "slowest"}[index % len(values)]


SPEEDS = np.array([row[1] for row in view_of("clocks").rows])
FALLS = bool((np.diff(SPEEDS) < 0).all())

#: The explorer, its settings, and what its sentence says there, one after the other.
SENTENCES = [
    ("waves", {"length": 512}, [(WAVES > 512).sum(), percent((WAVES > 512).mean())]),
    (
        "waves",
        {},
        [extreme(OMEGA, 0), f"{20 / WAVES[0]:.2f} turns", extreme(OMEGA, -1)],
    ),
    ("clocks", {}, [{4: "Four"}[len(SPEEDS)], "slower" if FALLS else "faster"]),
    (
        "counter",
        {},
        [
            extreme(FLIPS, 0),
            "every step" if FLIPS[0] == 255 else "",
            {2: "half as often"}[round(FLIPS[0] / FLIPS[1])],
            extreme(OMEGA, 0),
            "slowly" if OMEGA[1] < OMEGA[0] else "quickly",
        ],
    ),
    (
        "similarity",
        {},
        [
            f"{math.log(2, 10_000):.4f}",
            "rises" if similarity(44, 512) > similarity(43, 512) else "falls",
            first_reversal(512),
        ],
    ),
    ("precision", {}, [f"the rest of the {WORST}'s error"]),
    (
        "rotary",
        {},
        [
            (4096 * OMEGA >= 2 * math.pi).sum(),
            extreme(OMEGA, 0),
            f"{OMEGA[0]:.2f} radians",
            extreme(OMEGA, -1),
        ],
    ),
    ("grid", {"table": "resized"}, ["shorter" if MEAN < ROW else "longer"]),
    (
        "grid",
        {"table": "axes"},
        ["no error" if np.allclose(grid_rotation(1, 0, 64) @ DOWN[0], DOWN[1]) else "an error"],
    ),
    ("sentence", {"start": 20}, [20 + 4, TRAINED_WORDS - 1]),
    ("sentence", {"start": 1}, [TRAINED_WORDS - 1]),
]


@pytest.mark.parametrize(("name", "settings", "computed"), SENTENCES)
def test_the_sentence_says_what_is_computed(name, settings, computed):
    sentence = tidy(text_of(explorers.ALL[name], **settings).sentence)
    pattern = ".*".join(rf"\b{re.escape(tidy(str(number)))}(?!\w)" for number in computed)
    assert re.search(pattern, sentence), (computed, sentence)
