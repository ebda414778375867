"""`{your-config}`: the form of the page "What does your config.json say?", and its first answer.

Sphinx has no form that is answered by Python on the page; this stays as long as the page does.
"""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .your_table import live_form, note_packages

PACKAGES = ("pe_lib", "pe_check", "pe_book/your_config")
ELSEWHERE = (
    "This copy of the page has no Python, so it answers nothing else: "
    "in a terminal, <code>python -m pe_check config</code> does."
)


class YourConfig(SphinxDirective):
    """A live cell (`live.py`) with fields for a reader's configuration."""

    def run(self) -> list[nodes.Node]:
        from pe_book.your_config import form

        note_packages(self, PACKAGES)
        code = form.code(next(iter(form.EXAMPLES)))
        answer = form.answer()._repr_html_()
        return [live_form("your-config", form.form(), code, "json", answer, ELSEWHERE)]


def setup(app: Sphinx) -> None:
    app.add_directive("your-config", YourConfig)
