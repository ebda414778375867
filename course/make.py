"""Make the problem sets: nbgrader's course directory in _build/course, after it was tried out.

A notebook in course/ is a problem set with its solutions and its hidden tests. nbgrader makes the
students' notebook of it. What students may hand in is then graded as a teacher would: the solution,
nothing, and each file of course/handed_in. Only if all of it gets the marks and the sentences that
expected, _build/course is written:

- source/     the instructor's notebooks, with solutions and hidden tests
- release/    the students'
- tried/      what was graded for the trial, with the feedback that students read
"""

from __future__ import annotations

import ast
import copy
import html
import json
import os
import shutil
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

from book.comments import without_comments
from book.paths import ROOT

COURSE = ROOT / "course"
BUILT = ROOT / "_build" / "course"
ASSIGNMENTS = sorted(file.stem for file in COURSE.glob("*.ipynb"))


@dataclass(frozen=True)
class Task:
    """A function to write: the cell with its solution, and the cell that marks it."""

    name: str
    solution: str
    points: int


@dataclass(frozen=True)
class HandIn:
    """What a student hands in: a function for each task that is done.

    `expected` is, by task, the marks and a part of the feedback. Where cells are `copied`, what was
    given is still above what the student wrote.
    """

    name: str
    functions: dict[str, str]
    expected: dict[str, tuple[int, str]]
    copied: bool = False


def read(file: Path) -> dict:
    return json.loads(file.read_text(encoding="utf-8"))


def settings(cell: dict) -> dict:
    """What a cell says to nbgrader."""
    return cell["metadata"]["nbgrader"]


def cells(notebook: dict) -> dict[str, dict]:
    """The cells of a notebook that nbgrader knows, by their names."""
    named = [cell for cell in notebook["cells"] if "nbgrader" in cell["metadata"]]
    return {settings(cell)["grade_id"]: cell for cell in named}


def tasks(notebook: dict) -> list[Task]:
    """The tasks that a program marks: `angles-marks` gives the marks of the task `angles`."""
    named = cells(notebook)
    return [
        Task(name, "".join(cell["source"]), settings(named[f"{name}-marks"])["points"])
        for name, cell in named.items()
        if settings(cell)["solution"] and not settings(cell)["grade"]
    ]


def hand_ins(assignment: str) -> list[HandIn]:
    """What is handed in to try a problem set: the solution, nothing, and what is known as wrong."""
    todo = tasks(read(COURSE / f"{assignment}.ipynb"))
    solutions = {task.name: task.solution for task in todo}
    full = {task.name: (task.points, "right.") for task in todo}
    none = {task.name: (0, "NotImplementedError") for task in todo}
    found = [HandIn("solution", solutions, full, copied=True), HandIn("nothing", {}, none)]
    for file in sorted((COURSE / "handed_in" / assignment).glob("*.py")):
        functions, expected = parse(file.read_text(encoding="utf-8"))
        found.append(HandIn(file.stem, solutions | functions, full | expected))
    return found


def parse(source: str) -> tuple[dict[str, str], dict[str, tuple[int, str]]]:
    """The functions of a file in handed_in, and what it says that they deserve.

    >>> parse('DESERVES = {"f": (1, "of 2")}\\ndef f(): pass')
    ({'f': 'def f(): pass'}, {'f': (1, 'of 2')})
    """
    functions, expected = {}, {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef):
            functions[statement.name] = ast.get_source_segment(source, statement)
        elif isinstance(statement, ast.Assign):
            expected = ast.literal_eval(statement.value)
    return functions, expected


def filled(notebook: dict, hand_in: HandIn) -> dict:
    """A student's notebook with what is handed in written into the cells of its tasks."""
    notebook = copy.deepcopy(notebook)
    for name, source in hand_in.functions.items():
        cell = cells(notebook)[name]
        if hand_in.copied:
            given = copy.deepcopy(cell) | {"id": f"{cell['id']}-given"}
            notebook["cells"].insert(notebook["cells"].index(cell), given)
        cell["source"] = source
    return notebook


