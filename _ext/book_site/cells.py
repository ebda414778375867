"""Folded cells: on phones the code that cannot run on its page, elsewhere those that are tagged.

myst-nb names the summary of every cell that a tag folds "Toggle hidden content", which differs from
its visible text (WCAG 2.5.3). The node of our own can go when myst-nb drops that name.
"""

from html import escape

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

from pe_book.interface import gettext


def visit_folded(self, node) -> None:
    classes = " ".join(node["classes"])
    self.body.append(
        f'<details class="admonition hide {classes}">\n<summary>'
        f'<span class="collapsed">{escape(node["prompt_show"])}</span>'
        f'<span class="expanded">{escape(node["prompt_hide"])}</span></summary>\n'
    )


def depart_folded(self, node) -> None:
    self.body.append("</details>\n")


# Open where there is room, and without a script; book.mjs closes it on phones.
FOLD = '<details class="hide pe-fold" open><summary>{summary}</summary>'


def fold_code(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Wrap code that is neither live nor folded already: that of a cell, and listings it shows."""
    if app.builder.format != "html":
        return
    for cell in list(doctree.findall(nodes.container)):
        classes = cell.get("classes", ())
        if cell.get("nb_element") != "cell_code" or "tag_live" in classes:
            continue
        for part in cell.children:
            if list(part.findall(HideCodeCellNode)):
                continue
            languages = [code.get("language") for code in part.findall(nodes.literal_block)]
            if "cell_input" in part.get("classes", ()):
                fold(part, gettext("Show the code"))
            elif "python" in languages:
                fold(part, gettext("Show the listing"))


def fold(element: nodes.Element, summary: str) -> None:
    element.insert(0, nodes.raw("", FOLD.format(summary=escape(summary)), format="html"))
    element.append(nodes.raw("", "</details>", format="html"))


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", fold_code)
    app.add_node(HideCodeCellNode, override=True, html=(visit_folded, depart_folded))
