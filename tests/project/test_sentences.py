"""The list of changed sentences, which somebody reads who did not write them."""

import json
import subprocess
from pathlib import Path

import pytest

from tools.sentences import changed, main, sentences


def write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")


def replace(file: Path, old: str, new: str) -> None:
    write(file, file.read_text(encoding="utf-8").replace(old, new))


@pytest.fixture
def book(tmp_path):
    """Return a repository with a page, a notebook and a module of questions."""
    notebook = {"cells": [{"cell_type": "markdown", "source": ["A head looks back. It turns."]}]}
    write(tmp_path / "chapters/01_one.ipynb", json.dumps(notebook))
    write(tmp_path / "pe_book/questions.py", '"""Docs are left out."""\nREPLY = "It falls."\n')
    write(tmp_path / "index.md", "# Title\n\nOne sentence here. And another one.\n")
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
    subprocess.run(["git", *who, "commit", "-qm", "Add it"], cwd=tmp_path, check=True)
    return tmp_path


def test_nothing_changed(book):
    assert list(changed("HEAD", book)) == []


def test_changed_sentences_of_pages_notebooks_and_modules_are_listed(book):
    replace(book / "index.md", "another one", "never another")
    replace(book / "chapters/01_one.ipynb", "looks back", "looks ahead")
    replace(book / "pe_book/questions.py", "falls", "rises")
    replace(book / "pe_book/questions.py", "left out", "left in")
    assert list(changed("HEAD", book)) == [
        ("chapters/01_one.ipynb", ["A head looks back."], ["A head looks ahead."]),
        ("index.md", ["And another one."], ["And never another."]),
        ("pe_book/questions.py", ["It falls."], ["It rises."]),
    ]


def test_a_page_that_is_new_or_gone_is_listed_whole(book):
    (book / "index.md").unlink()
    write(book / "more.md", "All of it.")
    subprocess.run(["git", "add", "-A"], cwd=book, check=True)
    found = {name: (gone, added) for name, gone, added in changed("HEAD", book)}
    assert found["more.md"] == ([], ["All of it."])
    assert found["index.md"][0][-1] == "And another one." and not found["index.md"][1]


def test_a_sentence_ends_at_its_mark_and_not_at_the_end_of_a_line():
    page = "It goes\non here. “Is it so?” Yes, it is."
    assert sentences("page.md", page) == ["It goes on here.", "“Is it so?", "Yes, it is."]


def test_the_command_prints_what_changed_in_the_book(capsys):
    main(["HEAD"])
    assert "Traceback" not in capsys.readouterr().out
