"""Chapter 4: write the matrix of a shift."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pe_book.exercises.exercise import Exercise, KnownMistake, Mistakes, check
from pe_book.exercises.reply import Reply


def rotation(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        sine, cosine = np.sin(angle), np.cos(angle)
        matrix[2 * j : 2 * j + 2, 2 * j : 2 * j + 2] = [[cosine, sine], [-sine, cosine]]
    return matrix


mistakes = Mistakes(rotation)
EXERCISE = Exercise(
    rotation,
    lambda: [(1, 4, 10_000.0), (3, 8, 10_000.0), (-2, 6, 100.0), (40, 16, 10_000.0)],
    mistakes,
    axes=("row", "column"),
    praise="The matrix moves every row of the table by the offset, forward and back.",
)


@check
def check_rotation(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model, base)` against the matrix of the shift.

    That is the M, (d_model, d_model), with M @ table[p] == table[p + offset] for every p.
    """
    known = [
        KnownMistake(_transposed(mistake.wrong), f"{mistake.text} {ALSO_TRANSPOSED}")
        for mistake in mistakes
    ]
    return replace(EXERCISE, known=[*mistakes, *known]).judge(function)


ALSO_TRANSPOSED = (
    "It also rotates the wrong way: the minus sign belongs to the sine at the lower left."
)


def _transposed(function: Callable) -> Callable:
    return lambda offset, d_model, base: function(offset, d_model, base).T


mistakes.edit(
    "This rotates the wrong way: it is the shift by -k, the transpose of the answer. For (sine, "
    "cosine) the block is [[cos, sin], [-sin, cos]]: the angle grows clockwise.",
    {"[cosine, sine], [-sine, cosine]": "[cosine, -sine], [sine, cosine]"},
)


@mistakes.add(
    "The rotation is right for the layout with all sines first. Here the columns of a pair are "
    "neighbors, so the blocks are on the diagonal."
)
def halves(offset, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    cosine, sine = np.diag(np.cos(offset * omega)), np.diag(np.sin(offset * omega))
    return np.block([[cosine, sine], [-sine, cosine]])


mistakes.edit(
    "These are the rotations for base². Pair j has the frequency base^(-2j/d).",
    {"-2 * j": "-4 * j"},
)
mistakes.edit(
    "The exponent is -j/d here; the factor 2 is missing. Pair j has the frequency base^(-2j/d).",
    {"-2 * j": "-j"},
)
mistakes.edit(
    "The exponent has lost its minus sign: the frequencies grow from pair to pair. Pair j has the "
    "frequency base^(-2j/d).",
    {"-2 * j": "2 * j"},
)
mistakes.edit(
    "The angle was converted from degrees to radians, but k·ω_j is in radians already: `np.sin` "
    "and `np.cos` take it as it is.",
    {"(angle)": "(np.radians(angle))"},
)
mistakes.edit(
    "The angle was converted to degrees, but `np.sin` and `np.cos` take radians, and k·ω_j is in "
    "radians already.",
    {"(angle)": "(np.degrees(angle))"},
)
mistakes.edit(
    "Every block turns by the same angle here. Block j should turn by k·ω_j, a smaller angle for "
    "each further pair.",
    {"offset * base ** (-2 * j / d_model)": "offset"},
)
mistakes.edit(
    "A minus sign is missing: both sines of a block are positive. One of them is negative, the one "
    "at the lower left; otherwise the block is not a rotation.",
    {"-sine": "sine"},
)
mistakes.edit(
    "Both sines of a block are negative. Only the one at the lower left is; otherwise the block is "
    "not a rotation.",
    {"[cosine, sine]": "[cosine, -sine]"},
)
mistakes.edit(
    "Sine and cosine are exchanged: the cosines belong on the diagonal. A shift by 0 must leave a "
    "row as it is, and sin 0 is 0.",
    {"np.sin": "np.cos", "np.cos": "np.sin"},
)
mistakes.edit(
    "This is the shift by 1, whatever the offset. The angle of block j is k·ω_j.",
    {"offset * base": "base"},
)
mistakes.edit("The base is fixed at 10000 here. Use the argument.", {"base **": "10_000 **"})
mistakes.edit(
    "The blocks overlap: block j begins at row and column j here. It belongs at 2j and 2j + 1.",
    {"2 * j : 2 * j + 2": "j : j + 2"},
)
mistakes.edit(
    "Only the first block is filled: the function returns inside of its loop. The `return` belongs "
    "after the loop, indented as far as the `for`.",
    {"    return": "        return"},
)
mistakes.edit(
    "The matrix is the identity outside of its first block: only pair 0 moves. Every pair has a "
    "block, with its own angle.",
    {"np.zeros((d_model, d_model))": "np.eye(d_model)", "range(d_model // 2)": "range(1)"},
)
mistakes.edit(
    "The matrix holds integers, which cut off all decimals. Make it without `dtype=int`.",
    {"(d_model, d_model)": "(d_model, d_model), dtype=int"},
)
mistakes.edit(
    "The pairs are counted from 1 in the exponent, so every pair is too fast: pair 0 turns by k "
    "radians, base^0 = 1. Use j, not j - 1.",
    {"-2 * j": "-2 * (j - 1)"},
)
mistakes.edit(
    "Sine and cosine are exchanged, and a minus sign is missing. The block is [[cos, sin], "
    "[-sin, cos]].",
    {"[cosine, sine], [-sine, cosine]": "[sine, cosine], [cosine, sine]"},
)
mistakes.edit(
    "The minus sign is on the diagonal, which makes the block a mirror image. It belongs to the "
    "sine at the lower left.",
    {"[-sine, cosine]": "[sine, -cosine]"},
)
mistakes.edit(
    "The offset is added to the frequency. The angle is their product, k·ω_j.",
    {"offset *": "offset +"},
)
mistakes.edit(
    "The exponent is -2j; it is not divided by d. Pair j has the frequency base^(-2j/d).",
    {"-2 * j / d_model": "-2.0 * j"},
)
