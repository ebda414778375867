"""Write the interface's words as a template (.pot), which a translation fills."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

from tools import ROOT, command_parser

#: Where the interface's words stand.
INTERFACE = (
    *("pe_book/renderer/*.mjs", "pe_book/live/*.mjs", "_static/*.mjs"),
    *("pe_book/renderer/*.py", "pe_book/live/runner.py", "pe_book/questions/question.py"),
    *("pe_book/your_config/*.py", "pe_book/your_table/*.py", "_ext/book_site/*.py"),
    "_ext/book_site/templates/*.html",
)


def marked_texts(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts that a file gives to gettext, with their lines."""
    if file.suffix == ".py":
        # Babel finds no call within an f-string of Python 3.11.
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "gettext":
                yield node.lineno, ast.literal_eval(node.args[0])
        return
    method = "javascript" if file.suffix == ".mjs" else babel_extract
    with file.open("rb") as source:
        for line, text, *_ in extract(method, source, keywords={"gettext": None, "_": None}):
            yield line, text


def template(root: Path = ROOT) -> Catalog:
    """Return all words of the interface as a catalog without translations."""
    catalog = Catalog(project="positional-encoding-book", charset="utf-8")
    for file in sorted(file for pattern in INTERFACE for file in root.glob(pattern)):
        for line, text in marked_texts(file):
            catalog.add(text, locations=[(file.relative_to(root).as_posix(), line)])
    return catalog


def main(arguments: list[str]) -> None:
    parser = command_parser("translation", __doc__)
    parser.add_argument("file", type=Path, help="the template to write, as interface.pot")
    with parser.parse_args(arguments).file.open("wb") as written:
        write_po(written, template())
