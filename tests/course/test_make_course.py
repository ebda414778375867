"""`make course`: nbgrader makes the students' notebooks, and grades what is handed in."""

import pytest

from course import make
from course.make import ASSIGNMENTS, cells, read, settings, tasks

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("course")]


def test_every_submission_gets_its_marks_and_students_get_no_solutions(tmp_path, monkeypatch):
    monkeypatch.setattr(make, "BUILT", tmp_path / "course")
    assert make.main() == 0
    for assignment in ASSIGNMENTS:
        source = read(tmp_path / "course" / "source" / assignment / f"{assignment}.ipynb")
        file = tmp_path / "course" / "release" / assignment / f"{assignment}.ipynb"
        text, released = file.read_text(encoding="utf-8"), cells(read(file))
        for mark in ("SOLUTION", "HIDDEN", "import pe_book", "from pe_book", "<!--"):
            assert mark not in text, mark
        for task in tasks(source):
            assert "raise NotImplementedError()" in "".join(released[task.name]["source"])
        for name, cell in cells(source).items():
            assert settings(released[name])["locked"] == (not settings(cell)["solution"])


def test_a_course_with_wrong_marks_is_not_written(tmp_path, monkeypatch):
    solution, *_ = make.hand_ins(ASSIGNMENTS[0])
    wrong = {name: (marks - 1, feedback) for name, (marks, feedback) in solution.expected.items()}
    handed_in = [make.HandIn("solution", solution.functions, wrong)]
    monkeypatch.setattr(make, "ASSIGNMENTS", ASSIGNMENTS[:1])
    monkeypatch.setattr(make, "hand_ins", lambda assignment: handed_in)
    monkeypatch.setattr(make, "BUILT", tmp_path / "course")
    assert make.main() == 1
    assert not (tmp_path / "course" / "release").exists()
