"""Folded cells with a summary that says what it is.

myst-nb gives the summary of every folded cell the name "Toggle hidden content", which is not what
stands there (WCAG 2.5.3). This can go when myst-nb drops that name.
"""

from html import escape

from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx


def visit_folded(self, node) -> None:
    classes = " ".join(node["classes"])
    self.body.append(
        f'<details class="admonition hide {classes}">\n<summary>'
        f'<span class="collapsed">{escape(node["prompt_show"])}</span>'
        f'<span class="expanded">{escape(node["prompt_hide"])}</span></summary>\n'
    )


def depart_folded(self, node) -> None:
    self.body.append("</details>\n")


def setup(app: Sphinx) -> None:
    app.add_node(HideCodeCellNode, override=True, html=(visit_folded, depart_folded))
