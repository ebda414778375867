"""Metadata of the pages: description, social card, canonical address, the 404 page.

Sphinx and the theme know the canonical address only. sphinxext-opengraph 0.13 describes a page by
its first words, formulas as their source, and writes relative addresses while the book has none;
sphinx-notfound-page 1.1 needs the site's path at the build, and where it is unknown its page has
no style.
"""

import re
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


def paragraphs(doctree: nodes.document):
    """Yield the paragraphs of a page, those under `The question` first, which describe it best."""
    for section in doctree.findall(nodes.section):
        if section.next_node(nodes.title).astext() == "The question":
            yield from section.findall(nodes.paragraph)
    yield from doctree.findall(nodes.paragraph)


def describe(doctree: nodes.document) -> str:
    """Return the first paragraph of a page that is prose, shortened at a word."""
    for paragraph in paragraphs(doctree):
        if not isinstance(paragraph.parent, nodes.section):
            continue  # lists, quotations and outputs need their surroundings
        if next(iter(paragraph.findall(nodes.math)), None) is not None:
            continue
        text = re.sub(r"\s+", " ", paragraph.astext()).strip()
        if len(text) >= SHORTEST_DESCRIPTION:
            if len(text) <= LONGEST_DESCRIPTION:
                return text
            return text[:LONGEST_DESCRIPTION].rsplit(" ", 1)[0].rstrip(",;:.") + " …"
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
