"""What makes a source unreadable before Sphinx has a look at it.

Broken JSON, cells without an id or with tags that are no list, bytes that are not UTF-8, and the
marks of a merge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

MARK = re.compile(r"^(<{7}|>{7}|\|{7})( .*)?$")
CELL = re.compile(r'^\s*"cell_type":', re.MULTILINE)


def problems_of(root: Path) -> Iterator[str]:
    """A line for each problem: the file, the cell, the line, and what is wrong there."""
    for pattern in ("*.md", "pages/*.md", "chapters/*.md", "slides/*.md"):
        for file in sorted(root.glob(pattern)):
            name = file.relative_to(root).as_posix()
            try:
                text = file.read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                yield not_utf8(name, error)
                continue
            for line, mark in marks_in(text):
                yield f"ERROR: {name}, line {line}: a merge left {mark!r} here"
    for pattern in ("chapters/*.ipynb", "course/*.ipynb"):
        for file in sorted(root.glob(pattern)):
            yield from problems_of_notebook(file, file.relative_to(root).as_posix())


def problems_of_notebook(file: Path, name: str) -> Iterator[str]:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        yield not_utf8(name, error)
        return
    try:
        cells = json.loads(text)["cells"]
    except (ValueError, KeyError, TypeError) as error:
        line = getattr(error, "lineno", 1)
        reason = f"this is no notebook: {getattr(error, 'msg', error)}"
        if mark := next(iter(marks_in(text)), None):
            line, reason = mark[0], f"a merge left {mark[1]!r} here"
        # The type of a cell stands at its beginning.
        cell = len(CELL.findall("\n".join(text.splitlines()[:line])))
        yield f"ERROR: {name}, cell {cell}, line {line} of the file: {reason}"
        return
    for number, cell in enumerate(cells, 1):
        if "id" not in cell:
            yield f"ERROR: {name}, cell {number}: no id; JupyterLab gives it one when it saves"
        tags = cell.get("metadata", {}).get("tags", [])
        if not isinstance(tags, list):
            yield f"ERROR: {name}, cell {number}: its tags are {tags!r}, not a list of names"
        for line, mark in marks_in("".join(cell["source"])):
            yield f"ERROR: {name}, cell {number}, line {line}: a merge left {mark!r} here"


def not_utf8(name: str, error: UnicodeDecodeError) -> str:
    line = error.object.count(b"\n", 0, error.start) + 1
    return f"ERROR: {name}, line {line}: byte {error.object[error.start]:#04x} is not UTF-8"


def marks_in(text: str) -> list[tuple[int, str]]:
    """The lines that git writes around the two sides of a merge."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, line) for number, line in lines if MARK.match(line)]
