"""Tables and frequencies that several tests of `identify` make."""

import numpy as np

from pe_lib import positional_encoding


def rope_frequencies(d_model=64, ntk=1.0):
    base = 10_000.0 * ntk ** (d_model / (d_model - 2))
    return base ** (-np.arange(0, d_model, 2) / d_model)


TABLE = positional_encoding(96, 32)


def patches(seq_len, d_model):
    """MAE's table of a square of patches."""
    side = int(seq_len**0.5)
    omega = 10_000.0 ** (-np.arange(d_model // 4) / (d_model / 4))
    parts = []
    for axis in np.meshgrid(np.arange(side), np.arange(side)):
        angles = np.outer(axis.ravel(), omega)
        parts.append(np.hstack([np.sin(angles), np.cos(angles)]))
    return np.hstack(parts)
