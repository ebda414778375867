"""The rubric's numbers are computed, its rows add up, and the key has every question."""

import re

import numpy as np
import pytest

from book.paths import ROOT
from pe_book.questions import all_questions
from pe_lib import angular_frequencies, positional_encoding
from tools import key

RUBRIC = (ROOT / "course" / "marking.md").read_text(encoding="utf-8")
TASKS = re.findall(r"(?ms)^## .*? \((\d) marks\)\n(.*?)(?=^## |\Z)", RUBRIC)


@pytest.mark.parametrize(("marks", "task"), TASKS)
def test_the_rows_of_a_task_add_up_to_its_marks(marks, task):
    assert sum(map(int, re.findall(r"(?m)^\| (\d) \|", task))) == int(marks)


def test_the_numbers_of_the_row_by_hand_are_the_librarys():
    omega = angular_frequencies(6, 100)
    row = positional_encoding(4, 6, 100)[3]
    swapped = np.sin([3 * 100 ** (-4 / 6), np.radians(3)])
    numbers = [f"{x:.4f}" for x in (*omega[1:], *(3 * omega[1:]))]
    for number in (*numbers, *(f"{x:.3f}".replace("-", "−") for x in (*row, *swapped))):
        assert number in RUBRIC, number


def test_the_key_has_every_question_with_its_answers():
    page = key.key()
    questions = all_questions().values()
    assert page.count("<h3>") == len(questions) > 90
    for question in questions:
        entry = page.partition(f"<p>{question.text}</p><ul>")[2].partition("</section>")[0]
        assert entry.count("class=right") == sum(each.right for each in question.answers())
        assert all(f"<span>{each.reply}</span>" in entry for each in question.answers())
