"""The numbers on the page RoPE in 15 minutes."""

import numpy as np

from pe_book.explorers import arrows
from pe_book.mistakes.rotary import HalvesForNeighbors, LengthOfTheCache
from pe_book.mistakes.rotary_checks import ROTARY_CHECKS, TOLERANCE
from pe_lib.practice import pairs_to_halves, to_bfloat16
from pe_lib.variants import rope
from tests.claims import Claim, word
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


CLAIMS = [
    Claim("each arrow is turned by {} degrees for each position", arrows.STEP),
    Claim("by the same angle, {} degrees in five steps", 5 * arrows.STEP),
    Claim(
        "the peak is {}",
        "gone" if view_of("pairs", pairs=8, layout="halves").values["peak"] != -8 else "",
    ),
    Claim(
        "then every cosine is {:.0f} at $n-m = {:.0f}$",
        ROPE_CURVE.max(),
        view_of("pairs", pairs=8).traces[5]["x"][ROPE_CURVE.argmax()],
    ),
    Claim(
        "RoFormer and Llama turn the {} way than this book's table",
        "same" if ROPE_TURNS == ROFORMER else "other",
    ),
    Claim("A head of width {} has {} pairs", 128, 64),
    Claim(
        "the other, {}, {}, {}, …, {}, {}, {}, …, and compare",
        *map(int, [*MOVED[:3], *MOVED[4:7]]),
    ),
    Claim(
        "bfloat16, which holds whole numbers only up to {}",
        int(np.argmax(to_bfloat16(np.arange(2000)) != np.arange(2000))) - 1,
    ),
    Claim("when it begins at position {}. This is the wish itself", 400),
    Claim(
        "It {} the third slip here",
        "sees" if "cached" in checks_that_see(LengthOfTheCache) else "misses",
    ),
    Claim(
        "{} this one sees a wrong layout",
        "Only" if checks_that_see(HalvesForNeighbors) <= {"reference", "longer"} else "Not only",
    ),
    Claim(
        "takes these checks and {} more one by one",
        word(len(ROTARY_CHECKS) - 4),
    ),
]
ALLOWED = [
    r"takes about 15 minutes",
    r"GLM−4(?:\.5)?",
    r"on page 1 and on page 40",
    r"at position 0:",
    r"At offset 0 nothing turns",
    r"DeepSeek V2 and V3, Mistral 4",
    r"a little below 1, so",
    r"so 1 means 100%",
]
