"""RoPE's cosines and sines, in the shapes in which programs keep them, as one table."""

from typing import Any, NamedTuple

import numpy as np

from pe_check.identify.axes import collapsed
from pe_lib.checks import real_array

#: How far cosine**2 + sine**2 may be from being the same everywhere: bfloat16 has two digits.
UNIT = 0.03


class Cache(NamedTuple):
    """A table with the cosines or sines in its left half, the others in its right half."""

    table: np.ndarray
    dtype: np.dtype
    shape: str  # how the program keeps it
    repeated: str = ""  # "by halves" or "side by side" if each angle is there twice


def given_cache(value: Any, name: str) -> Cache | None:
    """Return the cache that two arrays are, or complex numbers exp(i*angle), if they are one."""
    if isinstance(value, tuple | list):
        if len(value) != 2:
            return None
        first, second = (collapsed(real_array(part, name)) for part in value)
        return _cache(first, second, np.asarray(value[0]).dtype, "two arrays")
    array = value if isinstance(value, np.ndarray) else np.empty(0)
    if array.dtype.kind != "c" or array.ndim < 2 or not np.isfinite(array).all():
        return None
    dtype = np.dtype("float32" if array.dtype == np.complex64 else "float64")
    real, imaginary = (collapsed(part.astype(float)) for part in (array.real, array.imag))
    return _cache(real, imaginary, dtype, "complex rotations exp(i angle)")


def stacked_cache(array: np.ndarray, dtype: np.dtype) -> Cache | None:
    """Return the cache that an array with an axis of two is, if it is one."""
    for axis in (0, 1):
        if array.ndim == 3 and array.shape[axis] == 2:
            first, second = array.take(0, axis), array.take(1, axis)
            return _cache(first, second, dtype, "two in one array")
    return None


def repeated_cache(table: np.ndarray, dtype: np.dtype) -> Cache | None:
    """Return the cache that a table is whose halves are cosines and sines, every column twice."""
    middle = table.shape[1] // 2
    cache = _cache(table[:, :middle], table[:, middle:], dtype, "side by side")
    return cache if cache is not None and cache.repeated else None


def _cache(first: np.ndarray, second: np.ndarray, dtype: np.dtype, shape: str) -> Cache | None:
    """Return two arrays as a cache if they are cosines and sines of the same angles."""
    if first.ndim != 2 or first.shape != second.shape or not first.size:
        return None
    squares = first**2 + second**2
    if not np.ptp(squares) <= UNIT * squares.mean():
        return None
    width = first.shape[1]
    columns = np.arange(width if width % 2 == 0 else 0)
    ways = {"by halves": columns < width // 2, "side by side": columns % 2 == 0}
    for name, kept in ways.items() if len(columns) else ():
        if all(np.array_equal(part[:, kept], part[:, ~kept]) for part in (first, second)):
            return Cache(np.hstack([first[:, kept], second[:, kept]]), dtype, shape, name)
    return Cache(np.hstack([first, second]), dtype, shape)
