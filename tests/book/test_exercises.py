"""Exercises as readers do them: typed into the live cell of their chapter and run as the page does.

Each solution is right, and each known mistake gets its own reply.
"""

import ast
import copy
import html
import inspect
import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from pe_book.exercises import cells, head
from pe_book.exercises.encoding import REPLIES
from pe_book.live.runner import Session

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = {
    file.name: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "chapters").glob("*.ipynb"))
}
EXERCISES = cells.all_exercises()
KNOWN = [
    pytest.param(name, known, id=f"{name}-{known.wrong.__name__}")
    for name, module in EXERCISES.items()
    for known in module.mistake
]
each_exercise = pytest.mark.parametrize("name", EXERCISES)


# --- The cells of the chapters --------------------------------------------------------------------


@each_exercise
def test_a_chapter_has_the_cells_that_the_file_declares(name):
    file = f"pe_book/exercises/{name}.py"
    used = [chapter for chapter, book in CHAPTERS.items() if cells.cells_of(name, book)]
    assert used, f"No chapter uses {file}: tag a live cell of one with exercise-{name}."
    assert len(used) == 1, f"{file} has cells in {used}; it should have them in one chapter."
    wrong = cells.differences(name, EXERCISES[name], CHAPTERS[used[0]])
    assert not wrong, f"{used[0]}: {wrong}; `python -m pe_book.exercises` writes the cells"


@each_exercise
def test_what_is_edited_in_a_chapter_is_found_and_written_again(name):
    [stored] = [book for book in CHAPTERS.values() if cells.cells_of(name, book)]
    for number in range(4):
        book = copy.deepcopy(stored)
        cell = cells.cells_of(name, book)[number]
        cell["source"] = [*cell["source"], "edited"]
        [sentence] = cells.differences(name, EXERCISES[name], book)
        assert cell["id"] in sentence and f"{name}.py" in sentence
        cells.write(name, EXERCISES[name], book)
        assert book == stored
    del cell["metadata"]["jupyter"]  # the solution would stand open in JupyterLab
    assert cells.differences(name, EXERCISES[name], book)


def test_a_new_exercise_needs_one_cell_with_its_tag():
    new = {"cell_type": "code", "id": "new", "metadata": {"tags": ["exercise-head"]}, "source": []}
    book = {"cells": [copy.deepcopy(new)]}
    assert cells.differences("head", head, book)
    cells.write("head", head, book)
    assert not cells.differences("head", head, book)
    assert [cell["id"] == "new" for cell in book["cells"]] == [False, True, False, False]
    with pytest.raises(ValueError, match="exercise-head"):
        cells.write("head", head, {"cells": book["cells"][:3]})


# --- Typed in -------------------------------------------------------------------------------------


def reply_to(*sources: str, earlier: str = "0") -> tuple[bool, str]:
    """Return the verdict and the text of the reply that the last of some sources shows.

    It is run as cell 1, and those before it as the cell `earlier`.
    """
    sent = []
    session = Session(lambda kind, text: sent.append((kind, text)))
    for number, source in enumerate(sources, 1):
        sent.clear()
        answer = session.run(source, "1" if number == len(sources) else earlier)
        assert not answer["error"], answer["error"]
    shown = [text for kind, text in sent if kind == "html" and "pe-reply" in text]
    if not shown:  # printed
        printed = "".join(text for kind, text in sent if kind == "out")
        return printed.startswith("Right. "), printed
    text = html.unescape(re.sub(r"<code>|</code>", "`", shown[-1]))
    return 'data-verdict="right"' in text, re.sub(r"<[^>]+>", "", text)


def typed(name: str, function: str) -> str:
    """Return the live cell of an exercise with the reader's function for the one that is there."""
    start = EXERCISES[name].START.strip()
    lines = start.splitlines()
    [old] = [node for node in ast.parse(start).body if isinstance(node, ast.FunctionDef)]
    function = re.sub(r"(?m)^def \w+\(", f"def {old.name}(", function, count=1)
    return "\n".join([*lines[: old.lineno - 1], function, *lines[old.end_lineno :]])


def function_of(name: str) -> str:
    """Return the name that a reader's function has in the live cell of an exercise."""
    return re.search(r"(?m)^def (\w+)\(", EXERCISES[name].START)[1]


def source_of(function) -> str:
    """Return the source of a function without its decorators."""
    source = textwrap.dedent(inspect.getsource(function))
    return source[re.search(r"(?m)^def ", source).start() :]


