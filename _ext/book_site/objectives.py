"""A table of the chapters' objectives, each with the section that teaches it, and what is graded.

`{objectives}` on a page becomes the table. An objective without a question is a warning, so it
fails the build. This stays as long as chapters have objectives.
"""

import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from book.objectives import Objective, objectives

logger = logging.getLogger(__name__)


def missing(found: list[Objective]) -> list[str]:
    """Return a sentence for each objective without a question or a section."""
    return [
        f"{objective.file}: no {kind[:-1]} is tagged objective-{objective.number}"
        for objective in found
        for kind in ("sections", "questions")
        if kind not in objective.served
    ]


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
        found = objectives(source)
        for sentence in missing(found):
            logger.warning(sentence, location=self.env.docname, type="book_site")
        box = nodes.container()
        self.state.nested_parse(StringList(table(found), source=""), 0, box)
        return box.children


def setup(app: Sphinx) -> None:
    app.add_directive("objectives", Objectives)
