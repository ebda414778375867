"""The rubric adds up, its numbers are computed, and the key has every question."""

import re

import numpy as np
import pytest

from book.paths import ROOT
from pe_book.questions import all_questions
from pe_book.questions.question import Choice
from pe_lib import angular_frequencies, positional_encoding
from tools import key

RUBRIC = (ROOT / "course" / "marking.md").read_text(encoding="utf-8")
TEACHING = (ROOT / "pages/teaching.md").read_text(encoding="utf-8")
*TASKS, QUESTIONS = re.split(r"(?m)^(?=## )", RUBRIC)[1:]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.partition("\n")[0])
def test_the_rows_of_a_task_add_up_to_its_marks(task):
    [whole] = re.findall(r"^## .* \((\d) marks\)", task)
    assert sum(map(int, re.findall(r"(?m)^\| (\d) \|", task))) == int(whole)
    for part in re.split(r"(?m)^(?=\*\*)", task)[1:]:
        [marks] = re.findall(r"^\*\*.*\*\* (\d) marks\.", part)
        assert sum(map(int, re.findall(r"(?m)^\| (\d) \|", part))) == int(marks)


def test_the_rows_of_a_question_marked_by_hand_add_up_to_its_marks():
    [each] = re.findall(r"^## .* \((\d) marks each\)", QUESTIONS)
    tables = QUESTIONS.split("| marks |")[1:]
    assert [table.partition(":")[0].strip() for table in tables] == [
        f"problem set {number}" for number in (1, 2, 3)
    ]
    for table in tables:
        assert sum(map(int, re.findall(r"(?m)^\| (\d) \|", table))) == int(each)


def test_each_task_on_paper_has_a_rubric():
    asked = TEACHING.split("### Three tasks on paper")[1]
    named = re.findall(r"(?m)^(\d)\. \*([\w ]+)\*", asked)
    assert named == re.findall(r"(?m)^## (\d)\. ([\w ]+) \(", RUBRIC)


def test_the_row_by_hand_is_the_librarys():
    omega = angular_frequencies(6, 100)
    assert f"ω = 1, 100^(−1/3) = {omega[1]:.4f} and 100^(−2/3) = {omega[2]:.4f}" in RUBRIC
    angles = 3 * omega
    assert f"the angles are 3, {angles[1]:.4f} and {angles[2]:.4f}" in RUBRIC
    row = ", ".join(f"{x:.3f}".replace("-", "−") for x in positional_encoding(4, 6, 100)[3])
    assert f"({row})" in RUBRIC
    assert f"{np.sin(3 * 100 ** (-4 / 6)):.3f} in column 2" in RUBRIC
    assert f"{np.sin(np.radians(3)):.3f} in column 0" in RUBRIC


def test_the_key_has_every_question_with_its_letters_and_the_rubric():
    page = key.key()
    asked = all_questions()
    for question in asked.values():
        entry = page.partition(f"<p>{question.text}</p><ul>")[2].partition("</section>")[0]
        lines = re.findall(r"<li.*?</li>", entry, flags=re.S)
        for place, (line, answer) in enumerate(zip(lines, question.answers(), strict=True)):
            letter = f"<b>{'ABCDEFGH'[place]}.</b> " if isinstance(question, Choice) else ""
            assert f"{letter}{answer.text} <span>{answer.reply}</span>" in line
            assert ("class=right" in line and "✓" in line) == answer.right
            assert ("<b>" in line.partition("<span>")[0]) == bool(letter)
    titles = [f"Chapter {number}" for number in range(1, 12)]
    assert re.findall("<h2>((?:Chapter|Entry|Exit).*?)</h2>", page) == [
        *titles,
        "Entry quiz",
        "Exit ticket",
    ]
    assert page.count("<h3>") == len(asked)
    assert "A lone sine has no such number" in page and "<td>" in page
