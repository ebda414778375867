"""Each problem set marks what is handed in as expected, here without nbgrader."""

import ast
import contextlib
import io
import re
from functools import cache

import numpy as np
import pytest

import pe_lib
from course.make import ASSIGNMENTS, COURSE, cells, hand_ins, parse, read, settings, tasks, unlike

NOT_DONE = "def {}(*arguments):\n    raise NotImplementedError()"
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
    got = {
        task: marked(assignment, task, hand_in.functions.get(task, NOT_DONE.format(task)))
        for task in hand_in.expected
    }
    assert unlike(hand_in, got) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_there_are_five_known_wrong_submissions(assignment):
    named = {task.name for task in tasks(read(COURSE / f"{assignment}.ipynb"))}
    files = sorted((COURSE / "handed_in" / assignment).glob("*.py"))
    parsed = [parse(file.read_text(encoding="utf-8")) for file in files]
    assert len(files) == 5
    for functions, expected in parsed:
        assert functions.keys() == expected.keys() and functions.keys() <= named
    # Every task has one of them, and some of them earn a part.
    assert {name for functions, _ in parsed for name in functions} == named
    assert any(0 < marks for _, expected in parsed for marks, _ in expected.values())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_marks_are_those_that_the_text_promises(assignment):
    notebook = read(COURSE / f"{assignment}.ipynb")
    named = cells(notebook)
    points = [task.points for task in tasks(notebook)]
    title = " ".join("".join(named["title"]["source"]).split())
    assert f"Three tasks, {sum(points)} marks. Plan {5 * sum(points)} minutes for them" in title
    headings = [
        "".join(cell["source"]).partition("\n")[0]
        for name, cell in named.items()
        if name.endswith("-task")
    ]
    assert [int(re.search(r"\((\d) marks\)", heading)[1]) for heading in headings] == points
    for task in tasks(notebook):
        assert f"Marked here: `{task.name}`, {task.points} marks." in "".join(
            named[f"{task.name}-marks"]["source"]
        )


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_question_is_marked_by_hand_with_a_rubric(assignment):
    """nbgrader marks no cell that has an answer and marks of its own, but asks the teacher to."""
    named = cells(read(COURSE / f"{assignment}.ipynb"))
    [answer] = [
        cell
        for cell in named.values()
        if cell["cell_type"] == "markdown" and settings(cell)["solution"]
    ]
    marks = settings(answer)["points"]
    assert settings(answer)["grade"] and "### BEGIN SOLUTION" in "".join(answer["source"])
    assert f"marked by hand ({marks} marks)" in " ".join("".join(named["title"]["source"]).split())
    rubric = (COURSE / "marking.md").read_text(encoding="utf-8")
    table = rubric.partition(f"| marks | problem set {assignment[-1]}: ")[2].partition("\n\n")[0]
    assert sum(map(int, re.findall(r"(?m)^\| (\d) \|", table))) == marks


@each_task
@pytest.mark.parametrize(
    "answer",
    ["'neither'", "'nothing'", "'position'", "'equivariant'", "0", "1", "None", "np.zeros(4)"],
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


def test_a_head_that_is_right_at_one_position_only_is_wrong():
    """Query and key both turn: it looks back twice as far, as position `offset` alone cannot."""
    twice = (
        "def steer(offset, d_model):\n"
        "    turn, key = pe_lib.rotation_matrix(-offset, d_model), np.ones(d_model)\n"
        "    return turn @ key, turn.T @ key\n"
    )
    marks, feedback = marked("problem_set_3", "steer", twice)
    assert marks == 1  # for no offset
    assert "steer(1, 64): position 2 looks at position 0; it should look at 1." in " ".join(
        feedback.split()
    )


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


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_set_needs_the_books_packages_and_numpy_alone(assignment):
    notebook = read(COURSE / f"{assignment}.ipynb")
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in code if cell["id"] != "setup"]
    imported = {
        name
        for source in sources
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "pe_book.exercises.marks" in imported
    assert {name.partition(".")[0] for name in imported} <= {"numpy", "pe_lib", "pe_book"}


def test_wrong_marks_and_feedback_are_detected():
    [hand_in] = [one for name, one in HAND_INS if one.name == "arcsine"]
    right = {task: (marks, sentence) for task, (marks, sentence) in hand_in.expected.items()}
    assert unlike(hand_in, right) == []
    marks, sentence = right["angles"]
    assert len(unlike(hand_in, right | {"angles": (marks + 1, sentence)})) == 1
    assert len(unlike(hand_in, right | {"angles": (marks, "Not yet.")})) == 1
