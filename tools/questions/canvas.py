"""Questions as QTI 1.2 packages for Canvas, written by text2qti.

For Canvas every value of a numeric question is a right one. So the known wrong values stand, with
their replies, in the reply to a wrong answer.
"""

from collections.abc import Sequence

from text2qti.config import Config
from text2qti.markdown import Image
from text2qti.qti import QTI
from text2qti.quiz import Question as Item
from text2qti.quiz import Quiz

from pe_book.questions.question import Choice, Numeric, Question
from tools.questions.parts import BOOK, chapter_title, image, text, title, tolerance, written

SUFFIX = ".zip"
FILES = "%24IMS-CC-FILEBASE%24/images"
#: The rights that text2qti states; LICENSE replaces them.
RESERVED = "Private (Copyrighted) - http://en.wikipedia.org/wiki/Copyright"
LICENSE = "CC BY 4.0 - https://creativecommons.org/licenses/by/4.0/"


def export(chapter: str, questions: Sequence[Question], seed: int | None = None) -> bytes:
    """Return a package with the questions of a chapter, as one quiz."""
    parts = [f"Quiz title: {BOOK}, {chapter_title(chapter, seed)}"]
    parts += [_source(question, seed) for question in questions]
    quiz = Quiz("\n\n".join(parts) + "\n", config=Config(), source_name=chapter)
    for item, question in zip(quiz.questions_and_delims, questions, strict=True):
        if isinstance(question, Numeric):
            _exact(item, question)
        if picture := image(question):
            file = Image(picture.name, picture.svg.encode())
            quiz.images[file.id] = file
    package = QTI(quiz)
    package.imsmanifest_xml = package.imsmanifest_xml.replace(RESERVED, LICENSE)
    return package.zip_bytes()


def _source(question: Question, seed: int | None) -> str:
    """Return a question as text2qti reads it: one line for each part."""
    lines = [f"Title: {title(question, seed)}", f"1. {_html(text(question, FILES))}"]
    if isinstance(question, Choice):
        for letter, option in zip("abcdefgh", question.options, strict=False):
            lines.append(f"{'*' if option.right else ''}{letter}) {_html(option.text)}")
            lines.append(f"... {_html(option.reply)}")
    elif isinstance(question, Numeric):
        known = "".join(
            f"<li>{answer.text}: {answer.reply}</li>"
            for answer in question.answers()
            if not answer.right
        )
        wrong = f"<p>{question.hint}</p><p>Is your answer one of these?</p><ul>{known}</ul>"
        lines += [f"+ {_html(question.explanation)}", f"- {_html(wrong)}"]
        lines.append(
            f"= {written(question.answer)} +- {written(tolerance(question, question.answer))}"
        )
    return "\n".join(lines)


def _html(text: str) -> str:
    """Return HTML as Markdown that stays as it is. Canvas removes <var>, and keeps <i>."""
    return f"<div>{text.replace('<var>', '<i>').replace('</var>', '</i>')}</div>"


def _exact(item: Item, question: Numeric) -> None:
    """Write the answer with all its digits, where text2qti keeps four after the point."""
    margin = tolerance(question, question.answer)
    item.numerical_min_html_xml = written(question.answer - margin)
    item.numerical_exact_html_xml = written(question.answer)
    item.numerical_max_html_xml = written(question.answer + margin)
