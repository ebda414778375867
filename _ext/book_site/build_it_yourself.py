"""A cell "Build it yourself" shows its picture on the page, and where it is live.

Its sliders are ipywidgets and its figure plotly's, which need a running Python and 5 MB of script.
The build does not run it. Its picture is what plotly saves of the figure in a notebook.
"""

from __future__ import annotations

import ast
from html import escape
from pathlib import Path
from posixpath import relpath

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from book.paths import ROOT

from .live import NOTEBOOK

TAG = "build-it-yourself"
#: The stored pictures, whose names are CHAPTER-ANY-THEME.webp, and how large they are shown.
FOLDER = ROOT / "_static" / "build_it_yourself"
THEMES = ("light", "dark")
SIZE = {"width": 760, "height": 460}

LIVE = (
    "The figure where its sliders begin. They are live, and the code may be changed, "
    '<a class="reference internal" href="{address}">in a notebook</a>.'
)


def show_pictures(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    if app.builder.format != "html":
        return
    for cell in doctree.findall(nodes.container):
        if f"tag_{TAG}" in cell.get("classes", ()):
            [code] = cell.findall(nodes.literal_block)
            cell.append(nodes.raw("", picture(docname, code.astext()), format="html"))


def picture(docname: str, code: str) -> str:
    """Return the figure with its picture for each theme, and its function's docstring."""
    [function] = [node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    words = escape(ast.get_docstring(function) or "")
    folder = Path(docname).parent.as_posix()
    images = []
    for theme in THEMES:
        found = list(FOLDER.glob(f"{Path(docname).name}-*-{theme}.webp"))
        if len(found) != 1:
            raise ExtensionError(
                f"{docname}: {len(found)} pictures of the cell {TAG} for the {theme} theme: "
                f"save what plotly draws of it in _static/{FOLDER.name}"
            )
        address = relpath(f"_static/{FOLDER.name}/{found[0].name}", folder)
        images.append(
            f'<img class="only-{theme}" src="{address}" alt="{words}" loading="lazy" '
            f'width="{SIZE["width"]}" height="{SIZE["height"]}">'
        )
    caption = LIVE.format(address=relpath(NOTEBOOK, folder))
    return (
        # Apart from the caption, which the theme hides behind the picture of the other theme.
        f'<figure class="pe-picture"><div>{"".join(images)}</div>'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", show_pictures)
