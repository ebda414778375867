"""Make the problem sets: nbgrader's course directory in _build/course.

A notebook in course/ is a problem set with its solutions and its hidden tests. nbgrader makes the
students' notebook of it:

- source/     the instructor's notebooks, with solutions and hidden tests
- release/    the students'
"""

from __future__ import annotations

import json
import os
import shutil
import sys
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


def make(root: Path):
    """Make nbgrader's course directory in `root`, and return nbgrader's interface to it."""
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
    for assignment in ASSIGNMENTS:
        name = f"{assignment}.ipynb"
        (root / "source" / assignment).mkdir(parents=True)
        text = without_comments((COURSE / name).read_text(encoding="utf-8"))
        (root / "source" / assignment / name).write_text(text, encoding="utf-8")
        succeed(api.generate_assignment(assignment))
    return api


def succeed(result: dict) -> None:
    if not result["success"]:
        details = [result.get(name) or "" for name in ("error", "log")]
        raise SystemExit("\n".join(["nbgrader failed:", *details]))


def main() -> None:
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    make(BUILT)
    print(f"{len(ASSIGNMENTS)} problem sets are in _build/course.")


if __name__ == "__main__":
    main()
