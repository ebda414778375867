"""What is this table? Measure it, find the simplest rule that gives it back, and say so."""

import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import real_array
from pe_lib.encoding import positional_encoding
from pe_lib.identify.answer import Identification, finding
from pe_lib.identify.describe import describe, describe_unequal, unlike_paper
from pe_lib.identify.measure import NEAR, waves
from pe_lib.identify.model import Rounding, storage
from pe_lib.identify.search import PAPER_BASE, readings

#: Entries that are read at most: 512 MiB of them.
MOST_ENTRIES = 2**26


def identify(table: ArrayLike | Callable[..., ArrayLike]) -> Identification:
    """Return what a table of position vectors is: the paper's, a convention, a mistake, unknown.

    The frequencies are measured from the rows. Of the rules that predict them, the one that takes
    the fewest digits to say is held against every entry, to the rounding of the entries' type.
    What does not agree is not called sinusoidal. A function is asked for tables of several sizes.
    Two rows are enough for most rules; a constant, or columns without partners, take more.

    Parameters
    ----------
    table : array_like or callable
        Rows of real numbers, one for each position, also with a batch axis; or a function of
        (seq_len, d_model) or (seq_len, d_model, base) that returns them.

    Returns
    -------
    Identification
        It prints its explanation. Its attributes say the same to a program: layout, exponents,
        base, start, findings, …; paper is True for the paper's table.

    Raises
    ------
    TypeError, ValueError
        If there are no rows and columns of finite real numbers, or if the function fails.

    Examples
    --------
    >>> from pe_lib import positional_encoding
    >>> table = positional_encoding(64, 16, base=500, start=2)
    >>> found = identify(table.astype("float16"))
    >>> found.layout, found.exponents, found.base, found.start, found.precision
    ('interleaved', '2j/d', 500.0, 2.0, 'float16')

    Source: the mistakes of chapter 8; the theorem of chapter 4, by which rows give frequencies.
    """
    return _of_function(table) if callable(table) else _of_array(table, "table")


def rows_of(value: Any, name: str) -> np.ndarray:
    """Return rows and columns, without a batch axis, or one for the two numbers of a pair."""
    size = math.prod(getattr(value, "shape", ()))
    if size > MOST_ENTRIES:
        raise ValueError(f"{name} must have at most {MOST_ENTRIES:,} entries, not {size:,}")
    table = real_array(value, name)
    if table.ndim == 3 and table.shape[2] == 2 < table.shape[1]:
        table = table.reshape(len(table), -1)  # pairs on an axis of their own, as RoPE's caches
    elif table.ndim == 3 and 0 not in table.shape:
        axis = 1 if table.shape[1] == 1 else 0
        one = table.take(0, axis)
        if not (table == np.expand_dims(one, axis)).all():
            raise ValueError(f"{name} must be one table, but the {len(table)} of its batch differ")
        table = one
    if table.ndim != 2 or not table.size:
        raise ValueError(f"{name} must have rows and columns, but its shape is {np.shape(value)}")
    return table


def _of_array(value: Any, name: str) -> Identification:
    table = rows_of(value, name)
    stored = storage(table, np.asarray(value).dtype)
    answers = (answer for answer in _views(table, stored) if answer is not None)
    return next(answers, None) or _unknown(table, stored)


def _plain(table: np.ndarray, stored: Rounding, cut: int = 0) -> Identification | None:
    """Return what the table is, as it stands, without the first rows up to its padding."""
    read = readings(table[cut:], stored)
    return describe(table, read, cut) if read else None


