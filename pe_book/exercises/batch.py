"""Chapter 5: add the table to a batch of texts, whose first axis counts the texts."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def batch_sum(x, table):
    rows = table[: x.shape[1]]
    return x + rows


mistakes = Mistakes(batch_sum)


_rng = np.random.default_rng(0)
_shapes = ((2, 3, 4), (3, 3, 4), (1, 5, 6), (4, 1, 2))
EXERCISE = Exercise(
    batch_sum,
    [(_rng.normal(size=shape), _rng.normal(size=(20, shape[-1]))) for shape in _shapes],
    mistakes,
    axes=("text", "token", "column"),
    praise="Each token gets the row of its own position, the same in every text of the batch.",
)
check_batch = check(EXERCISE.judge)


mistakes.edits("""
    `x.shape[1]` => `x.shape[0], np.newaxis`
        -> You mistook the number of texts for the length. So each text gets one row, and all its
        tokens share it: they have no positions. The length is `x.shape[1]`.
    `[: x` => `[x`
        -> `table[n]` without a colon is a single row, so every token gets that row. `table[:n]` is
        all the rows before it, one for each token.
    `: x.shape[1]` => `0`
        -> Every token gets row 0, so the model can’t tell their places apart. Take one row for each
        token.
    `[: x.shape[1]]` => `[: x.shape[0] * x.shape[1]].reshape(x.shape)`
        -> You keep counting from one text to the next. Every text of a batch starts at position 0.
    `: x.shape[1]` => `1 : x.shape[1] + 1`
        -> Your positions start at 1. The first token of a text gets row 0.
    `: x.shape[1]` => `-x.shape[1] :`
        -> These are the last rows of the table. A text starts at row 0.
    `x + rows` => `x * rows`
        -> You multiplied the vectors by the rows. Add them.
    `x + rows` => `np.broadcast_to(rows, x.shape)`
        -> These are just the rows. The model gets the vectors plus the rows.
    `x + rows` => `x`
        -> The vectors haven’t changed. You didn’t add any positions.
    `x + rows` => `x + rows[::-1]`
        -> Your rows are in reverse order. The first token gets row 0.
    `x + rows` => `np.concatenate([x, np.broadcast_to(rows, x.shape)], axis=-1)`
        -> You put the rows next to the vectors, which makes them twice as wide. The model of this
        chapter adds them.
""")
