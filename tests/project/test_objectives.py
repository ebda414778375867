"""Every objective is taught and asked, and every question and task serves one."""

import re

from book.objectives import objectives
from book.paths import ROOT
from pe_book.questions import chapter_questions


def test_every_objective_is_taught_and_asked_and_every_question_serves_one():
    found = objectives(ROOT)
    for each in found:
        assert {"sections", "questions"} <= each.served.keys(), (each.file, each.number)
    for chapter in {int(file.name[:2]) for file in ROOT.glob("chapters/*.ipynb")}:
        assert [each.number for each in found if each.chapter == chapter] == [1, 2, 3]
    served = {link for each in found for link in each.served["questions"]}
    ids = {re.search(r"#([\w-]+)", link)[1] for link in served}
    assert ids == {question.html_id for question in chapter_questions().values()}
    tasks = {task for each in found for task in each.served.get("tasks", [])}
    assert tasks == {f"problem set {n}, task {k}" for n in (1, 2, 3) for k in (1, 2, 3)}
