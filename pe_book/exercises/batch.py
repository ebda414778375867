"""Chapter 5: add the table to a batch of texts, whose first axis counts the texts."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = r"""
## Exercise: a batch comes first

Write `my_sum(x, table)`: `x` are the vectors of a batch, shape (batch, length, $d$), as with
`batch_first=True`, and `table` has a row for each position, more than the texts are long. Return
the sum that the model gets. The version below is the line for inputs of shape (length, batch, $d$).
"""

START = """
from pe_book.exercises.batch import check_batch


def my_sum(x, table):
    return x + table[: x.shape[0], np.newaxis]


check_batch(my_sum)
"""

EXPLANATION = """
Positions run along the second axis, so `x.shape[1]` rows are needed. Their shape is (length, $d$),
and broadcasting gives the same rows to every text, because missing axes are added at the front.
"""

SOLUTION = """
def my_sum(x, table):
    return x + table[: x.shape[1]]


check_batch(my_sum)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    shapes = ((2, 3, 4), (3, 3, 4), (1, 5, 6), (4, 1, 2))
    return [(rng.normal(size=shape), rng.normal(size=(20, shape[-1]))) for shape in shapes]


EXERCISE = Exercise(
    lambda x, table: x + table[: x.shape[1]],
    _cases,
    mistake,
    axes=("text", "token", "column"),
    praise="Each token gets the row of its own position, the same in every text of the batch.",
)


@check
def check_batch(function: Callable) -> Reply:
    """Check a reader's `function(x, table)`: x (batch, length, d) plus the rows of its tokens."""
    return EXERCISE.judge(function)


@mistake(
    "The number of texts is taken for the length. So every text gets a row of its own, and all its "
    "tokens get the same one: they have no positions. The length is `x.shape[1]`."
)
def batch_for_length(x, table):
    return x + table[: x.shape[0], np.newaxis]


@mistake(
    "`table[n]` without a colon is a single row, so every token gets that row. `table[:n]` are the "
    "rows before it, one for each token."
)
def colon_dropped(x, table):
    return x + table[x.shape[1]]


@mistake(
    "Every token gets row 0, so the model cannot tell their places apart. Take one row for each "
    "token."
)
def first_row_for_all(x, table):
    return x + table[0]


@mistake(
    "The positions are counted on from one text to the next. Every text of a batch begins at "
    "position 0."
)
def counted_through(x, table):
    return x + table[: x.shape[0] * x.shape[1]].reshape(x.shape)


@mistake("The positions begin at 1. The first token of a text gets row 0.")
def one_row_late(x, table):
    return x + table[1 : x.shape[1] + 1]


@mistake("These are the last rows of the table. A text begins at row 0.")
def last_rows(x, table):
    return x + table[-x.shape[1] :]


@mistake("The rows are multiplied with the vectors. They should be added.")
def multiplied(x, table):
    return x * table[: x.shape[1]]


@mistake("These are the rows alone. The model gets their sum with the vectors.")
def rows_alone(x, table):
    return np.broadcast_to(table[: x.shape[1]], x.shape)


@mistake("The vectors are unchanged: no position has been added.")
def vectors_alone(x, table):
    return x


@mistake("The rows come in reverse order. The first token gets row 0.")
def reversed_rows(x, table):
    return x + table[: x.shape[1]][::-1]


@mistake(
    "The rows stand beside the vectors, which makes them twice as wide. The model of this chapter "
    "adds them."
)
def beside(x, table):
    return np.concatenate([x, np.broadcast_to(table[: x.shape[1]], x.shape)], axis=-1)
