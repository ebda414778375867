"""`make course`: nbgrader makes the students' notebooks, and marks what is handed in."""

import copy
import json

import pytest

from course import make
from course.make import ASSIGNMENTS, cells, read, settings, succeed, tasks

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("course")]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """nbgrader's interface to the course, and the course's directory."""
    root = tmp_path_factory.mktemp("course")
    return make.make(root), root


def test_students_get_no_solutions(course):
    _, root = course
    for assignment in ASSIGNMENTS:
        source = read(root / "source" / assignment / f"{assignment}.ipynb")
        file = root / "release" / assignment / f"{assignment}.ipynb"
        text, released = file.read_text(encoding="utf-8"), cells(read(file))
        for mark in ("SOLUTION", "HIDDEN", "import pe_book", "from pe_book", "<!--"):
            assert mark not in text, mark
        for task in tasks(source):
            assert "raise NotImplementedError()" in "".join(released[task.name]["source"])
        for name, cell in cells(source).items():
            assert settings(released[name])["locked"] == (not settings(cell)["solution"])


def solved(notebook: dict, solutions: dict[str, str]) -> dict:
    """Return a student's notebook with solutions below copies of the cells that were given."""
    notebook = copy.deepcopy(notebook)
    for name, source in solutions.items():
        cell = cells(notebook)[name]
        given = copy.deepcopy(cell) | {"id": f"{cell['id']}-given"}
        notebook["cells"].insert(notebook["cells"].index(cell), given)
        cell["source"] = source
    return notebook


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_solutions_get_all_marks_and_an_empty_notebook_none(course, assignment):
    api, root = course
    name = f"{assignment}.ipynb"
    todo = tasks(read(root / "source" / assignment / name))
    student = read(root / "release" / assignment / name)
    handed_in = {
        "solution": solved(student, {task.name: task.solution for task in todo}),
        "nothing": student,
    }
    for who, notebook in handed_in.items():
        folder = root / "submitted" / who / assignment
        folder.mkdir(parents=True)
        (folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        succeed(api.autograde(assignment, who))
        with api.gradebook as gradebook:
            marked = gradebook.find_submission_notebook(assignment, assignment, who)
            scores = {grade.name: grade.score for grade in marked.grades}
        for task in todo:
            assert scores[f"{task.name}-marks"] == (task.points if who == "solution" else 0)
