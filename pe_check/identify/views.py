"""What a table of rows and columns is: the plainest rule that recognizes it, as is or changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np

from pe_check.identify.answer import Finding, Identification, finding
from pe_check.identify.measure import waves
from pe_check.identify.positions import counted, start_findings
from pe_check.identify.rounding import Rounding
from pe_check.identify.rules import BASES
from pe_check.identify.sinusoids import sinusoids, unlike_paper
from pe_check.identify.turned import turned
from pe_check.numbers import listed
from pe_lib.encoding import positional_encoding
from pe_lib.variants import rope_frequencies

#: The rows of the paper's table that a row is compared with.
MAX_POSITIONS, MAX_ENTRIES = 2**14, 2**22
#: Entries from which on their squares, added up, may be infinite.
MAX_SIZE = 1e140
#: The first rows among which zero ones are looked for: of padding, a class token, registers.
MAX_TOKENS = 9
#: Rows of which one cannot take sines for cosines.
MIN_PARITY = 8
#: How far a row that was computed in float32 angles may be from the paper's.
ALIKE = 1e-3
#: The first rows of an unknown table that are asked for by themselves.
FIRST_ROWS = (64, 16)

Recognizer: TypeAlias = Callable[[np.ndarray, Rounding], Identification | None]


class View(NamedTuple):
    """A table seen otherwise, what was done to it, and the findings that this explains."""

    table: np.ndarray
    finding: Finding
    explained: tuple[str, ...] = ()
    cut: int = 0  # rows left out before the first


def identify_table(table: np.ndarray, stored: Rounding) -> Identification:
    """Return what rows and columns are."""
    for recognize in RECOGNIZERS:
        answer = recognize(table, stored)
        if answer is not None:
            details = dict(answer.details)
            if answer.sinusoidal and not answer.paper:
                details["first difference from the paper's"] = unlike_paper(table)
            precision = answer.precision or stored.storage
            return replace(answer, table=table, precision=precision, details=details)
    return _unknown(table, stored)


def as_is(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what the table is with every row and column in its place."""
    answer = sinusoids(table, stored)
    if answer is not None and answer.exponents is not None:
        return answer
    return turned(table, stored) or answer  # it knows more rules for frequencies


