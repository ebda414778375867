"""Chapter 7: write the rotary embedding. It may turn either way."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import pe_lib
from pe_book.exercises.call import Answer, run
from pe_book.exercises.exercise import Exercise, KnownMistake, Mistakes, check
from pe_book.exercises.reply import Reply


def rope(vectors, positions):
    d = vectors.shape[1]
    omega = 10_000.0 ** (-np.arange(0, d, 2) / d)
    angles = np.outer(positions, omega)
    x, y = vectors[:, 0::2], vectors[:, 1::2]
    turned = [x * np.cos(angles) - y * np.sin(angles), x * np.sin(angles) + y * np.cos(angles)]
    return np.stack(turned, axis=-1).reshape(vectors.shape)


mistakes = Mistakes(rope)


_rng = np.random.default_rng(0)
_CASES = [
    (_rng.normal(size=(5, 4)), np.arange(5)),
    (_rng.normal(size=(3, 8)), np.array([7, 0, 100])),
]
_PRAISE = "Every pair turns by its position times its frequency, "
EXERCISE = Exercise(
    lambda vectors, positions: rope(vectors, -positions),
    _CASES,
    mistakes,
    axes=("vector", "column"),
    praise=_PRAISE + "clockwise, as in this book’s table. Counterclockwise is right, too.",
)
#: The same, and the same mistakes, with every pair turned counterclockwise.
COUNTERCLOCKWISE = replace(
    EXERCISE,
    truth=rope,
    praise=_PRAISE + "counterclockwise, as in the paper on RoPE. Clockwise is right, too.",
)


@check
def check_rope(function: Callable) -> Reply:
    """Check a reader's `function(vectors, positions)` against the rotary embedding, base 10000.

    Each of the vectors, (n, d), must turn by its position, (n,), all one way: either will do.
    """
    known = [
        KnownMistake(turned(mistake.wrong), mistake.text)
        for turned in (_as_it_is, _from_negative_positions, _with_columns_exchanged)
        for mistake in mistakes
    ]
    exercise = COUNTERCLOCKWISE if _turns_counterclockwise(function) else EXERCISE
    return replace(exercise, known=known).judge(function)


def _as_it_is(function: Callable) -> Callable:
    return function


def _from_negative_positions(function: Callable) -> Callable:
    """Return a function that turns the other way, if it uses its positions."""
    return lambda vectors, positions: function(vectors, -positions)


def _with_columns_exchanged(function: Callable) -> Callable:
    """Return a function that turns the other way, if its pairs are neighbors."""

    def turned(vectors: np.ndarray, positions: np.ndarray) -> np.ndarray:
        exchanged = np.arange(vectors.shape[1]) ^ 1
        return function(vectors[:, exchanged], positions)[:, exchanged]

    return turned


def _turns_counterclockwise(function: Callable) -> bool:
    """Return whether the first answer of the right shape is nearer to the counterclockwise one."""
    for vectors, positions in _CASES:
        answer = run(function, (vectors, positions))
        if isinstance(answer, Answer) and answer.values.shape == vectors.shape:
            clockwise, counterclockwise = (
                np.median(np.abs(answer.values - exercise.truth(vectors, positions)))
                for exercise in (EXERCISE, COUNTERCLOCKWISE)
            )
            return bool(counterclockwise < clockwise)
    return False


mistakes.edits("""
    `vectors[:, 0::2], vectors[:, 1::2]` => `np.split(vectors, 2, axis=1)`
    `np.stack(turned, axis=-1).reshape(vectors.shape)` => `np.hstack(turned)`
        -> Your function pairs column c with column c + d/2, as several frameworks do. That’s a
        working rotary embedding, but weights trained with one layout fail with the other. Here
        columns 2j and 2j+1 are a pair.
""")


@mistakes.add(
    "Your cosines and sines are for neighbors, but `rotate_half` pairs column c with column c + "
    "d/2. Pair column 2j with column 2j + 1."
)
def halves_rotated_for_neighbors(vectors, positions):
    half = vectors.shape[1] // 2
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1])).repeat(2, axis=1)
    rotated = np.concatenate([-vectors[:, half:], vectors[:, :half]], axis=1)
    return vectors * np.cos(angles) + rotated * np.sin(angles)


@mistakes.add(
    "The partners are neighbors, but the angles are in halves: columns 2j and 2j + 1 get angles "
    "of two different pairs. Repeat each angle, `np.repeat(angles, 2, axis=1)`, where you joined "
    "the angles to themselves."
)
def angles_in_halves(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    angles = np.concatenate([angles, angles], axis=1)
    rotated = np.stack([-vectors[:, 1::2], vectors[:, 0::2]], axis=-1).reshape(vectors.shape)
    return vectors * np.cos(angles) + rotated * np.sin(angles)


mistakes.edits("""
    `np.stack(turned, axis=-1).reshape(vectors.shape)` => `np.hstack(turned)`
        -> You rotated each pair correctly, but returned the results in halves: all first columns,
        then all second ones. Put them back where they came from, into columns 2j and 2j+1.
