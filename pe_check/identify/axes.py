"""From arrays of many axes to one table: equal batches left out, images read row by row."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np


class Collapsed(NamedTuple):
    """An array without the axes along which it is the same, and which of its axes are left."""

    array: np.ndarray
    left: tuple[int, ...]
    constant: tuple[int, ...]  # those of them that were longer than 1


def collapsed(array: np.ndarray) -> Collapsed:
    """Return the array without axes before the last that show nothing, as long as two are left.

    Axes of length 1 go first, then those along which everything is the same, from the first on.
    """
    left = list(range(array.ndim))
    constant: list[int] = []
    while array.ndim > 2 and 1 in array.shape[:-1]:
        axis = array.shape.index(1)
        array = array.squeeze(axis)
        del left[axis]
    axis = 0
    while array.ndim > 2 and axis < array.ndim - 1:
        first = array.take(0, axis)
        if (array == np.expand_dims(first, axis)).all():
            array = first
            constant.append(left.pop(axis))
        else:
            axis += 1
    return Collapsed(array, tuple(left), tuple(constant))


def images(array: np.ndarray) -> Iterator[np.ndarray]:
    """Yield an image's or a video's vectors, row by row: with the vectors last, then first."""
    for image in (array, np.moveaxis(array, 0, -1)):
        yield np.ascontiguousarray(image.reshape(-1, image.shape[-1]))
