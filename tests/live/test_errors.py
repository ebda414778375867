"""What a live cell says of an error, and of what its page does not have."""

from __future__ import annotations

import pytest

from pe_book.live import runner
from tests.live.session import texts
from tools.setup_cell import setup_source


def test_traceback_shows_the_readers_lines_alone(cell):
    answer = cell.run("def f(n):\n    return pe_lib.positional_encoding(n, 8)\n\nf(-1)", "here")
    shown = answer["error"].splitlines()
    assert shown[0] == "Traceback (most recent call last):"
    assert [line for line in shown if "line" in line and line.startswith("  ")] == [
        "  This cell, line 4, in <module>",
        "  This cell, line 2, in f",
    ]
    assert "    return pe_lib.positional_encoding(n, 8)" in shown
    assert shown[-1].startswith("ValueError: seq_len")
    assert "checks.py" not in answer["error"] and "runner" not in answer["error"]
    assert answer["line"] == 2


def test_line_in_another_cell_is_not_marked_in_this_one(cell):
    cell.run("\n\ndef far(x):\n    return 1 / x", "far")
    answer = cell.run("far(0)", "near")
    assert answer["line"] == 1
    assert "  Another cell, line 4, in far\n    return 1 / x\n" in answer["error"]
    assert "  This cell, line 1, in <module>\n" in answer["error"]


def test_syntax_error_names_its_line_and_nothing_runs(cell):
    answer = cell.run("print('never')\nfor x in range(3)\n    print(x)")
    assert answer["line"] == 2
    assert "This cell, line 2" in answer["error"] and "SyntaxError: expected ':'" in answer["error"]
    answer = cell.run("print('never')\nreturn 3\nreturn 4")
    assert answer["line"] == 2 and "'return' outside function" in answer["error"]
    assert cell.text("out") == ""


@pytest.mark.parametrize("source", ["x = 1\n%timeit x", "!pip install x", "pe_lib.attention??"])
def test_jupyter_commands_are_recognized(source, cell):
    answer = cell.run(source)
    assert "SyntaxError" in answer["error"]
    assert texts(answer) == runner.JUPYTER


def test_runaway_recursion_is_an_error_and_no_more(cell):
    answer = cell.run("def f():\n    return f()\nf()")
    assert "RecursionError" in answer["error"]
    assert answer["error"].count("\n") < 40
    cell.run("1")
    assert cell.sent == [("text", "1")]


@pytest.mark.parametrize(
    ("code", "words"),
    [("sys.exit()", ""), ("sys.exit(0)", ""), ("exit = sys.exit\nexit('bad input')", "bad input")],
)
def test_exit_ends_only_the_cell(code, words, cell):
    answer = cell.run(f"import sys\nkept = 5\n{code}")
    assert answer["error"] == ""
    assert texts(answer).startswith(runner.EXIT) and texts(answer).endswith(words or runner.EXIT)
    cell.run("kept")
    assert cell.sent == [("text", "5")]


def test_input_says_what_to_do_instead(cell):
    answer = cell.run("x = 1\nname = input('Name? ')")
    assert answer["error"].endswith(f"RuntimeError: {runner.INPUT}\n")
    assert "runner" not in answer["error"]
    assert answer["line"] == 2
    cell.run("x")
    assert cell.sent == [("text", "1")]


# The last two in the words of a Python of 32 bits, which a browser has.
TOO_MUCH = (
    "np.zeros((10**9, 10**9))",
    "bytearray(10**18)",
    "raise ValueError('array is too big; `arr.size * arr.dtype.itemsize` is larger')",
    'raise OverflowError("cannot fit 1 into an index-sized integer")',
)


@pytest.mark.parametrize("code", TOO_MUCH)
def test_too_much_memory_is_said_and_the_next_run_works(code, cell):
    cell.run("kept = 7")
    answer = cell.run(code)
    assert answer["error"]
    assert texts(answer) == runner.MEMORY
    assert answer["line"] == 1
    cell.run("kept")
    assert cell.sent == [("text", "7")]


def test_an_error_in_a_repr_is_an_error_of_the_cell(cell):
    answer = cell.run("class A:\n    def __repr__(self):\n        return 1 / 0\nA()")
    assert answer["line"] == 3 and "ZeroDivisionError" in answer["error"]


OTHERS = [
    {"id": "setup", "source": setup_source(), "heading": "The question", "live": False},
    {"id": "a", "source": "exhibits = {1: 2}", "heading": "Predict first", "live": False},
    {"id": "b", "source": "def mine():\n    local = 1", "heading": "Test your own", "live": True},
    {"id": "d", "source": "sum = 3", "heading": "A built-in name", "live": False},
]


def test_missing_name_says_which_cell_defines_it(cell):
    answer = cell.run("exhibits[1]", "c", OTHERS)
    assert "NameError: name 'exhibits' is not defined" in answer["error"]
    [note] = answer["notes"]
    assert note["cell"] == "a"
    assert "Predict first" in note["text"] and "exhibits" in note["text"]
    [note] = cell.run("mine()", "c", OTHERS)["notes"]
    assert note["cell"] == "b"
    assert "Test your own" in note["text"] and "Run that one first" in note["text"]


@pytest.mark.parametrize(
    "source",
    [
        "np.zeros(2)",  # the setup cell's
        "sum([1])",  # another cell's and Python's
        "len([]), find_spec_of",  # a name that is not defined
    ],
)
def test_a_missing_name_that_no_cell_defines_gets_no_note(source, cell):
    assert cell.run(source, "c", OTHERS)["notes"] == []


@pytest.mark.parametrize(
    "source",
    [
        "import no_such_package",
        "from no_such_package.sub import x",
        "__import__('no_such_package')",
    ],
)
def test_missing_package_says_what_is_there_and_where_the_rest_runs(source, cell):
    answer = cell.run(source)
    [note] = answer["notes"]
    assert note["elsewhere"]
    assert note["text"] == runner.PACKAGE.format("no_such_package")


def test_package_that_may_be_missing_is_not_asked_for(cell):
    source = "try:\n    import no_such_package\nexcept ImportError:\n    pass"
    assert cell.run(source)["notes"] == []
    assert cell.run("import math\nfrom pe_book.notebook.cells import listing")["notes"] == []
