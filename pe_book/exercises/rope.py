"""Chapter 7: write the rotary embedding. It may turn either way."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import pe_lib
from pe_book.exercises.call import Answer, run
from pe_book.exercises.exercise import Exercise, Known, Mistakes, check
from pe_book.exercises.reply import Reply
from pe_lib.variants import rope

TASK = r"""
## Exercise: write RoPE

`my_rope(vectors, positions)` gets vectors of shape $(n, d)$ and turns the pair in columns $2j$
and $2j+1$ of row $i$ by `positions[i]` $\cdot\,\omega_j$. Either direction of rotation counts as
right, as long as all pairs turn the same way. The version below adds the table, as in
[chapter 2](02_formula.ipynb).
"""

START = """
from pe_book.exercises.rope import check_rope


def my_rope(vectors, positions):
    return vectors + pe_lib.positional_encoding_at(positions, vectors.shape[1])


check_rope(my_rope)
"""

EXPLANATION = r"""
Read each pair as a complex number. Then a rotation by the angle $p\omega$
is one multiplication by $e^{ip\omega}$.
"""

SOLUTION = """
def my_rope(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    turned = pairs * np.exp(1j * np.outer(positions, omega))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


check_rope(my_rope)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    return [
        (rng.normal(size=(5, 4)), np.arange(5)),
        (rng.normal(size=(3, 8)), np.array([7, 0, 100])),
    ]


_PRAISE = "Every pair is turned by its position times its frequency, "
EXERCISE = Exercise(
    lambda vectors, positions: rope(vectors, positions=positions),
    _cases,
    mistake,
    axes=("vector", "column"),
    praise=_PRAISE + "clockwise, as in this book's table. Counterclockwise is right, too.",
)
#: The same, and the same mistakes, with every pair turned counterclockwise.
COUNTERCLOCKWISE = replace(
    EXERCISE,
    truth=lambda vectors, positions: rope(vectors, positions=-positions),
    praise=_PRAISE + "counterclockwise, as in the paper on RoPE. Clockwise is right, too.",
)


@check
def check_rope(function: Callable) -> Reply:
    """Check a reader's `function(vectors, positions)` against the rotary embedding, base 10000.

    Each of the vectors, (n, d), must turn by its position, (n,), all one way: either will do.
    """
    known = [
        Known(turned(one.wrong), one.text)
        for turned in (_as_it_is, _from_negative_positions, _with_columns_exchanged)
        for one in mistake
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
    for vectors, positions in _cases():
        answer = run(function, (vectors, positions))
        if isinstance(answer, Answer) and answer.values.shape == vectors.shape:
            clockwise, counterclockwise = (
                np.median(np.abs(answer.values - exercise.truth(vectors, positions)))
                for exercise in (EXERCISE, COUNTERCLOCKWISE)
            )
            return bool(counterclockwise < clockwise)
    return False


@mistake(
    "Your function pairs column c with column c + d/2, as several frameworks do. That is a working "
    "rotary embedding, but weights trained with one layout fail with the other. Here columns 2j "
    "and 2j+1 are the pair."
)
def halves(vectors, positions):
    half = vectors.shape[1] // 2
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    first, second = vectors[:, :half], vectors[:, half:]
    return np.concatenate(
        [
            first * np.cos(angles) - second * np.sin(angles),
            first * np.sin(angles) + second * np.cos(angles),
        ],
        axis=1,
    )


@mistake(
    "The cosines and sines belong to neighbors, but `rotate_half` takes column c + d/2 as the "
    "partner of column c. For pairs of neighbors the partner of 2j is 2j + 1."
)
def halves_rotated_for_neighbors(vectors, positions):
    half = vectors.shape[1] // 2
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1])).repeat(2, axis=1)
    rotated = np.concatenate([-vectors[:, half:], vectors[:, :half]], axis=1)
    return vectors * np.cos(angles) + rotated * np.sin(angles)


