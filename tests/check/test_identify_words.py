"""The sentence of each finding, beside a table that is made as the sentence says, and only so."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pe_check import identify
from pe_lib import positional_encoding, positional_encoding_at
from pe_lib.practice import to_bfloat16
from pe_lib.variants import alibi_slopes

N_ROWS, D = 48, 16
P, J, C = np.arange(N_ROWS), np.arange(D // 2), np.arange(D)
OMEGA = 10_000.0 ** (-2 * J / D)


def interleaved(angles, even=np.sin, odd=np.cos):
    return np.stack([even(angles), odd(angles)], axis=-1).reshape(len(angles), -1)


def at(positions, omega=OMEGA):
    return interleaved(np.multiply.outer(positions, omega))


def by_column(exponents):
    angles = np.multiply.outer(P, 10_000.0**-exponents)
    return np.where(C % 2, np.cos(angles), np.sin(angles))


def of_base(base, width=D):
    return at(P, base ** (-2 * J / width))


def grid(n_rows, n_columns, scale=lambda axis, size: axis, first="row"):
    """Half of the columns for each axis."""
    row, column = np.divmod(np.arange(n_rows * n_columns), n_columns)
    omega = 10_000.0 ** (-np.arange(8) / 8)
    halves = [at(scale(row, n_rows), omega), at(scale(column, n_columns), omega)]
    return np.hstack(halves if first == "row" else halves[::-1])


PAPERS = at(P)
ANGLES = np.multiply.outer(P, OMEGA)
ORDER = np.random.default_rng(0).permutation(D)
KEPT = np.random.default_rng(5).random(PAPERS.shape) >= 0.1
COLON = "A colon was lost (pe[:, x.shape[1], :] for pe[:, :x.shape[1], :])"
LEFT_OVER = "the batch axis was taken for the positions, or the position is not looked up."
FALL = math.exp(-2 * (-math.log(10_000) // D))
NTK = 10_000 * 8 ** (D / (D - 2))
FAR = 20_000 + P
COARSE = {
    "float32": interleaved(FAR.astype("float32")[:, np.newaxis] * OMEGA.astype("float32")),
    "float16": interleaved(P.astype("float16")[:, np.newaxis] * OMEGA.astype("float16")),
}


def off(kind, positions):
    errors = np.abs(COARSE[kind] - at(positions)).max(axis=1)
    return f"Angles in {kind}: row {errors.argmax()} is off by {errors.max():.1g}."


MADE = {
    "One half of the columns holds the sines, the other half the cosines.": np.hstack(
        [np.sin(ANGLES), np.cos(ANGLES)]
    ),
    "Cosines come before sines.": interleaved(ANGLES, even=np.cos, odd=np.sin),
    "Each column is a wave of its own frequency: no pairs, or RoPE's sines for a head of "
    f"{2 * D} columns.": np.sin(np.multiply.outer(P, 10_000.0 ** (-C / D))),
    "Both columns of a pair are the same function, as RoPE stores them.": interleaved(
        ANGLES, odd=np.sin
    ),
    "The exponent 2c/d takes the column c for the pair.": by_column(2 * C / D),
    "Exponent c/d: each column c has a frequency.": by_column(C / D),
    "The cosine of pair j has the frequency of pair j + 1.": by_column(2 * (C // 2 + C % 2) / D),
    "The exponents j/(d/2-1) of tensor2tensor end at 1.": at(P, 10_000.0 ** (-J / (D / 2 - 1))),
    "Pairs are counted from 1: frequency 1 is missing.": at(P, 10_000.0 ** (-2 * (J + 1) / D)),
    "The first pairs are slow and the last ones fast.": at(P, OMEGA[::-1]),
    f"The exponent lost its sign: frequencies grow to {max(1 / OMEGA):,.5g}.": at(P, 1 / OMEGA),
    "Base 10^8: the exponent is doubled, 4j/d, or it was chosen.": by_column(4 * (C // 2) / D),
    "Base 100: the exponent is j/d without its 2, or it was chosen, or these are the first "
    f"{D} columns of {2 * D} at base 10,000.": by_column(C // 2 / D),
    "All pairs have one frequency, as if all exponents were zero.": by_column(0 * C),
    f"Frequencies fall to 1/{FALL:.3f} each time: a // too many.": at(P, FALL**-J),
    "Exponents 2j/24 at base 10,000: the first 16 columns of 24.": of_base(10_000.0, width=24),
    f"Base {NTK:,.8g}, as NTK-aware scaling by 8 makes it.": of_base(NTK),
    "The base is 500.": of_base(500.0),
    "Base and exponent trade places: (2j/d)**(1/10,000).": at(P, (2 * J / D) ** (1 / 10_000)),
    "The frequencies follow no rule that is known here.": at(
        P, np.sort(np.random.default_rng(0).uniform(0.01, 1, D // 2))[::-1]
    ),
    "The first row is position 1.": at(P + 1),
    "The first row is position 7.": at(P + 7),
    "Angles are converted from degrees, but are in radians already.": at(np.radians(P)),
    "Positions decrease, or the angle has the opposite sign.": at(-P),
    "Rows are 0.25 positions apart.": at(P / 4),
    "Entries are 2.5 times the paper's.": 2.5 * PAPERS,
    f"Entries are {math.sqrt(D):.8g} times the paper's, sqrt(d).": math.sqrt(D) * PAPERS,
    f"Entries are {1 / math.sqrt(D):.8g} times the paper's, 1/sqrt(d).": PAPERS / math.sqrt(D),
    "0.5 is added to the entries.": PAPERS + 0.5,
    "0 to 1.5, by column, is added to the entries.": PAPERS + C / 10,
    "Every row is row 0 of the paper's table: the batch index was looked up, not the position.": (
        np.repeat(PAPERS[:1], N_ROWS, axis=0)
    ),
    f"Every row is row {N_ROWS} of the paper's table, the one after the last of {N_ROWS}: was a "
    "colon lost, pe[:, x.shape[1], :] for pe[:, :x.shape[1], :]?": np.repeat(
        at([N_ROWS]), N_ROWS, axis=0
    ),
    f"All rows are the same, row 7 of the paper's table. {COLON}, {LEFT_OVER}": np.repeat(
        PAPERS[7:8], N_ROWS, axis=0
    ),
    f"All rows are the same. {COLON}, {LEFT_OVER}": np.full((20, 8), 0.3),
    "A sinusoidal table seen through dropout 0.1: "
    f"{(~KEPT & (PAPERS != 0)).mean():.0%} of the entries are dropped, the others multiplied by "
    f"{1 / 0.9:.4g}. Was the module in training mode?": PAPERS * KEPT / 0.9,
    "Cosines alone, one column for each pair of a head of 16, as RoPE stores them.": np.cos(ANGLES),
    "Even rows are sines and odd rows cosines.": np.where(
        P[:, np.newaxis] % 2, np.cos(np.repeat(ANGLES, 2, axis=1)), np.sin(np.repeat(ANGLES, 2, 1))
    ),
    "Rows and columns are exchanged.": PAPERS.T,
    f"The columns stand in another order: {', '.join(map(str, ORDER[:6]))}, …": PAPERS[:, ORDER],
    f"All beyond ({N_ROWS}, {D}) is zero, as for padding.": np.vstack([PAPERS, np.zeros((5, D))]),
    "Row 0 is zero, as for padding.": np.vstack([np.zeros((1, D)), at(P + 1)]),
    "A grid of 6 rows of 5, half of the columns for each axis, the row first.": grid(6, 5),
    "A grid of 4 rows of 7, half of the columns for each axis, the column first.": grid(
        4, 7, first="column"
    ),
    "Positions 0, 1, 2, …, beginning again at position 0 in row 20: several documents in one "
    "row.": at(np.concatenate([P[:20], P[:28]])),
    "Positions 0, 1, 2, …, but from 19 to 30 at row 20.": at(np.where(P < 20, P, P + 10)),
    "Positions 0, 1, 2, …, and position 30 for every row from row 30 on.": at(np.minimum(P, 30)),
    "Positions 0, 1, 2, …, each for 3 rows.": at(P // 3),
    "Positions fall from 20 to 0 and rise to 27, as for relative positions.": at(abs(P - 20)),
    f"1 wrong entry: row 9, column 4 is 9, not {math.sin(9 * OMEGA[2]):.6g}.": np.where(
        (P[:, np.newaxis] == 9) & (C == 4), 9, PAPERS
    ),
    "Linear bands, 0.1 to 0.45 radians per row.": at(P, 0.1 + 0.05 * J),
    "Exponents 2j/d, base 10,000; 4 of 8 pairs do not turn.": at(P, np.where(J < 4, OMEGA, 0)),
    "Exponents 2j/d, base 10,000, the frequencies (inv_freq) rounded to float16.": at(
        P, OMEGA.astype("float16").astype(float)
    ),
    "Exponents 2j/d, base 10,000, the frequencies (inv_freq) rounded to bfloat16.": at(
        P, to_bfloat16(OMEGA).astype(float)
    ),
    "every column is the sum of a sine and a cosine, sine plus cosine, exponents 2j/d, base "
    "10,000.": np.repeat(np.sin(ANGLES) + np.cos(ANGLES), 2, axis=1),
    **{
        f"sines have exponents 2c/d of the column c, cosines (2c{sign}1)/d, base 10,000.": (
            by_column((2 * C + shift * (C % 2)) / D)
        )
        for sign, shift in (("+", 1), ("-", -1))
    },
    "all frequencies are 0, or were never filled: nothing turns.": np.zeros(16),
}


SEVERAL = {
    "Each frequency is twice the one before, as in NeRF.": at(P / N_ROWS, 2.0 ** J[:10]),
    "Column 0 is the coordinate itself, 0 to 1.": np.hstack(
        [P[:, np.newaxis] / 47, at(np.pi * P / 47, 2.0 ** J[:6])]
    ),
    "Positions run up to 2*pi along each axis, as in DETR.": grid(
        9, 12, lambda axis, size: (axis + 1) / size * 2 * np.pi
    ),
    off("float32", FAR): COARSE["float32"],
    off("float16", P): COARSE["float16"],
    "Base 10,000, the slowest divided by 8, by a ramp at pairs 3 to 4, as in YaRN and Llama 3.": at(
        P, OMEGA / np.clip(1 + 7 * (J - 2) / 3, 1, 8)
    ),
}


def first_unlike_the_papers(table):
    n_rows, d = table.shape
    row = np.arange(n_rows)[:, np.newaxis]
    papers = at(row.ravel(), 10_000.0 ** (-2 * np.arange((d + 1) // 2) / d))[:, :d]
    unlike = np.abs(table - papers) > 1e-6 * (1 + row) + 0.01 * np.abs(papers)
    row, column = np.argwhere(unlike)[0]
    return f"row {row}, column {column} is {table[row, column]:.6g}, not {papers[row, column]:.6g}"


@pytest.mark.parametrize("sentence", [*MADE, *SEVERAL])
def test_a_finding_says_how_the_table_was_made(sentence):
    table = (MADE | SEVERAL)[sentence]
    found = identify(table)
    texts = [finding.text for finding in found.findings]
    assert sentence in texts and (texts == [sentence] or sentence in SEVERAL)
    for line in found.evidence:
        if line.startswith("first entry unlike the paper's: "):
            assert line.endswith(f": {first_unlike_the_papers(table)}")


def ignores_the_base(seq_len, d_model, base=10_000.0):
    return positional_encoding(seq_len, d_model)


def ends(seq_len, d_model):
    table = positional_encoding(seq_len, d_model).copy()
    table[5000:] = np.random.default_rng(0).normal(size=table[5000:].shape)
    return table


def slower_beyond_4096(seq_len, d_model):
    return positional_encoding_at(np.arange(seq_len) / (2 if seq_len > 4096 else 1), d_model)


FUNCTIONS = {
    "Asked for base 500, it gave base 10,000.": ignores_the_base,
    "function(20001, 8) is no such table: Not a sinusoidal table, within rounding.": ends,
    "This is so up to 4,096 rows; beyond, the frequencies change: at 20,001 rows and width 8, ": (
        slower_beyond_4096
    ),
}


@pytest.mark.parametrize("begins", FUNCTIONS)
def test_a_finding_says_what_a_function_does_at_other_sizes(begins):
    texts = [finding.text for finding in identify(FUNCTIONS[begins]).findings]
    assert any(text.startswith(begins) for text in texts), texts


@pytest.mark.parametrize(
    ("cache", "how"),
    [
        ((np.cos(ANGLES), np.sin(ANGLES)), "two arrays"),
        (np.exp(1j * ANGLES), "as complex rotations exp(i angle)"),
        (np.stack([np.cos(ANGLES), np.sin(ANGLES)]), "two in one array"),
        (
            np.hstack([np.tile(np.cos(ANGLES), 2), np.tile(np.sin(ANGLES), 2)]),
            "side by side, repeated by halves",
        ),
    ],
)
def test_the_shape_of_a_cache_is_said(cache, how):
    [finding] = identify(cache).findings
    assert finding.text == f"Cosines and sines of RoPE's angles, {how}."


def test_the_first_position_that_is_rounded_is_said():
    rounded = to_bfloat16(np.arange(240, 300, dtype=float)).astype(float)
    row = np.flatnonzero(rounded != np.arange(240, 300))[0]
    texts = [finding.text for finding in identify(at(rounded)).findings]
    assert (
        f"Positions 240, 241, 242, …, rounded to bfloat16: row {row} has position {rounded[row]:g}."
    ) in texts


def test_slopes_counted_from_0_are_told_where_the_papers_begin():
    heads = 8
    slopes = 2.0 ** (-8 * np.arange(heads) / heads)
    bias = -np.abs(np.subtract.outer(np.arange(20), np.arange(20))) * slopes[:, None, None]
    lower = alibi_slopes(heads)[0] / slopes[0] == 2.0 ** (-8 / heads) < 1
    [finding] = identify(bias).findings
    assert finding.text == (
        "heads are counted from 0, off by one: the paper's slopes begin one factor "
        f"{'lower' if lower else 'higher'}."
    )
