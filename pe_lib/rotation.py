"""A shift by k positions is one block-diagonal rotation, the same for every position."""

import numpy as np

from pe_lib.frequency import angular_frequencies


def rotation_matrix(offset: float, d_model: int, base: float = 10_000.0) -> np.ndarray:
    """Return M_k with M_k @ table[p] == table[p + k] for every p, shape (d_model, d_model)."""
    if d_model % 2:
        raise ValueError(f"d_model must be even: the last sine of {d_model} has no cosine partner")
    angles = offset * angular_frequencies(d_model, base)
    even, odd = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix = np.zeros((d_model, d_model))
    matrix[even, even] = matrix[odd, odd] = np.cos(angles)
    matrix[even, odd] = np.sin(angles)
    matrix[odd, even] = -np.sin(angles)
    return matrix
