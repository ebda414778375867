"""What is this table? Measure it, find the simplest rule that gives it back, and say so."""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_lib.checks import real_array
from pe_lib.encoding import positional_encoding
from pe_lib.identify.answer import NOT_PAPERS, Identification, describe, finding, unlike_paper
from pe_lib.identify.measure import PAPER_BASE, waves
from pe_lib.identify.model import Rounding, storage
from pe_lib.identify.search import readings

MOST_ENTRIES = 2**26  # 512 MiB


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
    return next(filter(None, _views(table, stored)), None) or _unknown(table, stored)


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
    filled, wide = np.flatnonzero(table.any(axis=1)), np.flatnonzero(table.any(axis=0))
    core = np.ascontiguousarray(table[: filled.max(initial=0) + 1, : wide.max(initial=0) + 1])
    cut = int(np.flatnonzero(~table[:4].any(axis=1)).max(initial=-1)) + 1
    cut *= cut < len(core) - 4  # fewer rows show too little
    if cut or core.shape != table.shape:
        what = f"Row {cut - 1} is" if cut else f"All beyond {core.shape} is"
        yield _with(_plain(core, stored, cut), "padding", what=what)
    if min(core.shape) > 3:
        yield _with(_plain(core.T.copy(), stored), "axes exchanged", "another width")
    if n_rows > 9:
        even, odd = _plain(table[0::2], stored), _plain(table[1::2], stored)
        if even and odd and (even.base, even.step) == (odd.base, odd.step) and even.step:
            if odd.layout == str(even.layout).replace("sines", "cosines") != even.layout:
                even = replace(even, step=even.step / 2)
                yield _with(even, "parity of the position", "one function", "scaled positions")
        yield _grid(table, stored)
    order = np.empty(d_model, int)
    order[np.lexsort(positional_encoding(*table.shape)[::-1])] = np.lexsort(table[::-1])
    answer = _plain(table[:, order], stored) if d_model > 2 else None
    if answer is not None and answer.paper:
        yield _with(answer, "columns permuted", order=", ".join(map(str, np.argsort(order)[:6])))


def _with(
    answer: Identification | None, name: str, *explained: str, **numbers: Any
) -> Identification | None:
    """Return the answer with one finding more, and without those that it explains."""
    if answer is None:
        return None
    kept = (one for one in answer.findings if one.name not in explained)
    return replace(answer, headline=NOT_PAPERS, findings=(finding(name, **numbers), *kept))


def _grid(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if some columns repeat by a width and the others change by it."""
    moving = table[1] != table[0]
    again = np.flatnonzero((table[:, moving] == table[0, moving]).all(axis=1))
    if len(again) < 2 or not moving.any():
        return None
    width = int(again[1])
    across = (table[width:] == table[:-width]).all(axis=0)
    down = table[::width, ~across]
    if not np.array_equal(np.repeat(down, width, axis=0), table[:, ~across]):
        return None
    answers = [_plain(part, stored) for part in (table[:width, across], down)]
    return answers[1] and _with(answers[0], "grid", height=len(down), width=width)


def _unknown(table: np.ndarray, stored: Rounding) -> Identification:
    """Return how near the table is to sinusoids, and what its first rows alone are."""
    said, near = [unlike_paper(table)], table[:256]
    if len(near) > 4 and np.ptp(near) > 0:
        said.append(
            "The nearest sine of each column, with a constant, explains "
            f"{waves(near, True).explained:.1%} of the variance of the first {len(near)} rows."
        )
    for n_rows in (n for n in (64, 16) if n < len(table)):
        answer = _plain(table[:n_rows], stored)
        if answer is not None:
            said.append(f"The first {n_rows} rows alone: {answer.headline}")
            break
    none = "Not a sinusoidal table, within rounding."
    return Identification(none, precision=stored.storage, evidence=tuple(said))


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

    answer = ask(96, 64)
    found = {one.name: one for one in answer.findings}
    for size in ((50, 7), (20_001, 8)) if answer.sinusoidal else ((50, 7),):
        try:
            other = ask(*size)
        except ValueError as error:
            if size[1] % 2:
                found["odd width crashes"] = finding("odd width crashes", error=error)
            else:  # a limit is no mistake
                answer = replace(answer, evidence=(*answer.evidence, str(error)))
            continue
        for one in other.findings:
            if answer.paper or one.name == "float32 angles":
                found.setdefault(one.name, one)
        if answer.paper and not other.sinusoidal and not other.findings:
            found["size"] = finding("another size", size=size, headline=other.headline)
    with suppress(ValueError):  # it may take no base
        if answer.base == PAPER_BASE == ask(64, 16, 500.0).base:
            found["base"] = finding("base ignored", base=f"{PAPER_BASE:,.8g}")
    return replace(answer, findings=tuple(found.values()))
