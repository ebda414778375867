"""The numbers that are typed in the questions' texts; … is what the question itself computes."""

import math

import numpy as np

from pe_lib import angular_frequencies, positional_encoding, rotation_matrix, wavelengths
from pe_lib.practice import to_bfloat16
from pe_lib.variants import alibi_slopes, interpolated_frequencies
from tests.claims import Claim
from tests.claims.typed import SUPERSCRIPT

EIGHT = angular_frequencies(8)
WAVES = wavelengths(8)
TABLE = positional_encoding(1001, 8)
#: Pairs counted from 0 own columns 2j and 2j + 1.
PAIR_OF = np.repeat(np.arange(4), 2)
APART = np.linalg.norm((TABLE[44] - TABLE[0]).reshape(4, 2), axis=1)
PRODUCTS = positional_encoding(24, 16) @ positional_encoding(24, 16)[20]
SAME_PRODUCT = [int(p) for p in range(24) if p != 20 and np.isclose(PRODUCTS[p], PRODUCTS[23])]
FLOAT32, FLOAT64 = np.finfo(np.float32), np.finfo(np.float64)
WHOLE = np.arange(1200)
SKIPPED = np.flatnonzero(to_bfloat16(WHOLE) != WHOLE)
KEPT = np.unique(to_bfloat16(WHOLE[512:1025]))
SLOPES = alibi_slopes(8)
#: The unit in which a position divided by four turns the fastest pair by a quarter.
FASTEST = interpolated_frequencies(128, 4)[0]
[QUARTER] = (u for u, one in {"radian": 1, "turn": 2 * math.pi}.items() if FASTEST == one / 4)


def power(base: int | str, exponent: int) -> str:
    """Return a power as it is read in a text.

    >>> power(10, -16)
    '10⁻¹⁶'
    """
    return f"{base}{str(exponent).translate(SUPERSCRIPT)}"


def pace(unfinished: bool) -> str:
    """Return which hands do not, or do, complete a turn."""
    return "slow" if unfinished else "fast"


def corner(entry: float, offset: float, pair: int) -> str:
    """Return where an entry stands in the block of a pair."""
    block = rotation_matrix(offset, 8)[2 * pair :, 2 * pair :][:2, :2]
    [place] = np.argwhere(np.isclose(block, entry)).tolist()
    return {(0, 1): "upper right", (1, 0): "lower left"}[tuple(place)]


