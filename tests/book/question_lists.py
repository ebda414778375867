"""The questions by kind, their declared values and known answers, and two made for tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pe_book import questions
from pe_book.questions import question as question_module
from pe_book.questions.question import Choice, Numeric, Option, Wrong

ROOT = Path(__file__).resolve().parents[2]
QUESTION_MJS = Path(question_module.__file__).with_name("question.mjs")
QUESTIONS = questions.all_questions()
#: Those of the chapters and those of the quizzes.
EVERY = questions.with_quizzes()
NUMERIC = {name: q for name, q in EVERY.items() if isinstance(q, Numeric)}
CHOICES = {name: q for name, q in EVERY.items() if isinstance(q, Choice)}
every_question = pytest.mark.parametrize("question", EVERY.values(), ids=EVERY.keys())
every_numeric = pytest.mark.parametrize("question", NUMERIC.values(), ids=NUMERIC.keys())
every_choice = pytest.mark.parametrize("question", CHOICES.values(), ids=CHOICES.keys())


# ---- every question of the book


def declared_values(question: Numeric) -> list[tuple[float, Callable[[], float]]]:
    """Return the right and the wrong values, each with its independent computation."""
    wrong = [(w.value, w.independent) for w in question.wrong]
    return [(question.answer, question.independent), *wrong]


def known_answers(question) -> list[tuple[str, str, str]]:
    """Return (answer as typed, verdict, reply) for the right answer and every known wrong one."""
    if isinstance(question, Choice):
        typed = [str(index) for index in range(len(question.options))]
    else:
        values = [question.answer, *(wrong.value for wrong in question.wrong)]
        typed = [str(float(value)) for value in values]
    return [
        (text, "right" if answer.right else "wrong", answer.reply)
        for text, answer in zip(typed, question.answers(), strict=True)
    ]


def numeric(answer: float, wrong: float, unit: str = "") -> Numeric:
    return Numeric(
        "chapter_1.sample",
        "?",
        answer=answer,
        independent=lambda: answer,
        because="because",
        hint="hint",
        wrong=[Wrong(wrong, "known", lambda: wrong)],
        unit=unit,
    )


HUNDRED = numeric(100.0, 104.0, "km")
COLUMN = Choice(
    "chapter_1.column", "?", [Option("sine", "yes", right=True), Option("cosine", "no")]
)
