"""The questions by kind, their known answers, and two made for tests."""

import html
import re
from pathlib import Path

import pytest

from pe_book import questions
from pe_book.questions import question as question_module
from pe_book.questions.question import Choice, Distractor, Numeric, Option, Question

QUESTION_MJS = Path(question_module.__file__).with_name("question.mjs")
QUESTIONS = questions.all_questions()
NUMERIC = {name: q for name, q in QUESTIONS.items() if isinstance(q, Numeric)}
CHOICES = {name: q for name, q in QUESTIONS.items() if isinstance(q, Choice)}
every_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
every_numeric = pytest.mark.parametrize("question", NUMERIC.values(), ids=NUMERIC.keys())
every_choice = pytest.mark.parametrize("question", CHOICES.values(), ids=CHOICES.keys())


def html_to_text(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def values(question: Numeric) -> list[float]:
    """Return the right value and the wrong ones."""
    return [question.answer, *(wrong.value for wrong in question.wrong)]


def texts(question: Question) -> list[str]:
    """Return all that a reader may see of a question, as HTML."""
    answers = [part for answer in question.answers() for part in (answer.text, answer.reply)]
    return [question.text, *answers, getattr(question, "hint", "")]


def known_answers(question: Question) -> list[tuple[str, str, str]]:
    """Return (answer as typed, verdict, reply) for the right answer and every known wrong one."""
    if isinstance(question, Numeric):
        typed = [str(float(value)) for value in values(question)]
    else:
        typed = [str(index) for index in range(len(question.answers()))]
    return [
        (text, "right" if answer.right else "wrong", answer.reply)
        for text, answer in zip(typed, question.answers(), strict=True)
    ]


def numeric(answer: float, wrong: float, unit: str = "") -> Numeric:
    return Numeric(
        "?",
        name="chapter_1.sample",
        answer=answer,
        explanation="explanation",
        hint="hint",
        wrong=[Distractor(wrong, "known")],
        unit=unit,
    )


HUNDRED = numeric(100.0, 104.0, "km")
COLUMN = Choice("?", [Option("sine", "yes", right=True), Option("cosine", "no")])
