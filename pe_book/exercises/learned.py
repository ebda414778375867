"""Chapter 7: add the rows of a learned table to a sentence that begins at any position."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def with_rows(words, table, start):
    rows = table[start : start + len(words)]
    return words + rows


mistakes = Mistakes(with_rows)


_rng = np.random.default_rng(0)
_shapes = ((3, 4, 8, 0), (5, 6, 12, 3))
EXERCISE = Exercise(
    with_rows,
    [(_rng.normal(size=(n, d)), _rng.normal(size=(m, d)), s) for n, d, m, s in _shapes],
    mistakes,
    axes=("word", "column"),
    praise="Each word gets the row of its own position, wherever the sentence starts.",
)
check_learned = check(EXERCISE.judge)


mistakes.edits("""
    `start : start + ` => `: `
        -> Your sentence always gets the rows from 0 on. A word at position `start` needs row
        `start`, so start the slice there.
    `start : start + len(words)` => `start`
        -> Every word gets the same row, so the model can’t tell the words' places apart. Take one
        row for each word: a slice, not a single index.
    `start : start + ` => `start : `
        -> Your slice ends at the number of words. It should end that many rows after `start`: at
        `start + len(words)`.
    `words + rows` => `rows`
        -> These are just the rows. The model gets the words plus the rows.
    `words + rows` => `words`
        -> The words haven’t changed. You didn’t add any positions.
    `words + rows` => `words * rows`
        -> You multiplied the words by the rows. Add them.
    `start : start + ` => `start + 1 : start + 1 + `
        -> Each word gets the row after its own. The first row of the slice is row `start`.
    `start : start + len(words)` => `-len(words) :`
        -> These are the last rows of the table, whatever `start` is.
    `words + rows` => `np.hstack([words, rows])`
        -> You put the rows next to the words, which makes the vectors twice as wide. BERT and GPT-2
        add them.
    `words + rows` => `words + rows[::-1]`
        -> Your rows are in reverse order. The first word gets row `start`.
    `start : start + ` => `: `
    `words + rows` => `words + rows + start`
        -> You added `start` itself to the words. It says which rows of the table to take.
""")
