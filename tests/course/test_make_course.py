"""`make course`: nbgrader makes the students' notebooks, and grades what is handed in."""

import shutil
from importlib.util import find_spec

import pytest

from course import make as course
from course.make import ASSIGNMENTS, cells, main, read, settings, tasks

pytestmark = [pytest.mark.elsewhere, pytest.mark.xdist_group("course")]

# Every worker collects this file: to import nbgrader takes longer than all the others' imports.
if not find_spec("nbgrader"):
    pytest.skip("`make course` installs nbgrader", allow_module_level=True)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The course directory, after every submission got the expected marks."""
    directory = tmp_path_factory.mktemp("course")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(course, "BUILT", directory / "course")
        assert main([]) == 0
    return directory / "course"


def test_the_student_version_has_the_tasks_and_no_solutions(built):
    for assignment in ASSIGNMENTS:
        source = read(built / "source" / assignment / f"{assignment}.ipynb")
        file = built / "release" / assignment / f"{assignment}.ipynb"
        released = cells(read(file))
        text = file.read_text(encoding="utf-8")
        assert "SOLUTION" not in text and "HIDDEN" not in text and "import pe_book" not in text
        assert "from pe_book" not in text and "<!--" not in text
        for name, cell in cells(source).items():
            if cell["cell_type"] == "markdown" and settings(cell)["solution"]:
                assert "".join(released[name]["source"]) == "YOUR ANSWER HERE"
            elif settings(cell)["solution"]:
                assert "raise NotImplementedError()" in "".join(released[name]["source"])
                lines = "".join(cell["source"]).partition("BEGIN SOLUTION\n")[2].splitlines()
                assert len(lines) > 1
                assert not any(line in text for line in lines if len(line) > 20)
            elif not settings(cell)["grade"]:
                assert released[name]["source"] == cell["source"]
            assert settings(released[name])["locked"] == (not settings(cell)["solution"])


def test_a_course_with_wrong_marks_is_not_written(built, tmp_path, monkeypatch, capsys):
    """A set whose solution loses a mark: one submission is enough to see it."""
    wrong = tmp_path / "course"
    wrong.mkdir()
    notebook = read(course.COURSE / f"{ASSIGNMENTS[0]}.ipynb")
    [task, *_] = tasks(notebook)
    cell = cells(notebook)[task.name]
    cell["source"] = [line.replace('"invariant"', '"steady"') for line in cell["source"]]
    (wrong / f"{ASSIGNMENTS[0]}.ipynb").write_text(course.json.dumps(notebook), encoding="utf-8")
    shutil.copy(course.COURSE / "nbgrader_config.py", wrong)
    monkeypatch.setattr(course, "COURSE", wrong)
    monkeypatch.setattr(course, "ASSIGNMENTS", ASSIGNMENTS[:1])
    monkeypatch.setattr(course, "BUILT", tmp_path / "built")
    assert main([]) == 1
    assert f"solution: {task.name} gets" in capsys.readouterr().err
    assert not (tmp_path / "built" / "release").exists()


def test_nbgraders_error_message_is_shown():
    course.succeed({"success": True})
    with pytest.raises(SystemExit, match="nbgrader failed:\n\nit broke"):
        course.succeed({"success": False, "error": None, "log": "it broke"})
