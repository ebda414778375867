"""What questions, exercises and figures say, one snapshot for each chapter or exercise.

`make snapshots` renews them. Whoever changes a text reads the diff; nothing has to be registered.
"""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from pe_book import questions
from pe_book.questions.question import Question
from tests.exercises.cells import NAMES, module_of
from tests.figures.examples import ARGUMENTS, drawn
from tests.questions.lists import QUESTIONS, html_to_text
from tests.text_snapshot import TextSnapshot


def plain(html: str) -> str:
    """Return HTML as plain text, with ^(…) for an exponent."""
    return html_to_text(re.sub(r"<sup>(.*?)</sup>", r"^(\1)", html, flags=re.DOTALL))


def question_lines(question: Question) -> Iterator[str]:
    yield f"{question.name}: {plain(question.text)}"
    for answer in question.answers():
        mark = "right" if answer.right else "wrong"
        yield f"  {mark}: {plain(answer.text)} | {plain(answer.reply)}"
    if hint := getattr(question, "hint", ""):
        yield f"  hint: {plain(hint)}"


@pytest.mark.parametrize("chapter", [*questions.CHAPTERS, *questions.QUIZZES])
def test_questions(chapter, snapshot):
    asked = [q for name, q in QUESTIONS.items() if name.startswith(f"{chapter}.")]
    lines = [line for question in asked for line in question_lines(question)]
    assert lines == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("name", NAMES)
def test_exercises(name, snapshot):
    module = module_of(name)
    constants = [(key, value) for key, value in vars(module).items() if key.isupper()]
    lines = [f"{key}: {value}" for key, value in constants if isinstance(value, str)]
    lines += [f"finding: {value}" for value in getattr(module, "REPLIES", {}).values()]
    if exercise := getattr(module, "EXERCISE", None):
        lines.append(f"right: {exercise.praise}")
    lines += [f"mistake: {mistake.text}" for mistake in module.mistakes]
    assert lines == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_figures(name, snapshot):
    picture = drawn(name)[1]
    labels = dict.fromkeys(re.findall(r">([^<>]*\S[^<>]*)<", picture.svg))
    lines = [
        f"alternative text: {picture.alt}",
        f"caption: {picture.caption}",
        f"labels: {unescape(' | '.join(labels))}",
    ]
    assert lines == snapshot(extension_class=TextSnapshot)