""")


@mistakes.add(
    "You overwrite column 2j before you compute column 2j+1 from it. Copy the vectors first, and "
    "compute both columns from the copy."
)
def overwritten_in_place(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    cosine, sine = np.cos(angles), np.sin(angles)
    vectors[:, 0::2] = vectors[:, 0::2] * cosine - vectors[:, 1::2] * sine
    vectors[:, 1::2] = vectors[:, 0::2] * sine + vectors[:, 1::2] * cosine
    return vectors


mistakes.edits("""
    `np.outer(positions` => `np.outer(np.arange(len(vectors))`
        -> You used the row numbers 0, 1, 2, … as positions. Row i is at `positions[i]`, which can
        be any position. Use the argument.
""")


@mistakes.add(
    "Your function adds the position’s row, as in chapter 2. A rotary embedding adds nothing. It "
    "rotates the vector."
)
def added(vectors, positions):
    return vectors + pe_lib.positional_encoding_at(positions, vectors.shape[1])


@mistakes.add(
    "You multiplied the vectors by the table, entry by entry. A rotation mixes the two columns "
    "of a pair."
)
def multiplied_by_the_table(vectors, positions):
    return vectors * pe_lib.positional_encoding_at(positions, vectors.shape[1])


mistakes.edits("""
    ` - y * np.sin(angles)` => ``
    `x * np.sin(angles) + ` => ``
        -> The cross terms are missing: a rotation mixes the two columns of a pair.
    ` - y` => ` + y`
        -> Both products with the sine have a plus. One of them needs a minus; otherwise the pair
        isn’t rotated, and its length changes.
    `np.cos` => `np.sin`
    `np.sin` => `np.cos`
        -> You swapped sine and cosine. At position 0 the angle is 0, so a vector there must stay as
        it is.
    `np.outer(positions, omega)` => `omega`
        -> Every vector turns as if it were at position 1. The angle is position times ω_j.
    `np.outer(positions, omega)` => `positions[:, np.newaxis]`
        -> Every pair turns by the position itself, in radians. Multiply it by ω_j, pair by pair.
    `np.arange(0, d, 2)` => `np.arange(d // 2)`
        -> The exponent is j/d here; the factor 2 is missing. Pair j has ω_j = 10000^(-2j/d).
    `-np.arange` => `np.arange`
        -> Your exponent lost its minus sign: the frequencies grow from pair to pair. Pair j has ω_j
        = 10000^(-2j/d).
    `np.stack(turned, axis=-1).reshape(vectors.shape)` => `vectors`
        -> You returned the vectors unchanged. Turn each pair by its angle.
    `np.arange(0, d, 2)` => `np.arange(-2, d - 2, 2)`
        -> Your exponent is one pair early, 10000^(-2(j-1)/d), as in a paper that counts pairs from
        1. Here j starts at 0, and pair 0 turns by one radian per position.
    `.reshape(vectors.shape)` => ``
        -> Your result still has an axis for the two columns of a pair. Flatten it:
        `.reshape(vectors.shape)`.
    `axis=-1` => `axis=0`
        -> You stacked the real and imaginary parts along the wrong axis. Stack them along the last
        one, `axis=-1`.
    `np.stack(turned, axis=-1).reshape(vectors.shape)` => `turned[0] + 1j * turned[1]`
        -> These are complex numbers, one for each pair. Write the real part into column 2j and the
        imaginary part into column 2j+1.
    `np.outer(positions, omega)` => `positions * omega`
        -> Every position needs the angle of every pair, so the angles are a table, too:
        `np.outer(positions, omega)`.
    `+ y` => `- y`
        -> A cosine has the minus sign, which makes a mirror image of the pair. The minus sign
        belongs to one of the sines.
    `(angles)` => `(np.radians(angles))`
        -> You converted the angles from degrees to radians, but position times ω_j is already in
        radians.
""")
