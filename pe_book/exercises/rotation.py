"""Chapter 4: write the matrix of a shift."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import pe_lib
from pe_book.exercises.exercise import Exercise, Known, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = r"""
## Exercise: write the matrix

The matrix below moves rows, but to the wrong place. Apply it in your head to row 0, which is
$(0, 1, 0, 1, \dots)$. Which row do you get? Run the cell, and fix the matrix.
"""

START = """
from pe_book.exercises.rotation import check_rotation


def my_rotation(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = -np.sin(angle)
        matrix[2 * j + 1, 2 * j] = np.sin(angle)
    return matrix


check_rotation(my_rotation)
"""

EXPLANATION = r"""
The matrix sends $(0, 1)$ to $(-\sin k\omega, \cos k\omega)$, and that is the row of position
$-k$: the signs of the two sines are exchanged. In many books a rotation has its minus sign at the
upper right, because there the cosine is the first coordinate. In this table the sine is the first
coordinate.
"""

SOLUTION = """
def my_rotation(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


check_rotation(my_rotation)
"""

mistake = Mistakes()
EXERCISE = Exercise(
    pe_lib.rotation_matrix,
    lambda: [(1, 4, 10_000.0), (3, 8, 10_000.0), (-2, 6, 100.0), (40, 16, 10_000.0)],
    mistake,
    axes=("row", "column"),
    praise="The matrix moves every row of the table by the offset, forward and back.",
)


@check
def check_rotation(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model, base)` against the matrix of the shift.

    That is the M, (d_model, d_model), with M @ table[p] == table[p + offset] for every p.
    """
    known = [Known(_transposed(one.wrong), f"{one.text} {ALSO_TRANSPOSED}") for one in mistake]
    return replace(EXERCISE, known=[*mistake, *known]).judge(function)


ALSO_TRANSPOSED = (
    "It also rotates the wrong way: the minus sign belongs to the sine at the lower left."
)


def _transposed(function: Callable) -> Callable:
    return lambda offset, d_model, base: function(offset, d_model, base).T


@mistake(
    "This rotates the wrong way: it is the shift by -k, the transpose of the answer. For (sine, "
    "cosine) the block is [[cos, sin], [-sin, cos]]: the angle grows clockwise."
)
def wrong_way(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = -np.sin(angle)
        matrix[2 * j + 1, 2 * j] = np.sin(angle)
    return matrix


@mistake(
    "The rotation is right for the layout with all sines first. Here the columns of a pair are "
    "neighbors, so the blocks are on the diagonal."
)
def halves(offset, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    cosine, sine = np.diag(np.cos(offset * omega)), np.diag(np.sin(offset * omega))
    return np.block([[cosine, sine], [-sine, cosine]])


@mistake("These are the rotations for base². Pair j has the frequency base^(-2j/d).")
def factor_twice(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for i in range(0, d_model, 2):
        angle = offset * base ** (-2 * i / d_model)
        matrix[i, i] = matrix[i + 1, i + 1] = np.cos(angle)
        matrix[i, i + 1] = np.sin(angle)
        matrix[i + 1, i] = -np.sin(angle)
    return matrix


@mistake(
    "The exponent is -j/d here; the factor 2 is missing. Pair j has the frequency base^(-2j/d)."
)
def factor_missing(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "The exponent has lost its minus sign: the frequencies grow from pair to pair. Pair j has the "
    "frequency base^(-2j/d)."
)
def sign_lost(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "The angle was converted from degrees to radians, but k·ω_j is in radians already: `np.sin` "
    "and `np.cos` take it as it is."
)
def from_degrees(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = np.radians(offset * base ** (-2 * j / d_model))
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "The angle was converted to degrees, but `np.sin` and `np.cos` take radians, and k·ω_j is in "
    "radians already."
)
def to_degrees(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = np.degrees(offset * base ** (-2 * j / d_model))
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "Every block turns by the same angle here. Block j should turn by k·ω_j, a smaller angle for "
    "each further pair."
)
def one_angle(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(offset)
        matrix[2 * j, 2 * j + 1] = np.sin(offset)
        matrix[2 * j + 1, 2 * j] = -np.sin(offset)
    return matrix


@mistake(
    "A minus sign is missing: both sines of a block are positive. One of them is negative, the one "
    "at the lower left; otherwise the block is not a rotation."
)
def both_plus(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = np.sin(angle)
    return matrix


@mistake(
    "Both sines of a block are negative. Only the one at the lower left is; otherwise the block is "
    "not a rotation."
)
def both_minus(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = -np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "Sine and cosine are exchanged: the cosines belong on the diagonal. A shift by 0 must leave a "
    "row as it is, and sin 0 is 0."
)
def sine_and_cosine_exchanged(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.sin(angle)
        matrix[2 * j, 2 * j + 1] = np.cos(angle)
        matrix[2 * j + 1, 2 * j] = -np.cos(angle)
    return matrix


@mistake("This is the shift by 1, whatever the offset. The angle of block j is k·ω_j.")
def offset_ignored(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake("The base is fixed at 10000 here. Use the argument.")
def fixed_base(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * 10_000 ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "The blocks overlap: block j begins at row and column j here. It belongs at 2j and 2j + 1."
)
def overlapping_blocks(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[j, j] = matrix[j + 1, j + 1] = np.cos(angle)
        matrix[j, j + 1] = np.sin(angle)
        matrix[j + 1, j] = -np.sin(angle)
    return matrix


@mistake(
    "Only the first block is filled: the function returns inside of its loop. The `return` belongs "
    "after the loop, indented as far as the `for`."
)
def returns_in_the_loop(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
        return matrix


@mistake(
    "The matrix is the identity outside of its first block: only pair 0 moves. Every pair has a "
    "block, with its own angle."
)
def first_pair_alone(offset, d_model, base):
    matrix = np.eye(d_model)
    matrix[:2, :2] = [[np.cos(offset), np.sin(offset)], [-np.sin(offset), np.cos(offset)]]
    return matrix


@mistake("The matrix holds integers, which cut off all decimals. Make it without `dtype=int`.")
def integers(offset, d_model, base):
    matrix = np.zeros((d_model, d_model), dtype=int)
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "The pairs are counted from 1 in the exponent, so every pair is too fast: pair 0 turns by k "
    "radians, base^0 = 1. Use j, not j - 1."
)
def exponent_one_pair_early(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * (j - 1) / d_model)
        matrix[2 * j, 2 * j] = matrix[2 * j + 1, 2 * j + 1] = np.cos(angle)
        matrix[2 * j, 2 * j + 1] = np.sin(angle)
        matrix[2 * j + 1, 2 * j] = -np.sin(angle)
    return matrix


@mistake(
    "Sine and cosine are exchanged, and a minus sign is missing. The block is [[cos, sin], "
    "[-sin, cos]]."
)
def exchanged_and_both_plus(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j], matrix[2 * j, 2 * j + 1] = np.sin(angle), np.cos(angle)
        matrix[2 * j + 1, 2 * j], matrix[2 * j + 1, 2 * j + 1] = np.cos(angle), np.sin(angle)
    return matrix


@mistake(
    "The minus sign is on the diagonal, which makes the block a mirror image. It belongs to the "
    "sine at the lower left."
)
def minus_on_the_diagonal(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j], matrix[2 * j, 2 * j + 1] = np.cos(angle), np.sin(angle)
        matrix[2 * j + 1, 2 * j], matrix[2 * j + 1, 2 * j + 1] = np.sin(angle), -np.cos(angle)
    return matrix


@mistake("The offset is added to the frequency. The angle is their product, k·ω_j.")
def offset_added(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset + base ** (-2 * j / d_model)
        matrix[2 * j, 2 * j], matrix[2 * j, 2 * j + 1] = np.cos(angle), np.sin(angle)
        matrix[2 * j + 1, 2 * j], matrix[2 * j + 1, 2 * j + 1] = -np.sin(angle), np.cos(angle)
    return matrix


@mistake("The exponent is -2j; it is not divided by d. Pair j has the frequency base^(-2j/d).")
def exponent_not_divided(offset, d_model, base):
    matrix = np.zeros((d_model, d_model))
    for j in range(d_model // 2):
        angle = offset * base ** (-2.0 * j)
        matrix[2 * j, 2 * j], matrix[2 * j, 2 * j + 1] = np.cos(angle), np.sin(angle)
        matrix[2 * j + 1, 2 * j], matrix[2 * j + 1, 2 * j + 1] = -np.sin(angle), np.cos(angle)
    return matrix
