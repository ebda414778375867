"""Each problem set marks what is handed in as it deserves, here without nbgrader."""

import ast
import contextlib
import io
import re
from functools import cache

import numpy as np
import pytest

import pe_lib
from scripts.course import ASSIGNMENTS, COURSE, cells, hand_ins, parse, read, tasks, unlike

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
def test_what_is_handed_in_gets_what_it_deserves(assignment, hand_in):
    got = {
        task: marked(assignment, task, hand_in.functions.get(task, NOT_DONE.format(task)))
        for task in hand_in.deserves
    }
    assert unlike(hand_in, got) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_five_known_mistakes_are_handed_in(assignment):
    named = {task.name for task in tasks(read(COURSE / f"{assignment}.ipynb"))}
    files = sorted((COURSE / "handed_in" / assignment).glob("*.py"))
    parsed = [parse(file.read_text(encoding="utf-8")) for file in files]
    assert len(files) == 5
    for functions, deserves in parsed:
        assert functions.keys() == deserves.keys() and functions.keys() <= named
    # Every task has one of them, and some of them earn a part.
    assert {name for functions, _ in parsed for name in functions} == named
    assert any(0 < marks for _, deserves in parsed for marks, _ in deserves.values())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_marks_are_those_that_the_text_promises(assignment):
    notebook = read(COURSE / f"{assignment}.ipynb")
    named = cells(notebook)
    points = [task.points for task in tasks(notebook)]
    assert f"Three tasks, {sum(points)} marks." in "".join(named["title"]["source"])
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


@each_task
@pytest.mark.parametrize(
    "answer",
    ["'neither'", "'nothing'", "'position'", "'equivariant'", "0", "1", "None", "np.zeros(4)"],
)
def test_an_answer_without_work_earns_nothing(assignment, task, answer):
    marks, said = marked(assignment, task, f"def {task}(*arguments):\n    return {answer}")
    assert marks == 0, said


@each_task
def test_what_a_function_prints_and_warns_of_is_dropped(assignment, task, capfd):
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
    marks, said = marked(assignment, task, noisy)
    assert marks == 4 and "noise" not in said
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


def test_undeserved_marks_and_another_sentence_are_noticed():
    [hand_in] = [one for name, one in HAND_INS if one.name == "arcsine"]
    right = {task: (marks, sentence) for task, (marks, sentence) in hand_in.deserves.items()}
    assert unlike(hand_in, right) == []
    marks, sentence = right["angles"]
    assert len(unlike(hand_in, right | {"angles": (marks + 1, sentence)})) == 1
    assert len(unlike(hand_in, right | {"angles": (marks, "Not yet.")})) == 1
