"""Exercises on what a shift does (chapters 4 and 7): rotation, similarity, rotary embedding."""

from collections.abc import Callable

import numpy as np

from pe_lib.exercises.reply import Known, Reply, judge
from pe_lib.frequency import angular_frequencies
from pe_lib.rotation import rotation_matrix
from pe_lib.similarity import similarity
from pe_lib.variants import rope


def _show(arguments: tuple) -> str:
    return f"function({', '.join(f'{a:g}' for a in arguments)})"


def _halves_rotation(offset: float, d_model: int, base: float) -> np.ndarray:
    order = np.r_[0:d_model:2, 1:d_model:2]
    return rotation_matrix(offset, d_model, base)[np.ix_(order, order)]


ROTATION_MISTAKES = (
    Known(
        lambda k, d, base: rotation_matrix(-k, d, base),
        "This rotates the wrong way: it is the shift by -k, the transpose of the answer. For "
        "(sine, cosine) the block is [[cos, sin], [-sin, cos]]: the angle grows clockwise.",
    ),
    Known(
        _halves_rotation,
        "The rotation is right for the layout with all sines first. Here the columns of a pair "
        "are neighbors, so the blocks stand on the diagonal.",
    ),
    Known(
        lambda k, d, base: rotation_matrix(k, d, base**2),
        "These are the rotations for base². Pair j has the frequency base^(-2j/d).",
    ),
    Known(
        lambda k, d, base: np.kron(np.eye(d // 2), rotation_matrix(k, 2, base)),
        "Every block turns by the same angle here. Block j turns by k·ω_j, slower and slower.",
    ),
    Known(
        lambda k, d, base: np.abs(rotation_matrix(k, d, base)) * (rotation_matrix(k, d, base) != 0),
        "A sign is lost: one of the two sines in each block is negative, or the block is no "
        "rotation.",
    ),
    Known(
        lambda k, d, base: rotation_matrix(1, d, base),
        "This is the shift by 1, whatever the offset. The angle of block j is k·ω_j.",
    ),
    Known(
        lambda k, d, base: rotation_matrix(k, d, 10_000.0),
        "The base is fixed at 10000 here. Use the argument.",
    ),
)


def check_rotation(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model, base)` against the matrix of the shift.

    Args:
        function: takes offset, d_model (even) and base, returns a (d_model, d_model) matrix M
            with M @ table[p] == table[p + offset] for every p.

    Returns:
        A Reply, true if the matrix is right for offsets of both signs.
    """
    return judge(
        function,
        rotation_matrix,
        [(1, 4, 10_000.0), (3, 8, 10_000.0), (-2, 6, 100.0), (40, 16, 10_000.0)],
        ROTATION_MISTAKES,
        show=_show,
        axes=("row", "column"),
        praise="The matrix moves every row of the table by the offset, forward and back.",
    )


SIMILARITY_MISTAKES = (
    Known(
        lambda k, d, base: similarity(k, d, base) * d / 2,
        "This is the dot product itself: the sum over pairs. Divide by the number of pairs, "
        "d/2, so that offset 0 gives 1.",
    ),
    Known(
        lambda k, d, base: similarity(k, d, base) / 2,
        "This divides by d. A row has squared norm d/2, one for each pair, so divide by d/2.",
    ),
    Known(
        lambda k, d, base: np.sin(np.multiply.outer(k, angular_frequencies(d, base))).mean(-1),
        "This is the mean of the sines. In sin a · sin b + cos a · cos b = cos(a - b) the cosine "
        "is left.",
    ),
    Known(
        lambda k, d, base: similarity(k, d, base**2),
        "These are the frequencies of base². Pair j has the frequency base^(-2j/d).",
    ),
    Known(
        lambda k, d, base: similarity(k, d, 10_000.0),
        "The base is fixed at 10000 here. Use the argument.",
    ),
)


def check_similarity(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model, base)` against the mean of cos(omega_j k).

    Args:
        function: takes one offset, d_model (even) and base, returns a number.

    Returns:
        A Reply, true if the value is right for offsets of both signs.
    """
    return judge(
        function,
        similarity,
        [(1, 8, 10_000.0), (0, 8, 10_000.0), (43, 512, 10_000.0), (-5, 6, 100.0)],
        SIMILARITY_MISTAKES,
        show=_show,
        axes=(),
        praise="The similarity is right, it is 1 at offset 0 and the same for k and -k.",
    )


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


ROPE_MISTAKES = (
    Known(
        _rope_halves,
        "Column c is paired with column c + d/2, as several frameworks do. That is a working "
        "rotary embedding, but weights trained with one layout fail in the other; here the "
        "columns 2j and 2j+1 make the pair.",
    ),
    Known(
        _rope_added,
        "The position's row was added, as in chapter 2. A rotary embedding adds nothing: it "
        "rotates the vector that is there.",
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


def check_rope(function: Callable) -> Reply:
    """Check a reader's `function(vectors, positions)` against the rotary embedding, base 10000.

    Args:
        function: takes vectors of shape (n, d) and positions of shape (n,), returns the vectors
            with every pair (columns 2j and 2j+1) turned by positions * omega_j, all one way.

    Returns:
        A Reply, true if every vector is rotated as it should be.
    """
    rng = np.random.default_rng(0)
    ways = [
        (_rope, "as the table of this book turns"),
        (lambda x, p: _rope(x, -p), "as RoFormer turns, which is the other way"),
    ]
    replies = [_judge_rope(function, truth, way, rng) for truth, way in ways]
    return replies[1] if replies[1] else replies[0]


def _judge_rope(function: Callable, truth: Callable, way: str, rng: np.random.Generator) -> Reply:
    return judge(
        function,
        truth,
        [
            (rng.normal(size=(5, 4)), np.arange(5)),
            (rng.normal(size=(3, 8)), np.array([7, 0, 100])),
        ],
        ROPE_MISTAKES,
        show=lambda a: f"function(vectors of shape {a[0].shape}, positions {a[1].tolist()})",
        axes=("vector", "column"),
        praise=f"Every pair is turned by position times its frequency, {way}.",
    )
