"""What an array is, or a pair of them: a table, or RoPE's cosines and sines."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pe_check.identify.answer import Identification
from pe_check.identify.axes import as_numbers, collapsed, images
from pe_check.identify.biases import biases, unmasked
from pe_check.identify.describe import unlike_paper
from pe_check.identify.findings import finding
from pe_check.identify.measure import waves
from pe_check.identify.others import UNKNOWN, frequencies, learned
from pe_check.identify.rope import (
    ROPE,
    Cache,
    complex_cache,
    pair_cache,
    repeated_cache,
    stacked_cache,
)
from pe_check.identify.rounding import Rounding, storage
from pe_check.identify.turned import turned
from pe_check.identify.views import as_it_stands, grid, views
from pe_lib.checks import real_array

MOST_ENTRIES = 2**26  # 512 MiB

#: Sines as small as this are those of frequencies that nobody has filled.
STILL = 1e-20

#: What an image's or a video's table shows.
OF_IMAGES = {"grid", "sections", "random features"}

#: Tables of a batch that are looked at one by one.
MOST_TABLES = 8

#: The first rows of an unknown table that are asked for by themselves.
FIRST_ROWS = (64, 16)


def identify_array(value: Any, name: str) -> Identification:
    """Return what an array is; an error calls it by this name."""
    _refuse_large(value, name)
    value = as_numbers(value)
    cache = pair_cache(value, name) or complex_cache(value)
    if cache is not None:
        return _of_cache(cache)
    if isinstance(value, tuple | list) and all(isinstance(one, np.ndarray) for one in value):
        several = _of_several(list(value), name) if len(value) == 2 else None
        if several is not None:
            return several
    given, dtype = real_array(unmasked(value), name), np.asarray(value).dtype
    flat = given.squeeze()
    answer = biases(flat) if flat.ndim > 1 else frequencies(flat, dtype)
    if answer is not None:
        return answer
    cache = stacked_cache(flat, dtype) if flat.ndim == 3 and len(flat) == 2 else None
    if cache is not None:
        return _of_cache(cache)
    array, left, constant = collapsed(given)
    if array.ndim < 2 or not array.size:
        raise ValueError(f"{name} must have rows and columns, but its shape is {np.shape(value)}")
    if array.ndim == 2:
        return _of_axes(_of_two_axes(array, dtype), left, constant, given.shape)
    if array.ndim == 3 and array.shape[2] == 2 and array.shape[1] > 2:
        return _of_pairs(array.reshape(len(array), -1), dtype)
    return _of_more_axes(array, dtype, name)


def _of_two_axes(array: np.ndarray, dtype: np.dtype) -> Identification:
    cache = repeated_cache(array, dtype)
    return _of_table(array, dtype) if cache is None else _of_cache(cache)


def _of_axes(
    answer: Identification, left: tuple[int, ...], constant: tuple[int, ...], shape: tuple[int, ...]
) -> Identification:
    """Return the answer with the axes along which nothing changes, if positions may be there.

    The first axes are read as the batch: positions come after it in most programs. One that comes
    after the positions' may be the positions' own.
    """
    position = left[0]
    after = [axis for axis in constant if axis > position]
    if len(constant) == 2 and constant[-1] < position and "ones turned" in answer.summary:
        after = [constant[-1]]  # heads come before or after positions
    if not after or not answer.sinusoidal:
        return answer
    [axis, *_] = after
    one = "the paper's table" if answer.paper else answer.headline.rstrip(".")
    one = one.replace("A sinusoidal table, not the paper's", "another sinusoidal table")
    text = (
        f"nothing changes along axis {axis}, of {shape[axis]}; positions run along axis "
        f"{position}, of {shape[position]}"
    )
    found = finding("constant axis", text=text[0].upper() + text[1:], axis=axis, position=position)
    headline = (
        f"No positions along axis {axis}; or, if that is the batch or the heads, {one} along axis "
        f"{position}."
    )
    return replace(
        answer,
        headline=headline,
        summary=f"{text}; {answer.summary}",
        findings=(found, *answer.findings),
    )


def _refuse_large(value: Any, name: str) -> None:
    size = math.prod(getattr(value, "shape", ()))
    if size > MOST_ENTRIES:
        raise ValueError(f"{name} must have at most {MOST_ENTRIES:,} entries, not {size:,}")


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
    width = cache.table.shape[1] // 2
    smallest = np.minimum(*(np.abs(part).max() for part in np.hsplit(cache.table, [width])))
    if smallest <= STILL:
        text = "nothing turns: the sines are all 0; inv_freq is zero or was never filled"
        found = finding("nothing turns", text=text)
        return Identification(ROPE, f"{cache.how}; {text}", findings=(found,), table=cache.table)
    return _named_cache(_of_table(cache.table, cache.dtype), cache.how)


def _named_cache(answer: Identification, how: str) -> Identification:
    if not answer.sinusoidal:
        return answer
    layout = {"halves", "sine and cosine swapped"}
    others = tuple(one for one in answer.findings if one.name not in layout)
    others = tuple(one for one in others if one.name != "float32 angles")  # every cache has them
    summary = f"{how}{answer.summary.removeprefix(str(answer.layout))}"
    found = (finding("RoPE cache", how=how), *others)
    # How programs keep the angles: each twice, by halves or side by side.
    kept = {"by halves": "halves", "side by side": "interleaved"}
    own = next((name for end, name in kept.items() if how.endswith(f"repeated {end}")), None)
    return replace(answer, headline=ROPE, summary=summary, layout=own, findings=found)


def _of_more_axes(array: np.ndarray, dtype: np.dtype, name: str) -> Identification:
    """Return what RoPE's cosines and sines are, or the table of an image or a video."""
    cache = stacked_cache(array, dtype)
    if cache is not None:
        return _of_cache(cache)
    for table in images(array):
        stored = storage(table, dtype)
        answer = turned(table, stored) or grid(table, stored)
        if answer is not None and any(one.name in OF_IMAGES for one in answer.findings):
            return replace(answer, table=table)
    several = _of_several([array], name)
    if several is not None:
        return several
    raise ValueError(f"{name} must be one table, but the {len(array)} of its batch differ")


def _of_several(parts: list[np.ndarray], name: str) -> Identification | None:
    """Return what each table of a batch is, where they differ; None if one is none.

    The batch is the first axis that is longer than 1, of an array or of a pair of them.
    """
    parts = [part.squeeze() for part in parts]
    if any(part.ndim != 3 or part.shape != parts[0].shape for part in parts):
        return None
    n_tables = len(parts[0])
    if not 1 < n_tables <= MOST_TABLES:
        return None
    each = [tuple(part[one] for part in parts) for one in range(n_tables)]
    answers = [identify_array(one if len(one) > 1 else one[0], name) for one in each]
    if not any(answer.sinusoidal for answer in answers) or any(
        answer.headline == UNKNOWN for answer in answers
    ):
        return None
    summaries = [answer.summary or answer.headline.rstrip(".") for answer in answers]
    summary = "; ".join(f"table {one}: {text}" for one, text in enumerate(summaries))
    kinds = " or ".join(dict.fromkeys(answer.headline.rstrip(".") for answer in answers))
    found = dict.fromkeys(one for answer in answers if answer.sinusoidal for one in answer.findings)
    headline = f"{n_tables} tables that differ, along the batch's axis: {kinds}."
    return replace(answers[0], headline=headline, summary=summary, findings=tuple(found))


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
    return Identification(
        UNKNOWN, learned(table), precision=stored.storage, evidence=tuple(evidence)
    )