def _views(table: np.ndarray, stored: Rounding) -> Iterator[Identification | None]:
    """Yield what each way to look at a table shows, the plainest first."""
    yield _plain(table, stored)
    n_rows, d_model = table.shape
    if n_rows > 1 and (table == table[0]).all():
        row = _plain(table[:1], stored)
        which = f", row {row.start:g} of the paper's" if row and not row.findings[1:] else ""
        same = (finding("batch axis", which=which),) if row else ()
        yield Identification("No positions: all rows are the same.", findings=same)
    yield describe_unequal(table, stored)
    padding = np.flatnonzero(~table[:4].any(axis=1))
    if 0 < len(padding) < n_rows - 4:
        answer = _plain(table, stored, cut=int(padding[-1]) + 1)
        yield _with(answer, "padding", what=f"Row {padding[-1]} is")
    core = table[: np.flatnonzero(table.any(axis=1)).max(initial=0) + 1]
    core = core[:, : np.flatnonzero(core.any(axis=0)).max(initial=0) + 1]
    if core.shape != table.shape:
        yield _with(_plain(core, stored), "padding", what=f"All beyond {core.shape} is")
    if min(core.shape) > 3:
        answer = _plain(np.ascontiguousarray(core.T), stored)
        if answer and answer.exponents == f"2j/{d_model}":
            answer = replace(answer, exponents="2j/d")
        yield _with(answer, "axes exchanged", but=("another width",))
    if n_rows > 9:
        yield _parity(_plain(table[0::2], stored), _plain(table[1::2], stored))
    for width in range(2, n_rows // 2 + 1):
        along = (table[width] == table[0]) & (table[1] != table[0])
        if n_rows % width == 0 and d_model % 2 == 0 and along.sum() * 4 > d_model:
            yield _grid(table, stored, width)
    yield _permuted(table, stored)


def _with(
    answer: Identification | None, name: str, but: tuple[str, ...] = (), **numbers: Any
) -> Identification | None:
    """Return the answer with one finding more, and without those that it explains."""
    if answer is None:
        return None
    kept = tuple(one for one in answer.findings if one.name not in but)
    return replace(answer, findings=(finding(name, **numbers), *kept))


def _parity(even: Identification | None, odd: Identification | None) -> Identification | None:
    if not (even and odd and even.step and (even.base, even.step) == (odd.base, odd.step)):
        return None
    layouts = str(even.layout), str(odd.layout)
    if not (layouts[0].endswith("sines alone") and layouts[1].endswith("cosines alone")):
        return None
    explained = ("one function", "scaled positions")
    return _with(replace(even, step=even.step / 2), "parity of the position", but=explained)


def _grid(table: np.ndarray, stored: Rounding, width: int) -> Identification | None:
    """Return what the table is if half of its columns repeat by width and half change by it."""
    across = (table[width:] == table[:-width]).all(axis=0)
    blocks = table[:, ~across].reshape(len(table) // width, width, -1)
    if 2 * across.sum() != table.shape[1] or not (blocks == blocks[:, :1]).all():
        return None
    answers = [_plain(part, stored) for part in (table[:width, across], blocks[:, 0])]
    if answers[1] is None:
        return None
    return _with(answers[0], "grid", height=len(table) // width, width=width)


def _permuted(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its columns are the paper's, or tensor2tensor's, in disorder."""
    expected = positional_encoding(*table.shape)
    squares = (table**2).sum(axis=0) + (expected**2).sum(axis=0)[:, np.newaxis]
    distance = squares - 2 * expected.T @ table
    order = []
    for column in range(table.shape[1]):
        order.append(int(distance[column].argmin()))
        distance[:, order[-1]] = np.inf
    answer = _plain(table[:, order], stored) if len(order) > 2 else None
    if answer is None or not answer.paper:
        return None
    first = ", ".join(str(order.index(column)) for column in range(min(6, len(order))))
    return _with(answer, "columns permuted", order=first)


def _unknown(table: np.ndarray, stored: Rounding) -> Identification:
    """Return how near the table is to sinusoids, and what its first rows alone are."""
    said = [unlike_paper(table)]
    if len(table) > 4 and np.ptp(table) > 0:
        said.append(
            "The nearest sine of each column, with a constant, explains "
            f"{waves(table, centered=True).explained:.1%} of the variance of the first "
            f"{len(table[:NEAR])} rows."
        )
    for n_rows in (n for n in (64, 16) if n < len(table)):
        answer = _plain(np.ascontiguousarray(table[:n_rows]), stored)
        if answer is not None:
            said.append(f"The first {n_rows} rows alone: {answer.headline}")
            break
    headline = "Not a sinusoidal table, within rounding."
    return Identification(headline, precision=stored.storage, evidence=tuple(said))


def _of_function(function: Callable[..., Any]) -> Identification:
    """Return what a function makes: at one size in full, and what other sizes and bases add."""

    def ask(*size: float) -> Identification:
        call = f"function({', '.join(f'{number:g}' for number in size)})"
        try:
            given = function(*size)
        except Exception as error:
            raise ValueError(f"{call} raised {type(error).__name__}: {error}") from error
        found = _of_array(given, call)
        if np.shape(given)[-2:] != size[:2]:
            raise ValueError(f"{call} must have shape {size[:2]}, not {np.shape(given)}")
        return found

    answer, more = ask(96, 64), []
    for size in ((50, 7), (20_001, 8)) if answer.sinusoidal else ((50, 7),):
        try:
            other = ask(*size)
        except ValueError as error:
            more.append(finding("odd width crashes", error=error))
            continue
        more += [f for f in other.findings if answer.paper or f.name == "float32 angles"]
        if answer.paper and not other.sinusoidal and not other.findings:
            call = f"function{size}"
            more.append(finding("another size", call=call, headline=other.headline))
    if _takes_base(function) and answer.base == PAPER_BASE == ask(64, 16, 500.0).base:
        more.append(finding("base ignored", base=f"{PAPER_BASE:,.8g}"))
    known = [one.name for one in answer.findings]
    added = {one.name: one for one in more if one.name not in known}
    return replace(answer, findings=(*answer.findings, *added.values()))


def _takes_base(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(64, 16, 500.0)
    except (TypeError, ValueError):
        return False
    return True
