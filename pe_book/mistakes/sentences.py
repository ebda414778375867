"""Wrong sentences about positional encoding, each with numbers that decide.

The sentences are put in our words. Most are slips of the five texts that this book began from,
each of which is right in the main; the others come back in many places.
"""

from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import NamedTuple

import numpy as np

from pe_book.mistakes.implementations import column_as_pair, parity_of_position
from pe_book.model.experiments.three_back import split, stored
from pe_book.model.transformer import Task, train
from pe_book.text.numbers import fixed, scientific
from pe_lib.attention import attention, permutation_matrix
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import angular_frequencies, wavelengths
from pe_lib.rotation import fit_shift, rotation_matrix
from pe_lib.similarity import first_reversal, reversals


class Evidence(NamedTuple):
    """What was computed, in a sentence, and the numbers in it by name."""

    text: str
    numbers: dict[str, float]


class WrongSentence(NamedTuple):
    """One sentence: the claim in our words, what is wrong with it, what decides, where from."""

    claim: str
    what_is_wrong: str
    evidence: Callable[[], Evidence]
    source: str


def invariance() -> Evidence:
    rng = np.random.default_rng(0)
    x, P = rng.normal(size=(10, 16)), permutation_matrix(rng.permutation(10))
    shuffled, plain = attention(P @ x, P @ x, P @ x), attention(x, x, x)
    invariant = np.linalg.norm(shuffled - plain)
    equivariant = np.linalg.norm(shuffled - P @ plain)
    pooled = np.linalg.norm(shuffled.mean(axis=0) - plain.mean(axis=0))
    return Evidence(
        f"Shuffling the inputs changes the outputs by {invariant:.1f}. It differs "
        f"from shuffling the outputs by only {scientific(equivariant, 0)}; the "
        f"mean output moves by {scientific(pooled, 0)}.",
        {"invariant": invariant, "equivariant": equivariant, "pooled": pooled},
    )


def longest_wavelength() -> Evidence:
    longest, limit = wavelengths(512)[-1], 2 * np.pi * 10_000
    return Evidence(
        f"At d = 512 the longest wavelength is {fixed(longest)} positions; "
        f"{fixed(limit)} is the limit as the number of columns grows.",
        {"longest": longest, "limit": limit},
    )


def slow_first() -> Evidence:
    first, *_, last = angular_frequencies(512)
    return Evidence(
        f"Pair 0 turns by {first:.0f} radian per position, the last pair by {last:.4f}.",
        {"first": first, "last": last},
    )


def constant_table() -> Evidence:
    trained = train("sinusoid", Task(steps=2))
    before, after = positional_encoding(128, 64, dtype=np.float32), trained.fixed["table"]
    change = np.abs(after - before).max()
    return Evidence(
        f"After two training steps the table has changed by {change:g}. It isn’t a weight, and "
        "nothing is differentiated with respect to position.",
        {"change": change, "trained": "table" in trained.weights},
    )


def unique_by_many() -> Evidence:
    table = positional_encoding(1000, 64)
    one_pair, all_pairs = _closest(table[:, :2]), _closest(table)
    return Evidence(
        "Among the first thousand rows, the two nearest are "
        f"{scientific(one_pair)} apart in pair 0 alone (not 0) and "
        f"{all_pairs:.2f} in all pairs. The other pairs add margin.",
        {"one pair": one_pair, "all pairs": all_pairs},
    )


def geometric_for_shifts() -> Evidence:
    omega = np.random.default_rng(0).uniform(0, np.pi, size=8)
    angles = np.multiply.outer(np.arange(100), omega)
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(100, 16)
    residual = fit_shift(table, 3).residual
    return Evidence(
        "With random frequencies, one matrix still shifts every row, with an error of "
        f"{scientific(residual, 0)}.",
        {"residual": residual},
    )


def column_or_pair() -> Evidence:
    norms = np.linalg.norm(column_as_pair(100, 64), axis=1)
    lowest, highest = norms.min(), norms.max()
    return Evidence(
        f"With columns instead of pairs, the rows at d = 64 have lengths from {lowest:.2f} to "
        f"{highest:.2f}. The formula gives {np.sqrt(32):.2f} for all of them.",
        {"lowest": lowest, "highest": highest},
    )


def even_only() -> Evidence:
    table = positional_encoding(50, 7)
    # B^(-2j/7) is (B^(6/7))^(-2j/6): six columns of that base have the same frequencies.
    shifted = table[:-3, :6] @ rotation_matrix(3, 6, 10_000.0 ** (6 / 7)).T
    error = np.abs(shifted - table[3:, :6]).max()
    return Evidence(
        f"At d = 7 the three whole pairs still rotate, with an error of "
        f"{scientific(error, 0)}. Only the last sine has no partner.",
        {"error": error},
    )


def stable_exponential() -> Evidence:
    with localcontext(prec=40):  # float64 cannot judge an error in its own last bit
        exact = [Decimal(10_000) ** (Decimal(-j) / 256) for j in range(256)]

        def worst(frequencies: np.ndarray) -> float:
            pairs = zip(map(Decimal, frequencies.tolist()), exact, strict=True)
            return float(max(abs(found / true - 1) for found, true in pairs))

        exponential = worst(np.exp(np.arange(0, 512, 2) * (-np.log(10_000.0) / 512)))
        power = worst(10_000.0 ** (-np.arange(0, 512, 2) / 512))
    return Evidence(
        f"The worst relative error of a frequency at d = 512 is {scientific(exponential)} "
        f"with exp and log, {scientific(power)} with the power.",
        {"exponential": exponential, "power": power},
    )


