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
    [(1, 4, 10_000.0), (3, 8, 10_000.0), (-2, 6, 100.0), (40, 16, 10_000.0)],
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
    "It also rotates the wrong way: the minus sign goes with the sine at the lower left."
)


def _transposed(function: Callable) -> Callable:
    return lambda offset, d_model, base: function(offset, d_model, base).T


mistakes.edits("""
    `[cosine, sine], [-sine, cosine]` => `[cosine, -sine], [sine, cosine]`
        -> This rotates the wrong way: it’s the shift by -k, the transpose of the answer. For (sine,
        cosine) the block is [[cos, sin], [-sin, cos]]: the angle grows clockwise.
""")


@mistakes.add(
    "This is right for the layout with all sines first. Here the columns of a pair are "
    "neighbors, so the blocks are on the diagonal."
)
def halves(offset, d_model, base):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    cosine, sine = np.diag(np.cos(offset * omega)), np.diag(np.sin(offset * omega))
    return np.block([[cosine, sine], [-sine, cosine]])


mistakes.edits("""
    `-2 * j` => `-4 * j`
        -> These are the rotations for base². Pair j has the frequency base^(-2j/d).
    `-2 * j` => `-j`
        -> The exponent is -j/d here; the factor 2 is missing. Pair j has the frequency
        base^(-2j/d).
    `-2 * j` => `2 * j`
        -> Your exponent lost its minus sign: the frequencies grow from pair to pair. Pair j has the
        frequency base^(-2j/d).
    `(angle)` => `(np.radians(angle))`
        -> You converted the angle from degrees to radians, but k·ω_j is already in radians. Use it
        as it is.
    `(angle)` => `(np.degrees(angle))`
        -> You converted the angle to degrees, but `np.sin` and `np.cos` take radians, and k·ω_j is
        already in radians.
    `offset * base ** (-2 * j / d_model)` => `offset`
        -> Every block turns by the same angle here. Block j should turn by k·ω_j, a smaller angle
        from pair to pair.
    `-sine` => `sine`
        -> A minus sign is missing: both sines of a block are positive. The one at the lower left
        should be negative. Otherwise the block isn’t a rotation.
    `[cosine, sine]` => `[cosine, -sine]`
        -> Both sines of a block are negative. Only the one at the lower left should be. Otherwise
        the block isn’t a rotation.
    `np.sin` => `np.cos`
    `np.cos` => `np.sin`
        -> You swapped sine and cosine: the cosines go on the diagonal. A shift by 0 must leave a
        row as it is, and sin 0 is 0.
    `offset * base` => `base`
        -> This is the shift by 1, whatever the offset. The angle of block j is k·ω_j.
    `base **` => `10_000 **`
        -> You fixed the base at 10000. Use the argument.
    `2 * j : 2 * j + 2` => `j : j + 2`
        -> Your blocks overlap: block j starts at row and column j. It belongs at 2j and 2j + 1.
    `    return` => `        return`
        -> You filled only the first block, because the function returns inside its loop. Put the
        `return` after the loop, indented as far as the `for`.
    `np.zeros((d_model, d_model))` => `np.eye(d_model)`
    `range(d_model // 2)` => `range(1)`
        -> Outside its first block your matrix is the identity, so only pair 0 moves. Every pair has
        a block, with its own angle.
    `(d_model, d_model)` => `(d_model, d_model), dtype=int`
        -> Your matrix holds integers, and they cut off all decimals. Make it without `dtype=int`.
    `-2 * j` => `-2 * (j - 1)`
        -> Your exponent counts pairs from 1, so every pair is too fast. Pair 0 should turn by k
        radians, because base^0 = 1. Use j, not j - 1.
    `[cosine, sine], [-sine, cosine]` => `[sine, cosine], [cosine, sine]`
        -> You swapped sine and cosine, and a minus sign is missing. The block is [[cos, sin],
        [-sin, cos]].
    `[-sine, cosine]` => `[sine, -cosine]`
        -> The minus sign is on the diagonal, which makes the block a mirror image. It goes with the
        sine at the lower left.
    `offset *` => `offset +`
        -> You added the offset to the frequency. The angle is their product, k·ω_j.
    `-2 * j / d_model` => `-2.0 * j`
        -> The exponent is -2j: you didn’t divide it by d. Pair j has the frequency base^(-2j/d).
""")
