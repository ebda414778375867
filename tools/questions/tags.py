"""What a question is tagged with, so that a platform can choose: objective, difficulty, kind.

The difficulties are the authors' judgment, not a measurement.
"""

from __future__ import annotations

import re
from functools import cache

from book.objectives import objectives
from book.paths import ROOT
from pe_book.questions.question import Numeric, Question

#: To recognize what the chapter has just said, or to read it off.
EASY = """
chapter_1.different_outputs chapter_1.predict_shuffle chapter_2.column_to_pair
chapter_2.predict_fraction chapter_2.what_alternates chapter_2.which_end
chapter_4.moved_together chapter_4.predict_shift chapter_7.rope_and_values
""".split()
#: Several steps, or a claim that has to be weighed against another one.
HARD = """
chapter_1.causal_identical chapter_2.highest chapter_2.mixed_base chapter_3.choose_base
chapter_4.condition chapter_4.doubling chapter_4.sine_alone chapter_5.float32_spacing
chapter_6.scaled_norm chapter_8.norm_catches chapter_8.sound_test
chapter_11.behind_the_average chapter_11.one_turn_further
""".split()


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
    """Return the tags of a question, such as "objective 2.1", "medium" and "number"."""
    difficulty = "easy" if question.name in EASY else "hard" if question.name in HARD else "medium"
    kind = "number" if isinstance(question, Numeric) else "choice"
    return [*_objectives().get(question.html_id, []), difficulty, kind]
