"""A build throws away what no longer follows from the sources, and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tools import build
from tools.build import FINGERPRINTS, NEW, begin, fingerprints

CACHE, DOCTREES, PAGE = ".jupyter_cache/global.db", ".doctrees/html/index", "html/index.html"
LITE = "html/lite/index.html"
PAGES = {PAGE, LITE, "html/vendor/live.json"}
BUILT = {CACHE, DOCTREES, *PAGES}
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
def test_changed_settings_keep_the_outputs_and_what_readers_have(book, name):
    write(book / name, "changed")
    assert begin(book) and left(book) == {CACHE, *PAGES}


def test_another_python_rewrites_the_pages(book, monkeypatch):
    monkeypatch.setattr("sys.version", "3.99")
    assert begin(book) and left(book) == {CACHE, *PAGES}


def test_a_build_that_did_not_end_starts_afresh(book):
    write(book / "index.md", "changed")
    assert begin(book) and left(book) == BUILT
    assert begin(book) and left(book) == {CACHE, *PAGES}


@pytest.mark.parametrize("name", [PAGE, "html/vendor/live.json"])
def test_a_missing_page_or_python_is_built_again(book, name):
    (book / "_build" / name).unlink()
    assert begin(book)


def test_the_pdf_is_built_where_it_is_missing(book):
    (book / "_build/html/pdf").mkdir()
    assert begin(book, pdf=True)


def pages_of(root: Path) -> dict[str, str]:
    pages = root / "_build" / "html"
    return {
        file.relative_to(pages).as_posix(): file.read_text("utf-8")
        for file in pages.rglob("*")
        if file.is_file()
    }


def sphinx_that(*, fails: bool):
    def run(root: Path, builder: str, pdf: bool) -> bool:
        write(root / NEW / "index.html", "new")
        write(root / NEW / "added.html", "new")
        if fails:
            raise OSError(28, "No space left on device")
        return True

    return run


def test_new_pages_take_the_place_of_the_old_ones_and_jupyterlite_stays(book, monkeypatch, capsys):
    write(book / "_build/html/pdf/book.pdf", "old")
    write(book / "_config.yml", "changed")
    monkeypatch.setattr(build, "ROOT", book)
    monkeypatch.setattr(build, "run_sphinx", sphinx_that(fails=False))
    assert build.main([]) == 0
    assert pages_of(book) == {"index.html": "new", "added.html": "new", "lite/index.html": LITE}
    assert "make pdf" in capsys.readouterr().out


def test_copies_that_fail_are_told_in_a_line(book, monkeypatch, capsys):
    write(book / "index.md", "changed")
    failed = shutil.Error([("one", "two", "[Errno 28] No space left"), ("three", "four", "too")])
    monkeypatch.setattr(build, "ROOT", book)
    monkeypatch.setattr(build, "prepare", lambda root: (_ for _ in ()).throw(failed))
    assert build.main([]) == 1
    assert capsys.readouterr().err.splitlines()[0] == "[Errno 28] No space left"


@pytest.mark.parametrize("changed", ["index.md", "_config.yml"])
def test_a_build_that_fails_leaves_the_pages_as_they_are(book, monkeypatch, capsys, changed):
    before = pages_of(book)
    write(book / changed, "changed")
    monkeypatch.setattr(build, "ROOT", book)
    monkeypatch.setattr(build, "run_sphinx", sphinx_that(fails=True))
    assert build.main([]) == 1
    assert pages_of(book) == before and not (book / NEW).exists()
    told = capsys.readouterr().err
    assert "No space left" in told and "Traceback" not in told
    assert begin(book)
