"""A build throws away what no longer follows from the sources, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import build
from tools.build import FINGERPRINTS, begin, fingerprints

CACHE, PAGE, LITE = ".jupyter_cache/global.db", "html/index.html", "html/lite/index.html"
PYTHON = "html/vendor/live.json"
BUILT = {CACHE, ".doctrees/html/index", PAGE, LITE, PYTHON}
#: What does not follow from the settings, and the front page, which is written anew.
KEPT = {CACHE, PAGE, LITE}
TEXTS = ("index.md", "chapters/01.ipynb", "pe_lib/encoding.py", "pe_book/measured.json")
LOOKS = ("pe_book/renderer/explorer.css", "_ext/book_site/maths.py", "_config.yml", "uv.lock")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book that was built."""
    for name in (*TEXTS, *LOOKS):
        write(tmp_path / name, name)
    for name in BUILT:
        write(tmp_path / "_build" / name, name)
    write(tmp_path / FINGERPRINTS, json.dumps(fingerprints(tmp_path)))
    return tmp_path


def left(root: Path) -> set[str]:
    return {name for name in BUILT if (root / "_build" / name).exists()}


def test_no_rebuild_without_changes(book):
    write(book / "_ext/book_site/__pycache__/maths.pyc", "compiled")
    assert begin(book) is None and left(book) == BUILT


@pytest.mark.parametrize("name", TEXTS)
def test_changes_of_text_and_library_keep_the_build(book, name):
    write(book / name, "changed")
    assert begin(book) and left(book) == BUILT


@pytest.mark.parametrize("name", LOOKS)
def test_changed_settings_keep_the_outputs_and_jupyterlite(book, name):
    write(book / name, "changed")
    assert begin(book) and left(book) == KEPT


def test_another_python_rewrites_the_pages(book, monkeypatch):
    monkeypatch.setattr("sys.version", "3.99")
    assert begin(book) and left(book) == KEPT


def test_a_build_that_did_not_end_starts_afresh(book):
    write(book / "index.md", "changed")
    assert begin(book) and left(book) == BUILT
    assert begin(book) and left(book) == KEPT


@pytest.mark.parametrize("name", [PAGE, PYTHON])
def test_a_missing_page_or_python_is_built_again(book, name):
    (book / "_build" / name).unlink()
    assert begin(book)


def test_the_pdf_is_built_where_it_is_missing(book):
    (book / "_build/html/pdf").mkdir()
    assert begin(book, pdf=True)


def test_a_build_that_fails_says_why_and_is_due_again(book, monkeypatch, capsys):
    def run(root: Path, pdf: bool) -> bool:
        raise OSError(28, "No space left on device")

    write(book / "index.md", "changed")
    monkeypatch.setattr(build, "ROOT", book)
    monkeypatch.setattr(build, "run_sphinx", run)
    assert build.main([]) == 1
    told = capsys.readouterr().err
    assert "No space left" in told and "Traceback" not in told
    assert begin(book) and left(book) == KEPT
