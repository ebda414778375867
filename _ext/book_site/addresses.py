"""Links that are written as HTML name the files of the `html` builder; others have other names.

They lead to questions, explorers and slides, which Sphinx knows nothing of: this stays as long.
"""

import re
from posixpath import dirname, join, normpath

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

LINK = re.compile(r'(?<=\bhref=")([\w./-]+)\.html(#[^"]*)?(?=")')
NO_FOLDERS = (
    "dirhtml gives each page a folder, and the book's search, its Python and the explorers that "
    "others embed are not made for that: build it with html."
)


def refuse_folders(app: Sphinx) -> None:
    if app.builder.name == "dirhtml":
        raise SystemExit(NO_FOLDERS)  # for any other exception come two reports


def page_of(node: nodes.Node, docname: str) -> str:
    """Return the page that a node comes from; `singlehtml` puts all of them into one document."""
    while node.parent and not isinstance(node, addnodes.start_of_file):
        node = node.parent
    return node.get("docname", docname)


def rename(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.name == "html":
        return
    for raw in list(doctree.findall(nodes.raw)):
        page = page_of(raw, docname)

        def address(found: re.Match, page: str = page) -> str:
            target = normpath(join(dirname(page), found[1]))
            if target not in app.env.found_docs:
                return found[0]
            uri, place = app.builder.get_relative_uri(docname, target), found[2] or ""
            return place if place and "#" in uri else uri + place

        raw.replace_self(nodes.raw("", LINK.sub(address, raw.astext()), **raw.attributes))


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", refuse_folders)
    app.connect("doctree-resolved", rename)
