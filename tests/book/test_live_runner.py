"""What happens between a live cell's source and its outputs, as a page's worker asks for it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

from pe_book import explorers
from pe_book.live import runner
from pe_book.live.runner import Session
from pe_book.notebook import host
from tools.setup_cell import setup_source

ROOT = Path(__file__).resolve().parents[2]


class Cell:
    """A session, and what it sends."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.session = Session(lambda kind, text: self.sent.append((kind, text)))

    def run(self, source: str, *args) -> dict:
        self.sent.clear()
        return self.session.run(source, *args)

    def text(self, kind: str) -> str:
        return "".join(text for k, text in self.sent if k == kind)


@pytest.fixture
def cell(monkeypatch):
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)  # a session has its own
    monkeypatch.setattr(host, "settings_on_page", {})
    return Cell()


def in_a_process(sources: list[str]) -> list:
    """What a session sends in a Python of its own, which no test has set up."""
    code = (
        "import json, sys\n"
        "from pe_book.live.runner import Session\n"
        "sent = []\n"
        "session = Session(lambda *pair: sent.append(pair))\n"
        "for source in json.load(sys.stdin):\n"
        "    answer = session.run(source)\n"
        "    assert not answer['error'], answer['error']\n"
        "print(json.dumps(sent))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(sources),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def texts(answer: dict) -> str:
    return "\n".join(note["text"] for note in answer["notes"])


# --- Outputs --------------------------------------------------------------------------------------


def test_last_expression_is_shown_and_nothing_else(cell):
    answer = cell.run("1 + 1\nx = 3\nx * 2")
    assert cell.sent == [("text", "6")]
    assert answer | {"seconds": 0} == {"error": "", "line": 0, "notes": [], "seconds": 0}
    cell.run("y = 4")
    assert cell.sent == []
    cell.run("None")
    assert cell.sent == []
    cell.run("")
    assert cell.sent == []


def test_html_goes_before_the_repr_and_a_class_has_none(cell):
    cell.run("class Bold:\n    def _repr_html_(self):\n        return '<b>x</b>'\nBold()")
    assert cell.sent == [("html", "<b>x</b>")]
    cell.run("Bold")
    assert [kind for kind, _ in cell.sent] == ["text"]


def test_arrays_are_printed_as_in_a_notebook(cell):
    cell.run("np.arange(6.0).reshape(2, 3) / 3")
    assert cell.sent == [("text", repr(np.arange(6.0).reshape(2, 3) / 3))]


def test_names_of_the_setup_cell_are_defined(cell):
    """The names that the notebook's setup cell leaves behind, by the same imports."""
    assert setup_source().endswith(runner.SETUP.rstrip("\n"))
    cell.run("np.pi, pe_lib.positional_encoding(1, 2).tolist()")
    assert cell.sent == [("text", repr((np.pi, [[0.0, 1.0]])))]
    cell.run("__name__")
    assert cell.sent == [("text", "'__main__'")]


def test_names_stay_from_cell_to_cell(cell):
    cell.run("def double(x):\n    return 2 * x", "a")
    cell.run("double(21)", "b")
    assert cell.sent == [("text", "42")]


def test_prints_come_while_the_code_runs(cell):
    """Each piece is sent at once, not at the end: the clock of the sending tells."""
    times = []
    session = Session(lambda kind, text: times.append((text, time.perf_counter())))
    session.run("import time\nprint('one')\ntime.sleep(0.2)\nprint('two')")
    clock = {text: when for text, when in times if text.strip()}
    assert clock["two"] - clock["one"] >= 0.2


def test_standard_error_is_separate_from_standard_output(cell):
    cell.run("import sys\nprint('a')\nprint('b', file=sys.stderr)")
    assert (cell.text("out"), cell.text("err")) == ("a\n", "b\n")
    assert sys.stdout is not None and not isinstance(sys.stdout, runner._Stream)


def test_warning_names_the_line_and_comes_in_each_run():
    source = "x = 1\nnp.array([1.0]) / np.array([0.0])"
    words = "RuntimeWarning, line 2: divide by zero encountered in divide\n"
    assert in_a_process([source, source]) == [["err", words], ["text", "array([inf])"]] * 2


@pytest.mark.parametrize(
    "source", ["while True:\n    print('x' * 999)", "'x' * 10**6", "print('x' * 10**6)"]
)
def test_too_much_output_is_truncated_with_a_note(source, cell):
    if source.startswith("while"):
        source = source.replace("while True", "for _ in range(10**4)")
    cell.run(source)
    words = [text for kind, text in cell.sent if kind == "cut"]
    assert words == ["Cut here: the output is longer than 50,000 characters."]
    shown = sum(len(text) for kind, text in cell.sent if kind != "cut")
    assert shown == runner.TEXT_LIMIT
    assert cell.sent[-1][0] == "cut"
    cell.run("'next'")
    assert cell.sent == [("text", "'next'")]


def test_output_of_just_the_limit_is_not_cut(cell):
    cell.run(f"print('x' * {runner.TEXT_LIMIT - 1})")
    assert cell.text("cut") == ""


def test_too_much_html_falls_back_to_the_repr(cell, monkeypatch):
    monkeypatch.setattr(runner, "HTML_LIMIT", 10)
    cell.run(
        "class Long:\n"
        "    def _repr_html_(self):\n        return '<b>' + 'x' * 100 + '</b>'\n"
        "    def __repr__(self):\n        return 'Long()'\n"
        "Long()"
    )
    assert cell.sent == [("text", "Long()")]


def test_future_imports_of_the_runner_do_not_affect_cells(cell):
    """The cell's own future imports count, and none of the module that compiles it."""
    cell.run("def f(x: undefined_name): pass")
    assert cell.run("def f(x: undefined_name): pass")["line"] == 1
    assert not cell.run("from __future__ import annotations\ndef f(x: undefined_name): pass")[
        "error"
    ]


def test_seconds_are_those_of_the_code(cell):
    assert 0.1 <= cell.run("import time\ntime.sleep(0.1)")["seconds"] < 0.2


# --- Errors ---------------------------------------------------------------------------------------


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


def test_cause_is_trimmed_too(cell):
    source = (
        "try:\n    pe_lib.positional_encoding(-1, 8)\n"
        "except ValueError as error:\n    raise KeyError('mine') from error"
    )
    error = cell.run(source)["error"]
    assert (
        "direct cause" in error and "ValueError: seq_len" in error and "KeyError: 'mine'" in error
    )
    assert "checks.py" not in error


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


def test_syntax_error_of_python_is_not_blamed_on_jupyter(cell):
    assert cell.run("# What is it?\nx = (3 % 2\n")["notes"] == []


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
    assert texts(answer).startswith(runner.EXIT) and texts(answer).endswith(words or "kept.")
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


def test_interrupt_and_the_like_do_not_end_the_session(cell):
    assert "KeyboardInterrupt" in cell.run("raise KeyboardInterrupt")["error"]
    assert "GeneratorExit" in cell.run("raise GeneratorExit")["error"]


# --- What is missing ------------------------------------------------------------------------------

OTHERS = [
    {"id": "setup", "source": setup_source(), "heading": "The question", "live": False},
    {"id": "a", "source": "exhibits = {1: 2}", "heading": "Predict first", "live": False},
    {"id": "b", "source": "def mine():\n    local = 1", "heading": "Test your own", "live": True},
    {"id": "d", "source": "sum = 3", "heading": "A built-in name", "live": False},
]


WAVES = 'from pe_book import explorers\n\nwaves = explorers.show("waves")\nwaves'
SHOWS = [{"id": "s", "source": WAVES, "heading": "See", "live": False}]


def test_explorers_of_the_page_have_the_readers_settings_in_each_run(cell):
    for base in (10, 1_000_000):
        wanted = explorers.ALL["waves"].defaults | {"base": base}
        page = ("c", SHOWS, {}, {"waves": wanted})
        shown = "from pe_book import explorers\nexplorers.show('waves')"
        for source in ("waves.settings", f"{shown}.settings"):
            answer = cell.run(source, *page)
            assert (answer["error"], answer["notes"]) == ("", [])
            assert cell.text("text") == repr(wanted)
    cell.run("explorers.show('waves', base=100).settings", *page)
    assert cell.text("text") == repr(wanted | {"base": 100})
    cell.run("waves = 3", *page)
    cell.run("waves", *page)
    assert cell.text("text") == "3"  # the reader's own


def test_an_explorer_that_is_not_on_the_page_is_not_defined(cell):
    [note] = cell.run("waves", "c", SHOWS)["notes"]
    assert note["cell"] == "s"
    cell.run("from pe_book import explorers\nexplorers.show('waves').settings", "c", SHOWS)
    assert cell.text("text") == repr(explorers.ALL["waves"].defaults)


def test_missing_name_says_which_cell_defines_it(cell):
    answer = cell.run("exhibits[1]", "c", OTHERS)
    assert "NameError: name 'exhibits' is not defined" in answer["error"]
    [note] = answer["notes"]
    assert note["cell"] == "a"
    assert note["text"] == (
        "A cell under “Predict first” defines the name exhibits. Copy what you need from it."
    )
    [note] = cell.run("mine()", "c", OTHERS)["notes"]
    assert note["cell"] == "b"
    assert note["text"].endswith("“Test your own” defines the name mine. Run that one first.")


def test_missing_name_is_found_inside_of_a_function_whose_error_is_caught(cell):
    """As an exercise catches it: the reply alone would leave the reader with Python's words."""
    source = "def f():\n    return mine()\ntry:\n    f()\nexcept NameError:\n    pass"
    answer = cell.run(source, "c", OTHERS)
    assert answer["error"] == ""
    assert [note["cell"] for note in answer["notes"]] == ["b"]


@pytest.mark.parametrize(
    "source",
    [
        "np.zeros(2)",  # the setup cell's
        "local = 2\nlocal",
        "[exhibits for exhibits in range(3)]",
        "def f(exhibits):\n    return exhibits",
        "import math as exhibits\nexhibits.pi",
        "class A:\n    exhibits = 1\nA.exhibits",
        "sum([1])",  # another cell's and Python's
        "len([]), find_spec_of",  # a name that is not defined
    ],
)
def test_a_missing_name_that_no_cell_defines_gets_no_note(source, cell):
    assert cell.run(source, "c", OTHERS)["notes"] == []


def test_once_the_other_cell_has_run_there_is_no_note(cell):
    cell.run(OTHERS[2]["source"], "b")
    answer = cell.run("mine()", "c", OTHERS)
    assert (answer["error"], answer["notes"]) == ("", [])


def test_jupyters_lines_in_another_cell_do_not_hide_its_names(cell):
    [note] = cell.run("find_spec", "c", OTHERS)["notes"]
    assert note["cell"] == "setup"


@pytest.mark.parametrize(
    "source",
    [
        "import no_such_package",
        "from no_such_package.sub import x",
        "import os, no_such_package as n",
        "__import__('no_such_package')",
        "def f():\n    import no_such_package",
    ],
)
def test_missing_package_says_what_is_there_and_where_the_rest_runs(source, cell):
    answer = cell.run(source)
    [note] = answer["notes"]
    assert note["elsewhere"]
    assert note["text"] == runner.PACKAGE.format("no_such_package")
    assert "numpy" in note["text"] and "notebook" in note["text"]


def test_package_that_may_be_missing_is_not_asked_for(cell):
    source = "try:\n    import no_such_package\nexcept ImportError:\n    pass"
    assert cell.run(source)["notes"] == []
    assert cell.run("import math\nfrom pe_book.notebook.cells import listing")["notes"] == []


# --- The same as in the notebook ------------------------------------------------------------------


def live_cells() -> dict[tuple[str, str], str]:
    """The source of every live cell, by its chapter and its id, in the book's order."""
    return {
        (file.stem, cell["id"]): "".join(cell["source"])
        for file in sorted((ROOT / "chapters").glob("*.ipynb"))
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        if "live" in cell["metadata"].get("tags", [])
    }


LIVE = live_cells()


@pytest.fixture(scope="module")
def in_notebook() -> dict:
    """What a notebook's kernel answers to every live cell."""
    import nbformat
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [new_code_cell(source) for source in (runner.SETUP, *LIVE.values())]
    client = NotebookClient(new_notebook(cells=cells), timeout=120, resources={})
    client.resources = {"metadata": {"path": str(ROOT)}}
    done = client.execute()
    assert isinstance(done, nbformat.NotebookNode)
    return {key: cell["outputs"] for key, cell in zip(LIVE, done["cells"][1:], strict=True)}


@pytest.fixture(scope="module")
def on_page() -> dict:
    """What the page's runner sends for every live cell."""
    cell, sent = Cell(), {}
    for (chapter, name), source in LIVE.items():
        answer = cell.run(source, name)
        assert (answer["error"], answer["notes"]) == ("", []), (chapter, name)
        sent[chapter, name] = list(cell.sent)
    return sent


def test_there_are_live_cells_in_every_chapter():
    """But in the report on an experiment, for the curious."""
    chapters = {f.name[:2] for f in ROOT.glob("chapters/*.ipynb")}
    assert {chapter[:2] for chapter, _ in LIVE} == chapters - {"11"}


@pytest.mark.parametrize(("chapter", "name"), LIVE)
def test_live_cell_gives_what_the_notebook_gives(chapter, name, on_page, in_notebook):
    sent = on_page[chapter, name]
    prints = [output for output in in_notebook[chapter, name] if output.output_type == "stream"]
    texts = "".join(t for k, t in sent if k == "out"), "".join(output.text for output in prints)
    # A cell may print how long it took, which differs from run to run.
    page, notebook = (re.sub(r" +[\d.]+ ms", " … ms", text) for text in texts)
    assert page == notebook
    shown = [output for output in in_notebook[chapter, name] if output not in prints]
    assert [output.output_type for output in shown] in ([], ["execute_result"])
    data = [o.data.get("text/html", o.data["text/plain"]) for o in shown]
    assert [t for k, t in sent if k in ("html", "text")] == data
    assert prints or data


def test_page_needs_no_package_that_it_does_not_have():
    """What a live cell imports must stay free of all but numpy: pages have nothing else."""
    heavy = ("matplotlib", "plotly", "ipywidgets", "anywidget", "mpmath", "sympy", "IPython")
    loaded = f"import sys\n[m for m in {heavy} if m in sys.modules]"
    assert in_a_process([*LIVE.values(), loaded])[-1] == ["text", "[]"]
