"""A chapter opens with its number, its minutes, its question and the figure that answers it.

The question and the minutes are those of the chapter's row in the front page's table; a page beside
the chapters has no number there. The figure is the explorer of the cell tagged `opening`, else the
chapter's first; the front page's own opens the first chapter alone. It is shown once more where
the text explains it. A notebook that begins with cells so tagged that show no explorer opens with
these, as they stand. This can go when all notebooks begin with their figure.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx

FRONT_PAGE = "index.md"
ROW = re.compile(r"(?m)^\| \[(?:(\d+)\. )?[^\]]+\]\((chapters/\w+)\.ipynb\) \| (.+?) \| (\d+) \|$")
NUMBERED = re.compile(r"(\d+\. )?(.+)", re.S)
KEY = "opening"
QUESTION = "book-question"
#: What an explorer carries for its script (renderer/markup.py).
CARRIED = re.compile(
    r'<section class="pe-explorer".*?<script type="application/json">(.*?)</script>', re.S
)


class Chapter(NamedTuple):
    number: int | None
    question: str
    minutes: int


def chapters(root: Path) -> dict[str, Chapter]:
    """Return the chapters in the front page's table, by the name of their page."""
    text = (root / FRONT_PAGE).read_text(encoding="utf-8")
    return {
        page: Chapter(int(number) if number else None, question, int(minutes))
        for number, page, question, minutes in ROW.findall(text)
    }


def front_explorer(root: Path) -> str:
    """Return the name of the front page's first explorer."""
    text = (root / FRONT_PAGE).read_text(encoding="utf-8")
    found = re.search(r"\{explorer\} (\w+)", text)
    return found[1] if found else ""


def figure_of(doctree: nodes.document, known: str) -> str:
    """Return the explorer of a chapter's opening as HTML, as it is shown further down.

    Where there is another one than the `known` explorer, it is that. It is nothing where the
    opening is a cell without an explorer.
    """
    from pe_book import explorers
    from pe_book.renderer import markup, node

    cells = doctree.findall(nodes.container)
    tagged = next((cell for cell in cells if f"tag_{KEY}" in cell["classes"]), doctree)
    shown = [
        json.loads(carried)
        for output in tagged.findall(nodes.raw)
        for carried in CARRIED.findall(output.astext())
    ]
    if not shown:
        return ""
    # A minimum is the first of its kind.
    data = min(shown, key=lambda data: data["name"] == known)
    # The letters of the formulas belong to the explorer that the text explains.
    explorer = replace(explorers.ALL[data["name"]], symbols=())
    rendering = node.render(explorer, data["start"])
    return markup.explorer_html(
        explorer, data["start"], rendering, key=KEY, level=2, introduced_by=QUESTION
    )


def open_chapter(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if not docname.startswith("chapters/") or app.builder.format != "html":
        return
    chapter = chapters(Path(app.srcdir)).get(docname)
    if chapter is None:
        return
    title = next(doctree.findall(nodes.title))
    number, name = NUMBERED.fullmatch(title.astext()).groups()
    above = f"{chapter.minutes} minutes"
    if number:
        title[:] = [nodes.inline("", number, classes=["book-number"]), nodes.Text(name)]
        above = f"Chapter {chapter.number} · {chapter.minutes} minutes"
    section = title.parent
    section.insert(0, html(f'<p class="book-above">{escape(above)}</p>'))
    asked = re.sub(r'"([^"]*)"', r"“\1”", chapter.question)
    question = f'<p class="book-question" id="{QUESTION}">{escape(asked)}</p>'
    figure = figure_of(doctree, "" if chapter.number == 1 else front_explorer(Path(app.srcdir)))
    opening = f'<div class="book-opening">{figure}</div>' if figure else ""
    section.insert(2, html(question + opening))


def html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def note_front_page(app: Sphinx, doctree: nodes.document) -> None:
    if app.env.docname.startswith("chapters/"):
        app.env.note_dependency(FRONT_PAGE)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", note_front_page)
    app.connect("doctree-resolved", open_chapter, priority=600)
