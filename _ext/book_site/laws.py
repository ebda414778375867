"""Below a law stands the same line in the numbers of the explorer that shows it.

It stands there from the beginning, so that nothing moves when the explorer comes to life;
`pe_book/renderer/symbols.mjs` keeps its numbers those of the figure.
"""

import json
import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx

#: What an explorer carries for its script (renderer/markup.py), after its key.
CARRIED = re.compile(
    r'<section class="pe-explorer"[^>]* data-key="([\w-]+)".*?'
    r'<script type="application/json">(.*?)</script>',
    re.S,
)
NAMES = re.compile(r"\\(?:begin|end|mathrm|operatorname|text)\{[^}]*\}")
GREEK = {r"\alpha": "α", r"\lambda": "λ", r"\omega": "ω", r"\varphi": "φ"}


def letters(latex: str) -> set[str]:
    r"""Return the letters of a formula, without those of names.

    >>> sorted(letters(r"\mathrm{PE}[p, 2j] = \sin p\omega_j"))
    ['j', 'p', 'ω']
    """
    found = re.findall(r"\\[a-zA-Z]+|[a-zA-Z]", NAMES.sub(" ", latex))
    return {GREEK.get(each, each) for each in found if each in GREEK or len(each) == 1}


def law_for(
    doctree: nodes.document, output: nodes.raw, wanted: set[str]
) -> nodes.math_block | None:
    """Return the first formula with all letters in an explorer's section or after the explorer."""
    section = output.parent
    while section is not None and not isinstance(section, nodes.section):
        section = section.parent
    near = list(section.findall(nodes.math_block)) if section else []
    later = False
    for node in doctree.findall():
        later = later or node is output
        if isinstance(node, nodes.math_block) and (later or any(node is each for each in near)):
            if wanted <= letters(node.astext()):
                return node
    return None


def add_laws(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the line of each explorer that has one below its law."""
    from pe_book import explorers
    from pe_book.renderer import node

    if docname.startswith("slides/"):
        return  # a slide has no room for it
    for output in list(doctree.findall(nodes.raw)):
        for key, carried in CARRIED.findall(output.astext()):
            data = json.loads(carried)
            wanted = {each["letter"] for each in data["symbols"]}
            law = data["law"] and law_for(doctree, output, wanted)
            if law:
                rendering = node.render(explorers.ALL[data["name"]], data["start"])
                line = f'<p class="pe-law" data-of="{key}">{escape(rendering.law)}</p>'
                law.parent.insert(law.parent.index(law) + 1, nodes.raw("", line, format="html"))


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", add_laws)
