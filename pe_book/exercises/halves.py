"""Chapter 9: convert weights from pairs of neighbors to pairs of halves."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def to_halves(W, n_heads):
    heads = W.reshape(len(W), n_heads, -1)
    even, odd = heads[..., 0::2], heads[..., 1::2]
    moved = np.concatenate([even, odd], axis=-1)
    return moved.reshape(W.shape)


mistakes = Mistakes(to_halves)


_rng = np.random.default_rng(0)
EXERCISE = Exercise(
    to_halves,
    [(_rng.normal(size=(8, 16)), 2), (_rng.normal(size=(24, 24)), 3)],
    mistakes,
    axes=("row", "column"),
    praise="Each head keeps its own columns, first 0, 2, 4, … and then 1, 3, 5, …",
)
check_halves = check(EXERCISE.judge)


mistakes.edits("""
    `n_heads, -1` => `1, -1`
        -> You moved the columns across the whole width, so you mixed the columns of different
        heads. First give each head its own axis. Then join even and odd columns along the last
        axis. With one head you wouldn’t notice.
    `np.concatenate([even, odd], axis=-1)` => `np.stack(np.split(heads, 2, axis=-1), axis=-1)`
        -> That’s the inverse: it turns halves into pairs. With heads of width 4 the two are the
        same, so test with 8.
    `n_heads, -1` => `1, -1`
    `np.concatenate([even, odd], axis=-1)` => `np.stack(np.split(heads, 2, axis=-1), axis=-1)`
        -> That’s the inverse across the whole width: it turns halves into pairs, and it mixes the
        columns of different heads.
""")


@mistakes.add(
    "You moved the rows. Here columns are outputs (queries are x @ W), and the rotation acts on "
    "outputs. In PyTorch’s nn.Linear outputs are rows."
)
def rows_moved(W, n_heads):
    heads = W.reshape(n_heads, -1, W.shape[1])
    return np.concatenate([heads[:, 0::2], heads[:, 1::2]], axis=1).reshape(W.shape)


mistakes.edits("""
    `[even, odd]` => `[odd, even]`
        -> You swapped the two columns of each pair: 1, 3, … come before 0, 2, … Then every pair
        rotates the other way.
    `moved.reshape(W.shape)` => `W`
        -> The columns haven’t moved. The program would rotate columns together that were never
        trained as a pair.
    `W.shape)` => `W.shape).T`
        -> Each head’s columns are right, but your result is transposed. Keep the outputs in the
        columns.
    `moved.reshape(W.shape)` => `moved`
        -> The heads still have their own axis. Flatten the last two axes: `moved.reshape(W.shape)`.
    `n_heads, -1` => `-1, n_heads`
        -> You split the width into pieces of `n_heads` columns. There are `n_heads` heads: reshape
        to `(len(W), n_heads, -1)`.
    `[even, odd]` => `[even, -odd]`
        -> You flipped the sign of each head’s second half. That’s part of the rotation,
        `rotate_half`. The conversion only moves columns.
    `return moved` => `moved[:, 1:] = heads[:, 1:]\n    return moved`
        -> You moved only the columns of the first head. Do the same for every head.
""")


@mistakes.add(
    "You overwrite columns while you move them. Write into a copy, or join the pieces with "
    "`np.concatenate`."
)
def overwritten_in_place(W, n_heads):
    width = W.shape[1] // n_heads
    for h in range(n_heads):
        head = W[:, h * width : (h + 1) * width]
        head[:, : width // 2] = head[:, 0::2]
        head[:, width // 2 :] = head[:, 1::2]
    return W
