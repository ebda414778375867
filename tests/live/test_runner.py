"""The outputs of a live cell, as a page's worker asks for them."""

from __future__ import annotations

import time

import numpy as np
import pytest

from pe_book.live import runner
from pe_book.live.runner import Session
from tests.live.session import in_a_process
from tools.setup_cell import setup_source


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


def test_warning_names_the_line_and_comes_in_each_run():
    source = "x = 1\nnp.array([1.0]) / np.array([0.0])"
    words = "RuntimeWarning, line 2: divide by zero encountered in divide\n"
    for answer in in_a_process([source, source]):
        assert answer["sent"] == [["err", words], ["text", "array([inf])"]]


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