HOURS = range(24)
CLOCK = np.array([(math.sin(2 * math.pi * h / 24), math.cos(2 * math.pi * h / 24)) for h in HOURS])
ONE_HOUR = math.dist(CLOCK[1], CLOCK[0])
CLAIMS = {
    "chapter_1": [],
    "chapter_2": [
        Claim("Give the first word the number {}, the last word the number {}", 0, 1),
        Claim("That is column {}: you used frequency {:.0f}", 0, EIGHT[0]),
        Claim("…^ = ({})^", power("…", 2)),
        Claim("Columns {} and {} are pair {}.", *np.flatnonzero(PAIR_OF == 0), 0),
        Claim("A pair adds {:.0f}, and a pair is {} columns", (TABLE[5, :2] ** 2).sum(), "two"),
        Claim("A pair of columns adds {:.0f}.", (TABLE[5, 2:4] ** 2).sum()),
        Claim("You added {} for every column.", 1),
        Claim("You added {} for each column.", 1),
        Claim("One pair has length {:.0f}.", np.linalg.norm(TABLE[5, :2])),
        Claim("Position {} of a table with d = {} holds", 6, 8),
        Claim("only sines, since {} is even", 6),
        Claim("d = {}, B = …. At which position from 0 to … is column {} largest?", 8, 4),
        Claim("Column {} is the sine of pair {}, which has", 4, PAIR_OF[4]),
        Claim("Which pair is column {}, and", 4),
        Claim("so column {} is larger there", 4),
        Claim("A cosine is largest at {}. Column {} is even", np.argmax(np.cos([0, 1, 2, 3])), 4),
        Claim("You looked at pair {}. Column {} belongs to pair {}.", PAIR_OF[2], 4, PAIR_OF[4]),
        Claim("frequency …^. Column {} belongs to pair {}.", 4, PAIR_OF[4]),
    ],
    "chapter_3": [
        Claim("| The {} ones, because they have not yet", pace(512 / WAVES[-1] < 1)),
        Claim("the {} hands point where they have often", pace(512 / WAVES[0] < 1)),
        Claim("But the {} pairs reach new angles", pace(512 / WAVES[-1] < 1)),
        Claim(
            "A table has {} columns, so {} hands, and base 10000. A text has {} words",
            512,
            256,
            512,
        ),
        Claim("On a logarithmic scale, {} lies about in the middle", 512),
        Claim("makes … turns in {} words", 512),
        Claim("trained on texts of {} words and now reads one of {}", 512, 600),
        Claim("because position {} is new", 600),
        Claim("d = {}, B = 10000. Rows 0 and … hardly differ in pair {}.", 8, APART.argmin()),
        Claim("| Pair {}. | It has turned by … radians, so", APART.argmax()),
        Claim("| Pair {}. | It has turned by only", 2),
        Claim("Pair {}, the slowest", EIGHT.argmin()),
    ],
    "chapter_4": [
        Claim("Can you compute row p + {} from it", 3),
        Claim("That is the part of pair 0. Pair {} adds", 1),
        Claim("itself, offset {}", 0),
        Claim(
            "a query at position {} and a key at position {} have a certain score. Then … words",
            12,
            9,
        ),
        Claim("only the offset, {}, is in it", 12 - 9),
        Claim("the pairs that make whole turns in {} positions", 1000),
        Claim("What is the {} entry of the block of pair …?", corner(math.sin(6 * EIGHT[1]), 6, 1)),
        Claim(
            "That is the {} entry, or the block of k = −…", corner(-math.sin(6 * EIGHT[1]), 6, 1)
        ),
        Claim(
            "What is the {} entry of the block of pair 0", corner(math.sin(EIGHT[0] / 2), 0.5, 0)
        ),
        Claim(
            "exactly the same number: cos is {}.",
            "even" if math.cos(-3) == math.cos(3) else "odd",
        ),
        Claim("Least squares on {} rows with {} columns", 64, 16),
        Claim(
            "In {} rows the slow cosines are all nearly {:.0f}",
            64,
            positional_encoding(64, 16)[:, -1].min(),
        ),
        Claim("Rows rounded to {} digits", round(-math.log10(FLOAT64.eps))),
        Claim("rows are rounded to {} digits", round(-math.log10(FLOAT64.eps))),
        Claim("{} unknowns need more than {} equations", 16, 64),
        Claim("has {} unknowns and about {:.0f} equations", 16, round(64 - 3, -1)),
        Claim("a shift by {} turns the hand", 1),
        Claim("With k = {} it can be", 100),
        Claim("At p = 0 the sine is {:.0f}, and no factor turns {:.0f} into", *2 * [math.sin(0)]),
        Claim("Rounding is near {}.", power(10, round(math.log10(FLOAT64.eps)))),
        Claim("the dot product of row {} with another row", 20),
        Claim("before row {} or after it", 20),
        Claim("Row {} and row {} give exactly the same number", *SAME_PRODUCT),
        Claim("one of the two rows is row {}", 20),
        Claim("d = {}, B = 10000. Is row p + …", 512),
        Claim("d = {}, B = 10000. What is the upper right entry of the block of pair 0", 8),
        Claim("sin(… · {:.0f})", EIGHT[0]),
        Claim(
            "That is pair {}. Pair {} has frequency {:.0f}.",
            *[int(np.argmin(np.abs(np.sin(EIGHT / 2) - math.sin(0.05)))), EIGHT.argmax(), EIGHT[0]],
        ),
    ],
    "chapter_5": [
        Claim("a sine is never larger than {:.0f}", np.sin(np.linspace(0, 7, 9999)).max()),
        Claim("true near position {:,}", 1000),
        Claim("Float32 holds numbers up to about {}", power(10, int(math.log10(FLOAT32.max)))),
        Claim("L and d/2 are both above {}", 1),
        Claim("A test with L = {} and d = {} has that case", 64 // 2, 64),
        Claim(
            "| {} is the number of bits. A byte has {} bits.",
            FLOAT64.bits,
            FLOAT64.bits // np.dtype(float).itemsize,
        ),
        Claim("in MiB ({} bytes)", power(2, 20)),
        Claim("divided by {}.", power(2, 20)),
        Claim("in units of {}. Each", power(2, 20)),
        Claim("units of {} bytes. A MiB is {} bytes", power(10, 6), power(2, 20)),
        Claim("At d = {} it is the other way around", 512),
        Claim("at d = {} exp/log is slightly", 512),
        Claim("is below {} for every d", 1),
        Claim("the distance near {}. It grows", 1),
        Claim("half the distance near {}, the", 1),
        Claim("One factor {} too many", 2),
        Claim("the shifts by {}, {}, {}, …", *(2 ** np.arange(3))),
        Claim("works for d = {} and raises an error for d = {}.", 512, 7),
        Claim(
            "It gives {}, {}, {}, {}, one exponent for each of the {} pairs",
            *range(0, 7, 2),
            "four",
        ),
    ],
    "chapter_6": [
        Claim("directions hold {}% of its variance", 99),
        Claim("for the first {} positions", 40),
        Claim("entries of standard deviation {}", 1),
    ],
    "chapter_11": [
        Claim("nothing ties row {} to row {}", 8, 7),
        Claim("position {} sees what position {} sees", 8, 7),
        Claim("Then the average would be {}", 1),
        Claim("pair alone, whose frequency is {:.0f}", EIGHT[0]),
        Claim("only {}/…", 1),
    ],
    "chapter_7": [
        Claim("Query and key are both ({}, {})", 1, 0),
        Claim("Positions {} and … give the same", 40),
        Claim("How much does head {} take off", 3),
        Claim("slope of head {}, then", 3),
        Claim("That is head {}. Heads are counted", 1 + int(np.argmin(np.abs(40 * SLOPES - 2.5)))),
        Claim("That is head {}, or the third", 1 + int(np.argmin(np.abs(40 * SLOPES - 10)))),
        Claim("The exponent is −{} times h over the number of heads, not −{}/h", 8, 8),
        Claim("first token has value {}; the others have {}.", 1, 0),
        Claim("a one cannot exceed {}", 1),
        Claim("clipped at ±{}", 16),
        Claim("one vector for −{} and another for +{}", 3, 3),
        Claim("“{} or more back”", 16),
        Claim("Position {} and position {}.", 3, 300),
        Claim("first word now has position {} instead of {}", 100, 0),
        Claim("d/(d−{}) is above {}", 2, 1),
        Claim("divides every position by {}", 4),
        Claim("now turns by only a quarter of a {} per position", QUARTER),
    ],
    "chapter_8": [
        Claim(
            "steps its column `code` by {}, and its exponent, `code`, multiplies by {} again", 2, 2
        ),
        Claim("so every pair has length {:.0f}", np.linalg.norm(TABLE[9, 2:4])),
        Claim("At m = d/2 the exponent is {:.0f}, so", 2 * 4 / 8),
        Claim("with m = {}, …, d/2", 1),
        Claim("That is m = {}, its shortest", 1),
        Claim("rows near position {:,}", 20_000),
        Claim(
            "A model with d = {} is trained on {} positions. With base {:,}, … of its {} pairs",
            512,
            512,
            10_000,
            512 // 2,
        ),
        Claim("if it is trained with base {:,}?", 500_000),
        Claim("the number for base {}", 1000),
        Claim("Beyond position {} they reach", 512 - 1),
    ],
    "chapter_9": [
        Claim("bfloat16, which has {} significant bits", int(math.log2(SKIPPED[0] - 1))),
        Claim("tokens at positions {} and {}?", 1000, 1001),
        Claim(
            "From {} to {} bfloat16 keeps only every {} whole number",
            512,
            1024,
            {4: "fourth"}[int(np.diff(KEPT).max())],
        ),
        Claim("The fastest pair turns by {:.0f} radian per position", EIGHT[0]),
        Claim("Here {} stays … and {} becomes …: the offset changes from {} to", 1000, 1001, 1),
        Claim("first token has position 0, not {}", 1),
        Claim("by {} ln s + {}. By what", 0.1, 1),
        Claim("multiplied by {}, and {} is added", 0.1, 1),
        Claim(
            "The {} is missing. At scale {} the factor must be {:.0f}", 1, 1, 0.1 * math.log(1) + 1
        ),
    ],
    "chapter_10": [
        Claim("one number, from 0 to {}.", HOURS[-1]),
        Claim("{}:00 and {}:00, which are half a day apart", HOURS[0], HOURS[12]),
        Claim(
            "they differ by {}, and {} − {} is more",
            HOURS[12] - HOURS[0],
            HOURS[-1],
            HOURS[0],
        ),
        Claim("{}:00 and {}:00, although one hour lies", HOURS[-1], HOURS[0]),
        Claim("The number jumps from {} to {} at midnight", HOURS[-1], HOURS[0]),
        Claim("of 2πh/{} do not jump", len(HOURS)),
        Claim(
            "there, {}:00 is as near to {}:00 as {}:00 is.",
            *(
                h
                for h in (23, 0, 1)
                if math.isclose(math.dist(CLOCK[h], CLOCK[0]), ONE_HOUR) or h == 0
            ),
        ),
        Claim(
            "{}:00 and {}:00, where the sine",
            *(int(CLOCK[:, 0].argmax()), int(CLOCK[:, 0].argmin())),
        ),
        Claim("so for the sine of 2πh/{}.", len(HOURS)),
        Claim("| {} × {} patches. | The table has the right", 4, 4),
        Claim("| {} × {} patches. | With one line", 1, 4),
        Claim("Time runs from 0 to {} and goes", 1),
        Claim("Over a range of {} a slow pair", 1),
        Claim("even the fastest turns by {:.0f} radian at most", EIGHT.max()),
        Claim("Multiplying the time by {} brings", 1000),
        Claim("fastest pair turns by up to {:.0f} radian", EIGHT.max()),
    ],
}
#: Zeros and ones that are counted from, sums of weights, and names.
ALLOWED = [
    r"\b[Pp]airs? 0\b|[Rr]ows? 0\b|position 0\b|offset (?:is )?[01]\b|\(p = 0\)|p = 0\.|At p = 0",
    r"\bfrom [01]\b|(?:at|to) 0\b|words 0 to|0 to … are taken|simply 0|all rows are 0",
    r"0, 1, 0, 1|−1 and 1|between 0 and 1|in twos: 0 1, 2 3, 4 5|by 2, rounded down",
    r"1/\(p \+ 1\)|\(p \+ 1\)",
    r"sums? to (?:less than )?1\b|add up to 1|weight 1/…|= 1/…|slope is 1/…",
    r"frequency 1, |frequency 1\.|ω\^? = 1\b|sin² \+ cos² = 1|has the value 1|h = 1, …",
    r"2j/d|2j \+ 1|d/2\b|1/ω|π/2|1 − 2/d|√\(2/\(V|−2·…/…|ln 2\b|the 2 in the exponent|by 2 once",
    r"GPT−2|:00",
]
