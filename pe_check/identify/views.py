"""The ways to look at a table: as it stands, without padding, transposed, as a grid, …"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from pe_check.identify.answer import NOT_PAPERS, Identification
from pe_check.identify.describe import describe
from pe_check.identify.dropout import restored
from pe_check.identify.findings import finding
from pe_check.identify.others import angles, eigenvectors, formula, resized
from pe_check.identify.rounding import Rounding
from pe_check.identify.search import readings
from pe_check.identify.turned import turned
from pe_check.identify.waves_of_columns import half_angles, of_columns
from pe_lib.encoding import positional_encoding

#: The rows of the paper's table that a row is compared with.
MOST_POSITIONS, MOST_ENTRIES = 2**14, 2**22

#: The first rows among which zero ones are looked for: of padding, a class token, registers.
MOST_TOKENS = 9

#: Rows without a wrong entry that are enough to know what the others should be.
SOUND_ROWS = 64

#: How far a row that was computed in float32 angles may be from the paper's.
ALIKE = 1e-3

#: How far the last position of an axis may be from 2*pi: DETR adds 1e-6 to the number of rows.
NORMALIZED = 1e-4


def as_it_stands(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is with every row and column in its place."""
    answer = _without_first_rows(table, stored, 0)
    if answer is None or answer.exponents is not None:
        return answer
    return turned(table, stored) or answer  # it knows more rules for frequencies


def _without_first_rows(table: np.ndarray, stored: Rounding, cut: int) -> Identification | None:
    """Return what the table is from a row on; those before are padding."""
    read = readings(table[cut:], stored)
    return describe(table, read, cut) if read else None


def _with_finding(
    answer: Identification | None, name: str, *explained: str, **numbers: Any
) -> Identification | None:
    """Return the answer with one finding more, and without those that it explains."""
    if answer is None:
        return None
    kept = (one for one in answer.findings if one.name not in explained)
    return replace(answer, headline=NOT_PAPERS, findings=(finding(name, **numbers), *kept))


