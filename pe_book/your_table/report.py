"""What a reader's table is, as HTML: the answer in words, the ten checks, and three pictures.

It needs numpy and the library alone, so that it runs in a page's Python as well. Whatever is handed
over, HTML comes back; bad input gives a sentence that says what is wrong with it.
"""

import base64
import html
import struct
import zlib
from collections.abc import Callable

import numpy as np

from pe_book.cells import Listing
from pe_book.drawing.palette import DIVERGING_STOPS
from pe_book.mistakes import MISTAKES, run_checks
from pe_lib.encoding import positional_encoding
from pe_lib.identify import identify, rows_of
from pe_lib.identify.files import read_table

#: What the pictures show at most; a function is asked for as much.
ROWS, COLUMNS = 48, 64
GALLERY = "chapters/08_mistakes_in_circulation.html#the-gallery"
NO_CHECKS = "The checks of chapter 8 ask a function for tables of several sizes; a file holds one."


def report(table: bytes | Callable[..., object], name: str = "table.npy") -> str:
    """Return the report on an uploaded file's bytes, by its name, or on a function."""
    try:
        given = read_table(name, table) if isinstance(table, bytes) else table
        found = identify(given)
        shown = rows_of(given(ROWS, COLUMNS) if callable(given) else given, "table")
    except (Exception, SystemExit) as error:  # a reader's function may raise anything
        reason = html.escape(f"{type(error).__name__}: {error}")
        return f'<p class="pe-report-error" role="alert">{reason}</p>'
    shown = shown[:ROWS, :COLUMNS]
    return "\n".join([found._repr_html_(), _exhibits(found), _checks(given), _pictures(shown)])


def _exhibits(found) -> str:
    gallery = {mistake.name for mistake in MISTAKES}
    names = [finding.name for finding in found.findings if finding.name in gallery]
    links = ", ".join(f'<a href="{GALLERY}">{html.escape(name)}</a>' for name in names)
    return f"<p>In the gallery of chapter 8: {links}.</p>" if names else ""


def _checks(given: object) -> str:
    if not callable(given):
        return f"<p>{NO_CHECKS}</p>"

    def implementation(seq_len: int, d_model: int, base: float) -> np.ndarray:
        return np.asarray(given(seq_len, d_model))

    outcomes = run_checks(implementation)
    rows = list(outcomes.items())
    return Listing(["check", "outcome"], rows, caption="The ten checks of chapter 8")._repr_html_()


def _pictures(table: np.ndarray) -> str:
    expected = positional_encoding(*table.shape)
    difference = table - expected
    wrong = np.argwhere(np.abs(difference) > 1e-4)
    mark = (int(wrong[0][0]), int(wrong[0][1])) if len(wrong) else None
    where = (
        f"The first entry that is off by more than 0.0001 is in row {mark[0]}, column {mark[1]}: "
        f"{table[mark]:.6g} instead of {expected[mark]:.6g}. It is framed."
        if mark
        else "No entry is off by more than 0.0001."
    )
    return "".join(
        _picture(values, caption, mark if last else None)
        for values, caption, last in (
            (table, "Your table", False),
            (expected, "The paper's table of the same size", False),
            (difference, f"The difference. {where}", True),
        )
    )


def _picture(values: np.ndarray, caption: str, mark: tuple[int, int] | None) -> str:
    """Return entries as pixels of a picture, blue below 0 and brown above, with one framed."""
    n_rows, n_columns = values.shape
    image = base64.b64encode(png(values / max(1.0, np.abs(values).max()))).decode()
    frame = ""
    if mark:
        row, column = mark
        frame = (
            f'<rect x="{column - 0.5}" y="{row - 0.5}" width="2" height="2" fill="none" '
            'stroke="#000" stroke-width="0.4"/>'
        )
    text = html.escape(caption)
    return (
        f'<figure class="pe-picture"><svg viewBox="-1 -1 {n_columns + 2} {n_rows + 2}" role="img" '
        f'aria-label="{text}" style="width:100%;max-width:{6 * n_columns}px">'
        f'<image href="data:image/png;base64,{image}" width="{n_columns}" height="{n_rows}" '
        f'preserveAspectRatio="none" style="image-rendering:pixelated"/>{frame}</svg>'
        f"<figcaption>{text}</figcaption></figure>"
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
