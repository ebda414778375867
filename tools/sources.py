"""What makes a source unreadable before Sphinx has a look at it: broken JSON, marks of a merge."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

MARK = re.compile(r"^(<{7}|>{7}|\|{7})( .*)?$")
CELL = re.compile(r'^\s*"cell_type":', re.MULTILINE)


def problems_of(root: Path) -> Iterator[str]:
    """A line for each problem: the file, the cell, the line, and what is wrong there."""
    for pattern in ("*.md", "chapters/*.md", "slides/*.md"):
        for file in sorted(root.glob(pattern)):
            name = file.relative_to(root).as_posix()
            for line, mark in marks_in(file.read_text(encoding="utf-8")):
                yield f"ERROR: {name}, line {line}: a merge left {mark!r} here"
    for pattern in ("chapters/*.ipynb", "course/*.ipynb"):
        for file in sorted(root.glob(pattern)):
            yield from problems_of_notebook(file, file.relative_to(root).as_posix())


def problems_of_notebook(file: Path, name: str) -> Iterator[str]:
    text = file.read_text(encoding="utf-8")
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
        for line, mark in marks_in("".join(cell["source"])):
            yield f"ERROR: {name}, cell {number}, line {line}: a merge left {mark!r} here"


def marks_in(text: str) -> list[tuple[int, str]]:
    """The lines that git writes around the two sides of a merge."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, line) for number, line in lines if MARK.match(line)]
