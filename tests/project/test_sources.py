"""A broken source is named by file, cell and line before anything is built."""

import json
from pathlib import Path

import pytest

from tools import ROOT
from tools.sources import problems_of

LEFT = "<" * 7 + " HEAD"
RIGHT = ">" * 7 + " main"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    cells = [
        {"cell_type": "markdown", "id": "one", "source": ["# One\n", "text"]},
        {"cell_type": "code", "id": "two", "source": ["x = 1"]},
    ]
    (tmp_path / "chapters").mkdir()
    write(tmp_path, json.dumps({"cells": cells}, indent=1))
    return tmp_path


def write(book: Path, text: str) -> None:
    (book / "chapters" / "01_one.ipynb").write_text(text, encoding="utf-8")


def text_of(book: Path) -> str:
    return (book / "chapters" / "01_one.ipynb").read_text(encoding="utf-8")


def test_the_book_itself_has_none():
    assert list(problems_of(ROOT)) == []


def test_merge_marks_between_cells_are_named(book):
    lines = text_of(book).splitlines()
    at = next(i for i, line in enumerate(lines) if '"code"' in line) + 1
    write(book, "\n".join([*lines[:at], LEFT, *lines[at:]]))
    where = f"chapters/01_one.ipynb, cell 2, line {at + 1} of the file"
    assert list(problems_of(book)) == [f"ERROR: {where}: a merge left {LEFT!r} here"]


def test_merge_marks_in_a_text_are_named(book):
    write(book, text_of(book).replace("text", f"text\\n{RIGHT}"))
    (book / "index.md").write_text(f"# A page\n\n{LEFT}\n", encoding="utf-8")
    assert list(problems_of(book)) == [
        f"ERROR: index.md, line 3: a merge left {LEFT!r} here",
        f"ERROR: chapters/01_one.ipynb, cell 1, line 3: a merge left {RIGHT!r} here",
    ]


def test_broken_json_is_named(book):
    write(book, text_of(book).replace('"x = 1"', '"x = 1'))
    [problem] = problems_of(book)
    assert problem.startswith("ERROR: chapters/01_one.ipynb, cell 2, line ")
    assert "this is no notebook: " in problem


@pytest.mark.parametrize("text", ["[]", "{}", ""])
def test_a_file_without_cells_is_no_notebook(book, text):
    write(book, text)
    [problem] = problems_of(book)
    assert "cell 0, line 1 of the file: this is no notebook" in problem


def test_headings_and_quotations_are_no_marks(book):
    (book / "index.md").write_text("Title\n=======\n\n> > quoted\n", encoding="utf-8")
    assert list(problems_of(book)) == []


def test_what_is_not_utf8_is_named(book):
    (book / "index.md").write_bytes(b"# A title\n\nna\xefve\n")
    assert list(problems_of(book)) == ["ERROR: index.md, line 3: byte 0xef is not UTF-8"]


def test_a_notebook_that_is_not_utf8_is_named(book):
    (book / "chapters" / "01_one.ipynb").write_bytes(
        text_of(book).encode().replace(b"text", b"\xe9")
    )
    [problem] = problems_of(book)
    assert problem.endswith("byte 0xe9 is not UTF-8") and "chapters/01_one.ipynb, line " in problem


def test_a_cell_without_an_id_and_tags_that_are_no_list_are_named(book):
    cells = [
        {"cell_type": "code", "source": []},
        {"cell_type": "code", "id": "two", "metadata": {"tags": "live"}, "source": []},
    ]
    write(book, json.dumps({"cells": cells}))
    assert list(problems_of(book)) == [
        "ERROR: chapters/01_one.ipynb, cell 1: no id; JupyterLab gives it one when it saves",
        "ERROR: chapters/01_one.ipynb, cell 2: its tags are 'live', not a list of names",
    ]
