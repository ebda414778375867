"""The numbers in the prose of chapter 9; those of programs and reports stand as found there."""

import inspect
import math
import re

import numpy as np

from pe_book.mistakes import rotary_checks
from pe_book.mistakes.rotary import ROTARY_MISTAKES, RestartedWithCache
from pe_book.transformer import Task
from pe_book.unseen_angles import ladders
from pe_lib import angular_frequencies, wavelengths
from pe_lib.practice import (
    pairs_to_halves,
    to_bfloat16,
)
from tests.claims import Claim, word

WITHIN = ladders(Task())["32 within 32"]


def exact_whole_numbers() -> int:
    """Return how far bfloat16 holds every whole number."""
    numbers = np.arange(2000)
    return int(np.argmax(to_bfloat16(numbers) != numbers)) - 1


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


def steps_to_undo_the_conversion(width: int) -> int:
    """Return how often the conversion of one head is done until the columns are as they were."""
    start = np.arange(width)[np.newaxis]
    found, times = pairs_to_halves(start, 1), 1
    while not np.array_equal(found, start):
        found, times = pairs_to_halves(found, 1), times + 1
    return times


ROPE = angular_frequencies(128)
FINISHED = {base: (wavelengths(128, base) < 4096).sum() for base in (1_000, 10_000)}
PADDING = 1

#: The base of Llama 3, and what programs take that were not given it (AirLLM, issue 368).
LLAMA_3_BASE, FALLBACK = 500_000, 10_000


def worst_angle() -> str:
    """Return in words how much of a turn rounded frequencies are off by at position 4095."""
    off = np.abs(4095 * (to_bfloat16(ROPE) - ROPE)).max() / (2 * math.pi)
    return "most" if 0.6 < off < 0.9 else f"{off:.1f}"


#: The positions of chapter 9 with gaps.
IDS = np.array([0, 2, 4])
_COSINES = np.cos(np.outer(np.arange(4096), ROPE))
COSINES_ROUNDED = np.abs(to_bfloat16(_COSINES) - _COSINES).max()


def float32_error(position: int) -> float:
    """Return the largest error of an angle that is computed in float32."""
    angles = np.float32(position) * ROPE.astype(np.float32)
    return float(np.abs(angles.astype(float) - position * ROPE).max())


def last_good_position() -> int:
    """Return the last power of two at which float32 is as exact as rounded cosines."""
    return max(2**n for n in range(10, 21) if float32_error(2**n) <= COSINES_ROUNDED)


HALVED = list(pairs_to_halves([range(8)], 1)[0])

CLAIMS = [
    Claim(
        "rotate halves, column $j$ with $j + {}$",
        {4: "d/2"}[HALVED.index(1) - HALVED.index(0)],
    ),
    Claim("inside each head to {}, {}, {}, …, {}, {}, {}, …:", *map(int, HALVED[:3] + HALVED[4:7])),
    Claim(
        "a text that begins at position {} must give",
        int(re.search(r"start=(\d+)", inspect.getsource(rotary_checks.shifted))[1]),
    ),
    Claim(
        "padding token, which is {}, and begin to count after it ([fairseq",
        PADDING,
    ),
    Claim(
        "Above {}, bfloat16 skips whole numbers; float16 does so above {}.",
        exact_whole_numbers(),
        2 ** np.finfo(np.float16).nmant * 2,
    ),
    Claim(
        "at a start of {} all positions here are still {}",
        100,
        "exact" if 100 + len(rotary_checks.TEXT) <= exact_whole_numbers() else "rounded",
    ),
    Claim("By position {} the worst angle is off by {} of a turn", 4095, worst_angle()),
    Claim(
        "Take $L = {}$ and $s = 2$. A key at position {} was cached when the text was that long, "
        "and a query at position {} meets it",
        2048,
        2048 - 1,
        2048 + 256 - 1,
    ),
    Claim("the base: {:,} in Llama 3. With {:,}, one user", LLAMA_3_BASE, FALLBACK),
    Claim(
        "at $r = 16$ the slowest wavelength is {:,.0f} positions. With `code` (Gemma {}) it is "
        "$2j/d$, so that at $d = 64$ it is {:.0f};",
        wavelengths(16)[-1],
        4,
        2 * math.pi * 10_000 ** (14 / 64),
    ),
    *(
        Claim(f"{said} {{:,}} positions", last_good_position())
        for said in ("So up to", "float32 is enough up to")
    ),
    Claim(
        "At a million positions it is {:.0f} times worse",
        float32_error(1_000_000) / COSINES_ROUNDED,
    ),
    Claim(
        "positions {}, {}, {}, which RoPE allows, are {} documents by the first rule and {} by the "
        "second",
        *IDS,
        word(len(np.unique(np.cumsum(np.diff(IDS, prepend=IDS[0] - 1) != 1)))),
        word((IDS == IDS.min()).sum()),
    ),
    Claim("the rows of two heads of width {}, as they stand", 6),
    Claim(
        "a width of {} or more (at four, the conversion is its own {})",
        word(next(width for width in (4, 8, 16) if steps_to_undo_the_conversion(width) > 2)),
        {2: "inverse"}[steps_to_undo_the_conversion(4)],
    ),
    Claim(
        "{} exhibits are harmless and break none",
        word(sum(mistake.kind == "harmless" for mistake in ROTARY_MISTAKES)).capitalize(),
    ),
    Claim(
        "“Restarted with the cache” breaks *{}* and *{}*",
        *(
            check.name
            for check in rotary_checks.ROTARY_CHECKS
            if check.errors(RestartedWithCache).max() > rotary_checks.TOLERANCE
        ),
    ),
    Claim("splits its weight: each gets {}.", weight_on_itself(1)),
    Claim("Placed five too far, the token sees {} itself", weight_on_itself(5)),
    Claim("a number format of {} bits", 16),
    Claim("incoherent somewhere between {} and {} tokens ([AirLLM, issue {}]", 800, 1000, 368),
    Claim("the loss of GPT-2 on one text from {:.2f} to {:.2f} until", 4.503170, 13.594296),
    Claim("The newest token is at position {}", 30),
    Claim("A table of {} pairs without any new angle does worse", len(WITHIN)),
    Claim("Why do some positions begin at {}?", PADDING + 1),
    Claim(
        "Test with at least two heads, a width of {} or more",
        word(next(width for width in (4, 8, 16) if steps_to_undo_the_conversion(width) > 2)),
    ),
    Claim(
        "With a smaller base {} pairs finish a turn in training",
        "more" if FINISHED[1_000] > FINISHED[10_000] else "fewer",
    ),
]
ALLOWED = [
    r"Llama \d|[Pp]air 0\b|section 3\.4|(?:issue|pull request) \d+\]",
    r"takes about \d+ minutes",
    r"0, 2, 4, …, 1, 3, 5, …|0, 0, 1, 1 and not 0, 1, 0, 1",
    r"Gemma 7B|GPT-2|GLM−4",
    r"offset 0\b",
    r"[Pp]osition (?:0|30)\b|positions 0, 2, 4",
    r"1 means 100%|step other than 1|softmax gives 1 whatever",
    r"since version 5|in version 3|version 5 of|to 16 bits",
    r"1 means that the layer \*\*uses\*\* RoPE, 0 that",
    r"Gemma 4|Mistral 4|V2 to V4|DeepSeek V3|ERNIE 4\.5|(?<=DeepSeek )V\d",
    r"a ramp from 1 to 4 turns",
]