@mistake(
    "The partners are neighbors, but the angles are in halves: columns 2j and 2j + 1 get angles "
    "of two different pairs. Repeat each angle, `np.repeat(angles, 2, axis=1)`, where you have "
    "joined the angles to themselves."
)
def angles_in_halves(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    angles = np.concatenate([angles, angles], axis=1)
    rotated = np.stack([-vectors[:, 1::2], vectors[:, 0::2]], axis=-1).reshape(vectors.shape)
    return vectors * np.cos(angles) + rotated * np.sin(angles)


@mistake(
    "Each pair is rotated correctly, but the results are in halves: all first columns, then all "
    "second ones. Put them back where they came from, into columns 2j and 2j+1."
)
def returned_in_halves(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    first, second = vectors[:, 0::2], vectors[:, 1::2]
    return np.concatenate(
        [
            first * np.cos(angles) - second * np.sin(angles),
            first * np.sin(angles) + second * np.cos(angles),
        ],
        axis=1,
    )


@mistake(
    "Column 2j is overwritten before column 2j+1 is computed from it. Keep the old values: copy "
    "the vectors first, and compute both columns from the copy."
)
def overwritten_in_place(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    cosine, sine = np.cos(angles), np.sin(angles)
    vectors[:, 0::2] = vectors[:, 0::2] * cosine - vectors[:, 1::2] * sine
    vectors[:, 1::2] = vectors[:, 0::2] * sine + vectors[:, 1::2] * cosine
    return vectors


@mistake(
    "The angles are those of the rows' numbers, 0, 1, 2, …. Row i stands at `positions[i]`, which "
    "may be any position: use the argument."
)
def row_numbers(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    turned = pairs * np.exp(1j * np.outer(np.arange(len(vectors)), omega))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake(
    "Your function adds the position's row, as in chapter 2. A rotary embedding adds nothing. It "
    "rotates the vector."
)
def added(vectors, positions):
    return vectors + pe_lib.positional_encoding_at(positions, vectors.shape[1])


@mistake(
    "The vectors are multiplied by the table, entry by entry. A rotation mixes the two columns of "
    "a pair."
)
def multiplied_by_the_table(vectors, positions):
    return vectors * pe_lib.positional_encoding_at(positions, vectors.shape[1])


@mistake("The cross terms are missing: a rotation mixes the two columns of a pair.")
def no_cross_terms(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    return vectors * np.repeat(np.cos(angles), 2, axis=1)


@mistake(
    "Both products with the sine have a plus. One of them needs a minus; otherwise the pair is not "
    "rotated, and its length changes."
)
def both_plus(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    first, second = vectors[:, 0::2], vectors[:, 1::2]
    turned = np.empty_like(vectors)
    turned[:, 0::2] = first * np.cos(angles) + second * np.sin(angles)
    turned[:, 1::2] = first * np.sin(angles) + second * np.cos(angles)
    return turned


@mistake(
    "Sine and cosine are exchanged: at position 0 the angle is 0, and a vector there must stay as "
    "it is."
)
def sine_and_cosine_exchanged(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    first, second = vectors[:, 0::2], vectors[:, 1::2]
    turned = np.empty_like(vectors)
    turned[:, 0::2] = first * np.sin(angles) - second * np.cos(angles)
    turned[:, 1::2] = first * np.cos(angles) + second * np.sin(angles)
    return turned


@mistake("Every vector turns as if it stood at position 1. The angle is position times ω_j.")
def position_one(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    turned = pairs * np.exp(1j * pe_lib.angular_frequencies(vectors.shape[1]))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake("Every pair turns by the position itself, in radians. Multiply it by ω_j, pair by pair.")
def one_frequency(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    turned = pairs * np.exp(1j * positions[:, np.newaxis])
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake("The exponent is j/d here; the factor 2 is missing. Pair j has ω_j = 10000^(-2j/d).")
def factor_missing(vectors, positions):
    d = vectors.shape[1]
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    turned = pairs * np.exp(1j * np.outer(positions, 10_000.0 ** (-np.arange(d // 2) / d)))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake(
    "The exponent has lost its minus sign: the frequencies grow from pair to pair. Pair j has "
    "ω_j = 10000^(-2j/d)."
)
def sign_lost(vectors, positions):
    d = vectors.shape[1]
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    turned = pairs * np.exp(1j * np.outer(positions, 10_000.0 ** (np.arange(0, d, 2) / d)))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake("The vectors come back as they were. Turn each pair by its angle.")
def unchanged(vectors, positions):
    return vectors


@mistake(
    "The exponent is one pair early, 10000^(-2(j-1)/d), as in a paper that counts pairs from 1. "
    "Here j begins at 0, and pair 0 turns by one radian per position."
)
def exponent_one_pair_early(vectors, positions):
    d = vectors.shape[1]
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    turned = pairs * np.exp(
        1j * np.outer(positions, 10_000.0 ** (-2 * (np.arange(d // 2) - 1) / d))
    )
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)


@mistake(
    "The result still has an axis for the two columns of a pair. Flatten it: "
    "`.reshape(vectors.shape)`."
)
def pairs_not_flattened(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    turned = pairs * np.exp(1j * np.outer(positions, omega))
    return np.stack([turned.real, turned.imag], axis=-1)


@mistake(
    "The real and imaginary parts are stacked along the wrong axis, so they come out in halves "
    "that are cut into rows. Stack them along the last one, `axis=-1`."
)
def stacked_along_the_wrong_axis(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    turned = pairs * np.exp(1j * np.outer(positions, omega))
    return np.stack([turned.real, turned.imag], axis=0).reshape(vectors.shape)


@mistake(
    "These are complex numbers, one for each pair. Write the real part into column 2j and the "
    "imaginary part into column 2j+1."
)
def complex_pairs(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    return pairs * np.exp(1j * np.outer(positions, omega))


@mistake(
    "Every position needs the angle of every pair, so the angles are a table, too: "
    "`np.outer(positions, omega)`."
)
def product_of_positions_and_frequencies(vectors, positions):
    angles = positions * pe_lib.angular_frequencies(vectors.shape[1])
    first, second = vectors[:, 0::2], vectors[:, 1::2]
    turned = np.empty_like(vectors)
    turned[:, 0::2] = first * np.cos(angles) - second * np.sin(angles)
    turned[:, 1::2] = first * np.sin(angles) + second * np.cos(angles)
    return turned


@mistake(
    "A cosine has the minus sign, which makes a mirror image of the pair. The minus sign belongs "
    "to one of the sines."
)
def mirrored(vectors, positions):
    angles = np.outer(positions, pe_lib.angular_frequencies(vectors.shape[1]))
    first, second = vectors[:, 0::2], vectors[:, 1::2]
    turned = np.empty_like(vectors)
    turned[:, 0::2] = first * np.cos(angles) - second * np.sin(angles)
    turned[:, 1::2] = first * np.sin(angles) - second * np.cos(angles)
    return turned


@mistake(
    "The angles were converted from degrees to radians, but position times ω_j is in radians "
    "already."
)
def degrees(vectors, positions):
    pairs = vectors[:, 0::2] + 1j * vectors[:, 1::2]
    omega = pe_lib.angular_frequencies(vectors.shape[1])
    turned = pairs * np.exp(1j * np.radians(np.outer(positions, omega)))
    return np.stack([turned.real, turned.imag], axis=-1).reshape(vectors.shape)
