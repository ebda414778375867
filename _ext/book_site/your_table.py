"""`{your-table}`: the form of the page "What is your table?", with its first example answered.

Sphinx has no form that is answered by Python on the page; this stays as long as the page does.
"""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

PACKAGES = ("pe_lib", "pe_check", "pe_book/mistakes", "pe_book/your_table")
ELSEWHERE = (
    "This copy of the page has no Python, so it answers nothing else: "
    "in a terminal, <code>python -m pe_check identify</code> does."
)


class YourTable(SphinxDirective):
    """A live cell (`live.py`) with fields for a reader's table or code."""

    def run(self) -> list[nodes.Node]:
        from pe_book.your_table import form

        note_packages(self, PACKAGES)
        code = form.code(next(iter(form.EXAMPLES)))
        answer = form.answer()._repr_html_()
        return [live_form("your-table", form.form(), code, "python", answer, ELSEWHERE)]


def note_packages(directive: SphinxDirective, packages: tuple[str, ...]) -> None:
    """Have the page built anew when the answer on it may have changed."""
    root = Path(directive.env.srcdir)
    for file in (file for name in packages for file in (root / name).rglob("*.py")):
        directive.env.note_dependency(str(file))


def live_form(
    name: str, form: str, code: str, language: str, answer: str, elsewhere: str
) -> nodes.container:
    """Return a live cell with a form above its code, and an answer below it."""
    stored = nodes.container(
        "", nodes.raw("", answer, format="html"), classes=["output", "text_html"]
    )
    source = nodes.literal_block(code, code, language=language)
    return nodes.container(
        "",
        nodes.raw("", form, format="html"),
        nodes.container("", source, classes=["cell_input"]),
        nodes.container("", stored, classes=["cell_output"]),
        classes=["tag_live", "pe-your-table"],
        ids=[name],
        elsewhere=elsewhere,
    )


def setup(app: Sphinx) -> None:
    app.add_directive("your-table", YourTable)
