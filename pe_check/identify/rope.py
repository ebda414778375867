"""RoPE's cosines and sines, in the shapes in which programs keep them, as one table."""

from typing import Any, NamedTuple

import numpy as np

from pe_lib.checks import real_array

ROPE = "RoPE's cosines and sines."

#: How far cosine**2 + sine**2 may be from being the same everywhere: bfloat16 has two digits.
UNIT = 0.03


class Cache(NamedTuple):
    """A table with the cosines or sines in its left half, the others in its right half."""

    table: np.ndarray
    dtype: np.dtype
    how: str


def pair_cache(value: Any, name: str) -> Cache | None:
    """Return the cache that a tuple or list of two arrays is, if it is one."""
    if not (isinstance(value, tuple | list) and len(value) == 2):
        return None
    first, second = (_flat(real_array(part, name)) for part in value)
    return _cache(first, second, np.asarray(value[0]).dtype, "two arrays")


def complex_cache(value: Any) -> Cache | None:
    """Return the cache that complex numbers exp(i*angle) are, if they are such."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of several lengths
        return None
    if array.dtype.kind != "c" or array.ndim < 2 or not np.isfinite(array).all():
        return None
    half = np.dtype("float32" if array.dtype == np.complex64 else "float64")
    real, imaginary = _flat(array.real.astype(float)), _flat(array.imag.astype(float))
    return _cache(real, imaginary, half, "as complex rotations exp(i angle)")


def stacked_cache(array: np.ndarray, dtype: np.dtype) -> Cache | None:
    """Return the cache that an array with an axis of two is, if it is one."""
    for axis in (0, 1):
        if array.shape[axis] == 2:
            first, second = array.take(0, axis), array.take(1, axis)
            return _cache(first, second, dtype, "two in one array")
    return None


def repeated_cache(table: np.ndarray, dtype: np.dtype) -> Cache | None:
    """Return the cache that a table is whose halves are cosines and sines, every column twice."""
    middle = table.shape[1] // 2
    cache = _cache(table[:, :middle], table[:, middle:], dtype, "side by side")
    return cache if cache is not None and cache.table.shape != table.shape else None


def _flat(array: np.ndarray) -> np.ndarray:
    """Return one table of a batch whose tables are the same; as it is if they differ."""
    while array.ndim > 2 and (array == array[:1]).all():
        array = array[0]
    return array.squeeze(1) if array.ndim == 3 and array.shape[1] == 1 else array


def _cache(first: np.ndarray, second: np.ndarray, dtype: np.dtype, how: str) -> Cache | None:
    """Return two arrays as a cache if they are cosines and sines of the same angles."""
    if first.ndim != 2 or first.shape != second.shape or not first.size:
        return None
    squares = first**2 + second**2
    if not np.ptp(squares) <= UNIT * squares.mean():
        return None
    for name, part in _repeats(first.shape[1]):
        if all(np.array_equal(x[:, part], x[:, ~part]) for x in (first, second)):
            first, second, how = first[:, part], second[:, part], f"{how}, repeated {name}"
            break
    return Cache(np.hstack([first, second]), dtype, how)


def _repeats(width: int) -> list[tuple[str, np.ndarray]]:
    """Return the columns to keep where every column is there twice."""
    columns = np.arange(width)
    if width % 2:
        return []
    return [("by halves", columns < width // 2), ("side by side", columns % 2 == 0)]
