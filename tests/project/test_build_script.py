"""A build throws away what no longer follows from the sources, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.build import (
    LITE,
    SETTINGS,
    age,
    begin,
    build_lock,
    fingerprint,
    fingerprints,
    remember,
    show,
)

ROOT = Path(__file__).resolve().parents[2]
CACHE, DOCTREES, PAGES = ".jupyter_cache/global.db", ".doctrees/html/index", "html/index.html"
WORK = "work/index.html"
PYTHON = "html/vendor/live.json"
TEXTS = ["index.md", "chapters/01.ipynb", "pe_lib/encoding.py", "pe_book/measured.json"]
LOOKS = [
    "pe_book/explorers/waves.mjs",
    "pe_book/renderer/explorer.css",
    "_ext/book_site/maths.py",
    "_static/book.css",
    "_config.yml",
    "_toc.yml",
    "package-lock.json",
    "constraints.txt",
]


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book that was built."""
    for name in (*TEXTS, *LOOKS):
        write(tmp_path / name, name)
    begun = begin(tmp_path)
    for name in (CACHE, DOCTREES, WORK, "work/vendor/live.json"):
        write(tmp_path / "_build" / name, name)
    show(tmp_path)
    remember(tmp_path, begun)
    return tmp_path


def left(root: Path) -> set[str]:
    return {name for name in (CACHE, DOCTREES, WORK, PAGES) if (root / "_build" / name).exists()}


def test_no_rebuild_without_changes(book):
    assert not begin(book)
    assert left(book) == {CACHE, DOCTREES, WORK, PAGES}


def test_a_site_without_python_is_rebuilt_and_keeps_its_pages(book):
    """What was lacking, the network, may be there now."""
    begun = begin(book)
    (book / "_build" / PYTHON).unlink()
    remember(book, fingerprints(book))
    assert begun is None and begin(book)
    assert left(book) == {CACHE, DOCTREES, WORK, PAGES}


@pytest.mark.parametrize("name", TEXTS)
def test_changes_of_text_and_library_keep_the_build(book, name):
    write(book / name, "changed")
    assert begin(book)
    assert left(book) == {CACHE, DOCTREES, WORK, PAGES}


@pytest.mark.parametrize("name", LOOKS)
def test_changed_settings_rewrite_the_pages_and_keep_the_outputs(book, name):
    write(book / name, "changed")
    assert begin(book)
    assert left(book) == {CACHE, PAGES}


def test_a_renamed_or_removed_file_counts_as_a_change(book):
    (book / "pe_lib/encoding.py").rename(book / "pe_lib/table.py")
    remember(book, begin(book))
    (book / "_static/book.css").unlink()
    assert begin(book)
    assert left(book) == {CACHE, PAGES}


@pytest.mark.parametrize("hand", ["changes", "removes", "adds", "removes all"])
def test_pages_edited_after_the_build_are_rewritten(book, hand):
    page = book / "_build" / PAGES
    if hand == "changes":
        write(page, "changed")
    elif hand == "adds":
        write(page.with_name("stranger.html"), "added")
    else:
        page.unlink()
    if hand == "removes all":
        shutil.rmtree(page.parent)
    assert begin(book)
    assert left(book) - {PAGES} == {CACHE}


def test_an_interrupted_build_starts_afresh(book):
    write(book / "index.md", "changed")
    assert begin(book)
    assert begin(book)
    assert left(book) == {CACHE, PAGES}


def test_a_change_during_a_build_is_not_lost(book):
    write(book / "index.md", "changed")
    begun = begin(book)
    write(book / "index.md", "changed again")
    remember(book, begun)
    assert begin(book)
    assert left(book) == {CACHE, DOCTREES, WORK, PAGES}


def test_another_python_counts_as_a_change(book, monkeypatch):
    monkeypatch.setattr("sys.version", "3.99")
    assert begin(book)
    assert left(book) == {CACHE, PAGES}


def test_compiled_files_do_not_count(book):
    before = fingerprint(book, SETTINGS)
    write(book / "_ext/book_site/__pycache__/maths.pyc", "compiled")
    assert fingerprint(book, SETTINGS) == before
    assert not begin(book)


def test_a_concurrent_build_says_that_it_waits(tmp_path):
    code = (
        "import sys; from pathlib import Path; from tools.build import build_lock\n"
        "with build_lock(Path(sys.argv[1])): print('alone', flush=True)"
    )
    build = tmp_path / "_build"
    with build_lock(build):
        second = subprocess.Popen(
            [sys.executable, "-c", code, build], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert (
            second.stdout.readline() == "Another build of this book is running; waiting for it.\n"
        )
        assert second.poll() is None
    rest, _ = second.communicate(timeout=30)
    assert (rest, second.returncode) == ("alone\n", 0)


def test_a_single_build_does_not_mention_waiting(tmp_path, capsys):
    with build_lock(tmp_path / "_build"):
        pass
    with build_lock(tmp_path / "_build"):
        pass
    assert capsys.readouterr().out == ""


def test_a_failed_build_leaves_the_last_good_book_and_says_that_it_is_older(book):
    assert age(book) == ""
    for _ in range(3):
        write(book / "_config.yml", "broken")
        assert begin(book)
        write(book / "_build" / WORK, "half a page")
        assert (book / "_build" / PAGES).read_text("utf-8") == WORK
        assert age(book).startswith("The last build failed: this is the book as it was built")
    show(book)
    remember(book, fingerprints(book))
    assert age(book) == "" and (book / "_build" / PAGES).read_text("utf-8") == "half a page"


def test_pages_that_are_gone_are_no_longer_shown(book):
    (book / "_build" / WORK).unlink()
    write(book / "_build" / "work/chapters/one.html", "one")
    write(
        book / "_build/html" / LITE / "notebook.html", "of JupyterLite, which Sphinx does not write"
    )
    show(book)
    kept = {file.name for file in (book / "_build/html").rglob("*") if file.is_file()}
    assert kept == {"one.html", "live.json", "notebook.html"}
