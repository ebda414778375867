"""The first mention of a term on a page links to its place in the glossary.

`_static/tips.mjs` shows the entry, as it does for citations. Two extensions were looked at:
sphinx-tippy loads all tips of a page before any is asked for, and its scripts from another host;
sphinx-hoverxref asks a server of Read the Docs. When the glossary changes, pages are written anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from book.comments import without_comments

GLOSSARY = "pages/glossary"
#: They explain terms themselves, or are no text to read.
LEFT_OUT = (
    GLOSSARY,
    "pages/notation",
    "pages/references",
    "pages/library",
    "pages/accessibility",
    "slides/",
)
#: Terms that are ordinary words as well: linked only in the chapters that the glossary names.
ORDINARY = {"base", "control", "halves", "kernel", "pair", "residual"}
ENTRY = re.compile(r"^## ([^,\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)
CHAPTER = re.compile(r"\(\.\./(chapters/\w+)\.ipynb\)")
#: Nodes that contain no running text.
ELSEWHERE = (
    nodes.reference,
    nodes.literal,
    nodes.math,
    nodes.table,
    nodes.title,
    nodes.raw,
)


def terms(glossary: str, page: str) -> dict[str, str]:
    """Return the anchors of the glossary's terms that a page may link, by the terms in lower case.

    >>> terms("## Causal mask\\n\\nA rule.\\n\\n## Pair\\n\\nTwo columns.\\n", "chapters/01")
    {'causal mask': 'causal-mask'}
    """
    found = {}
    for title, text in ENTRY.findall(glossary):
        term = title.strip().lower()
        if term not in ORDINARY or page in CHAPTER.findall(text):
            found[term] = nodes.make_id(title)
    return found


def running_text(doctree: nodes.document) -> Iterator[nodes.Text]:
    """Yield the words of the page's paragraphs outside of links and formulas, in their order."""
    kinds = nodes.Text | nodes.raw
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
    if docname.startswith(LEFT_OUT) or GLOSSARY not in app.env.found_docs:
        return
    page = app.builder.get_relative_uri(docname, GLOSSARY)
    words = terms(source(app), docname)
    for text in running_text(doctree):
        link_words(text, words, page)


def link_words(text: nodes.Text, words: dict[str, str], page: str) -> None:
    """Link the terms of a text, and take them out of `words`."""
    parts, rest = [], str(text)
    while found := words and mention(words).search(rest):
        before, rest = rest[: found.start()], rest[found.end() :]
        address = f"{page}#{words.pop(found[1].lower())}"
        link = nodes.reference("", found[0], internal=True, refuri=address, classes=["book-term"])
        parts += [nodes.Text(before), link]
    if parts:
        text.parent.replace(text, [*parts, nodes.Text(rest)])


def mention(words: dict[str, str]) -> re.Pattern:
    """Return a pattern that finds any of the terms, the longer ones first, in the plural too."""
    order = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, order))})s?(?![\w-])", re.I)


def source(app: Sphinx) -> str:
    return without_comments(Path(app.env.doc2path(GLOSSARY)).read_text(encoding="utf-8"))


def note_source(app: Sphinx, doctree: nodes.document) -> None:
    if not app.env.docname.startswith(LEFT_OUT) and GLOSSARY in app.env.found_docs:
        app.env.note_dependency(app.env.doc2path(GLOSSARY))


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", note_source)
    # After formulas have got the points behind them (maths.py).
    app.connect("doctree-resolved", link_mentions, priority=700)
