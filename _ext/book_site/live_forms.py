"""`{your-table}` and `{your-config}`: forms that Python answers on their page, with one answer.

Sphinx has no such forms; this stays as long as the pages "What is your table?" and "What does your
config.json say?" do.
"""

from importlib import import_module
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ELSEWHERE = (
    "This copy of the page has no Python, so it answers nothing else: "
    "in a terminal, <code>python -m pe_check {command}</code> does."
)


class LiveForm(SphinxDirective):
    """A live cell (`live.py`) with fields for what a reader brings, its first example answered."""

    module: str
    language: str
    command: str
    #: What the answer on the page depends on.
    packages: tuple[str, ...]

    def run(self) -> list[nodes.Node]:
        root = Path(self.env.srcdir)
        for file in (file for name in self.packages for file in (root / name).rglob("*.py")):
            self.env.note_dependency(str(file))
        form = import_module(self.module)
        code, answer = form.code(next(iter(form.EXAMPLES))), form.answer()._repr_html_()
        stored = nodes.container("", html(answer), classes=["output", "text_html"])
        source = nodes.literal_block(code, code, language=self.language)
        cell = nodes.container(
            "",
            html(form.form()),
            nodes.container("", source, classes=["cell_input"]),
            nodes.container("", stored, classes=["cell_output"]),
            classes=["tag_live", "pe-your-table"],
            ids=[self.name],
            elsewhere=ELSEWHERE.format(command=self.command),
        )
        return [cell]


class YourTable(LiveForm):
    module, language, command = "pe_book.your_table.form", "python", "identify"
    packages = ("pe_lib", "pe_check", "pe_book/mistakes", "pe_book/your_table")


class YourConfig(LiveForm):
    module, language, command = "pe_book.your_config.form", "json", "config"
    packages = ("pe_lib", "pe_check", "pe_book/your_config")


def html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> None:
    app.add_directive("your-table", YourTable)
    app.add_directive("your-config", YourConfig)
