"""`{your-table}`: the form of the page "What is your table?", with its first example answered.

Sphinx has no form that is answered by Python on the page; this stays as long as the page does.
"""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from pe_book.interface import gettext

PACKAGES = ("pe_lib", "pe_book/mistakes", "pe_book/your_table")
ELSEWHERE = gettext(
    "This copy of the page has no Python, so it answers nothing else: "
    "in a terminal, <code>python -m pe_lib identify</code> does."
)


class YourTable(SphinxDirective):
    """A live cell (`live.py`) with fields for a reader's table or code."""

    def run(self) -> list[nodes.Node]:
        from pe_book.your_table import form

        root = Path(self.env.srcdir)
        for file in (file for name in PACKAGES for file in (root / name).rglob("*.py")):
            self.env.note_dependency(str(file))
        code = form.code(next(iter(form.EXAMPLES)))
        source = nodes.literal_block(code, code, language="python")
        answer = nodes.raw("", form.answer()._repr_html_(), format="html")
        output = nodes.container("", answer, classes=["output", "text_html"])
        cell = nodes.container(
            "",
            nodes.raw("", form.form(), format="html"),
            nodes.container("", source, classes=["cell_input"]),
            nodes.container("", output, classes=["cell_output"]),
            classes=["tag_live", "pe-your-table"],
            ids=["your-table"],
            elsewhere=ELSEWHERE,
        )
        return [cell]


def setup(app: Sphinx) -> None:
    app.add_directive("your-table", YourTable)