@each_exercise
def test_the_solution_is_right(name):
    imports = re.findall(r"(?m)^(?:from|import) .*$", EXERCISES[name].START)
    right, text = reply_to("\n".join([*imports, EXERCISES[name].SOLUTION]))
    assert right, text


@each_exercise
def test_the_starting_code_gets_the_reply_to_a_known_mistake(name):
    right, text = reply_to(EXERCISES[name].START)
    assert not right
    assert [known.wrong for known in EXERCISES[name].mistake if known.text in text], text


@pytest.mark.parametrize(("name", "known"), KNOWN)
def test_a_known_mistake_gets_its_own_reply_and_no_other(name, known):
    right, text = reply_to(typed(name, source_of(known.wrong)))
    assert not right
    assert f"{function_of(name)}: " in text or f"{function_of(name)}(" in text
    assert {one.text for one in EXERCISES[name].mistake if one.text in text} == {known.text}, text


@pytest.mark.parametrize(
    ("name", "known"),
    [known for known in KNOWN if known.values[0] not in ("doubling", "head", "detector")],
)
def test_a_known_mistake_in_float32_gets_the_same_reply(name, known):
    def single(*arguments):
        values = np.asarray(known.wrong(*arguments))
        fits = values.dtype.kind == "f" and np.abs(values).max() < np.finfo(np.float32).max
        return values.astype(np.float32) if fits else values

    reply = getattr(EXERCISES[name], f"check_{name}")(single)
    assert not reply and known.text in reply.text


@each_exercise
def test_an_exercise_loads_numpy_and_the_library_alone(name):
    program = f"import sys, pe_book.exercises.{name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    loaded = set(done.stdout.split())
    assert "numpy" in loaded, done.stderr
    heavy = {"matplotlib", "plotly", "ipywidgets", "IPython", "mpmath", "sympy", "scipy", "torch"}
    assert not heavy & loaded
    others = {f"pe_book.exercises.{other}" for other in EXERCISES} - {f"pe_book.exercises.{name}"}
    assert others & loaded <= {"pe_book.exercises.encoding"}


@each_exercise
def test_a_known_mistake_shows_no_warning_to_a_reader_who_does_not_make_it(name, recwarn):
    parameters = re.search(r"(?m)^def \w+\((.*)\)", EXERCISES[name].START)[1]
    right, _ = reply_to(typed(name, f"def f({parameters}):\n    return 7"))
    assert not right and not recwarn.list


WITH_ERROR = """
def my_encoding(seq_len, d_model):
    return rows(seq_len, d_model)


def rows(seq_len, d_model):
    angles = np.outer(np.arange(seq_len), np.arange(d_model))
    return angles[:, : d_model + 1] @ angles
"""


def test_an_error_names_the_function_the_line_and_its_code():
    source = typed("encoding", WITH_ERROR.strip())
    line = source.splitlines().index("    return angles[:, : d_model + 1] @ angles") + 1
    right, text = reply_to(source)
    assert not right
    for part in ("my_encoding(12, 8)", "ValueError", f"line {line}", "`return angles[:, : d_model"):
        assert part in text


def test_an_error_from_an_earlier_cell_names_no_line_of_this_one():
    helper = "def helper(n, d):\n    return [1, 2][n]"
    function = "def f(n, d):\n    return helper(n, d)"
    right, text = reply_to(helper, typed("encoding", function))
    assert not right and "IndexError" in text and "`return helper(n, d)`" in text


def test_a_call_with_other_parameters_says_so():
    right, text = reply_to(typed("encoding", "def f(n):\n    return n"))
    assert not right and "TypeError" in text and "my_encoding() takes 1 positional argument" in text


@pytest.mark.parametrize("earlier", ["0", "1"])
def test_after_renaming_the_old_function_is_not_judged(earlier):
    solution = re.sub(r"(?m)^check.*", "", EXERCISES["encoding"].SOLUTION).strip()
    old = typed("encoding", solution)
    renamed = EXERCISES["encoding"].START.replace("def my_encoding(", "def my_table(")
    assert reply_to(old)[0]
    right, text = reply_to(old, renamed, earlier=earlier)
    assert not right and "my_encoding" in text and "my_table" in text
    right, text = reply_to(
        old, renamed.replace("check_encoding(my_encoding", "check_encoding(my_table")
    )
    assert not right and f"my_table: {REPLIES['double step']}" in text
    # A function from another cell is judged, next to a helper of other parameters, too.
    helper = "def helper(x):\n    return x\n\n\ncheck_encoding(my_encoding)"
    assert reply_to(old, "check_encoding(my_encoding)")[0] and reply_to(old, helper)[0]
