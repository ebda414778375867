"""What an array is, or a pair of them: a table, or RoPE's cosines and sines."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pe_check.arrays import as_numbers
from pe_check.identify.answer import Identification, finding
from pe_check.identify.axes import collapsed, images
from pe_check.identify.biases import biases, unmasked
from pe_check.identify.caches import Cache, given_cache, repeated_cache, stacked_cache
from pe_check.identify.rounding import storage
from pe_check.identify.turned import turned
from pe_check.identify.vectors import vector
from pe_check.identify.views import identify_table
from pe_lib.checks import real_array

MAX_ENTRIES = 2**26  # 512 MiB
#: Sines as small as this are those of frequencies that nobody has filled.
ZERO_SINE = 1e-20
#: What an image's or a video's table shows.
OF_IMAGES = {"grid", "sections"}
#: What a cache's cosines and sines in two halves are not: findings.
OF_CACHES = {"halves", "sine and cosine swapped", "float32 angles"}


def identify_array(value: Any, name: str) -> Identification:
    """Return what an array is; an error calls it by this name."""
    size = math.prod(getattr(value, "shape", ()))
    if size > MAX_ENTRIES:
        raise ValueError(f"{name} must have at most {MAX_ENTRIES:,} entries, not {size:,}")
    value = as_numbers(value)
    cache = given_cache(value, name)
    if cache is not None:
        return _identify_cache(cache)
    given, dtype = real_array(unmasked(value), name), np.asarray(value).dtype
    flat = np.atleast_1d(given.squeeze())
    alone = given.ndim == 1
    answer = biases(flat) if flat.ndim > 1 else vector(flat, dtype, alone)
    if answer is not None:
        return answer
    cache = stacked_cache(flat, dtype) if len(flat) == 2 else None
    if cache is not None:
        return _identify_cache(cache)
    array = collapsed(given)
    if array.ndim < 2 or not array.size:
        raise ValueError(f"{name} must have rows and columns, but its shape is {np.shape(value)}")
    if array.ndim == 2:
        return _identify_matrix(array, dtype)
    for axis in range(1, array.ndim - 1):
        if not np.ptp(array, axis=axis).any():
            raise ValueError(f"nothing changes along axis {axis} of {array.shape}: pass one table")
    if array.ndim == 3 and array.shape[2] == 2 and array.shape[1] > 2:
        answer = _identify_rows(array.reshape(len(array), -1), dtype)
        of_rope = str(answer.layout).endswith("cosine first")
        return _as_cache(answer, "two numbers for each pair", "") if of_rope else answer
    return _identify_images(array, dtype, name)


def _identify_rows(table: np.ndarray, dtype: np.dtype) -> Identification:
    return identify_table(table, storage(table, dtype))


def _identify_matrix(array: np.ndarray, dtype: np.dtype) -> Identification:
    cache = repeated_cache(array, dtype)
    return _identify_rows(array, dtype) if cache is None else _identify_cache(cache)


def _identify_cache(cache: Cache) -> Identification:
    """Return what RoPE's cosines and sines are."""
    width = cache.table.shape[1] // 2
    smallest = np.minimum(*(np.abs(part).max() for part in np.hsplit(cache.table, [width])))
    if smallest <= ZERO_SINE:
        found, details = (finding("nothing turns"),), {"kept as": cache.shape}
        return Identification("nothing turns", findings=found, details=details, table=cache.table)
    return _as_cache(_identify_rows(cache.table, cache.dtype), cache.shape, cache.repeated)


def _as_cache(answer: Identification, shape: str, repeated: str) -> Identification:
    """Return the answer for a table as that for a cache, whose layout is how it repeats angles."""
    if not answer.sinusoidal:
        return answer
    shape = f"{shape}, repeated {repeated}" if repeated else shape
    findings = [found for found in answer.findings if found.name not in OF_CACHES]
    details = {fact: text for fact, text in answer.details.items() if "paper" not in fact}
    return replace(
        answer,
        kind="rope cache",
        layout={"by halves": "halves", "side by side": "interleaved"}.get(repeated),
        findings=(finding("RoPE cache", shape), *findings),
        details={"kept as": shape} | details,
    )


def _identify_images(array: np.ndarray, dtype: np.dtype, name: str) -> Identification:
    """Return what RoPE's cosines and sines are, or the table of an image or a video."""
    cache = stacked_cache(array, dtype)
    if cache is not None:
        return _identify_cache(cache)
    for table in images(array):
        answer = turned(table, storage(table, dtype))
        if answer is not None and any(found.name in OF_IMAGES for found in answer.findings):
            return replace(answer, table=table)
    raise ValueError(f"{name} must be one table, but the {len(array)} of its batch differ")
