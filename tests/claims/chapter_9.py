"""The numbers in the prose of chapter 9; those of programs and reports stand as found there."""

import math

import numpy as np

from pe_book.transformer import Task
from pe_book.unseen_angles import ladders
from pe_lib import angular_frequencies, wavelengths
from pe_lib.practice import (
    grid_encoding,
    pairs_to_halves,
    section_axes,
    t5_buckets,
    to_bfloat16,
)
from pe_lib.variants import ntk_base, rope
from tests.claims import Claim, word

SECTIONS = [16, 24, 24]
_OMEGA = angular_frequencies(128, 1_000_000)
_WIDTH = _OMEGA[section_axes(SECTIONS) == 2]
#: The base of Llama 3, and what programs take that were not given it (AirLLM, issue 368).
LLAMA_3_BASE, FALLBACK = 500_000, 10_000
WITHIN = ladders(Task())["32 within 32"]


def first_in_last_bucket(causal: bool) -> int:
    buckets = t5_buckets(-np.arange(300), causal=causal)
    return int(np.argmax(buckets == buckets.max()))


def exact_whole_numbers() -> int:
    """Return how far bfloat16 holds every whole number."""
    numbers = np.arange(2000)
    return int(np.argmax(to_bfloat16(numbers) != numbers)) - 1


def apart_when_rounded() -> int:
    """Return how far apart two neighbors are that do not fall on the same position in bfloat16."""
    steps = np.diff(to_bfloat16(np.arange(3000, 4001)))
    assert np.mean(steps == 0) > 0.9
    [apart] = set(steps[steps > 0])
    return int(apart)


def weight_on_itself(wrong_by: int) -> str:
    """Return the weight of a token on itself, in words, if it stands so far from where it should.

    The query looks one back, and query and key are equally long in every pair.
    """
    places = np.append(np.arange(30), 30 + wrong_by)
    offsets = places - (places[-1] - 1)
    scores = 16 * 2 * np.cos(np.outer(offsets, angular_frequencies(64))).sum(axis=1) / 8
    weights = np.exp(scores - scores.max())
    share = (weights / weights.sum())[-1]
    return {0: "nothing", 50: "half", 100: "only"}[round(100 * share)]


def share_that_hardly_turns(base: float) -> str:
    """Return how many of DETR's pairs turn by less than 0.1 radians across an image, in words."""
    share = np.mean(2 * np.pi * base ** (-np.arange(64) / 64) < 0.1)
    return "more than half" if 0.5 < share < 0.6 else f"{share:.0%}"


def steps_to_undo_the_conversion(width: int) -> int:
    """Return how often the conversion of one head is done until the columns are as they were."""
    start = np.arange(width)[np.newaxis]
    found, times = pairs_to_halves(start, 1), 1
    while not np.array_equal(found, start):
        found, times = pairs_to_halves(found, 1), times + 1
    return times


def still_new(frequencies: np.ndarray) -> np.ndarray:
    """Return the pairs that reach new angles in a text four times as long as the trained 4096."""
    return np.flatnonzero((4096 * ROPE < 2 * math.pi) & (frequencies * 4 > ROPE * (1 + 1e-12)))


ROPE = angular_frequencies(128)
NTK = angular_frequencies(128, ntk_base(128, 4.0))
UNFINISHED = np.flatnonzero(4096 * ROPE < 2 * math.pi)
LEFT = len(UNFINISHED) - len(still_new(NTK))
FINISHED = {base: (wavelengths(128, base) < 4096).sum() for base in (1_000, 10_000)}
NUMBERS = np.linspace(1, 2, 9999)
DIGITS = -math.log10(np.abs(to_bfloat16(NUMBERS) / NUMBERS - 1).max())
QUERY, KEY = np.random.default_rng(0).normal(size=(2, 9, 64))


def shared_shift_changes_nothing() -> bool:
    here, there = (
        rope(QUERY, positions=np.arange(9) + start) @ rope(KEY, positions=np.arange(9) + start).T
        for start in (0, 5)
    )
    return np.allclose(here, there)


FIRST_HALF_IS_ROWS = np.ptp(grid_encoding(3, 3, 8).reshape(3, 3, 8)[:, :, :4], axis=1).max() == 0

