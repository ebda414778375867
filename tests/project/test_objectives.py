"""Every objective is taught and asked, and every question and task serves one."""

import json
import re
from pathlib import Path

from _ext.book_site.objectives import missing
from book.objectives import objectives
from book.paths import ROOT
from pe_book.questions import chapter_questions

PROMISE = "**What you will be able to do**\n\n- count;\n- say what a\n  pair is.\n\nNothing else."


def cell(kind: str, source: str, *tags: str) -> dict:
    return {"cell_type": kind, "source": [source], "metadata": {"tags": list(tags)} if tags else {}}


def book(root: Path, chapter: list[dict]) -> Path:
    file = root / "chapters/03_counting.ipynb"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"cells": chapter}), encoding="utf-8")
    return root


def test_an_objective_without_a_question_or_a_section_is_named(tmp_path):
    chapter = [cell("markdown", PROMISE), cell("markdown", "## Why?", "objective-1", "objective-2")]
    chapter.append(cell("code", "questions.chapter_3.how_many", "objective-2"))
    [message] = missing(objectives(book(tmp_path, chapter)))
    assert "03_counting.ipynb" in message and "objective-1" in message
    chapter[1]["metadata"]["tags"] = ["objective-1"]
    assert len(missing(objectives(book(tmp_path, chapter)))) == 2


def test_every_objective_is_taught_and_asked_and_every_question_serves_one():
    found = objectives(ROOT)
    assert not missing(found), "\n".join(missing(found))
    for chapter in {int(file.name[:2]) for file in ROOT.glob("chapters/*.ipynb")}:
        assert [each.number for each in found if each.chapter == chapter] == [1, 2, 3]
    served = {link for each in found for link in each.served["questions"]}
    ids = {re.search(r"#([\w-]+)", link)[1] for link in served}
    assert ids == {question.html_id for question in chapter_questions().values()}
    tasks = {task for each in found for task in each.served.get("tasks", [])}
    assert tasks == {f"problem set {n}, task {k}" for n in (1, 2, 3) for k in (1, 2, 3)}
