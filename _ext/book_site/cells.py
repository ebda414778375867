"""What a page shows of a cell: code to read is open, code that only draws is folded.

Code whose output is a figure or a listing is folded, as is code tagged `hide-input` or `hide-cell`.
An exercise shows no reply before it has run. myst-nb names the summary of every folded cell "Toggle
hidden content", which differs from its visible text (WCAG 2.5.3); the node of our own can go when
it drops that name.
"""

from html import escape

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

#: How a figure and a listing begin: the code above them draws them.
DRAWN = ('<figure class="pe-picture"', '<div class="pe-listing"')


def visit_folded(self, node) -> None:
    classes = " ".join(node["classes"])
    self.body.append(
        f'<details class="admonition hide {classes}">\n<summary>'
        f'<span class="collapsed">{escape(node["prompt_show"])}</span>'
        f'<span class="expanded">{escape(node["prompt_hide"])}</span></summary>\n'
    )


def depart_folded(self, node) -> None:
    self.body.append("</details>\n")


def code_cells(doctree: nodes.document) -> list[nodes.container]:
    return [
        node
        for node in doctree.findall(nodes.container)
        if node.get("nb_element") == "cell_code" and "cell" in node["classes"]
    ]


def arrange(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fold what draws, and silence exercises."""
    if app.builder.format != "html":
        return
    for cell in code_cells(doctree):
        code, *outputs = cell.children
        live = "tag_live" in cell["classes"]
        if live and any(name.startswith("tag_exercise-") for name in cell["classes"]):
            cell.children = [code]
        elif not live and draws(outputs) and "cell_input" in code.get("classes", ()):
            config = app.env.mystnb_config
            folded = HideCodeCellNode(
                prompt_show=config.code_prompt_show, prompt_hide=config.code_prompt_hide
            )
            folded["classes"].append("above-input")
            cell.remove(code)
            cell.append(folded)
            folded.append(code)


def draws(outputs: list[nodes.Node]) -> bool:
    return any(
        raw.astext().lstrip().startswith(DRAWN)
        for output in outputs
        for raw in output.findall(nodes.raw)
    )


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", arrange)
    app.add_node(HideCodeCellNode, override=True, html=(visit_folded, depart_folded))
