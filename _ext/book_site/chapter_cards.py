"""The front page's table of chapters as cards: picture, title, question and minutes.

In the source it stays a table, which opening.py and the tests read. The pictures are SVG without
letters, 240 by 132, in the page's colors; screen readers pass over them.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

CHAPTER = re.compile(r"chapters/(\w+)")
PICTURES = Path(__file__).with_name("pictures")
NUMBERED = re.compile(r"(?:(\d+)\. )?(.+)")


def picture(chapter: str) -> str:
    return (PICTURES / f"{chapter}.svg").read_text(encoding="utf-8").strip()


def card(row: nodes.row) -> str:
    """Return one row of the table as a card: one link around its cells."""
    title, question, minutes = (entry.astext() for entry in row.children)
    link = next(row.findall(nodes.reference))["refuri"]
    number, name = NUMBERED.fullmatch(title).groups()
    numbered = f'<span class="book-card-number">{number}</span> ' if number else ""
    return (
        f'<li><a class="book-card" href="{escape(link)}">{picture(CHAPTER.search(link)[1])}'
        '<span class="book-card-words">'
        f"<strong>{numbered}{escape(name)}</strong> <span>{escape(question)}</span> "
        f"<small>{minutes} minutes</small></span></a></li>"
    )


def lay_out(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if docname != app.config.root_doc or app.builder.format != "html":
        return
    for table in list(doctree.findall(nodes.table)):
        rows = [row for body in table.findall(nodes.tbody) for row in body.children]
        links = [next(row.findall(nodes.reference), None) for row in rows]
        if all(link is not None and CHAPTER.search(link.get("refuri", "")) for link in links):
            cards = "".join(map(card, rows))
            table.replace_self(nodes.raw("", f'<ol class="book-cards">{cards}</ol>', format="html"))


def setup(app: Sphinx) -> None:
    # After the links are known.
    app.connect("doctree-resolved", lay_out, priority=600)
