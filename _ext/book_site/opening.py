"""A chapter opens with its number, its minutes and its question.

The question and the minutes are those of the chapter's row in the front page's table; a page beside
the chapters has no number there.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx

FRONT_PAGE = "index.md"
ROW = re.compile(r"(?m)^\| \[(?:(\d+)\. )?[^\]]+\]\((chapters/\w+)\.ipynb\) \| (.+?) \| (\d+) \|$")
NUMBERED = re.compile(r"(\d+\. )?(.+)", re.S)
# The heading of an explorer, as in a section (renderer/markup.py).
ASKS = re.compile(r'<h3 (class="pe-asks".*?)</h3>', re.S)


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
    section.insert(2, html(f'<p class="book-question">{escape(asked)}</p>'))
    if section[3].astext() == chapter.question:
        del section[3]  # the hook of a notebook, where no question is above
    # A figure above all sections is on the level of their headings.
    for part in section.children:
        if not isinstance(part, nodes.section):
            for output in part.findall(nodes.raw):
                output[:] = [nodes.Text(ASKS.sub(r"<h2 \1</h2>", output.astext()))]


def html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def note_front_page(app: Sphinx, doctree: nodes.document) -> None:
    if app.env.docname.startswith("chapters/"):
        app.env.note_dependency(FRONT_PAGE)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", note_front_page)
    app.connect("doctree-resolved", open_chapter, priority=600)