def longer_is_fine() -> Evidence:
    parts = split(stored()["sinusoid"])
    trained, unseen = parts["trained"].mean(), parts["unseen"].mean()
    return Evidence(
        f"In chapter 11 a trained head answers {trained:.0%} right at trained positions and "
        f"{unseen:.0%} at unseen ones.",
        {"trained": trained, "unseen": unseen},
    )


def small_part_of_a_turn() -> Evidence:
    short, long = np.array([512, 131_072]) / wavelengths(512)[-1]
    return Evidence(
        f"At d = 512 the slowest pair makes {short:.3f} turns in 512 positions and {long:.1f} in "
        "131,072.",
        {"short": short, "long": long},
    )


def falls_steadily() -> Evidence:
    first, count = first_reversal(512), len(reversals(512))
    return Evidence(
        f"At d = 512 it first rises after offset {first}, and it turns back up {count} times "
        "within the first 100 offsets.",
        {"first": first, "count": count},
    )


def even_positions() -> Evidence:
    norms = np.linalg.norm(parity_of_position(100, 64), axis=1)
    lowest, highest = norms.min(), norms.max()
    return Evidence(
        "A row of only sines or only cosines has no fixed length: at d = 64 it runs from "
        f"{lowest:.1f} to {highest:.1f}.",
        {"lowest": lowest, "highest": highest},
    )


def unseen_fast() -> Evidence:
    unfinished = wavelengths(512) > 512
    share, first = unfinished.mean(), 2 * unfinished.argmax()
    return Evidence(
        f"At d = 512, {share:.0%} of the pairs haven’t finished a turn in 512 positions: all from "
        f"column {first} on. The faster pairs have been all the way around.",
        {"share": share, "first": first},
    )


SENTENCES: tuple[WrongSentence, ...] = (
    WrongSentence(
        "Self-attention is permutation invariant.",
        "It is equivariant: outputs move with their inputs. Only a pooled output is invariant.",
        invariance,
        "starting text 004, which describes equivariance and calls it invariance; many papers",
    ),
    WrongSentence(
        "i is the dimension, and the exponent is 2i/d.",
        "In 2i/d, i counts pairs. If i is the column, the sine and the cosine of a pair get "
        "different exponents.",
        column_or_pair,
        "starting texts 000, 001, 002 and 003, after the paper’s own wording",
    ),
    WrongSentence(
        "Small i is low frequency.",
        "The first columns are the fast ones.",
        slow_first,
        "starting text 001",
    ),
    WrongSentence(
        "The wavelengths run from 2π to 10000 · 2π.",
        "They end at 2π · 10000^(1 − 2/d), one step short.",
        longest_wavelength,
        "starting text 004, after section 3.5 of the paper",
    ),
    WrongSentence(
        "The width must be even.",
        "The formula works for odd d. The last sine then has no cosine.",
        even_only,
        "starting text 003",
    ),
    WrongSentence(
        "Sines give smooth gradients.",
        "The table is a constant. Training computes no gradient for it, smooth or not.",
        constant_table,
        "starting text 002",
    ),
    WrongSentence(
        "Only the combination of many waves makes a position unique.",
        "Pair 0 alone makes it unique, because π is irrational. The other pairs keep the rows well "
        "apart.",
        unique_by_many,
        "a common answer to “how can periodic waves be unique?”",
    ),
    WrongSentence(
        "The geometric progression makes relative positions learnable.",
        "A shift is a rotation for any frequencies, so the progression is not what makes it "
        "possible. What a model learns is another question.",
        geometric_for_shifts,
        "starting text 000",
    ),
    WrongSentence(
        "exp and log are numerically more stable than the power.",
        "Both are stable. At most widths exp and log are slightly less exact.",
        stable_exponential,
        "starting text 004 (“but numerically stable”); hkproj/pytorch-transformer, issue 2",
    ),
    WrongSentence(
        "Sequences longer than in training don’t break it.",
        "The formula has a row for every position, but a trained model may fail at the new rows.",
        longer_is_fine,
        "starting text 004, which adds “though performance may vary”; measured by Press et al. "
        "2022",
    ),
    WrongSentence(
        "Even in very long texts the slowest wave completes only a small part of a turn.",
        "That was true for the texts of 2017. Today some contexts are longer than that wavelength, "
        "and long-context models raise the base.",
        small_part_of_a_turn,
        "starting text 004",
    ),
    WrongSentence(
        "Similarity falls steadily with distance.",
        "On average it falls, but not at every step.",
        falls_steadily,
        "many explanations",
    ),
    WrongSentence(
        "Sine is for even positions, cosine for odd ones.",
        "The rule is about columns.",
        even_positions,
        "readers' questions; datawhalechina/happy-llm, issue 123",
    ),
    WrongSentence(
        "Beyond the trained length it is the high frequencies that meet new angles.",
        "Only the low ones do: they haven’t finished a turn. Whether that causes the failure is "
        "another question.",
        unseen_fast,
        "a natural guess; no source traced",
    ),
)


def _closest(rows: np.ndarray) -> float:
    # The distance of two rows depends on their offset alone.
    return float(np.linalg.norm(rows[1:] - rows[0], axis=1).min())
