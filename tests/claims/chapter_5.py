"""The numbers in the prose of chapter 5."""

import math
from decimal import Decimal, localcontext

import numpy as np
from mpmath import mp

from pe_book.measured import table_benchmark
from pe_lib import angular_frequencies, positional_encoding
from pe_lib.checks import POSITION_LIMIT
from pe_lib.encoding import block_rows
from tests.claims import Claim, word

D = 512
FAR = 10_000_000


def errors_far_out(kind):
    """Return the largest error of a row at FAR whose angles are computed in `kind`.

    The exponentials are the nearest numbers to the true ones, as in the explorer.
    """
    exponents = np.arange(0, D, 2, dtype=kind) * kind(-math.log(10_000) / D)
    with mp.workdps(40):
        omega = np.array([float(mp.exp(float(x))) for x in exponents], dtype=kind)
        if kind is np.float64:
            omega = np.array([float(mp.mpf(10_000) ** (-mp.mpf(2 * j) / D)) for j in range(D // 2)])
        angles = (kind(FAR) * omega).astype(float)
        exact = [FAR * mp.mpf(10_000) ** (-mp.mpf(2 * j) / D) for j in range(D // 2)]
        sines = np.array([float(mp.sin(angle)) for angle in exact])
        cosines = np.array([float(mp.cos(angle)) for angle in exact])
    return max(np.abs(np.sin(angles) - sines).max(), np.abs(np.cos(angles) - cosines).max())


def sines_of_the_fast_form(seq_len, d_model):
    """Return how many sines and cosines it takes: a block of rows, and a row of each other one."""
    block = block_rows(d_model)
    return (block + -(-seq_len // block) - 1) * d_model


def exp_log_over_power(kind, d=D):
    """Return how many times larger the worst error of exp/log is, both computed in `kind`."""
    with localcontext(prec=50):
        exact = [Decimal(10_000) ** (Decimal(-2 * j) / d) for j in range((d + 1) // 2)]
        two_j = np.arange(0, d, 2, dtype=kind)
        forms = (
            np.exp(two_j * kind(-math.log(10_000) / d)),
            kind(10_000) ** (-two_j / kind(d)),
        )
        worst = [
            max(abs(Decimal(float(w)) / e - 1) for w, e in zip(form, exact, strict=True))
            for form in forms
        ]
        return float(worst[0] / worst[1])


def exceeded(bound, ratio):
    """Return the word of a bound that the ratio exceeds, by how much depends on the processor."""
    assert ratio > bound, f"{ratio} does not exceed {bound}"
    return word(bound)


def error_at(p):
    """Return the largest error of np.sin(p * omega), all in float64, at one position."""
    with mp.workdps(40):
        return max(
            abs(float(mp.sin(p * mp.mpf(10_000) ** (-mp.mpf(2 * j) / D)) - mp.mpf(float(s))))
            for j, s in enumerate(np.sin(p * angular_frequencies(D)))
        )


def not_the_nearest(start, rows=500):
    """Return the share of a table's entries that float64 angles leave one float32 number off."""
    angles = np.arange(start, start + rows)[:, np.newaxis] * angular_frequencies(D)
    rounded = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(rows, D)
    exact = positional_encoding(rows, D, start=start)
    return np.mean(rounded.astype(np.float32) != exact.astype(np.float32))


def first_merged_position():
    """Return the first integer that float16 stores as its neighbor."""
    positions = np.arange(5000)
    return int(np.argmax(positions.astype(np.float16) != positions))


def first_width_with_better_exp_log():
    return next(d for d in range(3, 100) if exp_log_over_power(np.float64, d) < 1)


def digits_of_both_forms():
    """Return the whole decimal digits that both forms of a frequency have right."""
    j = range(D // 2)
    exact = [mp.mpf(10_000) ** (-mp.mpf(2 * n) / D) for n in j]
    forms = [[math.exp(-2 * n * math.log(10_000) / D), 10_000.0 ** (-2 * n / D)] for n in j]
    errors = [abs(form / e - 1) for pair, e in zip(forms, exact, strict=True) for form in pair]
    return int(-mp.log10(max(errors)))


ANGLES, SINES, RESULT = 0.5, 0.5, 1.0

ROUNDED = np.float32(8191) * angular_frequencies(D).astype(np.float32)
LOST = np.abs(np.sin(ROUNDED.astype(float)) - np.sin(8191 * angular_frequencies(D)))
#: What rounding does to the exponents of exp/log, pair by pair.
OFF = np.spacing(np.arange(0, D, 2) / D * math.log(10_000))


def sines_without_cosine(d):
    return math.ceil(d / 2) - d // 2


def bytes_per_second(seq_len, d_model):
    """Return how fast one thread made this table of float64 in the stored measurement."""
    results = table_benchmark()
    found = results["times"][results["shapes"].index([seq_len, d_model])]["ours"]
    return seq_len * d_model * np.dtype(np.float64).itemsize / (found["ms"] / 1000)


#: Rows and columns of a terabyte.
ROWS, COLUMNS = 244_140_625, 512
TERABYTE = ROWS * COLUMNS * np.dtype(np.float64).itemsize


CLAIMS = [
    Claim("Set the length to {} and the width to {}", 8192, 1024),
    Claim(
        "takes {:.0f} times fewer sines and cosines: {:,} instead of {:,}",
        lambda: 8192 * 1024 / sines_of_the_fast_form(8192, 1024),
        lambda: sines_of_the_fast_form(8192, 1024),
        8192 * 1024,
    ),
    Claim("move the position to {:,}, with {} columns", FAR, D),
    Claim("it is wrong by up to {:.2f}", lambda: errors_far_out(np.float32)),
    Claim(
        "At position {:,} about {:.0f} entries in {} are not; nearer to the start there are far "
        "{}.",
        FAR,
        lambda: 1000 * not_the_nearest(FAR),
        1000,
        "fewer" if not_the_nearest(100_000) < not_the_nearest(FAR) / 10 else "more",
    ),
    Claim(
        "still has about {} correct digits", lambda: word(-math.log10(errors_far_out(np.float64)))
    ),
    Claim("In float64 both forms are correct to {} digits", lambda: word(digits_of_both_forms())),
    Claim(
        "numbers of {} bytes (float64) or {} bytes (float32)",
        word(np.dtype(np.float64).itemsize),
        word(np.dtype(np.float32).itemsize),
    ),
    Claim(
        "The result is one table, the angles are half a table, and the sines are another half: "
        "together, {} the table",
        {2: "twice"}[ANGLES + SINES + RESULT],
    ),
    Claim(
        "a number between {} and {} is up to {} times as large as that of a number between one "
        "and two",
        word(8),
        word(16),
        word(np.spacing(8.0) / np.spacing(1.0)),
    ),
    Claim("So at $d = {}$ exp/log is the *less* exact of the two", D),
    Claim(
        "And $d = {}$ favors the power: $2j/d$ is exact there, because {} is a power of two. "
        "At $d = {}$ the factor is {:.1f} in float64, "
        "and at $d = {}$ exp/log is the better form.",
        D,
        2 ** int(math.log2(D)),
        768,
        lambda: exp_log_over_power(np.float64, 768),
        first_width_with_better_exp_log,
    ),
    Claim(
        "its worst error is more than {} times that of the power in float64, "
        "and more than {} times in float32",
        lambda: exceeded(10, exp_log_over_power(np.float64)),
        lambda: exceeded(5, exp_log_over_power(np.float32)),
    ),
    Claim(
        "rounds an angle near {:,} radians to a float32 number, and these are {:.4f} apart there.",
        100_000,
        float(np.spacing(np.float32(100_000))),
    ),
    Claim(
        "float16 has {} significant bits, so it cannot tell {} from {}",
        np.finfo(np.float16).nmant + 1,
        first_merged_position() - 1,
        first_merged_position(),
    ),
    Claim(
        "For {} positions and {} columns a block has {} rows and there are {} blocks. "
        "So {} rows of sines and cosines are computed, and the result has {} rows.",
        8192,
        1024,
        block_rows(1024),
        8192 // block_rows(1024),
        block_rows(1024) + 8192 // block_rows(1024) - 1,
        8192,
    ),
    Claim("A float32 number has {} significant bits", np.finfo(np.float32).nmant + 1),
    Claim(
        "run from {:.0f} *up* to almost {:,} radians per position",
        *(1 / angular_frequencies(D)[[0]]),
        round(1 / angular_frequencies(D)[-1], -3).astype(int),
    ),
    Claim(
        "= \\begin{{pmatrix}} {:.0f} & {:.0f} \\\\ {:.0f} & {} \\\\ {:.0f} & {} \\end{{pmatrix}}",
        *np.outer(range(3), angular_frequencies(4)).ravel(),
    ),
    Claim(
        "\\begin{{pmatrix}} {:.0f} & {} \\end{{pmatrix}} =",
        *angular_frequencies(4),
    ),
    Claim("Take rows {} to {}, and turn them into rows {} to {}", 0, 63, 63 + 1, 2 * 64 - 1),
    Claim("right at position {:,}, or for several texts", 100_000),
    Claim("The powers lie between {}/10000 and one", 1),
    Claim("At position {} `code` is already off by up to {:.1e}", 8191, lambda: error_at(8191)),
    Claim(
        "The {} pairs lose the most digits. A {} pair has a small angle even at a far position",
        *(("fast", "slow") if LOST[1:65].mean() > 10 * LOST[-64:].mean() else ("slow", "fast")),
    ),
    Claim(
        "So the {} pairs, where $|x|$ is large, have the {} errors",
        *(("slow", "largest") if OFF[-1] == OFF.max() > OFF[1] else ("fast", "largest")),
    ),
    Claim(
        "For {} $d$ there is {} cosine fewer than there are sines",
        "odd" if sines_without_cosine(8) == 0 else "even",
        word(sines_without_cosine(7)),
    ),
    Claim(
        "gives the shorter one a new {} axis, and stretches every axis of length {}",
        "first" if np.broadcast_shapes((9, 1), (4,)) == (9, 4) else "last",
        word(1),
    ),
    Claim(
        "In float16, different positions even get the {} row",
        "same" if np.float16(2048) == np.float16(2049) else "next",
    ),
    Claim("or begin at {:,}, and count", min(100_000_000, POSITION_LIMIT)),
    Claim(
        "for {:,} rows of {} columns, and its file has exactly $10^{{{:g}}}$ bytes",
        ROWS,
        COLUMNS,
        math.log10(TERABYTE),
    ),
    Claim(
        "one thread made the table of {} rows and {} columns at {:.1f} GB per second, and at this "
        "rate a terabyte takes about {} minutes",
        8192,
        1024,
        lambda: bytes_per_second(8192, 1024) / 1e9,
        lambda: word(TERABYTE / bytes_per_second(8192, 1024) / 60),
    ),
    Claim("The last position that the library accepts is {:,}", POSITION_LIMIT - 1),
    Claim(
        "Start with row {}. It needs no sine, because it is $0, 1, 0, 1, \\dots$",
        int(np.argmax((positional_encoding(9, 8) == [0, 1] * 4).all(axis=1))),
    ),
]
ALLOWED = [
    r"takes about \d+ minutes",
    r"[Cc]olumn 0",
    r"[Rr]ow 0",
    r"[Pp]air 0",
    r"section [35]\.\d",
    r"issue 131",
]
