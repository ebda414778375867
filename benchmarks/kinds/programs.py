"""What programs make tables with: frequencies, sines and cosines, caches and formats of numbers."""

from typing import Any

import numpy as np

from benchmarks.kinds.kind import Rng


def ladder(d: int, base: float = 10_000.0) -> np.ndarray:
    return base ** (-np.arange(0, d, 2) / d)


def interleaved(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)


def halves(angles: np.ndarray) -> np.ndarray:
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def cache(angles: np.ndarray, rng: Rng, amplitude: float = 1.0) -> Any:
    """Cosines and sines as transformers returns them: each angle twice, in one shape or another."""
    twice = np.concatenate([angles, angles], axis=-1)
    cos, sin = (amplitude * np.cos(twice)).astype("f4"), (amplitude * np.sin(twice)).astype("f4")
    return [(cos, sin), (cos[None], sin[None]), np.stack([cos, sin])][rng.integers(3)]


def bf16(x: Any) -> np.ndarray:
    bits = np.asarray(x, "f4").view("u4").astype("u8")
    bits += 0x7FFF + ((bits >> 16) & 1)
    return ((bits >> 16) << 16).astype("u4").view("f4").astype(float)
