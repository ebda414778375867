"""What the explorers' sentences say in words, computed: the word could be its opposite.

Their numbers are in `tests/book/test_explorer_values.py`.
"""

import math

import numpy as np

from pe_book.sentences.grammar import TRAINED_WORDS
from pe_lib import angular_frequencies, similarity, wavelengths
from pe_lib.practice import grid_encoding, grid_rotation
from pe_lib.similarity import first_reversal
from tests.claims import Claim
from tests.pair_errors import pair_errors
from tests.rendered import view_of

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

#: The explorer, its settings, and what the sentence says there.
CLAIMS = [
    (
        "waves",
        {"length": 512},
        Claim(
            "{} of 32 hands ({:.0%}) never complete one", (WAVES > 512).sum(), (WAVES > 512).mean()
        ),
    ),
    ("waves", {}, Claim("the {} has made {:.2f} turns", extreme(OMEGA, 0), 20 / WAVES[0])),
    ("waves", {}, Claim("and the {} 0", extreme(OMEGA, -1))),
    ("clocks", {}, Claim("{} hands turn", {4: "Four"}[len(SPEEDS)])),
    ("clocks", {}, Claim("each {} than the one before", "slower" if FALLS else "faster")),
    ("counter", {}, Claim("Bit 0, written last, is the {}: it flips", extreme(FLIPS, 0))),
    ("counter", {}, Claim("at {} step", "every" if FLIPS[0] == 255 else "each other")),
    ("counter", {}, Claim("each next bit {} as often", {2: "half"}[round(FLIPS[0] / FLIPS[1])])),
    ("counter", {}, Claim("Pair 0, always first, is the {}", extreme(OMEGA, 0))),
    ("counter", {}, Claim("times more {}.", "slowly" if OMEGA[1] < OMEGA[0] else "quickly")),
    (
        "similarity",
        {},
        Claim(
            "it first {} after offset {}",
            "rises" if similarity(44, 512) > similarity(43, 512) else "falls",
            first_reversal(512),
        ),
    ),
    ("similarity", {}, Claim("each doubling of the offset costs {:.4f}", math.log(2, 10_000))),
    ("precision", {}, Claim("the rest of the {}'s error", WORST)),
    ("rotary", {}, Claim("{} of 64 pairs finish a turn", (4096 * OMEGA >= 2 * math.pi).sum())),
    ("rotary", {}, Claim("the {} pair turns by {:.2f} radians", extreme(OMEGA, 0), OMEGA[0])),
    ("rotary", {}, Claim("and the {} by", extreme(OMEGA, -1))),
    (
        "grid",
        {"table": "resized"},
        Claim("The average of two rows is {} than a row", "shorter" if MEAN < ROW else "longer"),
    ),
    (
        "grid",
        {"table": "axes"},
        Claim(
            "at every patch, with {} error but rounding",
            "no" if np.allclose(grid_rotation(1, 0, 64) @ DOWN[0], DOWN[1]) else "an",
        ),
    ),
    (
        "sentence",
        {"start": 20},
        Claim("It ends at position {}; training used those up to {}.", 20 + 4, TRAINED_WORDS - 1),
    ),
    ("sentence", {"start": 1}, Claim("training used all positions up to {}.", TRAINED_WORDS - 1)),
]
