"""Metadata of the pages: description, social card, canonical address, the 404 page.

Sphinx and the theme know the canonical address only. sphinxext-opengraph 0.13 describes a page by
its first words, formulas as their source, and writes relative addresses while the book has none;
sphinx-notfound-page 1.1 needs the site's path at the build, and where it is unknown its page has
no style.
"""

from textwrap import shorten
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx

LONGEST_DESCRIPTION = 200
SHORTEST_DESCRIPTION = 40
CARD = "_static/card.png"


def site_address(config) -> str:
    """Return the site's address: `html.baseurl`, else GitHub Pages' address of the repository.

    It is empty as long as neither is set.
    """
    if config.html_baseurl:
        return config.html_baseurl.rstrip("/") + "/"
    repository = urlsplit(config.html_theme_options.get("repository_url") or "")
    parts = repository.path.strip("/").removesuffix(".git").split("/")
    if repository.netloc != "github.com" or len(parts) != 2:
        return ""
    owner, name = parts
    host = f"https://{owner.lower()}.github.io/"
    return host if name.lower() == f"{owner.lower()}.github.io" else f"{host}{name}/"


def set_address(app: Sphinx, config) -> None:
    config.html_baseurl = site_address(config)


def describe(doctree: nodes.document) -> str:
    """Return the first paragraph of a page that is prose, shortened at a word."""
    for paragraph in doctree.findall(nodes.paragraph):
        text = paragraph.astext()
        # Lists, quotations and outputs need their surroundings, and formulas are no words.
        prose = isinstance(paragraph.parent, nodes.section) and not any(
            paragraph.findall(nodes.math)
        )
        if prose and len(text) >= SHORTEST_DESCRIPTION:
            return shorten(text, LONGEST_DESCRIPTION, placeholder=" …")
    return ""


def add_metadata(app: Sphinx, pagename, templatename, context, doctree) -> None:
    config = app.config
    written = describe(doctree) if doctree is not None else ""
    context["book_description"] = written or f"{context['title']} · {config.html_title}"
    if doctree and config.html_baseurl:
        context["book_card"] = config.html_baseurl + CARD


def not_found_page(app: Sphinx):
    """Yield 404.html, which is served at any depth, so that relative addresses would not work."""
    if app.builder.name != "html":
        return
    context = {
        "title": "No such page",
        "book_home": app.builder.get_target_uri(app.config.root_doc),
        "book_root": urlsplit(app.config.html_baseurl).path,
    }
    yield "404", context, "not-found.html"


def setup(app: Sphinx) -> None:
    app.connect("config-inited", set_address, priority=400)
    # After the theme has set the page's title.
    app.connect("html-page-context", add_metadata, priority=600)
    app.connect("html-collect-pages", not_found_page)
