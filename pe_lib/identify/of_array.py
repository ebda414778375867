"""What an array is, or a pair of them: a table, or RoPE's cosines and sines."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pe_lib.checks import real_array
from pe_lib.identify.answer import Identification
from pe_lib.identify.describe import unlike_paper
from pe_lib.identify.findings import finding
from pe_lib.identify.measure import waves
from pe_lib.identify.rope import (
    ROPE,
    Cache,
    complex_cache,
    pair_cache,
    repeated_cache,
    stacked_cache,
)
from pe_lib.identify.rounding import Rounding, storage
from pe_lib.identify.views import as_it_stands, grid, views

MOST_ENTRIES = 2**26  # 512 MiB

#: The first rows of an unknown table that are asked for by themselves.
FIRST_ROWS = (64, 16)


def identify_array(value: Any, name: str) -> Identification:
    """Return what an array is; an error calls it by this name."""
    _refuse_large(value, name)
    cache = pair_cache(value, name) or complex_cache(value)
    if cache is not None:
        return _of_cache(cache)
    array = _squeezed(real_array(value, name))
    dtype = np.asarray(value).dtype
    if array.ndim == 3 and array.shape[2] == 2 and array.shape[1] > 2:
        return _of_pairs(array.reshape(len(array), -1), dtype)
    if array.ndim == 3 and array.size:
        return _of_three_axes(array, dtype, name)
    if array.ndim != 2 or not array.size:
        raise ValueError(f"{name} must have rows and columns, but its shape is {np.shape(value)}")
    cache = repeated_cache(array, dtype)
    return _of_table(array, dtype) if cache is None else _of_cache(cache)


def _refuse_large(value: Any, name: str) -> None:
    size = math.prod(getattr(value, "shape", ()))
    if size > MOST_ENTRIES:
        raise ValueError(f"{name} must have at most {MOST_ENTRIES:,} entries, not {size:,}")


def _squeezed(array: np.ndarray) -> np.ndarray:
    """Return the array without axes of length 1 before the last, as long as two are left."""
    while array.ndim > 2 and 1 in array.shape[:-1]:
        array = array.squeeze(array.shape.index(1))
    return array


def _of_table(table: np.ndarray, dtype: np.dtype) -> Identification:
    """Return what rows and columns are."""
    stored = storage(table, dtype)
    answer = next(views(table, stored), None) or _unknown(table, stored)
    return replace(answer, table=table)


def _of_pairs(table: np.ndarray, dtype: np.dtype) -> Identification:
    """Return what pairs on an axis of their own are; cosines first, they are RoPE's."""
    answer = _of_table(table, dtype)
    if not str(answer.layout).endswith("cosine first"):
        return answer
    return _named_cache(answer, "two numbers for each pair")


def _of_cache(cache: Cache) -> Identification:
    """Return what RoPE's cosines and sines are."""
    return _named_cache(_of_table(cache.table, cache.dtype), cache.how)


def _named_cache(answer: Identification, how: str) -> Identification:
    if not answer.sinusoidal:
        return answer
    layout = {"halves", "sine and cosine swapped"}
    others = tuple(one for one in answer.findings if one.name not in layout)
    return replace(answer, headline=ROPE, findings=(finding("RoPE cache", how=how), *others))


def _of_three_axes(array: np.ndarray, dtype: np.dtype, name: str) -> Identification:
    """Return what a batch of one table is, RoPE's cosines and sines, or the table of an image."""
    for axis in (0, 1):
        one = array.take(0, axis)
        if (array == np.expand_dims(one, axis)).all():
            return _of_table(one, dtype)
    cache = stacked_cache(array, dtype)
    if cache is not None:
        return _of_cache(cache)
    for image in (array, np.moveaxis(array, 0, -1)):  # height, width, d_model; d_model first
        table = image.reshape(-1, image.shape[2])
        answer = grid(table, storage(table, dtype))
        if answer is not None:
            return replace(answer, table=table)
    raise ValueError(f"{name} must be one table, but the {len(array)} of its batch differ")


def _unknown(table: np.ndarray, stored: Rounding) -> Identification:
    """Return how near the table is to sinusoids, and what its first rows alone are."""
    evidence, near = [unlike_paper(table)], table[:256]
    if len(near) > 4 and np.ptp(near) > 0:
        evidence.append(
            "The nearest sine of each column, with a constant, explains "
            f"{waves(near, centered=True).explained:.1%} of the variance of the first "
            f"{len(near)} rows."
        )
    for n_rows in FIRST_ROWS:
        answer = as_it_stands(table[:n_rows], stored) if n_rows < len(table) else None
        if answer is not None:
            evidence.append(f"The first {n_rows} rows alone: {answer.headline}")
            break
    headline = "Not a sinusoidal table, within rounding."
    return Identification(headline, precision=stored.storage, evidence=tuple(evidence))
