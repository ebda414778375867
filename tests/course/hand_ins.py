"""What students may hand in for a problem set, and what it deserves."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from course.make import COURSE, read, tasks


@dataclass(frozen=True)
class HandIn:
    """What a student hands in: a function for each task that is done.

    `expected` is, by task, the marks and a part of the feedback.
    """

    name: str
    functions: dict[str, str]
    expected: dict[str, tuple[int, str]]


def hand_ins(assignment: str) -> list[HandIn]:
    """What is handed in to try a problem set: the solution, nothing, and what is known as wrong."""
    todo = tasks(read(COURSE / f"{assignment}.ipynb"))
    solutions = {task.name: task.solution for task in todo}
    full = {task.name: (task.points, "right.") for task in todo}
    none = {task.name: (0, "NotImplementedError") for task in todo}
    found = [HandIn("solution", solutions, full), HandIn("nothing", {}, none)]
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
