"""Explorers and questions on pages: ship the scripts, load them where needed.

Sphinx has no notion of a script that belongs to an output; this stays as long as the book has
interactive outputs.
"""

import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)

BOOK = "pe_book"
# Class in an output -> the module that brings it to life.
MODULES = {
    "pe-explorer": f"{BOOK}/faces/page.mjs",
    "pe-question": f"{BOOK}/questions/question.mjs",
}


def modules_of(doctree: nodes.document | None) -> list[str]:
    """The scripts, relative to `_static`, that the outputs of a page ask for."""
    if doctree is None:
        return []
    html = [node.astext() for node in doctree.findall(nodes.raw) if "html" in node["format"]]
    return [module for marker, module in MODULES.items() if any(marker in text for text in html)]


def add_modules(app: Sphinx, pagename, templatename, context, doctree) -> None:
    for module in modules_of(doctree):
        if not (Path(app.srcdir) / module).exists():
            logger.warning(
                "%s is missing: what is interactive here stays still",
                module,
                location=pagename,
                type="book_site",
                subtype="explorers",
            )
        app.add_js_file(module, type="module", priority=800)


def copy_modules(app: Sphinx) -> None:
    """Copy the book's modules and style to `_static`, where the relative imports still hold.

    They cannot live in `_static` itself: a notebook and a wheel need them beside their twins.
    """
    if app.builder.format != "html":
        return
    source = Path(app.srcdir) / BOOK
    target = Path(app.outdir) / "_static" / BOOK
    shutil.rmtree(target, ignore_errors=True)
    for file in sorted([*source.rglob("*.mjs"), *source.rglob("*.css")]):
        copy = target / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", copy_modules)
    # A notebook's outputs bring their styles along; the pages' share a bundle with the theme's own.
    for style in sorted((Path(app.srcdir) / BOOK).rglob("*.css")):
        app.add_css_file(style.relative_to(app.srcdir).as_posix())
    app.connect("html-page-context", add_modules)
