"""The front page's table of chapters as cards: picture, title, question and minutes.

In the source it stays a table, which opening.py and the tests read.
"""

from __future__ import annotations

import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx

from pe_book.text.interface import gettext

from . import chapter_pictures

CHAPTER = re.compile(r"chapters/(\w+)")
NUMBERED = re.compile(r"(?:(\d+)\. )?(.+)")


def card(row: nodes.row) -> str:
    """Return one row of the table as a card: a link around all that it says."""
    title, question, minutes = (entry.astext() for entry in row.children)
    link = next(row.findall(nodes.reference))["refuri"]
    number, name = NUMBERED.fullmatch(title).groups()
    picture = chapter_pictures.svg(CHAPTER.search(link)[1])
    numbered = f'<span class="book-card-number">{number}</span> ' if number else ""
    takes = gettext("{minutes} minutes", minutes=minutes)
    return (
        f'<li><a class="book-card" href="{escape(link)}">{picture}<span class="book-card-words">'
        f"<strong>{numbered}{escape(name)}</strong> <span>{escape(question)}</span> "
        f"<small>{takes}</small></span></a></li>"
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
