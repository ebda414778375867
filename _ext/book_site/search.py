"""Search by Pagefind, which leads to the section in place of the top of its page.

Sphinx's own search is off. The index is made of the finished pages, in a second or two.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from .node import run_node

NOT_INDEXED = ("slides/", "search", "404")
#: Words that readers type, and the page that they are looking for.
SEARCH_TERMS = {
    "chapters/07_rope_in_15_minutes": "rope theta",
    "chapters/07_beyond_sinusoids": "learned",
    "chapters/09_positions_in_practice": "kv cache",
    "pages/library": "pytorch",
}


def turn_off_sphinx_search(app: Sphinx) -> None:
    app.builder.search = False


def search_page(app: Sphinx):
    """Yield the page that shows what is found (_static/search.mjs)."""
    if app.builder.name == "html":
        yield "search", {"title": "Search"}, "search.html"


def write_index(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    names = [name for name in sorted(app.env.found_docs) if not name.startswith(NOT_INDEXED)]
    words = {f"{name}.html": text for name, text in SEARCH_TERMS.items()}
    job = {"site": str(app.outdir), "pages": [f"{name}.html" for name in names], "words": words}
    run_node(Path(app.confdir), "search_index.mjs", job)


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", turn_off_sphinx_search)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_index, priority=900)
