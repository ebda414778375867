"""Tables as programs make them, for the tests of `pe_check`."""

from collections.abc import Callable

import numpy as np


def powers(d: int, base: float = 10_000.0) -> np.ndarray:
    return base ** (-np.arange(0, d, 2) / d)


def interleaved(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)


def halves(angles: np.ndarray) -> np.ndarray:
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def of_axes(layout: Callable, d: int, *axes: np.ndarray) -> np.ndarray:
    """Return the tables of several axes, d columns each, side by side."""
    return np.concatenate([layout(p[..., None] * powers(d)) for p in axes], axis=-1)


def cache(angles: np.ndarray, factor: float = 1.0) -> np.ndarray:
    """Return cosines and sines as transformers has them, each angle twice."""
    twice = np.hstack([angles, angles])
    return np.stack([factor * np.cos(twice), factor * np.sin(twice)]).astype("f4")
