"""A build throws away what no longer follows from the sources, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.build import SETTINGS, alone, begin, fingerprint, fingerprints, remember

ROOT = Path(__file__).resolve().parents[2]
CACHE, DOCTREES, PAGES = ".jupyter_cache/global.db", ".doctrees/html/index", "html/index.html"
PYTHON = "html/vendor/live.json"
TEXTS = ["index.md", "chapters/01.ipynb", "pe_lib/encoding.py", "pe_book/measured.json"]
LOOKS = [
    "pe_book/explorers/waves.mjs",
    "pe_book/faces/explorer.css",
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
    for name in (CACHE, DOCTREES, PAGES, PYTHON):
        write(tmp_path / "_build" / name, name)
    remember(tmp_path, begun)
    return tmp_path


def left(root: Path) -> set[str]:
    return {name for name in (CACHE, DOCTREES, PAGES) if (root / "_build" / name).exists()}


def test_where_nothing_changed_no_build_is_due(book):
    assert not begin(book)
    assert left(book) == {CACHE, DOCTREES, PAGES}


def test_site_without_python_is_built_again_and_keeps_its_pages(book):
    """What was lacking, the network, may be there now."""
    begun = begin(book)
    (book / "_build" / PYTHON).unlink()
    remember(book, fingerprints(book))
    assert begun is None and begin(book)
    assert left(book) == {CACHE, DOCTREES, PAGES}


@pytest.mark.parametrize("name", TEXTS)
def test_a_changed_text_or_library_is_left_to_sphinx_and_the_cache(book, name):
    write(book / name, "changed")
    assert begin(book)
    assert left(book) == {CACHE, DOCTREES, PAGES}


@pytest.mark.parametrize("name", LOOKS)
def test_changed_settings_write_the_pages_again_but_keep_the_outputs(book, name):
    write(book / name, "changed")
    assert begin(book)
    assert left(book) == {CACHE}


def test_a_renamed_or_removed_file_counts_as_a_change(book):
    (book / "pe_lib/encoding.py").rename(book / "pe_lib/table.py")
    remember(book, begin(book))
    (book / "_static/book.css").unlink()
    assert begin(book)
    assert left(book) == {CACHE}


@pytest.mark.parametrize("hand", ["changes", "removes", "adds", "removes all"])
def test_pages_that_are_not_as_they_were_built_are_written_again(book, hand):
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
    assert left(book) == {CACHE}


def test_a_build_that_did_not_come_to_its_end_starts_afresh(book):
    write(book / "index.md", "changed")
    assert begin(book)
    assert begin(book)
    assert left(book) == {CACHE}


def test_a_change_during_a_build_is_not_lost(book):
    write(book / "index.md", "changed")
    begun = begin(book)
    write(book / "index.md", "changed again")
    remember(book, begun)
    assert begin(book)
    assert left(book) == {CACHE, DOCTREES, PAGES}


def test_another_python_counts_as_a_change(book, monkeypatch):
    monkeypatch.setattr("sys.version", "3.99")
    assert begin(book)
    assert left(book) == {CACHE}


def test_compiled_files_do_not_count(book):
    before = fingerprint(book, SETTINGS)
    write(book / "_ext/book_site/__pycache__/maths.pyc", "compiled")
    assert fingerprint(book, SETTINGS) == before
    assert not begin(book)


def test_a_second_build_says_that_it_waits_and_goes_on_after_the_first(tmp_path):
    code = (
        "import sys; from pathlib import Path; from scripts.build import alone\n"
        "with alone(Path(sys.argv[1])): print('alone', flush=True)"
    )
    build = tmp_path / "_build"
    with alone(build):
        second = subprocess.Popen(
            [sys.executable, "-c", code, build], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert (
            second.stdout.readline() == "Another build of this book is running; waiting for it.\n"
        )
        assert second.poll() is None
    rest, _ = second.communicate(timeout=30)
    assert (rest, second.returncode) == ("alone\n", 0)


def test_a_first_build_says_nothing_of_waiting(tmp_path, capsys):
    with alone(tmp_path / "_build"):
        pass
    with alone(tmp_path / "_build"):
        pass
    assert capsys.readouterr().out == ""
