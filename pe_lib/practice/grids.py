"""Positions with two coordinates and more: sine tables side by side, pairs dealt out to axes."""

from collections.abc import Sequence

import numpy as np

from pe_lib.checks import check_d_model, check_memory, whole_number
from pe_lib.encoding import positional_encoding
from pe_lib.rotation import rotation_matrix

_BECAUSE = "each axis gets half of the columns, in pairs"


def grid_encoding(height: int, width: int, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the table (height * width, d_model) of a grid of patches, row by row.

    The left half of the columns encodes the patch's row, the right half its column.

    Source: the encoder and decoder tables of MAE, up to the order of columns.
    """
    half = _half(d_model)
    height = whole_number(height, "height", low=1)
    width = whole_number(width, "width", low=1)
    check_memory((height * width, d_model))
    down, across = positional_encoding(height, half, base), positional_encoding(width, half, base)
    return np.hstack([np.repeat(down, width, axis=0), np.tile(across, (height, 1))])


def grid_rotation(down: float, across: float, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return the matrix that takes every patch's row of `grid_encoding` so far down and across."""
    half = _half(d_model)
    matrix = np.zeros((d_model, d_model))
    matrix[:half, :half] = rotation_matrix(down, half, base)
    matrix[half:, half:] = rotation_matrix(across, half, base)
    return matrix


def section_axes(sections: Sequence[int], *, interleaved: bool = False) -> np.ndarray:
    """Return the axis of each pair when one ladder of frequencies is dealt out to several axes.

    In sections, axis 0 gets the first sections[0] pairs, axis 1 the next ones. Interleaved, the
    axes take turns until they have their number.

    >>> section_axes([2, 3, 3]), section_axes([2, 3, 3], interleaved=True)
    (array([0, 0, 1, 1, 1, 2, 2, 2]), array([0, 1, 2, 0, 1, 2, 1, 2]))

    Source: mrope_section in transformers, models/qwen2_vl, and its interleaved form in qwen3_vl.
    """
    counts = [whole_number(n, "sections", low=0) for n in sections]
    axes = np.repeat(np.arange(len(counts)), counts)
    if not interleaved:
        return axes
    turn = np.concatenate([np.arange(n) for n in counts])
    return axes[np.lexsort((axes, turn))]


def _half(d_model: int) -> int:
    d_model = check_d_model(d_model, even_because=_BECAUSE)
    if d_model % 4:
        raise ValueError(f"d_model must be a multiple of 4, since {_BECAUSE}, not {d_model}")
    return d_model // 2
