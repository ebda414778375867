"""The first mention of a term or a symbol on a page links to its place in the glossary or notation.

`_static/tips.mjs` shows the entry, as it does for citations. Two extensions were looked at:
sphinx-tippy loads all tips of a page before any is asked for, and its scripts from another host;
sphinx-hoverxref asks a server of Read the Docs. Only those two pages explain what a mention means,
so a page whose terms change is written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx

from book.comments import without_comments

GLOSSARY, NOTATION = "pages/glossary", "pages/notation"
#: They explain terms themselves, or are no text to read.
LEFT_OUT = (
    GLOSSARY,
    NOTATION,
    "pages/references",
    "pages/library",
    "pages/accessibility",
    "slides/",
)
#: Terms that are ordinary words as well: linked only in the chapters that the glossary names.
ORDINARY = {"base", "control", "halves", "kernel", "pair", "residual"}
ENTRY = re.compile(r"^## ([^,\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)
ROW = re.compile(r"^\| (\$.*?) \| (.*?) \|", re.M)
EXCEPTION = re.compile(r"^- in \[.*?\]\(\.\./(\S+)\.ipynb\)(.*?)(?=^- |^\|)", re.M | re.S)
FORMULA = re.compile(r"\$([^$]+)\$")
CHAPTER = re.compile(r"\(\.\./(chapters/\w+)\.ipynb\)")
GREEK = {"omega": "ω", "lambda": "λ", "theta": "θ", "pi": "π"}
#: Nodes that contain no running text.
ELSEWHERE = (nodes.reference, nodes.literal, nodes.table, nodes.title, nodes.raw)


class Place(NamedTuple):
    """Where a term or a symbol is explained."""

    page: str
    anchor: str


def terms(glossary: str, page: str) -> dict[str, Place]:
    """Return the glossary's terms that a page may link, in lower case.

    >>> terms("## Causal mask\\n\\nA rule.\\n\\n## Pair\\n\\nTwo columns.\\n", "chapters/01")
    {'causal mask': Place(page='pages/glossary', anchor='causal-mask')}
    """
    found = {}
    for title, text in ENTRY.findall(glossary):
        term = title.strip().lower()
        if term not in ORDINARY or page in CHAPTER.findall(text):
            found[term] = Place(GLOSSARY, nodes.make_id(title))
    return found


def rows(notation: str) -> list[tuple[str, list[str]]]:
    """Return the anchor and the symbols of each row of the table of symbols.

    >>> rows("| $p$, $q$ | `position` | position |\\n")
    [('symbol-position', ['p', 'q'])]
    """
    table = notation.partition("\n## ")[0]
    found = []
    for letters, code in ROW.findall(table):
        symbols = [letter.partition(" = ")[0] for letter in FORMULA.findall(letters)]
        found.append((nodes.make_id(f"symbol-{code.strip() or symbols[0]}"), symbols))
    return found


def symbols(notation: str, page: str) -> dict[str, Place]:
    """Return the symbols that a page may link: those that have no other meaning there."""
    other = {
        letter
        for chapter, text in EXCEPTION.findall(notation)
        if chapter == page
        for letter in FORMULA.findall(text)
    }
    return {
        letter: Place(NOTATION, anchor)
        for anchor, letters in rows(notation)
        for letter in letters
        if letter not in other
    }


def running_text(doctree: nodes.document) -> Iterator[nodes.Node]:
    """Yield the words and formulas of the page's paragraphs outside of links, in their order."""
    kinds = nodes.Text | nodes.math | nodes.raw
    for paragraph in doctree.findall(nodes.paragraph):
        in_link = False  # between the HTML tags of one, as they stand in a chapter
        for node in list(paragraph.findall(lambda node: isinstance(node, kinds))):
            if isinstance(node, nodes.raw):
                in_link = node.astext().startswith("<a ") or (in_link and node.astext() != "</a>")
            elif not in_link and not is_elsewhere(node):
                yield node


def is_elsewhere(node: nodes.Node) -> bool:
    """Return whether a node is part of something other than running text."""
    above = node.parent
    while above is not None and not isinstance(above, ELSEWHERE):
        above = above.parent
    return above is not None


def link_mentions(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the first mentions on a page."""
    if docname == NOTATION:
        name_rows(doctree, source(app, NOTATION))
    if docname.startswith(LEFT_OUT) or not {GLOSSARY, NOTATION} <= app.env.found_docs:
        return

    def link(place: Place, content: nodes.Node, name: str = "") -> list[nodes.Node]:
        address = f"{app.builder.get_relative_uri(docname, place.page)}#{place.anchor}"
        opening, closing = f'<a class="book-term reference internal" href="{address}">', "</a>"
        if name:
            opening += '<span aria-hidden="true">'
            closing = f'</span><span class="pe-unseen">{escape(name)}</span>{closing}'
        return [raw(opening), content, raw(closing)]

    words = terms(source(app, GLOSSARY), docname)
    letters = symbols(source(app, NOTATION), docname)
    for node in running_text(doctree):
        if isinstance(node, nodes.math):
            if place := letters.pop(node.astext(), None):
                letters = {letter: other for letter, other in letters.items() if other != place}
                node.parent.replace(node, link(place, node.deepcopy(), spoken(node.astext())))
        else:
            link_words(node, words, link)


def link_words(text: nodes.Text, words: dict[str, Place], link) -> None:
    """Link the terms of a text, and take them out of `words`."""
    parts, rest = [], str(text)
    while found := words and mention(words).search(rest):
        before, rest = rest[: found.start()], rest[found.end() :]
        place = words.pop(found[1].lower())
        parts += [nodes.Text(before), *link(place, nodes.Text(found[0]))]
    if parts:
        text.parent.replace(text, [*parts, nodes.Text(rest)])


def raw(html: str) -> nodes.raw:
    """Return HTML as it is: a reference of docutils takes no name of its own."""
    return nodes.raw("", html, format="html")


def spoken(symbol: str) -> str:
    """Return the name of a link that shows a symbol: not every program reads its MathML.

    >>> spoken(r"\\omega_j"), spoken(r"\\mathrm{PE}[p]")
    ('ωj', 'PE[p]')
    """
    named = re.sub(r"\\(\w+?)(?: |\b|(?=_))", lambda found: GREEK.get(found[1], found[1]), symbol)
    return re.sub(r"mathrm|[{}_]", "", named)


def mention(words: dict[str, Place]) -> re.Pattern:
    """Return a pattern that finds any of the terms, the longer ones first, in the plural too."""
    order = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, order))})s?(?![\w-])", re.I)


def name_rows(doctree: nodes.document, notation: str) -> None:
    """Give each row of the table of symbols its anchor."""
    table = next(doctree.findall(nodes.table))
    body = next(table.findall(nodes.tbody))
    for row, (anchor, _) in zip(body.findall(nodes.row), rows(notation), strict=True):
        row["ids"].append(anchor)


def source(app: Sphinx, page: str) -> str:
    return without_comments(Path(app.env.doc2path(page)).read_text(encoding="utf-8"))


def note_sources(app: Sphinx, doctree: nodes.document) -> None:
    if not app.env.docname.startswith(LEFT_OUT):
        for page in {GLOSSARY, NOTATION} & app.env.found_docs:
            app.env.note_dependency(app.env.doc2path(page))


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", note_sources)
    # After formulas have got the points behind them (maths.py).
    app.connect("doctree-resolved", link_mentions, priority=700)
