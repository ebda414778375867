"""A build throws away what no longer follows from the sources, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.build import EXECUTION, PAGES, alone, fingerprint, forget_stale, kernel_profile

ROOT = Path(__file__).resolve().parents[2]
CACHE = ".jupyter_cache"
PARTS = (CACHE, ".doctrees", "html", "jupyter_execute")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book that was built."""
    for name in (
        "pe_lib/encoding.py",
        "pe_book/explorers/waves.mjs",
        "_ext/book_site/maths.py",
        "_config.yml",
        "constraints.txt",
        "index.md",
        "chapters/01.ipynb",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, encoding="utf-8")
    forget_stale(tmp_path)
    make_parts(tmp_path)
    return tmp_path


def make_parts(root: Path) -> None:
    for part in PARTS:
        (root / "_build" / part).mkdir(exist_ok=True)


def left(root: Path) -> set[str]:
    return {part for part in PARTS if (root / "_build" / part).exists()}


def test_unchanged_sources_keep_everything(book):
    assert forget_stale(book) == []
    assert left(book) == set(PARTS)


@pytest.mark.parametrize("name", ["index.md", "chapters/01.ipynb"])
def test_a_changed_page_is_left_to_sphinx_and_the_cache(book, name):
    (book / name).write_text("changed", encoding="utf-8")
    assert forget_stale(book) == []


@pytest.mark.parametrize("name", ["pe_lib/encoding.py", "constraints.txt"])
def test_a_changed_library_or_lock_runs_every_notebook_again(book, name):
    (book / name).write_text("changed", encoding="utf-8")
    assert set(forget_stale(book)) == set(PARTS)
    assert left(book) == set()
    make_parts(book)
    assert forget_stale(book) == []


@pytest.mark.parametrize(
    "name", ["_config.yml", "_ext/book_site/maths.py", "pe_book/explorers/waves.mjs"]
)
def test_changed_looks_write_the_pages_again_but_keep_the_outputs(book, name):
    (book / name).write_text("changed", encoding="utf-8")
    forget_stale(book)
    assert left(book) == {CACHE}


def test_a_renamed_or_removed_module_counts_as_a_change(book):
    (book / "pe_lib/encoding.py").rename(book / "pe_lib/table.py")
    forget_stale(book)
    assert left(book) == set()


def test_compiled_files_do_not_count(book):
    before = fingerprint(book, PAGES)
    cache = book / "_ext" / "book_site" / "__pycache__"
    cache.mkdir()
    (cache / "maths.pyc").write_bytes(b"compiled")
    assert fingerprint(book, PAGES) == before
    assert set(EXECUTION) < set(PAGES)


def test_a_persons_own_profile_stays_out_of_the_book(tmp_path):
    """The build's kernels start from a profile that holds one setting and no startup files."""
    profile = kernel_profile(tmp_path) / "profile_default"
    names = {file.name for file in profile.rglob("*")}
    assert names == {"ipython_kernel_config.py"}
    assert kernel_profile(tmp_path) == kernel_profile(tmp_path)


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
