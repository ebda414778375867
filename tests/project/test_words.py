"""`python -m tools words` counts what a translation has, and nothing else."""

from __future__ import annotations

import json
import shutil

import pytest

from tools import ROOT
from tools.words import count, explorer_texts, prose, strings, total, words


@pytest.fixture(scope="module")
def found() -> dict[str, int]:
    return words()


def test_every_part_has_words(found):
    assert min(found.values()) > 50, found
    assert max(found, key=found.get) == "chapters: prose"


def test_prose_is_counted_without_code_and_formulas(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["# Two words\n", "$$a + b$$ and `code` here"]},
        {"cell_type": "code", "source": ["nothing to translate"]},
    ]
    notebook = tmp_path / "a.ipynb"
    notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    assert total(prose([notebook])) == 4
    assert count("```python\nx = 1\n```\nWords \u03c9 <b>and</b> [links](to/somewhere.md)") == 4


def test_strings_of_programs_are_counted_without_docstrings_and_code(tmp_path):
    source = tmp_path / "a.py"
    source.write_text(
        '"""A docstring of the module."""\nREPLY = "Three words here."\nKEY = "key"\n'
        'START = """\ndef double(n):\n    return two times n\n"""\n',
        encoding="utf-8",
    )
    assert list(strings([source])) == ["Three words here."]


def test_what_explorers_say_is_counted():
    from pe_book.explorers import ALL

    texts = set(explorer_texts())
    waves = ALL["waves"]
    assert {waves.question, waves.alt, waves.controls[0].label} <= texts
    assert set(waves.wording.sentences.values()) <= texts


def test_another_page_counts(found, tmp_path):
    for name in ("chapters", "slides", "course", "_static", "pe_book", "_ext"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for file in ROOT.glob("*.md"):
        shutil.copyfile(file, tmp_path / file.name)
    (tmp_path / "another.md").write_text("# Five more words in all\n", encoding="utf-8")
    changed = words(tmp_path)
    assert changed.pop("other pages") == found["other pages"] + 5
    assert {**changed, "other pages": 0} == {**found, "other pages": 0}
