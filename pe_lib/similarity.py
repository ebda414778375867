"""The dot product of two rows depends on their offset alone."""

import numpy as np

from pe_lib.frequency import angular_frequencies


def similarity(offset, d_model: int, base: float = 10_000.0):
    """Return the mean of cos(omega_j * offset) over the pairs, same shape as offset."""
    omega = angular_frequencies(d_model, base)
    return np.cos(np.multiply.outer(offset, omega)).mean(axis=-1)
