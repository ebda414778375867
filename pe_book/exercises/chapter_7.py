"""The exercise of chapter 7: the rotary embedding, whichever way it turns."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from pe_book.exercises.reply import Answer, Exercise, Known, Reply, run
from pe_lib.frequency import angular_frequencies
from pe_lib.variants import rope


def _rope(vectors: np.ndarray, positions: np.ndarray) -> np.ndarray:
    return rope(vectors, positions=positions)


def _rope_halves(vectors: np.ndarray, positions: np.ndarray) -> np.ndarray:
    half = vectors.shape[-1] // 2
    order = np.arange(2 * half).reshape(2, half).T.ravel()
    turned = np.empty_like(vectors, dtype=float)
    turned[..., order] = _rope(vectors[..., order], positions)
    return turned


def _rope_added(vectors: np.ndarray, positions: np.ndarray) -> np.ndarray:
    angles = np.multiply.outer(positions, angular_frequencies(vectors.shape[-1]))
    added = np.array(vectors, dtype=float)
    added[..., 0::2] += np.sin(angles)
    added[..., 1::2] += np.cos(angles)
    return added


def _rope_without_cross_terms(vectors: np.ndarray, positions: np.ndarray) -> np.ndarray:
    angles = np.multiply.outer(positions, angular_frequencies(vectors.shape[-1]))
    return vectors * np.repeat(np.cos(angles), 2, axis=-1)


_MISTAKES = (
    Known(
        _rope_halves,
        "Your function pairs column c with column c + d/2, as several frameworks do. That is a "
        "working rotary embedding, but weights trained with one layout fail with the other. Here "
        "columns 2j and 2j+1 are the pair.",
    ),
    Known(
        _rope_added,
        "Your function adds the position's row, as in chapter 2. A rotary embedding adds nothing. "
        "It "
        "rotates the vector.",
    ),
    Known(
        _rope_without_cross_terms,
        "The cross terms are missing: a rotation mixes the two columns of a pair.",
    ),
    Known(
        lambda x, p: _rope(x, np.ones_like(p)),
        "Every vector turns as if it stood at position 1. The angle is position times ω_j.",
    ),
)


def _cases() -> list[tuple]:
    rng = np.random.default_rng(0)
    return [
        (rng.normal(size=(5, 4)), np.arange(5)),
        (rng.normal(size=(3, 8)), np.array([7, 0, 100])),
    ]


_PRAISE = "Every pair is turned by position times its frequency, in the direction of "
ROPE = Exercise(
    _rope,
    _cases,
    _MISTAKES,
    axes=("vector", "column"),
    praise=_PRAISE + "this book's table.",
)
ROFORMER = replace(
    ROPE,
    truth=lambda vectors, positions: _rope(vectors, -positions),
    praise=_PRAISE + "RoFormer, which turns the other way.",
)


def check_rope(function: Callable) -> Reply:
    """Check a reader's `function(vectors, positions)` against the rotary embedding, base 10000.

    Each of the vectors, (n, d), must turn by its position, (n,), all one way: either will do.
    """
    return (ROFORMER if _turns_the_other_way(function) else ROPE).judge(function)


def _turns_the_other_way(function: Callable) -> bool:
    """Return whether the first answer of the right shape is nearer to RoFormer's than to ours."""
    for vectors, positions in _cases():
        answer = run(function, (vectors, positions))
        if isinstance(answer, Answer) and answer.values.shape == vectors.shape:
            off = [
                np.median(np.abs(answer.values - exercise.truth(vectors, positions)))
                for exercise in (ROPE, ROFORMER)
            ]
            return bool(off[1] < off[0])
    return False
