"""Questions as Moodle XML: https://docs.moodle.org/en/Moodle_XML_format.

moodle-tools writes it, too; it knows neither units nor the idnumber by which Moodle recognizes a
question, and needs five packages more. The format is small, and Python's own library writes XML.
"""

import xml.etree.ElementTree as ET
from base64 import b64encode
from collections.abc import Sequence

from pe_book.questions.question import MESSAGES, Choice, Numeric, Question
from tools.questions.parts import (
    BOOK,
    chapter_title,
    image,
    numbered,
    text,
    title,
    tolerance,
    written,
)
from tools.questions.tags import tags

SUFFIX = ".xml"
FILES = "@@PLUGINFILE@@"
UNIT_OPTIONAL, UNIT_NONE = "0", "3"


def export(chapter: str, questions: Sequence[Question], seed: int | None = None) -> bytes:
    """Return a file with the questions of a chapter, in a category of their own."""
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    _text(category, "category", f"$course$/top/{BOOK}/{chapter_title(chapter, seed)}")
    for question in questions:
        quiz.append(_question(question, seed))
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True)


def _question(question: Question, seed: int | None) -> ET.Element:
    kind = "numerical" if isinstance(question, Numeric) else "multichoice"
    element = ET.Element("question", type=kind)
    _text(element, "name", title(question, seed))
    body = _text(element, "questiontext", text(question, FILES), format="html")
    if picture := image(question):
        file = ET.SubElement(body, "file", name=picture.name, path="/", encoding="base64")
        file.text = b64encode(picture.svg.encode()).decode()
    _text(element, "generalfeedback", "", format="html")
    for tag, value in {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0"}.items():
        ET.SubElement(element, tag).text = value
    ET.SubElement(element, "idnumber").text = numbered(question.name, seed)
    tagged = ET.SubElement(element, "tags")
    for tag in tags(question):
        _text(tagged, "tag", tag)
    if isinstance(question, Choice):
        _choice(element, question)
    else:
        _numeric(element, question)
    return element


def _choice(element: ET.Element, question: Choice) -> None:
    settings = {"single": "true", "shuffleanswers": "false", "answernumbering": "ABCD"}
    for tag, value in settings.items():
        ET.SubElement(element, tag).text = value
    for option in question.options:
        _answer(element, option.text, option.reply, right=option.right, format="html")


def _numeric(element: ET.Element, question: Numeric) -> None:
    _value(element, question, question.answer, question.explanation, right=True)
    for wrong in question.wrong:
        _value(element, question, wrong.value, wrong.reply)
    _value(element, question, -question.answer, MESSAGES["sign"])
    _value(element, question, question.answer, MESSAGES["close"], slack=10)
    # Moodle gives the reply of the first answer that fits; * fits every number.
    anything_else = _answer(element, "*", question.hint)
    ET.SubElement(anything_else, "tolerance").text = "0"
    if question.unit:
        unit = ET.SubElement(ET.SubElement(element, "units"), "unit")
        ET.SubElement(unit, "multiplier").text = "1"
        ET.SubElement(unit, "unit_name").text = question.unit
    ET.SubElement(element, "unitgradingtype").text = "0"
    ET.SubElement(element, "showunits").text = UNIT_OPTIONAL if question.unit else UNIT_NONE


def _value(
    element: ET.Element, question: Numeric, value: float, reply: str, *, right=False, slack=1
) -> None:
    answer = _answer(element, written(value), reply, right=right)
    ET.SubElement(answer, "tolerance").text = written(slack * tolerance(question, value))


def _answer(
    question: ET.Element, value: str, reply: str, *, right: bool = False, format: str = "plain_text"
) -> ET.Element:
    answer = _text(question, "answer", value, fraction="100" if right else "0", format=format)
    _text(answer, "feedback", reply, format="html")
    return answer


def _text(parent: ET.Element, tag: str, text: str, **attributes: str) -> ET.Element:
    """Add an element that holds its text in a <text>, as Moodle does everywhere."""
    element = ET.SubElement(parent, tag, attributes)
    ET.SubElement(element, "text").text = text
    return element