def one_row(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the answer for a table of one row, and which row of the paper's table it is."""
    if len(table) > 1:
        return None
    row = _row_of_papers(table[0], stored)
    details = {} if row is None else {"the same as": f"row {row} of the paper's table"}
    return Identification("one row", details=details)


def too_large(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the answer for entries whose squares are infinite, which nothing can be made of."""
    largest = float(np.abs(table).max())
    if largest < MAX_SIZE:
        return None
    return Identification("unknown", details={"largest entry": f"{largest:.2g}"})


def rows_alike(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return what is wrong if all rows are the same, and which row of the paper's table it is."""
    if not (table == table[0]).all():
        return None
    row = _row_of_papers(table[0], stored)
    if row is None:
        return Identification("constant rows", findings=(finding("no positions"),))
    name = {0: "batch axis", len(table): "dropped colon"}.get(row, "no positions")
    text = f"row {row} of the paper's table"
    return Identification("constant rows", findings=(finding(name, text),))


def _row_of_papers(row: np.ndarray, stored: Rounding) -> int | None:
    """Return which row of the paper's table a row is; None if it is none of them."""
    d_model = len(row)
    papers = positional_encoding(min(MAX_POSITIONS, max(2, MAX_ENTRIES // d_model)), d_model)
    errors = np.abs(papers - row).max(axis=1)
    nearest = int(errors.argmin())
    is_papers = errors[nearest] <= ALIKE + 2 * (stored.relative + stored.absolute)
    return nearest if is_papers and d_model > 1 else None


def padded(table: np.ndarray, stored: Rounding) -> View | None:
    """Return the table without the zeros around it."""
    height, width = _extent(table)
    empty = np.flatnonzero((table[:MAX_TOKENS] == 0).all(axis=1))
    cut = int(empty.max(initial=-1)) + 1
    if cut >= height - 4:
        cut = 0  # fewer rows show too little
    if not height or (not cut and (height, width) == table.shape):
        return None
    empty = empty[empty < cut]
    which = [f"row {listed(empty)}"] if cut else []
    which += [f"rows from {height} on"] if height < len(table) else []
    which += [f"columns from {width} on"] if width < table.shape[1] else []
    core = table[cut:height, :width].copy()
    return View(core, finding("padding", " and ".join(which)), cut=cut)


def _extent(table: np.ndarray) -> tuple[int, int]:
    """Return the numbers of rows and columns up to the last that is not all zero."""
    rows, columns = np.nonzero(table)
    return int(rows.max(initial=-1)) + 1, int(columns.max(initial=-1)) + 1


def transposed(table: np.ndarray, stored: Rounding) -> View | None:
    """Return the table with its rows and columns exchanged."""
    height, width = _extent(table)
    if min(height, width) <= 3:
        return None
    return View(table[:height, :width].T.copy(), finding("axes exchanged"), ("another width",))


def by_parity(table: np.ndarray, stored: Rounding) -> Identification | None:
    """Return the answer if even rows are sines and odd rows cosines, at a base in use."""
    n_rows, d_model = table.shape
    if n_rows < MIN_PARITY or d_model < 4 or d_model % 2:
        return None
    p = np.arange(n_rows)[:, np.newaxis]
    allowed = 8 * stored.relative + 2 * stored.absolute + 1e-6
    for base in BASES[:4]:
        angles = p * np.repeat(rope_frequencies(base, d_model // 2), 2)
        if np.abs(table - np.where(p % 2, np.cos(angles), np.sin(angles))).max() <= allowed:
            found = (finding("parity of the position"),)
            return Identification("sinusoidal", exponents="2j/d", base=base, findings=found)
    return None


def through(view: Callable[[np.ndarray, Rounding], View | None]) -> Recognizer:
    """Return the recognizer of what a table is in another view."""

    def recognize(table: np.ndarray, stored: Rounding) -> Identification | None:
        seen = view(table, stored)
        answer = None if seen is None else as_is(seen.table, stored)
        if seen is None or answer is None:
            return None
        answer = _counted_from_row_0(answer, seen.cut)
        kept = [found for found in answer.findings if found.name not in seen.explained]
        details = {seen.finding.name: seen.finding.value} if seen.finding.value else {}
        return replace(
            answer, findings=(seen.finding, *kept), details=details | dict(answer.details)
        )

    return recognize


def _counted_from_row_0(answer: Identification, cut: int) -> Identification:
    """Return the answer for rows after others, whose even positions go on from those."""
    start, step = answer.start, answer.step
    if start is None or step is None or answer.details.get("positions") != counted(start, step):
        return answer
    kept = [f for f in answer.findings if f.name not in ("positions from one", "another start")]
    start -= cut * step
    details = dict(answer.details) | {"positions": counted(start, step)}
    return replace(answer, start=start, findings=(*kept, *start_findings(start)), details=details)


def _unknown(table: np.ndarray, stored: Rounding) -> Identification:
    """Return how near the table is to sinusoids, and what its first rows alone are."""
    details, near = {}, table[:256]
    if len(near) > 4 and np.ptp(near) > 0:
        share = waves(near, centered=True).explained
        details["explained by a sine and a constant in each column"] = f"{share:.1%}"
    for n_rows in FIRST_ROWS:
        answer = as_is(table[:n_rows], stored) if n_rows < len(table) else None
        if answer is not None:
            details[f"the first {n_rows} rows alone"] = answer.headline
            break
    details["first difference from the paper's"] = unlike_paper(table)
    return Identification("unknown", precision=stored.storage, details=details, table=table)


#: The plainest first.
RECOGNIZERS: tuple[Recognizer, ...] = (
    one_row,
    too_large,
    rows_alike,
    as_is,
    through(padded),
    through(transposed),
    by_parity,
)
