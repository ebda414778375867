"""Grids of two or three axes that positions walk through, row by row."""

from typing import NamedTuple

import numpy as np


class Grid(NamedTuple):
    """A grid's size, the outermost axis first, and for each of them its own positions."""

    size: tuple[int, ...]
    order: tuple[int, ...]  # which axis of the pairs is the outermost, and so on
    places: tuple[np.ndarray, ...]  # along each axis


def grid_of(places: list[np.ndarray]) -> Grid | None:
    """Return the grid that axes of places walk through; None if they walk through none."""
    if not 1 < len(places) <= 3:
        return None
    n_rows = len(places[0])
    strides = [1 + int(np.flatnonzero(np.diff(place))[0]) for place in places]
    order = sorted(range(len(places)), key=lambda axis: -strides[axis])
    size, own = [], []
    block = n_rows
    for position, axis in enumerate(order):
        stride = strides[axis]
        if position + 1 == len(order) and stride != 1:
            return None
        if block % stride:
            return None
        count = block // stride
        within = places[axis][:block:stride]
        pattern = np.tile(np.repeat(within, stride), n_rows // block)
        if not np.array_equal(pattern, places[axis]):
            return None
        size.append(count)
        own.append(within)
        block = stride
    return Grid(tuple(size), tuple(order), tuple(own))