def rows_alike(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what is wrong if all rows are the same, and which row of the paper's table it is."""
    n_rows = len(table)
    if n_rows == 1 or not (table == table[0]).all():
        return None
    position = _position_of(table[0], stored)
    if position is None:
        found = finding("no positions", which="")
    elif position == 0:
        found = finding("batch axis")
    elif position == n_rows:
        found = finding("dropped colon", position=position, n_rows=n_rows)
    else:
        found = finding("no positions", which=f", row {position} of the paper's table")
    headline = "No positions: every token gets the same row."
    return Identification(headline, precision=stored.storage, findings=(found,))


def _position_of(row: np.ndarray, stored: Rounding) -> int | None:
    """Return the position whose row of the paper's table this is, or None if it is none of them."""
    d_model = len(row)
    papers = positional_encoding(min(MOST_POSITIONS, max(2, MOST_ENTRIES // d_model)), d_model)
    errors = np.abs(papers - row).max(axis=1)
    nearest = int(errors.argmin())
    return nearest if errors[nearest] <= ALIKE + 2 * (stored.relative + stored.absolute) else None


def padded(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is apart from zeros around it."""
    height, width = _filled(table)
    core = np.ascontiguousarray(table[:height, :width])
    empty = np.flatnonzero((table[:MOST_TOKENS] == 0).all(axis=1))
    cut = int(empty.max(initial=-1)) + 1
    if cut >= len(core) - 4:
        cut = 0  # fewer rows show too little
    if not cut and core.shape == table.shape:
        return None
    what = f"Row {cut - 1} is" if cut else f"All beyond {core.shape} is"
    if cut and len(empty) == cut > 1:
        what = f"Rows 0 to {cut - 1} are"
    answer = _with_finding(_without_first_rows(core, stored, cut), "padding", what=what)
    if answer is None:
        rest = core[cut:]
        answer = _with_finding(turned(rest, stored) or grid(rest, stored), "padding", what=what)
    if answer is None:
        return None
    zero = what[0].lower() + what[1:]
    return replace(answer, summary=f"{zero} zero; {answer.summary}")


def _filled(table: np.ndarray) -> tuple[int, int]:
    """Return the numbers of rows and columns up to the last that is not all zero."""
    rows, columns = np.nonzero(table)
    return int(rows.max(initial=-1)) + 1, int(columns.max(initial=-1)) + 1


def transposed(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is with its rows and columns exchanged."""
    height, width = _filled(table)
    if min(height, width) <= 3:
        return None
    answer = as_it_stands(table[:height, :width].T.copy(), stored)
    return _with_finding(answer, "axes exchanged", "another width")


def rows_by_parity(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if its even rows are sines and its odd rows cosines."""
    if len(table) <= 9:
        return None
    even, odd = as_it_stands(table[0::2], stored), as_it_stands(table[1::2], stored)
    if (
        even is None
        or odd is None
        or not even.step
        or (even.base, even.step) != (odd.base, odd.step)
    ):
        return None
    layout = str(even.layout)
    if "sines" not in layout or odd.layout != layout.replace("sines", "cosines"):
        return None
    answer = replace(even, step=even.step / 2)
    return _with_finding(answer, "parity of the position", "one function", "scaled positions")


def grid(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if some columns repeat by a width and the others change by it."""
    if len(table) <= 9:
        return None
    moving = table[1] != table[0]
    again = np.flatnonzero((table[:, moving] == table[0, moving]).all(axis=1))
    if len(again) < 2 or not moving.any():
        return None
    width = int(again[1])
    across = _columns_across(table, width, moving)
    down = table[::width, ~across]
    if not np.array_equal(np.repeat(down, width, axis=0), table[:, ~across]):
        return None
    of_columns, of_rows = as_it_stands(table[:width, across], stored), as_it_stands(down, stored)
    if of_rows is None:
        return None
    step = of_columns.step if of_columns is not None else None
    if step is not None and abs(step * width - 2 * np.pi) < NORMALIZED:
        explained = "scaled positions", "another start"
        of_columns = _with_finding(of_columns, "normalized positions", *explained)
    first = "column" if across[: len(across) // 2].all() else "row"
    order = f"half of the columns for each axis, the {first} first"
    text = f"a grid of {len(down)} rows of {width}, {order}"
    answer = _with_finding(of_columns, "grid", text=text[0].upper() + text[1:])
    own = [one.summary for one in (of_columns, of_rows) if one is not None]
    rules = [own[0]] if len(set(own)) == 1 else [f"columns: {own[0]}", f"rows: {own[-1]}"]
    return replace(answer, summary="; ".join([text, *rules])) if answer is not None else None


def _columns_across(table: np.ndarray, width: int, moving: np.ndarray) -> np.ndarray:
    """Return which columns repeat by a width: one half, or all that do.

    A slow column that rounding has made constant repeats, too, and belongs to either.
    """
    repeating = (table[width:] == table[:-width]).all(axis=0)
    columns = np.arange(table.shape[1])
    for half in (columns < len(columns) // 2, columns >= len(columns) // 2):
        if not moving[~half].any() and repeating[half].all():
            return half
    return repeating


def permuted(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if it is the paper's with its columns in another order."""
    d_model = table.shape[1]
    if d_model <= 2:
        return None
    order = np.empty(d_model, int)
    order[np.lexsort(positional_encoding(*table.shape)[::-1])] = np.lexsort(table[::-1])
    answer = as_it_stands(table[:, order], stored)
    if answer is None or not answer.paper:
        return None
    first_columns = ", ".join(map(str, np.argsort(order)[:6]))
    return _with_finding(answer, "columns permuted", order=first_columns)


def dropped_out(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if dropout has made some of its entries 0."""
    filled = restored(table, stored)
    answer = as_it_stands(filled, stored) if filled is not None else None
    if filled is None or answer is None or answer.amplitude is None:
        return None
    dropped = float(((table == 0) & (filled != 0)).mean())
    rate = 1 - 1 / answer.amplitude if answer.amplitude > 1 else 0.0
    chance = 4 * math.sqrt(dropped * (1 - dropped) / table.size)
    if abs(rate - dropped) > chance:  # another amplitude, or none
        scaled = " and the others are not scaled" if answer.amplitude == 1 else ""
        return _with_finding(answer, "dropout", rate=dropped, share=dropped, scaled=scaled)
    scaled = f", the others multiplied by {answer.amplitude:.4g}"
    return _with_finding(answer, "dropout", "amplitude", rate=rate, share=dropped, scaled=scaled)


def but_for_a_few(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is if a few entries are wrong, and which."""
    n_rows = len(table)
    if n_rows < 24:
        return None
    for first in (0, n_rows // 2):
        read = readings(table[first : first + min(n_rows // 2, SOUND_ROWS)], stored)
        if not read:
            continue
        model = read[0].model
        model = model._replace(start=model.start - first * model.step)
        values, _, angles_ = model.values(np.arange(n_rows))
        size = abs(model.amplitude)
        allowed = read[0].rounding.allowed(np.abs(values) + size, size, angles_)
        wrong = np.argwhere(np.abs(table - values) > allowed)
        if not 0 < len(wrong) <= max(3, table.size // 1000):
            return None
        answer = describe(np.where(np.abs(table - values) > allowed, values, table), read, first)
        if answer is None:
            return None
        places = "; ".join(
            f"row {r}, column {c} is {table[r, c]:.6g}, not {values[r, c]:.6g}"
            for r, c in wrong[:3]
        )
        several = "entries" if len(wrong) > 1 else "entry"
        text = f"{len(wrong)} wrong {several}: {places}"
        one = answer.headline.rstrip(".")
        found = (finding("wrong entries", text=text), *answer.findings)
        return replace(
            answer,
            headline=f"{one}, but for {text}.",
            sinusoidal=False,
            findings=found,
        )
    return None


#: The plainest first.
VIEWS = (
    rows_alike,
    as_it_stands,
    padded,
    transposed,
    rows_by_parity,
    turned,
    grid,
    permuted,
    dropped_out,
    formula,
    half_angles,
    but_for_a_few,
    lambda table, stored: angles(table) or eigenvectors(table) or resized(table),
    of_columns,
)


def views(table: np.ndarray, stored: Rounding) -> Iterator[Identification]:
    """Yield what the table is by each way to look at it that shows something."""
    for view in VIEWS:
        answer = view(table, stored)
        if answer is not None:
            yield answer
