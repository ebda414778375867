"""Chapter 9: count the positions of a padded, cached batch."""

import numpy as np

from pe_book.exercises.exercise import Exercise, Mistakes, check


def positions(mask, n_cached):
    counted = np.cumsum(mask, axis=1) - 1
    return np.maximum(counted, 0)[:, n_cached:]


mistakes = Mistakes(positions)


_mask = np.array([[1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1, 1, 1]])
_three = np.array([[0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]])
_behind = np.array([[0, 1, 1, 0, 0], [1, 1, 1, 1, 0]])
EXERCISE = Exercise(
    positions,
    [(_mask, 0), (_mask, 7), (_three, 4), (_three, 0), (_behind, 2)],
    mistakes,
    axes=("text", "token"),
    praise="Each token’s position is the number of tokens before it, from the cache or not.",
)
check_positions = check(EXERCISE.judge)


@mistakes.add(
    "You count places, padding included. The first token of a padded text then has position 2 "
    "instead of 0."
)
def places(mask, n_cached):
    batch, length = mask.shape
    return np.tile(np.arange(n_cached, length), (batch, 1))


CACHE_LENGTH_PLUS_NEW = (
    "Your new tokens start at the length of the cache, and that includes the padding. The prompt "
    "was counted without it, so the new positions are too large."
)
mistakes.edits(f"""
    `np.cumsum(mask,` => `n_cached + np.cumsum(mask[:, n_cached:],`
    `np.maximum(counted, 0)[:, n_cached:]` => `counted`
        -> {CACHE_LENGTH_PLUS_NEW}
    `np.cumsum(mask,` => `np.cumsum(mask[:, n_cached:],`
    `np.maximum(counted, 0)[:, n_cached:]` => `n_cached + np.maximum(counted, 0)`
        -> {CACHE_LENGTH_PLUS_NEW}
    `np.cumsum(mask,` => `np.cumsum(mask[:, n_cached:],`
    `0)[:, n_cached:]` => `0)`
        -> You cut off the cache before you count, so every step starts at 0 again. Count over the
        whole mask first, then cut.
    `np.cumsum(mask,` => `np.cumsum(mask[:, n_cached:],`
    `np.maximum(counted, 0)[:, n_cached:]` => `counted`
        -> You cut off the cache before you count, so every step starts at 0 again, and padding in
        front gets −1. Count over the whole mask first, then cut, and use 0 for padding.
    `np.cumsum(mask, axis=1) - 1` => `np.cumsum(mask[:, n_cached:], axis=1)`
    `np.maximum(counted, 0)[:, n_cached:]` => `counted`
        -> You cut off the cache before you count, and you count the token itself, too. Count over
        the whole mask first, subtract one, then cut.
""")
mistakes.edits("""
    ` - 1` => ``
        -> You count the token itself: the first one gets 1. A token’s position is the number of
        tokens before it.
    `[:, n_cached:]` => ``
        -> These are the positions of all tokens. Return only those of the new ones. The cached ones
        are done.
    `np.maximum(counted, 0)` => `counted`
        -> Padding in front gets −1. For −1 a table would silently return its last row. Use 0.
    `np.maximum(counted, 0)` => `np.where(mask, counted, 1)`
        -> Padding gets 1, as in programs that mask it anyway. Here it gets the position of the
        token before it, or 0.
    `axis=1` => `axis=0`
        -> You count along axis 0, from text to text. Count along axis 1, within each text.
    `np.cumsum(mask, axis=1)` => `np.cumsum(mask).reshape(mask.shape)`
        -> Without `axis=1`, `np.cumsum` flattens the mask and keeps counting from one text to the
        next. Count along axis 1, within each text.
    `n_cached:]` => `: mask.shape[1] - n_cached]`
        -> These are positions of the first columns. The new tokens come after the cached ones: cut
        off the first `n_cached`, `[:, n_cached:]`.
    `[:, n_cached:]` => `[n_cached:]`
        -> You cut texts, not columns: `[n_cached:]` drops rows. Use `[:, n_cached:]`.
    `np.maximum(counted, 0)` => `mask`
        -> You returned the mask itself. A token’s position is the number of tokens before it.
    `[:, n_cached:]` => `[:, [n_cached] * (mask.shape[1] - n_cached)]`
        -> All new tokens get the position of the first new one. Count on from token to token.
    `n_cached:]` => `-1:]`
        -> You returned only the last token’s position. A step may bring several new tokens. Return
        all columns from `n_cached` on.
""")


@mistakes.add(
    "You cut off the cache before you count, so every step starts at 0 again, and padding gets "
    "1. Count over the whole mask first, then cut."
)
def cut_before_counting_filled_with_one(mask, n_cached):
    new = mask[:, n_cached:]
    positions = np.cumsum(new, axis=1) - 1
    positions[new == 0] = 1
    return positions


mistakes.edits("""
    `np.maximum(counted, 0)` => `(counted * mask)`
        -> Padding behind a text gets 0. It should get the position of the token before it; only
        padding in front has none.
    `- 1` => `- mask`
        -> Padding behind a text gets the position after its last token. It should get the position
        of the token before it: count the token itself, and subtract one.
    `np.maximum(counted, 0)[:, n_cached:]` => `np.arange(n_cached, mask.shape[1])`
        -> This is one row for all texts. Each text has its own padding, so each has its own row of
        positions.
    `, axis=1` => ``
    `[:, n_cached:]` => `[n_cached:]`
        -> Without `axis=1`, `np.cumsum` flattens the mask into one row and keeps counting from text
        to text. Count along axis 1, then cut the columns.
""")
