"""`make mutants` plants what it says, notices what fails, and the listed mistakes still stand."""

import argparse
import ast
import json
import random
import shutil
import time
from pathlib import Path

import pytest

from tests.mutants import Mutant, generated, harmless, plan, planted
from tests.mutants.__main__ import TRACKED, Copy, UnsoundError, chosen, report
from tests.mutants.kinds import KINDS

SOURCE = '''"""A module: no more, no less."""
LIMIT = 3 if True else 0.5


def f(x):
    return x - 1 < LIMIT and x


q = Numeric("How many more rows?", answer=f(2), wrong=[Wrong(f(1), "One row."), Wrong(7, "No.")])
c = Choice("?", [Option("a", "It is first.", right=True), Option("b", "It is not last.")])
small = 1e-6
'''
CELLS = {
    "cells": [
        {"cell_type": kind, "source": ["The first of two rows.\n"]} for kind in ("markdown", "code")
    ]
}
TEXTS = {
    "javascript": "const a = b + 1; // b + 1\nif (a < 3 && 'a + b') f(`x + y`);\n",
    "prose": "The first row, after `the first row` and $the first$, has 12 columns, not 13.\n",
    "notebook": json.dumps(CELLS, ensure_ascii=False),
    "stored": '{"a": [0.155, 1.0, null], "version": "3.11"}',
}
FOUND = {
    "operator": ["x + 1"],
    "comparison": ["x - 1 <= LIMIT", "not (True)", "LIMIT or x"],
    "constant": ["LIMIT = 4", "False", "1.0", "x - 2", "f(3)", "Wrong(8", "2e-06"],
    "words": ["many fewer rows", "more columns", "It is last.", "One column.", "not first"],
    "replies": ['Wrong(f(1), "No.")', '"It is not last.", right=True'],
    "right": ['Option("b", "It is not last.", right=True)'],
    "values": ["answer=1.05 * (f(2))", "1.05 * (7)"],
    "tolerance": ["tolerance=0.05", "1e-05"],
    "javascript": ["b - 1", "b + 2", "a <= 3", "3 || 'a"],
    "prose": ["The last row", "after `the first row` and $the first$", "13 columns", "columns, 13"],
    "notebook": ["The last of two", "The first of three"],
    "stored": ["0.162", "0.95"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_plants_one_change_where_it_belongs(kind):
    text = TEXTS.get(kind, SOURCE)
    changed = [new for _, new in KINDS[kind](text)]
    assert changed and text not in changed and len(set(changed)) == len(changed)
    for piece in FOUND[kind]:
        assert any(piece in new for new in changed), piece
    for new in changed:
        if kind not in TEXTS:
            ast.parse(new)
            assert new.startswith('"""A module: no more, no less."""')
        if kind == "notebook":
            assert json.loads(new)["cells"][1] == CELLS["cells"][1]
        if kind == "javascript":
            assert (
                new.splitlines()[0].endswith("// b + 1") and "`x + y`" in new and "'a + b'" in new
            )
        if kind == "stored":
            assert '"3.11"' in new


def test_the_listed_mistakes_still_stand():
    for entry in plan():
        planted(entry)
        assert entry["area"] and entry["tests"]


def test_there_are_hundreds_in_every_area():
    count = {}
    for entry in plan():
        found = generated(entry, TRACKED, random.Random(0), 5)
        assert len(found) == (5 if "files" in entry else 0), entry
        count[entry["area"]] = count.get(entry["area"], 0) + entry.get("count", 0)
        count[entry["area"]] += len(entry.get("planted", []))
    assert sum(count.values()) >= 200
    assert count.keys() == {
        *("library", "questions", "exercises", "explorers", "figures"),
        *("prose", "stored", "scripts", "site"),
    }


@pytest.mark.parametrize("torch", [True, False])
def test_what_needs_torch_is_left_out_where_it_is_missing_and_said(torch, monkeypatch, capsys):
    monkeypatch.setattr("tests.mutants.__main__.HAS_TORCH", torch)
    options = argparse.Namespace(only="library", each="all", seconds=0)
    changed = {file for mutant in chosen(options, random.Random(0)) for file in mutant.texts}
    assert "pe_lib/encoding.py" in changed
    assert ("pe_lib/pytorch.py" in changed) == torch
    assert ("torch is not installed: pe_lib/pytorch.py" in capsys.readouterr().out) == (not torch)


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of a tree with one module and one test."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "one.py").write_text("def one():\n    return 1\n")
    (tree / "test_one.py").write_text(
        "from one import one\n\n\ndef test():\n    assert one() == 1\n"
    )
    monkeypatch.setattr("tests.mutants.__main__.ROOT", tree)
    monkeypatch.setattr("tests.mutants.__main__.TRACKED", ["one.py", "test_one.py"])
    monkeypatch.setattr("tests.mutants.__main__._sound", set())
    folder = tmp_path / "copy"
    folder.mkdir()
    return Copy(folder, with_pages=False)


def outcome(copy: Copy, text: str, seconds: float = 60, tests: str = "./test_one.py") -> str:
    mutant = Mutant("area", "what", {"one.py": text}, ["./missing.py", tests])
    return copy.outcome(mutant, time.monotonic() + seconds)


def test_a_mistake_is_noticed_survives_or_is_left_and_is_taken_back(copy):
    assert outcome(copy, "def one():\n    return 2\n") == "noticed"
    assert outcome(copy, "def one():\n    return 3 - 2\n") == "survived"
    assert outcome(copy, "while True:\n    pass\n", seconds=0.5) == "unfinished"
    assert outcome(copy, "def one():\n    return 1\n") == "survived"
    assert Path(copy.root, "one.py").read_text() == "def one():\n    return 1\n"


def test_what_only_the_review_stops_is_counted_apart(copy):
    folder = copy.root / "tests" / "claims"
    folder.mkdir(parents=True)
    shutil.copy(copy.root / "test_one.py", folder / "test_confirmed.py")
    only = "tests/claims/test_confirmed.py"
    assert outcome(copy, "def one():\n    return 2\n", tests=only) == "unconfirmed"


def test_a_file_without_tests_notices_nothing(copy):
    (copy.root / "test_none.py").write_text("")
    assert outcome(copy, "def one():\n    return 2\n", tests="./test_none.py") == "survived"


@pytest.mark.parametrize("anyway", ["assert False", "import missing"])
def test_tests_that_fail_without_a_mistake_decide_nothing(copy, anyway):
    (copy.root / "test_anyway.py").write_text(f"def test():\n    {anyway}\n")
    with pytest.raises(UnsoundError, match="fail without any mistake"):
        outcome(copy, "def one():\n    return 2\n", tests="./test_anyway.py")
    assert outcome(copy, "def one():\n    return 2\n") == "noticed"


def test_what_changes_nothing_is_left_out_and_counted(monkeypatch, capsys):
    known = harmless()
    files = sorted({file for file, _ in known})

    def all_generated():
        found = [m for entry in plan() for m in generated(entry, files, random.Random(0), None)]
        return {change for mutant in found for change in mutant.texts.items()}

    assert not known & all_generated()
    report([])
    assert f"left out: {len(known)} that change nothing" in capsys.readouterr().out
    # Each of them would be planted else.
    monkeypatch.setattr("tests.mutants.harmless", set)
    assert known and known <= all_generated()


def test_a_harmless_mistake_that_no_longer_stands_is_named(monkeypatch):
    stale = ["README.md", "no such text", "x", "It changes nothing."]
    monkeypatch.setattr("tests.mutants.listed", lambda name: [stale])
    with pytest.raises(LookupError, match="holds 'no such text' 0 times"):
        harmless()


def test_a_listed_mistake_that_no_longer_stands_is_named():
    with pytest.raises(LookupError, match="holds 'no such text' 0 times"):
        planted({"area": "a", "tests": [], "planted": [["README.md", "no such text", "x"]]})
