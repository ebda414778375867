"""Chapter 7: add the rows of a learned table to a sentence that begins at any position."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check
from pe_book.exercises.reply import Reply

TASK = r"""
### Exercise: learned positions

Write `my_learned(words, table, start)`: `words` are the vectors of a sentence, shape $(n, d)$,
whose first word stands at position `start`. Return them with their rows of the learned `table`
added. The version below always begins at position 0.
"""

START = """
from pe_book.exercises.learned import check_learned


def my_learned(words, table, start):
    return words + table[: len(words)]


check_learned(my_learned)
"""

EXPLANATION = """
The rows are those from `start` up to, but without, `start + len(words)`.
"""

SOLUTION = """
def my_learned(words, table, start):
    return words + table[start : start + len(words)]


check_learned(my_learned)
"""

mistake = Mistakes()


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    shapes = ((3, 4, 8, 0), (5, 6, 12, 3))
    return [(rng.normal(size=(n, d)), rng.normal(size=(m, d)), s) for n, d, m, s in shapes]


EXERCISE = Exercise(
    lambda words, table, start: words + table[start : start + len(words)],
    _cases,
    mistake,
    axes=("word", "column"),
    praise="Each word gets the row of its own position, wherever the sentence begins.",
)


@check
def check_learned(function: Callable) -> Reply:
    """Check a reader's `function(words, table, start)`: words (n, d) plus their rows."""
    return EXERCISE.judge(function)


@mistake(
    "The sentence always gets the rows from 0 on. A word at position `start` needs row `start`, so "
    "the slice begins there."
)
def start_forgotten(words, table, start):
    return words + table[: len(words)]


@mistake(
    "Every word gets the same row, so the model cannot tell the words' places apart. Take one row "
    "for each word: a slice, not a single index."
)
def one_row_for_all(words, table, start):
    return words + table[start]


@mistake(
    "The slice ends at the number of words. It has to end that many rows after `start`: "
    "`start + len(words)`."
)
def slice_ends_too_early(words, table, start):
    return words + table[start : len(words)]


@mistake("These are the rows alone. The model gets their sum with the words.")
def rows_alone(words, table, start):
    return table[start : start + len(words)]


@mistake("The words are unchanged: no position has been added.")
def words_alone(words, table, start):
    return words


@mistake("The rows are multiplied with the words. They should be added.")
def multiplied(words, table, start):
    return words * table[start : start + len(words)]


@mistake("Each word gets the row after its own. The first row of the slice is row `start`.")
def one_row_late(words, table, start):
    return words + table[start + 1 : start + 1 + len(words)]


@mistake("These are the last rows of the table, whatever `start` is.")
def last_rows(words, table, start):
    return words + table[-len(words) :]


@mistake(
    "The rows stand beside the words, which makes the vectors twice as wide. BERT and GPT-2 add "
    "them."
)
def beside(words, table, start):
    return np.hstack([words, table[start : start + len(words)]])


@mistake("The rows come in reverse order. The first word gets row `start`.")
def reversed_rows(words, table, start):
    return words + table[start : start + len(words)][::-1]


@mistake("`start` itself is added to the words. It says which rows of the table to take.")
def start_added(words, table, start):
    return words + table[: len(words)] + start