CLAIMS = [
    Claim("and gives each {} of its weight", weight_on_itself(1)),
    Claim("Placed five too far, the token sees {} itself", weight_on_itself(5)),
    Claim("fall on the same position, and the others are {} apart", apart_when_rounded),
    Claim("still holds every position up to {}", exact_whole_numbers),
    Claim("With base {:,} {} of the pairs hardly change", 10_000, share_that_hardly_turns(10_000)),
    Claim(
        "A model of width {} with {} heads has heads of width {}. The rotation uses the "
        "frequencies of width {}",
        128 * 32,
        32,
        128,
        128,
    ),
    Claim("above {}, bfloat16 skips whole numbers", exact_whole_numbers),
    Claim("a number format of {} bits", 16),
    Claim("Llama 3 uses {:,}", LLAMA_3_BASE),
    Claim("falls back to {:,} and says", FALLBACK),
    Claim("incoherent somewhere between {} and {} tokens ([AirLLM, issue {}]", 800, 1000, 368),
    Claim("Round one thing at a time, at positions {} to {}", 3000, 3000 + 1000),
    Claim("farthest off at position {} is off by", 4095),
    Claim(
        "the slowest wavelength is {:,.0f} positions. If you divide by {} by mistake, it is only "
        "{:.0f}.",
        wavelengths(16)[-1],
        64,
        2 * math.pi * 10_000 ** (14 / 64),
    ),
    Claim("the loss of GPT-2 on one text from {:.2f} to {:.2f} until", 4.503170, 13.594296),
    Claim(
        "is shorter by the factor $\\cos(\\omega/2)$. For the fastest pair that is {:.2f}",
        math.cos(0.5),
    ),
    Claim(
        "takes the {} pairs of a head of width {}, with base {:,}, and gives the fastest {} to "
        "time, the next {} to height, and the slowest {} to width",
        sum(SECTIONS),
        2 * sum(SECTIONS),
        1_000_000,
        *SECTIONS,
    ),
    Claim(
        "the fastest pair of the width takes {:,.0f} columns for a turn",
        2 * math.pi / _WIDTH[0],
    ),
    Claim(
        "with a causal mask everything from distance {} on shares the last bucket, and without "
        "one everything from {} on",
        lambda: first_in_last_bucket(True),
        lambda: first_in_last_bucket(False),
    ),
    Claim(
        "offset −1 is in bucket {} and offset +1 in bucket {}",
        *t5_buckets([-1, 1]),
    ),
    Claim(
        "Bucket {} would be for offset 0 ahead, which does not exist, so without a mask only {} of "
        "the {} numbers are in use",
        16,
        len(np.unique(t5_buckets(np.arange(-200, 201)))),
        32,
    ),
    Claim("from −1 to 1 and uses the frequencies {}, {}, {}, …, {}", *(2**j for j in (0, 1, 2, 9))),
    Claim("multiply it by {}, all steps", 1000),
    Claim("Place the last of the {} tokens one or five", 15 + 25),
    Claim("The newest token is at position {}", 30),
    Claim("the last token of a text of {} tokens", 12),
    Claim("within windows of {} × {} patches", 7, 7),
    Claim("Both run from {} to {}, so", 0 - 6, 6 - 0),
    Claim("Each axis has {} pairs", 256 // 2 // 2),
    Claim("how many pairs turn by less than {:.1f} radians?", 0.1),
    Claim("takes base {} and calls it", 20),
    Claim("had {:,} in place of {}, which", 10_000, 20),
    Claim("cuts {} seconds of sound into {} frames", 30, 30 * 50),
    Claim(
        "Take $L = {}$ and $s = 2$. A key at position {} was cached when the text was exactly "
        "that long. The text goes on, and a query at position {}",
        2048,
        2048 - 1,
        2048 + 256 - 1,
    ),
    Claim("fits here fits at position {}", 500),
    Claim("A table of {} pairs without any new angle does worse", len(WITHIN)),
    Claim("exists for it, in all {} columns, and", 768),
    Claim("Seen over all {} rows", 1024),
    Claim("Move it from the start to position {}, and", 100),
    Claim(
        "in bfloat16, {} positions have {} different numbers",
        512,
        len(np.unique(to_bfloat16(np.arange(512)))),
    ),
    Claim("first {} of the {} vectors", 64, 1024),
    Claim("They are the first {:.0f}% of the table", 100 * 64 / 1024),
    Claim("What {} rows cannot show", 64),
    Claim("In {} rows you see only its beginning", 64),
    Claim("on rows {} to {}, in the eight directions", 4, 33),
    Claim("test it on rows {} to {}", 34, 63),
    Claim("column of the map has {} unknowns and only {} equations", 9, 33 - 4),
    Claim("Row 0 is about three times as long as row {}", 63),
    Claim(
        "the patch below is {} steps away",
        12,
    ),
    Claim(
        "A test with heads of width four is not safe either: at that width, the conversion is its "
        "own {}, so",
        {2: "inverse"}[steps_to_undo_the_conversion(4)],
    ),
    Claim(
        "Test with at least two heads, a width of {} or more",
        word(next(width for width in (4, 8, 16) if steps_to_undo_the_conversion(width) > 2)),
    ),
    Claim(
        "keeps about {} to {} decimal digits",
        word(math.floor(DIGITS)),
        word(math.ceil(DIGITS)),
    ),
    Claim("All unfinished pairs but {}.", word(LEFT)),
    Claim(
        "NTK−aware scaling slows the {} pair by exactly the right factor and every other pair by "
        "{}.",
        "slowest" if np.isclose((ROPE / NTK)[-1], 4) else "fastest",
        "less" if (ROPE / NTK)[:-1].max() < 4 else "more",
    ),
    Claim(
        "With a smaller base {} pairs finish a turn in training",
        "more" if FINISHED[1_000] > FINISHED[10_000] else "fewer",
    ),
    Claim(
        "With RoPE and ALiBi a shift that all tokens *share* changes {}",
        "nothing" if shared_shift_changes_nothing() else "the scores",
    ),
    Claim(
        "half of the columns encode the {}, the other half encode the {}",
        *(("row", "column") if FIRST_HALF_IS_ROWS else ("column", "row")),
    ),
    Claim(
        "In T5 the offset is {} minus {}.",
        *(("key", "query") if t5_buckets([1]) > t5_buckets([-1]) else ("query", "key")),
    ),
]
ALLOWED = [
    r"Llama 3\b|[Pp]air 0\b|section 3\.3|issue \d+\]",
    r"takes about \d+ minutes",
    r"Columns? 0, 2, 4|0, 2, 4, …, 1, 3, 5, …|0, 1, 2, …",
    r"GPT-\w+|T5|Gemma 7B|Qwen\d",
    r"offsets? (?:0|1|of 10 or more)\b",
    r"[Pp]osition 0\b|positions? (?:5|7 and 8|30)\b",
    r"offset −1 is in bucket 1 and offset \+1 in",
    r"coordinates from −1 to 1",
    r"source files in 2026",
    r"Row 0 is|start at row 4\b",
]
