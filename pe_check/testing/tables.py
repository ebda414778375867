"""Is this table, or this RoPE, the one that is meant?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import significant_bits, to_numpy, to_table
from pe_check.compare import compare_rope, diff
from pe_check.identify import identify
from pe_check.testing.failure import fail
from pe_lib.encoding import positional_encoding
from pe_lib.rotation import fit_shift

#: How far entries may be off, relative to the largest one, by the significant bits of their type.
ENTRIES = {53: 1e-6, 24: 1e-3, 11: 2e-3, 8: 1e-2}
#: How far apart rows have to be: a row of the paper's table with 64 columns has length 5.7.
APART = 0.1
#: How far off an entry may be that a matrix has moved.
MOVED = 1e-4
#: Sizes for which a function is compared with another: a usual one, an odd width, many rows.
SIZES = ((96, 64), (50, 7), (5000, 8))

#: The axes of a table, and of biases of scores.
TABLE_AXES, BIAS_AXES = ("row", "column"), ("head", "query", "key")

#: What a function of (seq_len, d_model) returns, or an array.
Table = ArrayLike | Callable[..., Any]


def assert_matches(
    table: Table, reference: Table = positional_encoding, *, tolerance: float | None = None
) -> None:
    """Assert that a table of position vectors is that of a reference, the paper's if none is given.

    Parameters
    ----------
    table : array or callable
        Rows of position vectors (seq_len, d_model), as a numpy, torch or jax array, also with axes
        of length 1; or a function of (seq_len, d_model) that returns them; or biases of scores,
        (heads, queries, keys), where the reference has as many axes.
    reference : array or callable
        What it should be, in the same forms.
    tolerance : float, optional
        How far an entry may be off, relative to the largest one of the reference; left out, 1e-6
        for float64, 1e-3 for float32, and more for less.

    Raises
    ------
    AssertionError
        In one line: the row, the column, the size, and what `identify` or `diff` finds.
    TypeError, ValueError
        If there are no two tables of one shape.

    Examples
    --------
    >>> import pe_lib
    >>> assert_matches(pe_lib.positional_encoding(64, 16, dtype="float32"))
    >>> assert_matches(pe_lib.positional_encoding(64, 16, base=500))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: ... first at row 1, column 2. Likely mistake: The base is not 10,000: 500.

    Source: the checks of chapter 8.
    """
    if callable(table):
        sizes = SIZES if callable(reference) else (to_table(reference, "the reference").shape,)
        for size in sizes:
            claim = f"function{size} is not the table of the reference"
            _assert_one(claim, table(*size), reference, tolerance)
    else:
        _assert_one("the table is not that of the reference", table, reference, tolerance)


def _assert_one(claim: str, given: Any, reference: Table, tolerance: float | None) -> None:
    of_biases = not callable(reference) and np.ndim(reference) > 2 and np.shape(reference)[-3] > 1
    to_array, names = (to_numpy, BIAS_AXES) if of_biases else (to_table, TABLE_AXES)
    found = to_array(given, "the table")
    expected = reference(*found.shape) if callable(reference) else reference
    right = to_array(expected, "the reference")
    if found.shape != right.shape:
        diagnosis = diff(found, right).sentence if found.shape == right.shape[::-1] else ""
        shapes = f"shape {found.shape}, which should be {right.shape}"
        raise fail(claim, shapes, diagnosis or "another size was asked for")
    bits = min(significant_bits(given), significant_bits(expected))
    allowed = ENTRIES[bits] if tolerance is None else tolerance
    errors = np.abs(found - right) / (np.abs(right).max() or 1.0)
    if errors.max() <= allowed:
        return
    first = np.argwhere(errors > allowed)[0].tolist()
    place = ", ".join(f"{name} {i}" for name, i in zip(names, first[-len(names) :], strict=True))
    where = f"off by {errors.max():.2g} at most, first at {place}"
    if of_biases:
        raise fail(claim, where, _diagnosis_of_biases(found))
    raise fail(claim, where, _diagnosis(given, found, right, reference is positional_encoding))


def _diagnosis_of_biases(found: np.ndarray) -> str:
    """Return which biases these are instead, in one line."""
    try:
        answer = identify(found)
    except ValueError:  # neither ALiBi's nor those of a table
        return "another rule than ALiBi's slope times a distance"
    return f"{answer.headline.rstrip('.')}: {answer.summary}"


def _diagnosis(given: Any, found: np.ndarray, right: np.ndarray, is_paper: bool) -> str:
    """Return what the table is instead, in one line."""
    named = _named(given if isinstance(given, np.ndarray) else found, "") if is_paper else ""
    if named:
        return named
    difference = diff(found, right)
    if not (difference.done and difference.steps):
        return difference.sentence
    return f"to get the reference, {'; '.join(difference.steps)} (within {difference.error:.1g})"


def assert_rope_matches(
    rope: Callable[..., Any],
    reference: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (16, 64),
    *,
    tolerance: float = 0.02,
) -> None:
    """Assert that a function that applies RoPE does what a reference does.

    Parameters
    ----------
    rope, reference : callable
        Functions of (x, positions), or of x alone, that return x turned.
    x : array or tuple of int
        An example of the input, as in `compare_rope`.
    tolerance : float
        How far outputs may be apart, relative to the largest one.

    Raises
    ------
    AssertionError
        In one line: what is left, and what has to be done to the function to get the reference.
    TypeError, ValueError
        If a function turns no pairs of columns.

    Examples
    --------
    >>> from pe_lib.variants import rope
    >>> def usual(x, positions):
    ...     return rope(x, positions=positions)
    >>> def other(x, positions):
    ...     return rope(x, 500.0, positions=positions)
    >>> assert_rope_matches(usual, usual)
    >>> assert_rope_matches(other, usual)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: rope is not ... to get the reference, use base 10,000 instead of 500 (...)

    Source: chapter 9, "Equal to a reference".
    """
    found = compare_rope(rope, reference, x)
    if any(found.broken) or found.steps or not found.error <= tolerance:
        steps = "; ".join(found.steps)
        done = f"to get the reference, {steps} (within {found.error:.1g})"
        off = f"{len(found.steps)} difference{'s' if len(found.steps) > 1 else ''}"
        if not steps:
            off, done = f"off by {found.error:.2g}", found.sentence
        raise fail("rope is not that of the reference", off, done)


def assert_rows_differ(table: ArrayLike) -> None:
    """Assert that no two rows of a table are almost the same, so that each is a position.

    Parameters
    ----------
    table : array
        Rows of position vectors (seq_len, d_model): a numpy, torch or jax array.

    Raises
    ------
    AssertionError
        In one line: the two rows, how far apart they are, and the likely mistake.
    TypeError, ValueError
        If there is no table of finite real numbers.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> assert_rows_differ(positional_encoding(200, 64))

    Source: the check "uniqueness" of chapter 8.
    """
    rows = to_table(table, "table")
    nearest = (float("inf"), 0, 0)
    for p in range(1, len(rows)):
        distances = np.linalg.norm(rows[:p] - rows[p], axis=1)
        s = int(distances.argmin())
        nearest = min(nearest, (float(distances[s]), s, p))
    distance, s, p = nearest
    if distance < APART:
        what = f"rows {s} and {p} are {distance:.2g} apart"
        mistake = "the table was never filled"
        if np.any(rows):
            mistake = _named(
                rows, "positions begin again, end, or are rounded, or all waves are slow"
            )
        raise fail("two positions look alike", what, mistake)


def _named(rows: np.ndarray, otherwise: str) -> str:
    """Return what `identify` finds in a table, or else another likely mistake."""
    return " ".join(finding.text for finding in identify(rows).findings) or otherwise


def assert_shift_is_linear(table: ArrayLike) -> None:
    """Assert that one matrix takes every row of a table a number of positions further on.

    It does for sines and cosines in pairs, at any frequencies and in any order of columns.

    Parameters
    ----------
    table : array
        Rows of position vectors (seq_len, d_model), more of them than columns: a numpy, torch or
        jax array.

    Raises
    ------
    AssertionError
        In one line: the row, the size, and the likely mistake.
    TypeError, ValueError
        If there is no table, or it has too few rows.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> assert_shift_is_linear(positional_encoding(200, 64))

    Source: the theorem of chapter 4; the check "rotation" of chapter 8.
    """
    rows = to_table(table, "table")
    for offset in (1, 3):
        errors = np.abs(rows[:-offset] @ fit_shift(rows, offset).matrix.T - rows[offset:])
        worst = int(errors.max(axis=1).argmax())
        if not errors.max() <= MOVED:
            mistake = _named(rows, "columns without a partner")
            where = f"off by {errors.max():.2g} at row {worst + offset}"
            raise fail(f"no matrix takes every row {offset} further on", where, mistake)
