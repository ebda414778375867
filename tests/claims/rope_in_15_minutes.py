"""The numbers on the page RoPE in 15 minutes."""

import numpy as np

from pe_book.explorers import arrows
from pe_book.mistakes.rotary import HalvesForNeighbors, LengthOfTheCache
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TOLERANCE
from pe_lib.practice import pairs_to_halves
from pe_lib.variants import rope
from tests.claims.chapter_9 import exact_whole_numbers, shifted_start
from tests.claims.literature import ROFORMER
from tests.rendered import view_of

ROPE_CURVE = np.array(view_of("pairs", pairs=8).traces[5]["y"])
MOVED = pairs_to_halves([range(8)], 1)[0]


def direction(vector: np.ndarray, later: np.ndarray) -> str:
    """Return which way a vector turns, its first number to the right and its second up."""
    left = vector[0] * later[1] - vector[1] * later[0] > 0
    return "counterclockwise" if left else "clockwise"


ROPE_TURNS = direction(*rope(np.ones((2, 2))))


def checks_that_see(heads) -> set[str]:
    return {check.name for check in ROTARY_CHECKS if check.errors(heads).max() > TOLERANCE}


LAYOUT_SEEN = checks_that_see(HalvesForNeighbors)
