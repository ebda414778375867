"""The exercises of chapter 9: convert a layout, and count the positions of a batch."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import Exercise, Known, Reply
from pe_lib.practice import halves_to_pairs, pairs_to_halves, position_ids


def _whole_width(W: np.ndarray, n_heads: int) -> np.ndarray:
    return pairs_to_halves(W, 1)


def _cosines_first(W: np.ndarray, n_heads: int) -> np.ndarray:
    heads = W.reshape(len(W), n_heads, -1)
    return np.concatenate([heads[..., 1::2], heads[..., 0::2]], axis=-1).reshape(W.shape)


def _weights() -> list[tuple]:
    rng = np.random.default_rng(0)
    return [(rng.normal(size=(8, 16)), 2), (rng.normal(size=(24, 24)), 3)]


HALVES = Exercise(
    pairs_to_halves,
    _weights,
    (
        Known(
            _whole_width,
            "You moved the columns across the whole width, so columns of different heads are "
            "mixed. Give each head an axis of its own first. With one head you would not notice.",
        ),
        Known(
            halves_to_pairs,
            "That is the inverse: it turns halves into pairs. With heads of width 4 the two are "
            "the same, so test with 8.",
        ),
        Known(
            lambda W, n_heads: pairs_to_halves(W.T, n_heads).T,
            "You moved the rows. Here columns are outputs (queries are x @ W), and the rotation "
            "acts on outputs. In PyTorch's nn.Linear outputs are rows.",
        ),
        Known(
            _cosines_first,
            "The two columns of each pair are exchanged: 1, 3, … come before 0, 2, …. Then every "
            "pair rotates in the opposite direction.",
        ),
        Known(
            lambda W, n_heads: W,
            "The columns have not moved, so the program would rotate columns together that were "
            "never trained as a pair.",
        ),
    ),
    axes=("row", "column"),
    praise="Each head keeps its own columns, first 0, 2, 4, … and then 1, 3, 5, ….",
)


def check_halves(function: Callable) -> Reply:
    """Check a reader's `function(W, n_heads)`: from pairs of neighbors to pairs of halves."""
    return HALVES.judge(function)


def _by_index(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return np.tile(np.arange(n_cached, mask.shape[1]), (len(mask), 1))


def _new_part_only(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return np.maximum(np.cumsum(mask[:, n_cached:], axis=1) - 1, 0)


def _cache_plus_new(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return n_cached + _new_part_only(mask, n_cached)


def _counted_from_one(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return np.cumsum(mask, axis=1)[:, n_cached:]


def _not_cut(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return position_ids(mask)


def _below_zero(mask: np.ndarray, n_cached: int) -> np.ndarray:
    return (np.cumsum(mask, axis=1) - 1)[:, n_cached:]


def _masks() -> list[tuple]:
    mask = np.array([[1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1, 1, 1]])
    three = np.array([[0, 0, 0, 0, 1, 1], [0, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]])
    return [(mask, 0), (mask, 7), (three, 4), (three, 0)]


POSITIONS = Exercise(
    position_ids,
    _masks,
    (
        Known(
            _by_index,
            "You count places, padding included. The first token of a padded text then has "
            "position 2 instead of 0.",
        ),
        Known(
            _cache_plus_new,
            "The new tokens start at the length of the cache, which includes the padding, while "
            "the prompt was counted without it. The new tokens stand too far.",
        ),
        Known(
            _new_part_only,
            "You count only the new part of the mask, so every step starts at 0 again. The cached "
            "tokens count, too.",
        ),
        Known(
            _counted_from_one,
            "You count the token itself: the first one gets 1. A token's position is the number of "
            "tokens before it.",
        ),
        Known(
            _not_cut,
            "These are the positions of all tokens. Return those of the new ones only; the cached "
            "ones are done.",
        ),
        Known(
            _below_zero,
            "Padding in front gets −1. A table would silently give its last row for that. Use 0.",
        ),
    ),
    axes=("text", "token"),
    praise="Each token's position is the number of tokens before it, from the cache or not.",
)


def check_positions(function: Callable) -> Reply:
    """Check a reader's `function(mask, n_cached)`: the positions of a padded, cached batch."""
    return POSITIONS.judge(function)
