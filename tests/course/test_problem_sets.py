"""Each problem set marks what is handed in as expected, here without nbgrader."""

import ast
import contextlib
import io
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

import pe_lib
from course.make import ASSIGNMENTS, COURSE, cells, read, tasks

NOT_DONE = "def {}(*arguments):\n    raise NotImplementedError()"


@dataclass(frozen=True)
class HandIn:
    """A function for each task that is done; by task, the marks and a part of the feedback."""

    name: str
    functions: dict[str, str]
    expected: dict[str, tuple[int, str]]


def hand_ins(assignment: str) -> list[HandIn]:
    """The solution, nothing, and what is known as wrong, with what that file says it deserves."""
    todo = tasks(read(COURSE / f"{assignment}.ipynb"))
    solutions = {task.name: task.solution for task in todo}
    full = {task.name: (task.points, "right.") for task in todo}
    none = {task.name: (0, "NotImplementedError") for task in todo}
    found = [HandIn("solution", solutions, full), HandIn("nothing", {}, none)]
    for file in sorted((COURSE / "handed_in" / assignment).glob("*.py")):
        source = file.read_text(encoding="utf-8")
        functions, expected = {}, {}
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.FunctionDef):
                functions[statement.name] = ast.get_source_segment(source, statement)
            elif isinstance(statement, ast.Assign):
                expected = ast.literal_eval(statement.value)
        found.append(HandIn(file.stem, solutions | functions, full | expected))
    return found


HAND_INS = [(assignment, one) for assignment in ASSIGNMENTS for one in hand_ins(assignment)]
each_task = pytest.mark.parametrize(
    ("assignment", "task"),
    [(name, task.name) for name in ASSIGNMENTS for task in tasks(read(COURSE / f"{name}.ipynb"))],
)


@cache
def marked(assignment: str, task: str, function: str) -> tuple[float, str]:
    """What the hidden cell of a task gives for a function, and what it prints."""
    source = "".join(cells(read(COURSE / f"{assignment}.ipynb"))[f"{task}-marks"]["source"])
    *first, last = ast.parse(source).body
    names = {"np": np, "pe_lib": pe_lib}
    exec(function, names)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(first, []), "hidden tests", "exec"), names)
        marks = eval(compile(ast.Expression(last.value), "hidden tests", "eval"), names)
    return marks, printed.getvalue()


@pytest.mark.parametrize(
    ("assignment", "hand_in"), HAND_INS, ids=[f"{name}-{one.name}" for name, one in HAND_INS]
)
def test_submissions_get_the_expected_marks_and_feedback(assignment, hand_in):
    for task, (expected, sentence) in hand_in.expected.items():
        function = hand_in.functions.get(task, NOT_DONE.format(task))
        marks, feedback = marked(assignment, task, function)
        assert marks == expected, f"{task}: {feedback}"
        assert sentence in " ".join(feedback.split()), task


def test_every_task_has_a_known_wrong_submission_and_some_earn_a_part():
    for assignment in ASSIGNMENTS:
        todo = {task.name: task.solution for task in tasks(read(COURSE / f"{assignment}.ipynb"))}
        handed_in = [each for name, each in HAND_INS if name == assignment]
        _, _, *wrong = handed_in
        changed = [name for each in wrong for name in todo if each.functions[name] != todo[name]]
        assert set(changed) == todo.keys()
        assert any(0 < marks < 4 for each in wrong for marks, _ in each.expected.values())


@each_task
@pytest.mark.parametrize(
    "answer",
    ["'neither'", "'position'", "'equivariant'", "0", "None"],
)
def test_trivial_answers_earn_no_marks(assignment, task, answer):
    marks, feedback = marked(assignment, task, f"def {task}(*arguments):\n    return {answer}")
    assert marks == 0, feedback


@each_task
def test_the_example_says_what_the_solution_returns(assignment, task):
    code = {
        cell["id"]: "".join(cell["source"])
        for cell in read(COURSE / f"{assignment}.ipynb")["cells"]
    }
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(f"{code[task]}\n\n{code[f'{task}-example']}", {"np": np, "pe_lib": pe_lib})
    found, _, feedback = printed.getvalue().strip().partition("should be")
    expected = feedback.partition(":")[0].split()
    assert len(expected) == len(found.split()) or found.endswith(": True")
    for one, other in zip(found.split(), expected, strict=False):
        assert other.strip("[") in (one.strip("["), "?")


@each_task
def test_output_and_warnings_of_a_submission_are_suppressed(assignment, task, capfd):
    """nbgrader gives no mark to a cell that writes to stderr."""
    solution = "".join(cells(read(COURSE / f"{assignment}.ipynb"))[task]["source"])
    noisy = (
        f"{solution}\n\n_quiet = {task}\n\n\ndef {task}(*arguments):\n"
        "    import sys, warnings\n"
        "    print('noise', file=sys.stderr)\n"
        "    warnings.warn('noise')\n"
        "    np.log(np.zeros(1))\n"
        "    print('noise')\n"
        "    return _quiet(*arguments)\n"
    )
    marks, feedback = marked(assignment, task, noisy)
    assert marks == 4 and "noise" not in feedback
    assert capfd.readouterr().err == ""
