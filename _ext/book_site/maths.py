r"""Formulas through KaTeX while the book is built; one that KaTeX refuses fails the build.

One node process renders all formulas, a line of JSON in and a line of JSON out, alike on every
system. sphinxcontrib-katex was tried: it shows a refused formula as red source
text without a warning, gives up when its server listens late, leaves it running when node is the
PyPI package's script, and on Windows waits 40 ms for each formula.
"""

import json
import re
import subprocess
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from pe_book.renderer.node import node_executable

logger = logging.getLogger(__name__)

STYLE = "../vendor/katex/katex.min.css"
# What nearly every formula is set in.
FONTS = ["katex-main-regular", "katex-math-italic"]


class Katex:
    """KaTeX in a node process, which starts with the first formula and ends with the build."""

    def __init__(self, root: Path):
        self.root = root
        self.process: subprocess.Popen | None = None

    def render(self, latex: str, display: bool) -> dict[str, str]:
        """What KaTeX makes of a formula: `html`, or an `error`."""
        if self.process is None:
            self.process = subprocess.Popen(
                [
                    node_executable(),
                    Path(__file__).with_name("maths.mjs"),
                    self.root / "node_modules",
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
        print(json.dumps([latex, display]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        return json.loads(answer) if answer else {"error": "node has ended"}

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None

    def visit(self, translator, node: nodes.math | nodes.math_block) -> None:
        """Write a formula into the page, or its source with a warning."""
        display = isinstance(node, nodes.math_block)
        rendered = self.render(node.astext(), display)
        if "error" in rendered:
            logger.warning(
                "KaTeX cannot render %s: %s",
                node.astext(),
                rendered["error"],
                location=node,
                type="book_site",
                subtype="maths",
            )
        tag = "div" if display else "span"
        html = rendered.get("html") or escape(node.astext())
        translator.body += [translator.starttag(node, tag, "", CLASS="math"), html, f"</{tag}>"]
        raise nodes.SkipNode


def keep_points(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Keep the point or comma after a formula on the formula's line."""
    for formula in list(doctree.findall(nodes.math)):
        after = formula.next_node(descend=False, siblings=True)
        if isinstance(after, nodes.Text) and (points := re.match(r"[^\w\s(\[“—-]+", after)):
            whole = nodes.inline("", "", formula.deepcopy(), nodes.Text(points[0]))
            whole["classes"] = ["book-whole"]
            # By its place: two texts with the same words are equal.
            parent, at = formula.parent, formula.parent.index(formula)
            parent[at : at + 2] = [whole, nodes.Text(after[points.end() :])]


def ask_for_fonts(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Let a page with formulas ask for their two fonts at once, not when its style has come.

    Formulas that change their width when the font arrives move tables (a shift of 0.05 on the
    page of notation).
    """
    kinds = (nodes.math, nodes.math_block)
    if doctree is not None and any(next(doctree.findall(kind), None) for kind in kinds):
        context["book_fonts"] = FONTS


def setup(app: Sphinx) -> None:
    katex = Katex(Path(app.confdir))
    app.add_html_math_renderer(
        "book_katex", inline_renderers=(katex.visit, None), block_renderers=(katex.visit, None)
    )
    app.add_css_file(STYLE)
    app.connect("doctree-resolved", keep_points)
    app.connect("html-page-context", ask_for_fonts)
    app.connect("build-finished", lambda app, exception: katex.close())
