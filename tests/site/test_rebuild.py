"""A second build changes what its reason changed, and nothing else."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.site.small_book import build, make_small_book, pages_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("rebuild")]


def contents(book: Path) -> dict[str, str]:
    """Return a digest of every file of the built site, by its address."""
    site = pages_of(book)
    return {
        file.relative_to(site).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    book = make_small_book(tmp_path_factory.mktemp("rebuilt") / "book")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    return book


def test_unchanged_book_is_left_as_it_is(book):
    first = contents(book)
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    assert contents(book) == first
    assert (pages_of(book) / "_static" / "site.css").stat().st_size > 10_000


def test_one_changed_page_leaves_the_others_and_their_styles(book):
    first = contents(book)
    page = book / "chapters" / "02_still.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")
    done = build(book)
    assert done.returncode == 0, done.stderr[-2000:]
    changed = {name for name, digest in contents(book).items() if first.get(name) != digest}
    assert "chapters/02_still.html" in changed
    assert not {name for name in changed if name.startswith(("_static/", "chapters/01_"))}
