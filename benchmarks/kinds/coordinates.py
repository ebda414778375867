"""Fourier features of coordinates."""

import numpy as np

from benchmarks.kinds.kind import Asked, Rng, kind, length, width


@kind
def linear_bands_of_a_grid(rng: Rng) -> Asked:
    """timm: bands from 1 to half the resolution, times pi, of coordinates from -1 to 1.

    Patches have 16 pixels on a side.
    """
    side, bands = int(rng.integers(10, 18)), int(rng.integers(8, 24))
    w = np.linspace(1, 16 * side / 2, bands) * np.pi
    at = np.linspace(-1, 1, side)
    y, x = np.meshgrid(at, at, indexing="ij")
    a = np.stack([y, x], axis=-1).reshape(-1, 2, 1) * w
    table = np.concatenate([np.sin(a), np.cos(a)], axis=-1).reshape(side * side, -1)
    return Asked(table.astype("f4"), (f"{side} rows of {side}", "linear", "pi"))


@kind
def perceiver(rng: Rng) -> Asked:
    n, bands = length(rng, 100, 300), int(rng.integers(16, 40))
    p = np.linspace(-1, 1, n)[:, None]
    a = np.pi * p * np.linspace(1, n / 2, bands)
    table = np.hstack([np.sin(a), np.cos(a)])
    if rng.random() < 0.5:
        return Asked(np.hstack([p, table]), ("linear", "pi", "-1 to 1", "column 0|coordinate"))
    return Asked(table, ("linear", "pi"))


@kind
def nerf_of_a_line(rng: Rng) -> Asked:
    n, octaves = length(rng), int(rng.integers(6, 11))
    p = np.linspace(-1, 1, n)[:, None]
    table = np.hstack([p] + [f(2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)])
    return Asked(table, ("NeRF", "twice|powers of two", "column 0|coordinate"))


@kind
def nerf_from_0_to_1(rng: Rng) -> Asked:
    p = np.linspace(0, 1, length(rng))[:, None]
    octaves = int(rng.integers(6, 11))
    table = np.hstack([f(np.pi * 2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)])
    return Asked(table, ("NeRF", "twice", "pi times coordinates 0 to 1"))


@kind
def nerf_of_points(rng: Rng) -> Asked:
    octaves, unit = int(rng.integers(6, 11)), float(rng.choice([1, np.pi]))
    p = rng.uniform(-1, 1, size=(length(rng), 3))
    table = [p] + [f(unit * 2.0**k * p) for k in range(octaves) for f in (np.sin, np.cos)]
    return Asked(
        np.hstack(table).astype("f4"), ("NeRF", "twice|powers of two", r"\b3 .*coordinates")
    )


@kind
def random_features_of_a_grid(rng: Rng) -> Asked:
    """Segment Anything: sines and cosines of random combinations of both coordinates."""
    side, n = int(rng.integers(12, 33)), width(rng, 32, 64)
    at = (np.arange(side) + 0.5) / side * 2 - 1
    y, x = np.meshgrid(at, at, indexing="ij")
    a = 2 * np.pi * np.stack([x, y], axis=-1) @ rng.normal(size=(2, n))
    table = np.concatenate([np.sin(a), np.cos(a)], axis=-1).transpose(2, 0, 1).astype("f4")
    return Asked(table, ("random", f"{side} rows of {side}", "both"))
