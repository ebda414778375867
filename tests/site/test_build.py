"""A build fails at the first fault and names it; a second one changes what its reason changed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import nbformat
import pytest

from tests.site.small_book import build, make_small_book, pages_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("build")]

# A page's text, and a part of the build's message.
FAULTS = {
    "a missing picture": ("![A wave](../_static/no-such-picture.png)", "not readable"),
    "a link to no page": ("[Read on](nowhere.md).", "nowhere.md"),
    "a link to no place": ("[Read on](../index.md#no-such-place).", "no-such-place"),
    "a formula with a mistake": ("$$\\frac{1}{$$", "KaTeX"),
}


def page_of(fault: str) -> str:
    return f"chapters/{fault.replace(' ', '_')}.md"


def test_every_fault_of_the_text_fails_the_build_and_is_named(tmp_path):
    """One build of a page for each fault, and of one that the contents forget."""
    book = make_small_book(tmp_path / "book")
    (book / "chapters" / "01_sample.ipynb").unlink()
    (book / "index.md").write_text("# A small book\n\nIt has one page.\n", encoding="utf-8")
    for fault, (text, _) in FAULTS.items():
        (book / page_of(fault)).write_text(f"# Faulty\n\n{text}\n", encoding="utf-8")
    pages = "".join(f"  - file: {page}\n" for page in map(page_of, FAULTS))
    contents = f"format: jb-book\nroot: index\nchapters:\n  - file: chapters/02_still.md\n{pages}"
    (book / "_toc.yml").write_text(contents, encoding="utf-8")
    (book / "chapters" / "03_forgotten.md").write_text("# Forgotten\n", encoding="utf-8")
    done = build(book)
    assert done.returncode != 0
    warnings = [line for line in done.stderr.splitlines() if "WARNING: " in line]
    for fault, (_, words) in FAULTS.items():
        assert any(page_of(fault) in line and words in line for line in warnings), fault
    assert any("chapters/03_forgotten.md" in line for line in warnings)


def test_an_error_in_a_notebook_fails_the_build_and_shows_where(tmp_path):
    book = make_small_book(tmp_path / "book")
    chapter = book / "chapters" / "01_sample.ipynb"
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    broken = {"cell_type": "code", "id": "broken", "metadata": {}, "execution_count": None}
    broken |= {"outputs": [], "source": ["table = [1, 2]\n", "table[5]  # beyond the end"]}
    notebook["cells"] = [notebook["cells"][0], broken]
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    done = build(book)
    assert done.returncode != 0
    first, second, *_ = done.stderr.splitlines()
    assert "chapters/01_sample.ipynb, cell 2, line 2: IndexError" in first
    assert second.strip() == "table[5]  # beyond the end"


def contents(book: Path) -> dict[str, str]:
    """Return a digest of every file of the built site, by its address."""
    site = pages_of(book)
    return {
        file.relative_to(site).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }


def built(book: Path) -> str:
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def write_notebook(file: Path, code: str) -> None:
    cell = nbformat.v4.new_code_cell(code)
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    title = nbformat.v4.new_markdown_cell(f"# {file.stem}")
    nbformat.write(nbformat.v4.new_notebook(cells=[title, cell], metadata=kernel), file)


def test_a_second_build_changes_what_its_reason_changed(tmp_path):
    """A book of two notebooks and a page."""
    # At a path that a shell, an address or a regular expression could stumble over.
    book = make_small_book(tmp_path / "ein Büchlein (2), 100 % größer")
    other = book / "chapters" / "03_other.ipynb"
    write_notebook(other, "print(1)")
    with (book / "_toc.yml").open("a", encoding="utf-8") as contents_file:
        contents_file.write("      - file: chapters/03_other\n")
    assert "Notebooks to run: 2" in built(book)

    first = contents(book)
    page = book / "chapters" / "02_still.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")
    write_notebook(other, "print(2)")
    assert "Notebooks to run: 1" in built(book)
    changed = {name for name, digest in contents(book).items() if first.get(name) != digest}
    assert {"chapters/02_still.html", "chapters/03_other.html"} <= changed
    assert not {name for name in changed if name.startswith(("_static/", "chapters/01_"))}
