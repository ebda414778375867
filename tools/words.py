"""Count the words that a translation has, part by part.

Prose is counted as a reader sees it, without code and formulas. Where texts stand in a program,
its strings of two words or more count, but no docstring.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

from tools import ROOT, command_parser

WORD = re.compile(r"[^\W\d_](?:[\w'’-]*\w)?")
#: What stands in Markdown and is no word of it, in this order.
NOT_WORDS = (r"(?s)```.*?```", r"(?s)\$\$.*?\$\$", r"\$[^$]*\$", r"`[^`]*`", r"<[^>]+>")
LINK = re.compile(r"\]\([^)]*\)")
#: What a string that is a program holds, as exercises do.
CODE = re.compile(r"^\s*(?:def|import|from|for|return) .*|^\w+ = ", re.M)
#: Where the interface's words stand.
INTERFACE = {
    "scripts": ("pe_book/renderer/*.mjs", "pe_book/live/*.mjs", "_static/*.mjs"),
    "Python": (
        "pe_book/renderer/*.py",
        "pe_book/live/runner.py",
        "pe_book/questions/question.py",
        "pe_book/your_config/*.py",
        "pe_book/your_table/*.py",
        "_ext/book_site/*.py",
    ),
    "templates": ("_ext/book_site/templates/*.html",),
}
FIGURE_TEXTS = ("text", "title", "name", "ticktext")
#: About the repository, and no pages of the book.
NO_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE-TEXT.md")
LOOKED_UP = ("glossary.md", "notation.md", "references.md")


def count(text: str) -> int:
    """Return the number of words in Markdown or plain text.

    >>> count("Each **pair** $j$ has [two columns](02.ipynb), `2j` and `2j + 1`.")
    6
    """
    for pattern in NOT_WORDS:
        text = re.sub(pattern, " ", text)
    return len(WORD.findall(LINK.sub("]", text)))


def prose(files: Iterable[Path]) -> Iterator[str]:
    """Yield the Markdown of pages and of notebooks."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".md":
            yield text
        else:
            for cell in json.loads(text)["cells"]:
                if cell["cell_type"] == "markdown":
                    yield "".join(cell["source"])


def strings(files: Iterable[Path]) -> Iterator[str]:
    """Yield the strings of Python files that have two words or more, docstrings left out."""
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and id(node) not in docstrings and count(text) > 1:
                if not CODE.search(text):
                    yield text


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


def interface(root: Path = ROOT) -> dict[str, Catalog]:
    """Return the interface's words, part by part."""
    catalogs = {part: Catalog(charset="utf-8") for part in INTERFACE}
    for part, patterns in INTERFACE.items():
        for file in sorted(file for pattern in patterns for file in root.glob(pattern)):
            for line, text in marked_texts(file):
                catalogs[part].add(text, locations=[(file.relative_to(root).as_posix(), line)])
    return catalogs


def template(root: Path = ROOT) -> Catalog:
    """Return all words of the interface as a template, which a translation fills."""
    whole = Catalog(project="positional-encoding-book", charset="utf-8")
    for part in interface(root).values():
        for message in part:
            if message.id:
                whole.add(message.id, locations=message.locations)
    return whole


def explorer_texts() -> Iterator[str]:
    """Yield what explorers say: question, labels, sentences, table, alternative text, figure."""
    from pe_book.explorers import ALL

    for explorer in ALL.values():
        yield from (explorer.question, explorer.alt)
        for control in explorer.controls:
            yield from (control.label, getattr(control, "unit", ""))
            yield from (text for _, text in getattr(control, "options", ()))
        for preset in explorer.presets:
            yield from (preset.label, *(text for text, _ in preset.options))
        yield from texts_in(explorer.wording.spec())
        yield from figure_texts(explorer.template)


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text of a table of texts, however deep it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def figure_texts(value: Any) -> Iterator[str]:
    """Yield the texts of a plotly figure: those under the names that hold some."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from texts_in(each) if name in FIGURE_TEXTS else figure_texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from figure_texts(each)


def total(texts: Iterable[str]) -> int:
    return sum(map(count, texts))


def words(root: Path = ROOT) -> dict[str, int]:
    """Return the number of words of each part."""
    from pe_book.questions import count_words

    book = root / "pe_book"
    pages = set(root.glob("*.md")) - {root / name for name in (*LOOKED_UP, *NO_PAGES)}
    collected = [*book.glob("mistakes/*.py"), book / "published.py"]
    return {
        "chapters: prose": total(prose(root.glob("chapters/*.ipynb"))),
        "explorers": total(explorer_texts()),
        "questions and their replies": count_words(),
        "exercises and their replies": total(strings(book.glob("exercises/*.py"))),
        "figures: captions, labels": total(strings(book.glob("figures/*.py"))),
        "mistakes, tables of others": total(strings(collected)),
        "glossary, notation, references": total(prose(root / name for name in LOOKED_UP)),
        "other pages": total(prose(pages)),
        "slides": total(prose(root.glob("slides/*.md"))),
        "problem sets": total(prose(root.glob("course/*.ipynb"))),
        **{
            f"interface: {part}": total(message.id for message in catalog if message.id)
            for part, catalog in interface(root).items()
        },
    }


def main(arguments: list[str]) -> None:
    parser = command_parser("words", __doc__)
    parser.add_argument("--template", type=Path, help="write the interface's words as a .pot file")
    if file := parser.parse_args(arguments).template:
        with file.open("wb") as written:
            write_po(written, template())
        return
    found = words()
    for part, number in [*found.items(), ("all", sum(found.values()))]:
        print(f"{part:32}{number:8,}")
