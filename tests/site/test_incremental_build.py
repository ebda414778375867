"""A second build changes what its reason changed, and nothing else."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from tests.site.small_book import build, make_small_book, pages_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("rebuild")]
# Seconds, notebooks at a time, and which of them is done first differ from machine to machine.
VARYING = re.compile(r"\d+(?= s\b| at a time)|(?<=^\[)\d")


def contents(book: Path) -> dict[str, str]:
    """Return a digest of every file of the built site, by its address."""
    site = pages_of(book)
    return {
        file.relative_to(site).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }


def write_notebook(file: Path, *cells: str) -> None:
    written = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell(f"# {file.stem}"),
            *map(nbformat.v4.new_code_cell, cells),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(written, file)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """A small book of two notebooks and a page, with a library of its own, built once."""
    # At a path that a shell, an address or a regular expression could stumble over.
    book = make_small_book(tmp_path_factory.mktemp("rebuilt") / "ein Büchlein (2), 100 % größer")
    (book / "pe_lib").unlink()
    shutil.copytree(Path(__file__).parents[2] / "pe_lib", book / "pe_lib")
    slopes = ("from pe_lib import variants", "print(variants.alibi_slopes(2))")
    write_notebook(book / "chapters" / "03_slopes.ipynb", *slopes)
    with (book / "_toc.yml").open("a", encoding="utf-8") as contents_file:
        contents_file.write("      - file: chapters/03_slopes\n")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    # What it does, and nothing of Sphinx's own; where the browser's numpy is from, one line says.
    source, *lines = done.stdout.splitlines()
    assert source.startswith("PYODIDE_WHEELS: ") and not done.stderr
    first, *run, last, end = (VARYING.sub("1", line) for line in lines)
    assert first == "Notebooks to run: 2, 1 at a time"
    assert sorted(run) == ["[1/2] 01_sample 1 s", "[1/2] 03_slopes 1 s"]
    assert (last, end) == (
        "Reading and writing the pages",
        "The book is built in 1 s: _build/html",
    )
    return book


def test_an_unchanged_book_is_not_rebuilt(book):
    first = contents(book)
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "Nothing changed since the last build: _build/html is up to date.\n"
    assert contents(book) == first
    assert (pages_of(book) / "_static" / "site.css").stat().st_size > 10_000


def test_built_pages_changed_by_hand_are_written_again(book):
    first = contents(book)
    (pages_of(book) / "index.html").unlink()
    (pages_of(book) / "chapters" / "02_still.html").write_text("changed", encoding="utf-8")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert contents(book) == first
    assert "Notebooks to run" not in done.stdout


def test_a_changed_page_leaves_the_others_as_they_are(book):
    first = contents(book)
    page = book / "chapters" / "02_still.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    changed = {name for name, digest in contents(book).items() if first.get(name) != digest}
    assert "chapters/02_still.html" in changed
    assert not {name for name in changed if name.startswith(("_static/", "chapters/01_"))}


def test_a_library_change_runs_all_notebooks_a_notebook_change_one(book):
    first = contents(book)
    source = book / "pe_lib" / "variants.py"
    text = source.read_text(encoding="utf-8")
    # For other heads than the page's as before: the book's questions compute with them.
    source.write_text(
        text + "\n\ndef alibi_slopes(n_heads, before=alibi_slopes):\n"
        "    return np.full(2, 0.75) if n_heads == 2 else before(n_heads)\n",
        "utf-8",
    )
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Notebooks to run: 2" in done.stdout
    page = pages_of(book) / "chapters" / "03_slopes.html"
    assert "[0.75 0.75]" in page.read_text(encoding="utf-8")
    for name in ("01_sample", "03_slopes"):
        address = f"chapters/{name}.html"
        assert (contents(book)[address] == first[address]) == (name == "01_sample")

    write_notebook(book / "chapters" / "03_slopes.ipynb", "print('other cells')")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "[1/1] 03_slopes" in done.stdout
    assert "other cells" in page.read_text(encoding="utf-8")
