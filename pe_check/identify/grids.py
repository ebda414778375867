"""Grids of two or three axes that positions walk through: whole, in blocks, in a text."""

from typing import NamedTuple

import numpy as np

#: Sides of the blocks of patches that vision models merge into one.
BLOCKS = (2, 3, 4)


class Grid(NamedTuple):
    """A grid's size, the outermost axis first, and for each of them its own positions."""

    size: tuple[int, ...]
    order: tuple[int, ...]  # which axis of the pairs is the outermost, and so on
    places: tuple[np.ndarray, ...]  # along each axis
    block: int = 1  # patches go block by block, of so many rows and columns


class Passage(NamedTuple):
    """A grid within a text: its rows from `first` on, before `last`."""

    first: int
    last: int
    grid: Grid


def grid_of(places: list[np.ndarray]) -> Grid | None:
    """Return the grid that axes of places walk through; None if they walk through none."""
    if not 1 < len(places) <= 3:
        return None
    grid = _row_by_row(places)
    if grid is None and len(places) == 2:
        grid = _in_blocks(places)
    return grid


def _row_by_row(places: list[np.ndarray]) -> Grid | None:
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


def _in_blocks(places: list[np.ndarray]) -> Grid | None:
    """Return the grid whose patches go block by block, as those that are merged into one token."""
    n_rows = len(places[0])
    for block in BLOCKS:
        for width in range(2 * block, n_rows // block + 1, block):
            if n_rows % (width * block):
                continue
            at = np.arange(n_rows).reshape(-1, width // block, block, block)
            order = at.transpose(0, 2, 1, 3).ravel()
            moved = [place[order] for place in places]
            if all(np.diff(place[:width]).any() for place in moved):
                continue  # no axis stands still along a row
            grid = _row_by_row(moved)
            if grid is not None and grid.size[1] == width:
                return grid._replace(block=block)
    return None


def passage(places: list[np.ndarray]) -> Passage | None:
    """Return the grid of an image within a text, whose rows move along all axes alike."""
    n_rows, moves = len(places[0]), np.diff(places, axis=1)
    alike = (moves == moves[0]).all(axis=0)
    head = _length(alike & (moves[0] == moves[0, 0]))
    tail = _length((alike & (moves[0] == moves[0, -1]))[::-1])
    if not 0 < head < n_rows - 1:
        return None
    last = n_rows - tail - 1 if tail else n_rows
    for first in (head, head + 1):  # an image may begin where the text would have gone on
        middle = [place[first:last] for place in places]
        moving = [axis for axis, place in enumerate(middle) if len(place) and np.ptp(place)]
        grid = grid_of([middle[axis] for axis in moving])
        if grid is not None:
            order = tuple(moving[axis] for axis in grid.order)
            return Passage(first, last, grid._replace(order=order))
    return None


def _length(true: np.ndarray) -> int:
    """Return how many are true before the first that is not."""
    return len(true) if true.all() else int(np.argmin(true))
