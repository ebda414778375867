"""The exercise of chapter 4: the matrix of a shift."""

from collections.abc import Callable

import numpy as np

from pe_book.exercises.reply import Exercise, Known, Reply
from pe_lib.rotation import rotation_matrix


def _halves_rotation(offset: float, d_model: int, base: float) -> np.ndarray:
    order = np.r_[0:d_model:2, 1:d_model:2]
    return rotation_matrix(offset, d_model, base)[np.ix_(order, order)]


_MISTAKES = (
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
        "Every block turns by the same angle here. Block j should turn by k·ω_j, a smaller angle "
        "for each further pair.",
    ),
    Known(
        lambda k, d, base: np.abs(rotation_matrix(k, d, base)) * (rotation_matrix(k, d, base) != 0),
        "A minus sign is missing: in each block one of the two sines is negative. Otherwise the "
        "block is not a rotation.",
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
ROTATION = Exercise(
    rotation_matrix,
    lambda: [(1, 4, 10_000.0), (3, 8, 10_000.0), (-2, 6, 100.0), (40, 16, 10_000.0)],
    _MISTAKES,
    axes=("row", "column"),
    praise="The matrix moves every row of the table by the offset, forward and back.",
)


def check_rotation(function: Callable) -> Reply:
    """Check a reader's `function(offset, d_model, base)` against the matrix of the shift.

    That is the M, (d_model, d_model), with M @ table[p] == table[p + offset] for every p.
    """
    return ROTATION.judge(function)
