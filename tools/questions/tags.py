"""What a question is tagged with in Moodle, so that a teacher can choose: its objectives."""

from __future__ import annotations

import re
from functools import cache

from book.objectives import objectives
from book.paths import ROOT
from pe_book.questions.question import Question


@cache
def _objectives() -> dict[str, list[str]]:
    """Return the objectives that each question serves, by the ids of the questions."""
    found: dict[str, list[str]] = {}
    for objective in objectives(ROOT):
        for link in objective.served.get("questions", []):
            place = re.search(r"#([\w-]+)", link)[1]
            found.setdefault(place, []).append(f"objective {objective.chapter}.{objective.number}")
    return found


def tags(question: Question) -> list[str]:
    """Return the tags of a question, such as "objective 2.1"."""
    return _objectives().get(question.html_id, [])
