"""What `jupyter-book build . --builder custom --custom-builder epub` makes of the pages.

Readers of e-books run no scripts, and take XHTML alone: explorers are stills, answers open below
their questions, and a page is its text without the site around it. This can go when Sphinx writes
outputs of notebooks as XHTML.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from pe_lib import __version__

from .pdf import SCREEN, STASHED, SVG

TEMPLATE = "e_book.html"


def name_version(app: Sphinx, config) -> None:
    config.version = __version__  # an e-book has to have one


def prepare(app: Sphinx) -> None:
    """Let fonts and licenses into the book, and scripts not, without a warning for each."""
    if app.builder.name == "epub":
        added = {".woff2": "font/woff2", ".txt": "text/plain"}
        app.builder.media_types = {**app.builder.media_types, **added}
        app.config.suppress_warnings += ["epub.unknown_project_files"]


def xhtml(body: str) -> str:
    """Return a page's text as XML, without what needs a script."""
    pictures: list[str] = []

    def stash(found: re.Match) -> str:
        pictures.append(found[0])
        return f'<i data-svg="{len(pictures) - 1}"></i>'

    page = BeautifulSoup(SVG.sub(stash, body), "html.parser")
    for answer in page.select("noscript:has(details)"):
        answer.unwrap()
    for element in page.select(SCREEN):
        element.decompose()
    for element in page.select("form"):
        element.name, element.attrs = "div", {"class": element.get("class", [])}
    for element in page.select("[hidden]"):
        element["hidden"] = "hidden"
    return STASHED.sub(lambda found: pictures[int(found[1])], str(page))


def write_text(app: Sphinx, pagename, templatename, context, doctree) -> str | None:
    if app.builder.name != "epub" or doctree is None:
        return None
    context["body"] = xhtml(context["body"])
    return TEMPLATE


def setup(app: Sphinx) -> None:
    app.connect("config-inited", name_version)
    app.connect("builder-inited", prepare)
    # After all that changes the text.
    app.connect("html-page-context", write_text, priority=960)