def unlike(hand_in: HandIn, got: dict[str, tuple[float, str]]) -> list[str]:
    """A sentence for each task whose marks or feedback are not those that are expected."""
    found = []
    for task, (marks, sentence) in hand_in.expected.items():
        given, feedback = got[task][0], " ".join(got[task][1].split())
        if given != marks:
            found.append(f"{hand_in.name}: {task} gets {given:g} marks, not {marks}: {feedback}")
        if sentence not in feedback:
            found.append(f"{hand_in.name}: the feedback on {task} lacks “{sentence}”: {feedback}")
    return found


def make(root: Path) -> list[str]:
    """Make nbgrader's course directory in `root`, grade what is handed in, and say what is off."""
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    warnings.filterwarnings("ignore", module=r"nbgrader\.")  # its own use of its database
    # nbgrader calls alembic by its bare name, which lies beside this Python.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    shutil.copy(COURSE / "nbgrader_config.py", root)
    config = PyFileConfigLoader("nbgrader_config.py", str(root)).load_config()
    config.CourseDirectory.root = str(root)
    # Else each kernel begins with a warning that it is reached over TCP.
    config.ExecutePreprocessor.extra_arguments = ["--IPKernelApp.log_level=ERROR"]
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    off = []
    for assignment in ASSIGNMENTS:
        name = f"{assignment}.ipynb"
        (root / "source" / assignment).mkdir(parents=True)
        text = without_comments((COURSE / name).read_text(encoding="utf-8"))
        (root / "source" / assignment / name).write_text(text, encoding="utf-8")
        succeed(api.generate_assignment(assignment))
        student = read(root / "release" / assignment / name)
        handed_in = hand_ins(assignment)
        for hand_in in handed_in:
            folder = root / "submitted" / hand_in.name / assignment
            folder.mkdir(parents=True)
            text = json.dumps(filled(student, hand_in))
            (folder / name).write_text(text, encoding="utf-8")
            succeed(api.autograde(assignment, hand_in.name))
        succeed(api.generate_feedback(assignment))
        for hand_in in handed_in:
            got = grades(root, api, assignment, hand_in)
            off += [f"{assignment}, {line}" for line in unlike(hand_in, got)]
    return off


def succeed(result: dict) -> None:
    if not result["success"]:
        details = [result.get(name) or "" for name in ("error", "log")]
        raise SystemExit("\n".join(["nbgrader failed:", *details]))


def grades(root: Path, api, assignment: str, hand_in: HandIn) -> dict[str, tuple[float, str]]:
    """By task, the marks in nbgrader's gradebook, and what the student reads in the feedback."""
    feedback = root / "feedback" / hand_in.name / assignment / f"{assignment}.html"
    page = feedback.read_text(encoding="utf-8")
    outputs = cells(read(root / "autograded" / hand_in.name / assignment / f"{assignment}.ipynb"))
    with api.gradebook as gradebook:
        notebook = gradebook.find_submission_notebook(assignment, assignment, hand_in.name)
        scores = {grade.name: grade.score for grade in notebook.grades}
    got = {}
    for task in hand_in.expected:
        marks = outputs[f"{task}-marks"]
        feedback_text = "".join(
            "".join(o.get("text", o.get("evalue", ""))) for o in marks["outputs"]
        )
        if not all(html.escape(line, quote=False) in page for line in feedback_text.splitlines()):
            feedback_text = f"{feedback.name} does not show what was said."
        got[task] = scores[f"{task}-marks"], feedback_text
    return got


def main() -> int:
    started = time.monotonic()
    try:
        import nbgrader  # noqa: F401
    except ImportError:
        raise SystemExit("nbgrader is not installed. `make course` installs it.") from None
    shutil.rmtree(BUILT, ignore_errors=True)
    tried = BUILT / "tried"
    tried.mkdir(parents=True)
    if off := make(tried):
        print("\n".join(off), file=sys.stderr)
        return 1
    for name in ("source", "release"):
        shutil.copytree(tried / name, BUILT / name)
    shutil.copy(tried / "nbgrader_config.py", BUILT)
    graded = sum(len(hand_ins(assignment)) for assignment in ASSIGNMENTS)
    seconds = time.monotonic() - started
    print(
        f"{len(ASSIGNMENTS)} problem sets are in _build/course; "
        f"{graded} submissions got what they deserve ({seconds:.0f} s)."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
