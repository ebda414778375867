"""Chapter 7: add the rows of a learned table to a sentence that begins at any position."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def with_rows(words, table, start):
    rows = table[start : start + len(words)]
    return words + rows


mistakes = Mistakes(with_rows)


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    shapes = ((3, 4, 8, 0), (5, 6, 12, 3))
    return [(rng.normal(size=(n, d)), rng.normal(size=(m, d)), s) for n, d, m, s in shapes]


EXERCISE = Exercise(
    with_rows,
    _cases,
    mistakes,
    axes=("word", "column"),
    praise="Each word gets the row of its own position, wherever the sentence begins.",
)
check_learned = check(EXERCISE.judge)


mistakes.edit(
    "The sentence always gets the rows from 0 on. A word at position `start` needs row `start`, so "
    "the slice begins there.",
    {"start : start + ": ": "},
)
mistakes.edit(
    "Every word gets the same row, so the model cannot tell the words' places apart. Take one row "
    "for each word: a slice, not a single index.",
    {"start : start + len(words)": "start"},
)
mistakes.edit(
    "The slice ends at the number of words. It has to end that many rows after `start`: "
    "`start + len(words)`.",
    {"start : start + ": "start : "},
)
mistakes.edit(
    "These are the rows alone. The model gets their sum with the words.", {"words + rows": "rows"}
)
mistakes.edit("The words are unchanged: no position has been added.", {"words + rows": "words"})
mistakes.edit(
    "The rows are multiplied with the words. They should be added.",
    {"words + rows": "words * rows"},
)
mistakes.edit(
    "Each word gets the row after its own. The first row of the slice is row `start`.",
    {"start : start + ": "start + 1 : start + 1 + "},
)
mistakes.edit(
    "These are the last rows of the table, whatever `start` is.",
    {"start : start + len(words)": "-len(words) :"},
)
mistakes.edit(
    "The rows stand beside the words, which makes the vectors twice as wide. BERT and GPT-2 add "
    "them.",
    {"words + rows": "np.hstack([words, rows])"},
)
mistakes.edit(
    "The rows come in reverse order. The first word gets row `start`.",
    {"words + rows": "words + rows[::-1]"},
)
mistakes.edit(
    "`start` itself is added to the words. It says which rows of the table to take.",
    {"start : start + ": ": ", "words + rows": "words + rows + start"},
)
