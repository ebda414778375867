"""Chapter 6: exchange the table under the model that says who did what to whom."""

from collections.abc import Callable

import numpy as np

import pe_lib
from pe_book.exercises.call import Failure, run
from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply
from pe_book.mistakes import implementations
from pe_book.model.sentences import TRAINED_WORDS, score
from pe_book.model.sentences.model import D_MODEL, MAX_POSITIONS

#: The share of nouns that counts as read.
ENOUGH = 0.99
mistakes = Mistakes()
_EXERCISE = Exercise(
    pe_lib.positional_encoding,
    [(MAX_POSITIONS, D_MODEL)],
    mistakes,
    axes=("position", "column"),
    praise="",
)


@check
def check_exchange(function: Callable) -> Reply:
    """Say how well the sinusoidal model reads held-out sentences with a reader's table.

    `function(seq_len, d_model)` returns the rows of the positions, (seq_len, d_model).
    """
    answer = run(function, (MAX_POSITIONS, D_MODEL))
    if isinstance(answer, Failure):
        return Reply(False, answer.text)
    table = answer.values
    if table.shape != (MAX_POSITIONS, D_MODEL) or not np.isfinite(table).all():
        return Reply(False, _EXERCISE.difference(function, answer))
    read, could_read = (score(rows).nouns for rows in (table, fitted(table)))
    scores = (
        f"With its rows the model gets {read:.0%} of the nouns right, and {could_read:.0%} with a "
        "fitted matrix in between."
    )
    if read >= ENOUGH:
        return Reply(True, scores)
    others = TOLD_APART if could_read >= ENOUGH else TOO_FEW
    return Reply(False, f"{scores} {_EXERCISE.known_mistake([answer]) or others}")


TOLD_APART = (
    "Your rows tell the positions apart, but not in the columns that the model has learned to read."
)
TOO_FEW = "Your rows span too few directions: no matrix could turn them into what the model needs."


def fitted(table: np.ndarray) -> np.ndarray:
    """Return the rows after the affine map that brings them nearest to the model's, in training."""
    rows = np.column_stack([table, np.ones(len(table))])
    known = pe_lib.positional_encoding(TRAINED_WORDS, D_MODEL)
    matrix, *_ = np.linalg.lstsq(rows[:TRAINED_WORDS], known, rcond=None)
    return rows @ matrix


@mistakes.add("With the same row everywhere the model knows nothing about positions. It guesses.")
def zeros(seq_len, d_model):
    return np.zeros((seq_len, d_model))


@mistakes.add(
    "A fraction has two problems. One step is small, and all rows lie on one line: no matrix can "
    "make several directions out of one."
)
def fraction(seq_len, d_model):
    return np.tile(np.arange(seq_len)[:, np.newaxis] / seq_len, d_model)


@mistakes.add(
    "A count has two problems. It soon drowns out the words, and all rows lie on one line: no "
    "matrix can make several directions out of one."
)
def count(seq_len, d_model):
    return np.tile(np.arange(seq_len)[:, np.newaxis], d_model)


@mistakes.add(
    "Each row is exact, but belongs to a later position: this table starts with position 3. "
    "Where a sentence starts is part of what the model has learned."
)
def from_three(seq_len, d_model):
    return pe_lib.positional_encoding(seq_len, d_model, start=3)


mistakes.add(
    "All the right numbers are there, the sines in the left half and the cosines in the right. "
    "But the model expects sine and cosine side by side. It has learned columns, not a formula."
)(implementations.halves)
mistakes.add(
    "You swapped sine and cosine. That table is just as good, but the model was trained with the "
    "sines in the even columns."
)(implementations.sine_cosine_swapped)
mistakes.add(
    "These are only sines. Without the cosine the model can’t say whether a sine rises or falls. "
    "And it reads the odd columns as cosines."
)(implementations.sine_alone)
mistakes.add(
    "The frequencies fall twice as fast as they should: the exponent is 4j/d instead of 2j/d. "
    "The fast columns are almost right. The slow ones aren’t."
)(implementations.double_step)
mistakes.add(
    "The sine and the cosine of a pair have different frequencies: your exponent counts columns, "
    "and it should count pairs. Many sentences survive that."
)(implementations.frequency_per_column)


@mistakes.add("Base 1000 is close enough for most sentences, but not for all.")
def base_1000(seq_len, d_model):
    return pe_lib.positional_encoding(seq_len, d_model, base=1_000)


@mistakes.add(
    "One-hot rows tell all positions apart, but in columns that mean something else to the model."
)
def one_hot(seq_len, d_model):
    return np.eye(seq_len, d_model)


@mistakes.add(
    "Binary digits tell all positions apart, but within one sentence they span only four "
    "directions: too few even for a fitted matrix."
)
def binary(seq_len, d_model):
    bits = np.arange(seq_len)[:, np.newaxis] >> np.minimum(np.arange(d_model), 30)
    return (bits & 1).astype(float)
