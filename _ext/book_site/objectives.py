"""A table of the chapters' objectives, each with the section that teaches it, and what is graded.

`{objectives}` on a page becomes the table. This stays as long as chapters have objectives.
"""

import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from book.objectives import Objective, objectives


def table(found: list[Objective]) -> list[str]:
    """Return the lines of a Markdown table with an objective in each row."""
    lines = ["| objective | a student can | graded by |", "|---|---|---|"]
    for objective in found:
        taught = re.sub(
            r"\[.*\]", f"[{objective.chapter}.{objective.number}]", objective.served["sections"][0]
        )
        graded = [*objective.served.get("exercises", []), *objective.served.get("tasks", [])]
        cells = (taught, objective.text, "; ".join(graded))
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return lines


class Objectives(SphinxDirective):
    """The table of all objectives."""

    def run(self) -> list[nodes.Node]:
        source = Path(self.env.srcdir)
        for file in [*source.glob("chapters/*.ipynb"), *source.glob("course/*.ipynb")]:
            self.env.note_dependency(str(file))
        box = nodes.container()
        self.state.nested_parse(StringList(table(objectives(source)), source=""), 0, box)
        return box.children


def setup(app: Sphinx) -> None:
    app.add_directive("objectives", Objectives)
