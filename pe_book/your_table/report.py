"""What a reader's table is, as HTML: the answer in words, and three pictures.

It needs numpy and the library alone, so that it runs in a page's Python as well. Bad input gives a
sentence about what is wrong with it.
"""

import ast
import base64
import html
import struct
import traceback
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import numpy as np

from pe_book.drawing.palette import DIVERGING_STOPS
from pe_book.live.report import Report
from pe_book.mistakes import MISTAKES
from pe_book.text.numbers import fixed
from pe_check.identify import Identification, identify
from pe_check.identify.files import read_table
from pe_check.identify.sinusoids import first_difference, unlike_paper
from pe_lib.encoding import positional_encoding

#: What the pictures show at most.
ROWS, COLUMNS = 48, 64
#: The matrix of chapter 8 with a bug chosen.
MATRIX = "../chapters/08_mistakes_in_circulation.html#bugs:bug={}"
NO_FUNCTION = (
    "The code doesn’t define a function. Define one that takes (seq_len, d_model) and returns a "
    "table."
)


def of_code(source: str, names: Mapping[str, Any]) -> Report:
    """Return the report on the last function that the code defines, or else on its last name."""
    defined = [name for statement in ast.parse(source).body for name in _defined_by(statement)]
    if not defined:
        return _refusal(ValueError(NO_FUNCTION))
    functions = [name for name in defined if callable(names.get(name))]
    return report(names[(functions or defined)[-1]])


def _defined_by(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def report(table: object, name: str = "table.npy") -> Report:
    """Return the report on a function, on an array, or on a file's bytes by its name."""
    try:
        given = read_table(name, table) if isinstance(table, bytes) else table
        found = identify(given)
        shown = found.table
    except (Exception, SystemExit) as error:  # a reader's function may raise anything
        return _refusal(error)
    rows, columns = (fixed(size) for size in shown.shape)
    size = f"{rows} rows, {columns} columns"
    if isinstance(table, bytes):
        size = f"{name}: {size}"
    head = "" if callable(given) else f'<p class="pe-report-size">{html.escape(size)}</p>'
    parts = [head, found._repr_html_(), _exhibits(found), _pictures(shown)]
    summary = " ".join([found.headline, *(finding.text for finding in found.findings)])
    return Report("\n".join(parts), summary)


def _refusal(error: BaseException) -> Report:
    """Return what is wrong, and where in the reader's code the innermost error came up."""
    cause = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    frames = traceback.extract_tb(cause.__traceback__)
    line = ([0] + [f.lineno or 0 for f in frames if f.filename.startswith("<cell ")])[-1]
    kind = "" if type(error) is ValueError else f"{type(error).__name__}: "
    message = f"{kind}{error}"
    if line:
        message = f"{message} (in line {line} of the code)"
    return Report.refusal(message, line)


def _exhibits(found: Identification) -> str:
    """Return links to the bugs of chapter 8 that it matches."""
    known = {mistake.name for mistake in MISTAKES}
    links = [
        f'<a href="{MATRIX.format(quote(finding.name))}">{html.escape(finding.name)}</a>'
        for finding in found.findings
        if finding.name in known
    ]
    if not links:
        return ""
    return f"<p>Among the bugs of chapter 8: {', '.join(links)}.</p>"


def _pictures(table: np.ndarray) -> str:
    """Return the table, the paper's, and the difference, around the first entry that is unlike."""
    mark = first_difference(table)
    sentence = f"First difference from the paper’s: {unlike_paper(table)}"
    sentence = f"{sentence}; it is framed." if mark else f"{sentence}."
    window = _window(table.shape, mark or (0, 0))
    theirs, papers = table[window], positional_encoding(*table.shape)[window]
    off = theirs - papers
    largest, scale = float(np.abs(off).max()), max(1.0, float(np.abs(theirs).max()))
    rows, columns = window
    where = (
        f"rows {fixed(rows.start)} to {fixed(rows.stop - 1)}, "
        f"columns {fixed(columns.start)} to {fixed(columns.stop - 1)}"
    )
    framed = (mark[0] - rows.start, mark[1] - columns.start) if mark else None
    pictures = "".join(
        _picture(values, caption, f"{caption}: {where}. {sentence}", framed)
        for values, caption in (
            (theirs / scale, "Your table"),
            (papers / scale, "The paper’s table"),
            (off / (largest if mark else 1.0), "Your table minus the paper’s"),
        )
    )
    note = (
        f"{sentence} Shown: {where}. Blue is below 0 and brown above; the darkest is {scale:.3g}."
    )
    if mark:
        note += f" In the difference it is {largest:.3g}."
    return (
        f'<div class="pe-tables">{pictures}</div><p class="pe-table-note">{html.escape(note)}</p>'
    )


def _window(shape: tuple[int, int], mark: tuple[int, int]) -> tuple[slice, slice]:
    """Return the rows and columns that the pictures show: the first ones, or those around mark."""

    def part(size: int, at: int, most: int) -> slice:
        start = max(0, min(at - most // 2, size - most)) if at >= most else 0
        return slice(start, min(start + most, size))

    return part(shape[0], mark[0], ROWS), part(shape[1], mark[1], COLUMNS)


def _picture(values: np.ndarray, caption: str, alt: str, mark: tuple[int, int] | None) -> str:
    """Return entries from -1 to 1 as pixels of a picture, with one framed."""
    n_rows, n_columns = values.shape
    widest = (n_columns + 4) * min(16, 544 // (n_columns + 4), 416 // (n_rows + 4))
    image = base64.b64encode(png(values)).decode()
    frame = ""
    if mark:
        row, column = mark
        around = f'<rect x="{column - 1}" y="{row - 1}" width="3" height="3" fill="none" '
        frame = (
            f'{around}stroke="#fff" stroke-width="1.1"/>{around}stroke="#000" stroke-width="0.6"/>'
        )
    return (
        f'<figure><svg viewBox="-2 -2 {n_columns + 4} {n_rows + 4}" role="img" '
        f'aria-label="{html.escape(alt)}" style="max-width:{widest}px">'
        f'<image href="data:image/png;base64,{image}" width="{n_columns}" height="{n_rows}" '
        f'preserveAspectRatio="none" style="image-rendering:pixelated"/>{frame}</svg>'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
    )


def png(values: np.ndarray) -> bytes:
    """Return numbers from -1 to 1 as a PNG file in the book's diverging colors."""
    stops = np.array([[int(stop[i : i + 2], 16) for i in (1, 3, 5)] for stop in DIVERGING_STOPS])
    at = np.linspace(-1, 1, len(stops))
    pixels = np.stack([np.interp(values, at, stops[:, i]) for i in range(3)], axis=2)
    lines = np.pad(np.rint(pixels).astype(np.uint8).reshape(len(values), -1), ((0, 0), (1, 0)))
    size = struct.pack(">IIBBBBB", values.shape[1], values.shape[0], 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
