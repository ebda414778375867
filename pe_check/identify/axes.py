"""From arrays of many axes to one table: equal batches left out, images read row by row."""

from collections.abc import Iterator

import numpy as np


def collapsed(array: np.ndarray) -> np.ndarray:
    """Return the array without first axes that show nothing, as long as two axes are left.

    Axes of length 1 go wherever they are; others, of batches or heads, if everything is the same
    along them.
    """
    while array.ndim > 2 and 1 in array.shape[:-1]:
        array = array.squeeze(array.shape.index(1))
    while array.ndim > 2 and (array == array[:1]).all():
        array = array[0]
    return array


def images(array: np.ndarray) -> Iterator[np.ndarray]:
    """Yield an image's or a video's vectors, row by row: with the vectors last, then first."""
    for image in (array, np.moveaxis(array, 0, -1)):
        yield np.ascontiguousarray(image.reshape(-1, image.shape[-1]))
