"""The numbers in the prose of chapter 10; those of programs and reports stand as found there."""

import math

import numpy as np

from pe_book import learned_rows
from pe_lib import addition, angular_frequencies
from pe_lib.practice import (
    grid_encoding,
    section_axes,
    t5_buckets,
    to_bfloat16,
)
from tests.claims import Claim

SECTIONS = [16, 24, 24]
_OMEGA = angular_frequencies(128, 1_000_000)
_WIDTH = _OMEGA[section_axes(SECTIONS) == 2]


def first_in_last_bucket(causal: bool) -> int:
    buckets = t5_buckets(-np.arange(300), causal=causal)
    return int(np.argmax(buckets == buckets.max()))


def share_that_hardly_turns(base: float) -> str:
    """Return how many of DETR's pairs turn by less than 0.1 radians across an image, in words."""
    share = np.mean(2 * np.pi * base ** (-np.arange(64) / 64) < 0.1)
    return "more than half" if 0.5 < share < 0.6 else f"{share:.0%}"


TABLES = learned_rows.tables()
LATE = {name: rows[learned_rows.FIRST :] for name, rows in TABLES.items()}
MEASURED = {name: learned_rows.measure(rows) for name, rows in TABLES.items()}
WAVES = {
    name: [int(np.sum(np.diff(np.sign(wave)) != 0)) for wave in found.components[:4]]
    for name, found in MEASURED.items()
}


def cosines(name: str, offset: int = 16, centered: bool = False) -> np.ndarray:
    """Return the cosines of rows that stand an offset apart, with or without their mean row."""
    rows = LATE[name] - centered * LATE[name].mean(axis=0)
    products = np.sum(rows[offset:] * rows[:-offset], axis=1)
    lengths = np.sqrt(np.sum(rows**2, axis=1))
    return products / (lengths[offset:] * lengths[:-offset])


def shift_fit_on_other_rows(rows: np.ndarray) -> float:
    """Return R² on rows 34 to 63 of a linear map from row p to p + 1 fitted on rows 4 to 33."""
    center = rows[4:34].mean(axis=0)
    *_, directions = np.linalg.svd(rows[4:34] - center, full_matrices=False)
    z = np.column_stack([(rows - center) @ directions[:8].T, np.ones(64)])
    matrix = np.linalg.pinv(z[4:33]) @ z[5:34]
    error, target = z[34:63] @ matrix - z[35:64], z[35:64]
    return float(1 - np.sum(error[:, :8] ** 2) / np.sum((target - target.mean(axis=0)) ** 2))


SHIFT_FITS = {name: shift_fit_on_other_rows(rows) for name, rows in TABLES.items()}
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
    Claim("fits here fits at position {}", 500),
    Claim("an exact matrix exists for it, in all {} columns:", 768),
    Claim("Seen over all {} rows", 1024),
    Claim(
        "in bfloat16, {} positions have {} different numbers",
        512,
        len(np.unique(to_bfloat16(np.arange(512)))),
    ),
    Claim("first {} of the {} vectors", 64, 1024),
    Claim("They are the first {:.0f}% of the table", 100 * 64 / 1024),
    Claim("What {} rows cannot show", 64),
    Claim("In {} rows you see only its beginning", 64),
    Claim("Nor can {} rows show", 64),
    Claim("on rows {} to {}, in the eight directions", 4, 33),
    Claim("test it on rows {} to {}", 34, 63),
    Claim(
        "The components of {} controls cross zero {}, {}, {} times and {} times, too.",
        "both" if WAVES["walk"] == WAVES["smooth"] else "none of the",
        *({1: "once", 2: "twice", 3: "three", 4: "four"}[n] for n in WAVES["walk"]),
    ),
    Claim(
        "Smooth noise has {:.1f}% of its variance in six directions, GPT−2 {:.1f}%, the random "
        "walk {:.0f}%, and the sinusoidal table only {:.0f}%.",
        *(100 * MEASURED[name].shares.sum() for name in ("smooth", "gpt2", "walk", "sinusoid")),
    ),
    Claim(
        "For smooth noise it varies even {} than for GPT−2. And {:.0f}% of the energy of GPT−2's "
        "rows is one constant row",
        "less" if cosines("smooth").std() < cosines("gpt2").std() else "more",
        100 * addition.constant_share(LATE["gpt2"]),
    ),
    Claim(
        "Without it, the cosine at offset {} is {:.2f} with a standard deviation of {:.2f}.",
        16,
        cosines("gpt2", centered=True).mean(),
        cosines("gpt2", centered=True).std(),
    ),
    Claim(
        "for the sinusoidal table the deviation is {:.2f}",
        cosines("sinusoid", centered=True).std(),
    ),
    Claim(
        "Training began with random rows, whose neighbors have nothing in common, and ended with a "
        "{} curve",
        "smooth"
        if cosines("gpt2", 1).min() > 0.9 > 0.1 > abs(cosines("random", 1).mean())
        else "jagged",
    ),
    Claim(
        "Smooth noise passes this test {} than GPT−2, with {:.2f} against {:.2f} on the other rows",
        "better" if SHIFT_FITS["smooth"] > SHIFT_FITS["gpt2"] else "worse",
        SHIFT_FITS["smooth"],
        SHIFT_FITS["gpt2"],
    ),
    Claim("The sinusoidal table fails, with {:.2f}", SHIFT_FITS["sinusoid"]),
    Claim("takes a grid of {} × {} for a class token and {} patches", 14, 14, 14**2 - 1),
    Claim("and {:.2f} hours is no cycle of anything", 2 * math.pi),
    Claim("the day of the week with {} in place of {}.", 7, 24),
    Claim("(The measures start at row {} because", learned_rows.FIRST),
    Claim("column of the map has {} unknowns and only {} equations", 9, 33 - 4),
    Claim("row 0 is about three times as long as row {}", 63),
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
    r"GPT-\w+|T5|Qwen\d",
    r"[Pp]osition 0\b|(?:positions?|rows) (?:7 and 8|7|8)\b",
    r"offset −1 is in bucket 1 and offset \+1 in|offset 0 ahead",
    r"from −1 to 1 |from 0 to 1\b|from −6 to 6",
    r"23:00 (?:is near|near|is as near to) 0:00(?: as 1:00 is)?|beat of bar 5",
    r"source files in 2026",
    r"row 0 is",
]
