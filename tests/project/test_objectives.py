"""The table of objectives is made of what the chapters have, and says what is missing."""

import json
import re
from pathlib import Path

from _ext.book_site.objectives import missing, table
from book.objectives import objectives
from book.paths import ROOT
from pe_book.questions import chapter_questions

PROMISE = "**What you will be able to do**\n\n- count;\n- say what a\n  pair is.\n\nNothing else."


def cell(kind: str, source: str, *tags: str) -> dict:
    return {"cell_type": kind, "source": [source], "metadata": {"tags": list(tags)} if tags else {}}


def book(root: Path, chapter: list[dict], task: list[dict] = ()) -> Path:
    for name, cells in (("chapters/03_counting.ipynb", chapter), ("course/set_1.ipynb", task)):
        file = root / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"cells": list(cells)}), encoding="utf-8")
    return root


def test_an_objective_lists_the_cells_tagged_for_it(tmp_path):
    chapter = [
        cell("markdown", PROMISE),
        cell("markdown", "## Why pairs?\n\nText.", "objective-2"),
        cell("code", 'clock = explorers.show("clock_hands")\nclock', "objective-2"),
        cell("code", "questions.chapter_3.how_many", "objective-1", "objective-2"),
        cell("code", "questions.chapter_3.untagged"),
        cell("markdown", "## Exercise: count"),
        cell("code", "def f(): ...\n\n\ncheck_count(f)", "live", "objective-1"),
    ]
    task = [cell("markdown", "## 2. Count (4 marks)", "objective-3-1")]
    count, pair = objectives(book(tmp_path, chapter, task))
    page = "../chapters/03_counting"
    asked = f'<a href="{page}.html#question-chapter-3-how-many">how many</a>'
    assert (count.chapter, count.number, count.text) == (3, 1, "count")
    assert count.served == {
        "questions": [asked],
        "exercises": [f"[Exercise: count]({page}.ipynb#exercise-count)"],
        "tasks": ["set 1, task 2"],
    }
    assert pair.text == "say what a pair is"
    assert pair.served == {
        "sections": [f"[Why pairs?]({page}.ipynb#why-pairs)"],
        "explorers": [f'<a href="{page}.html#explorer-clock_hands">clock hands</a>'],
        "questions": [asked],
    }
    assert table([count, pair])[3].startswith("| 3.2 say what a pair is | [Why pairs?]")


def test_an_objective_without_a_question_or_a_section_is_named(tmp_path):
    chapter = [cell("markdown", PROMISE), cell("markdown", "## Why?", "objective-1", "objective-2")]
    chapter.append(cell("code", "questions.chapter_3.how_many", "objective-2"))
    assert missing(objectives(book(tmp_path, chapter))) == [
        "chapters/03_counting.ipynb: no question is tagged objective-1 (count)"
    ]
    chapter[1]["metadata"]["tags"] = ["objective-1"]
    assert len(missing(objectives(book(tmp_path, chapter)))) == 2


def test_every_objective_is_taught_and_asked_and_every_question_serves_one():
    found = objectives(ROOT)
    assert not missing(found), "\n".join(missing(found))
    for chapter in range(1, 12):
        assert [one.number for one in found if one.chapter == chapter] == [1, 2, 3]
    served = {link for one in found for link in one.served["questions"]}
    ids = {re.search(r"#([\w-]+)", link)[1] for link in served}
    assert ids == {question.html_id for question in chapter_questions().values()}
    tasks = {task for one in found for task in one.served.get("tasks", [])}
    assert tasks == {f"problem set {n}, task {k}" for n in (1, 2, 3) for k in (1, 2, 3)}
