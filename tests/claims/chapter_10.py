"""The numbers in the prose of chapter 10; those of programs and reports stand as found there."""

import math

import numpy as np

from pe_lib import angular_frequencies
from pe_lib.practice import (
    grid_encoding,
    section_axes,
    t5_buckets,
    to_bfloat16,
)
from tests.claims import Claim

SECTIONS = [16, 24, 24]
#: The default of modeling_qwen3_vl.py; tests/environments/test_statements.py reads it there.
QWEN3_VL = [24, 20, 20]
_OMEGA = angular_frequencies(128, 1_000_000)
_WIDTH = _OMEGA[section_axes(SECTIONS) == 2]


def first_in_last_bucket(causal: bool) -> int:
    buckets = t5_buckets(-np.arange(300), causal=causal)
    return int(np.argmax(buckets == buckets.max()))


def share_that_hardly_turns(base: float) -> str:
    """Return how many of DETR's pairs turn by less than 0.1 radians across an image, in words."""
    share = np.mean(2 * np.pi * base ** (-np.arange(64) / 64) < 0.1)
    return "more than half" if 0.5 < share < 0.6 else f"{share:.0%}"


FIRST_HALF_IS_ROWS = np.ptp(grid_encoding(3, 3, 8).reshape(3, 3, 8)[:, :, :4], axis=1).max() == 0

CLAIMS = [
    Claim("With base {:,} {} of the pairs hardly change", 10_000, share_that_hardly_turns(10_000)),
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
        "take turns instead, with {} pairs for time and {} for each of the others",
        *QWEN3_VL[:2],
    ),
    Claim("both are computed with {:,} here", 1_000_000),
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
    Claim("within windows of {} × {} patches", 7, 7),
    Claim("Each axis has {} pairs", 256 // 2 // 2),
    Claim("how many pairs turn by less than {:.1f} radians?", 0.1),
    Claim("takes base {} and calls it", 20),
    Claim("had {:,} in place of {}, which", 10_000, 20),
    Claim("cuts {} seconds of sound into {} frames", 30, 30 * 50),
    Claim(
        "in bfloat16, {} positions have {} different numbers",
        512,
        len(np.unique(to_bfloat16(np.arange(512)))),
    ),
    Claim("takes a grid of {} × {} for a class token and {} patches", 14, 14, 14**2 - 1),
    Claim("and {:.2f} hours is no cycle of anything", 2 * math.pi),
    Claim("the day of the week with {} in place of {}.", 7, 24),
    Claim(
        "the patch below is {} steps away",
        12,
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
    r"Llama \d(?: to \d)?|(?:issue|pull request) \d+\]",
    r"takes about \d+ minutes",
    r"0, 1, 2, …",
    r"GPT-\w+|GLM−4|T5|Qwen\d",
    r"offset −1 is in bucket 1 and offset \+1 in|offset 0 ahead",
    r"from −1 to 1 |from 0 to 1\b|from −6 to 6",
    r"23:00 (?:is near|near|is as near to) 0:00(?: as 1:00 is)?|beat of bar 5",
    r"source files in 2026",
    r"since version 5|since July 2025",
]
