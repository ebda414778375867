"""What a talk says of minutes, tasks and code agrees with its plan and with the library."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import pe_lib
from tests.prose import WORDS
from tests.site.talks import PLANS, TALKS, durations, source_of

pytestmark = pytest.mark.site


@pytest.mark.parametrize("name", TALKS)
def test_the_notes_match_the_minutes_of_the_plan(name, book_html):
    """They follow one another, and each part of the plan begins and ends with a slide."""
    page = (book_html / "slides" / f"{name}.html").read_text(encoding="utf-8")
    slides = [(int(a), int(b)) for a, b in re.findall(r"<strong>(\d+)–(\d+)\.</strong>", page)]
    each = durations(name)
    assert slides == [(sum(each[:n]), sum(each[: n + 1])) for n in range(len(each))]
    assert source_of(name).count("\n## ") == len(each)
    [plan] = re.findall(
        rf"(?s)\n#+ [^\n]*\n\n\[Slides for [^#]*?\(\.\./slides/{name}\.md\).*?(?=\n#)", PLANS
    )
    parts = [(int(a), int(b)) for a, b in re.findall(r"(?m)^\| (\d+)–(\d+) \|", plan)]
    assert parts[0][0] == 0 and {minute for part in parts for minute in part} <= {
        minute for slide in slides for minute in slide
    }
    assert slides[-1][1] == parts[-1][1]
    if name == "lesson":
        assert f"in {slides[-1][1]} minutes" in page


@pytest.mark.parametrize("name", TALKS)
def test_a_task_leaves_time_to_compare(name):
    """The minutes on a slide fit into those of its notes."""
    for slide in source_of(name).split("\n## ")[1:]:
        tasks = re.findall(r"\*\*(\w+) minutes", slide)
        given = int(re.search(r":{4}\{notes\} (\d+)", slide)[1])
        assert sum(WORDS.split().index(task.lower()) for task in tasks) <= given, slide


def code_of(name: str) -> str:
    [code] = re.findall(r"(?s)```python\n(.*?)```", source_of(name))
    return code


def test_the_code_of_the_first_hour_writes_the_table():
    for d_model in (7, 8):
        table = np.zeros((5, d_model))
        exec(code_of("hour_1"), {"math": math, "seq_len": 5, "d_model": d_model, "table": table})
        assert np.allclose(table, pe_lib.positional_encoding(5, d_model))


def test_the_head_of_the_third_hour_looks_three_back(capsys):
    exec(code_of("hour_3"), {"np": np, "pe_lib": pe_lib})
    printed = [int(position) for position in re.findall(r"\d+", capsys.readouterr().out)]
    assert printed == list(range(61))
    assert f"0, 1, 2, …, {printed[-1]}." in source_of("hour_3")
