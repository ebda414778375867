"""What goes wrong ends in a failed build, or in words that the reader understands."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pe_book.explorers import ALL
from tests.rendered import text_of
from tests.site.reader import CHAPTERS
from tests.site.small_book import build, make_small_book, pages_of

slow = pytest.mark.slow
in_one_build = pytest.mark.xdist_group("faults")


@pytest.fixture
def book(tmp_path):
    return make_small_book(tmp_path / "book")


@pytest.fixture
def text_book(book):
    return without_notebook(book)


def without_notebook(book: Path) -> Path:
    """The small book for faults in the text, with no kernel to wait for."""
    (book / "chapters" / "01_sample.ipynb").unlink()
    write_contents(book, ["chapters/02_still.md"])
    (book / "index.md").write_text("# A small book\n\nIt has one page.\n", encoding="utf-8")
    return book


def write_contents(book: Path, pages: list[str]) -> None:
    entries = "".join(f"  - file: {page}\n" for page in pages)
    text = f"format: jb-book\nroot: index\nchapters:\n{entries}"
    (book / "_toc.yml").write_text(text, encoding="utf-8")


# --- The build ----------------------------------------------------------------------------------

# What a page says, and what the build has to say of it.
FAULTS = {
    "a missing picture": (
        "![A wave](../_static/no-such-picture.png)",
        "image file not readable",
    ),
    "a link to no page": ("[Read on](nowhere.md).", "nowhere.md"),
    "a link to no place": ("[Read on](../index.md#no-such-place).", "no-such-place"),
    "a formula with a mistake": ("$$\\frac{1}{$$", "KaTeX cannot render"),
}
FORGOTTEN = ("chapters/03_forgotten.md", "pages/forgotten.md")


def page_of(fault: str) -> str:
    return f"chapters/{fault.replace(' ', '_')}.md"


@pytest.fixture(scope="module")
def build_with_errors(tmp_path_factory):
    """One build of a page for each fault, and of two pages that the contents forget."""
    book = without_notebook(make_small_book(tmp_path_factory.mktemp("faults") / "book"))
    for fault, (text, _) in FAULTS.items():
        (book / page_of(fault)).write_text(f"# Faulty\n\n{text}\n", encoding="utf-8")
    write_contents(book, ["chapters/02_still.md", *map(page_of, FAULTS)])
    (book / "pages").mkdir(exist_ok=True)
    for page in FORGOTTEN:
        (book / page).write_text("# Forgotten\n", encoding="utf-8")
    return build(book)


def warnings_of(done) -> list[str]:
    return [line for line in done.stderr.splitlines() if "WARNING: " in line]


@slow
@in_one_build
def test_a_single_warning_fails_the_build(build_with_errors):
    """One for each fault, all of them counted as errors, and none for the page without a fault."""
    done = build_with_errors
    found = warnings_of(done)
    assert done.returncode != 0
    assert len(found) == len(FAULTS) + len(FORGOTTEN), found
    assert "The book was not built." in done.stderr
    assert not any("02_still.md" in line for line in found)


@slow
@in_one_build
@pytest.mark.parametrize("fault", FAULTS)
def test_an_error_in_the_text_fails_the_build_and_is_named(fault, build_with_errors):
    _, message = FAULTS[fault]
    found = [line for line in warnings_of(build_with_errors) if page_of(fault) in line]
    assert len(found) == 1 and message in found[0], build_with_errors.stderr[-2000:]


@slow
@in_one_build
@pytest.mark.parametrize("page", FORGOTTEN)
def test_a_page_missing_from_the_contents_fails_the_build(page, build_with_errors):
    warning = f"{page} is not in the contents"
    assert any(warning in line for line in warnings_of(build_with_errors))


@slow
def test_a_missing_front_end_file_fails_the_build_and_says_what_to_run(text_book):
    linked = text_book / "node_modules"
    real = linked.resolve()
    linked.unlink()
    linked.mkdir()
    for package in real.iterdir():
        if package.name != "katex":
            (linked / package.name).symlink_to(package)
    done = build(text_book)
    assert done.returncode != 0
    assert "katex" in done.stdout + done.stderr
    assert "npm ci" in done.stdout + done.stderr


@slow
def test_an_error_in_a_notebook_fails_the_build_and_shows_where(book):
    chapter = book / "chapters" / "01_sample.ipynb"
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    broken = {"cell_type": "code", "id": "broken", "metadata": {}, "execution_count": None}
    broken |= {"outputs": [], "source": ["table = [1, 2]\n", "table[5]  # beyond the end"]}
    notebook["cells"] = [notebook["cells"][0], broken]
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    done = build(book)
    assert done.returncode != 0
    first, second, *rest = done.stderr.splitlines()
    assert first == (
        "ERROR: chapters/01_sample.ipynb, cell 2, line 2: IndexError: list index out of range"
    )
    assert second.strip() == "table[5]  # beyond the end" and len(rest) <= 8


@slow
def test_site_address_adds_canonical_links_cards_and_a_sitemap(text_book):
    """Known address: absolute links, a card of each page, a sitemap; a 404 page for any depth."""
    from bs4 import BeautifulSoup
    from PIL import Image

    settings = text_book / "_config.yml"
    text = settings.read_text(encoding="utf-8")
    assert 'baseurl: ""' in text
    home = "https://example.org/some/book/"
    settings.write_text(text.replace('baseurl: ""', f'baseurl: "{home}"'), encoding="utf-8")
    done = build(text_book)
    assert done.returncode == 0, done.stderr[-2000:]
    pages = pages_of(text_book)
    page = BeautifulSoup((pages / "chapters/02_still.html").read_text("utf-8"), "html.parser")
    assert page.find("link", rel="canonical")["href"] == f"{home}chapters/02_still.html"
    card = page.find("meta", property="og:image")["content"]
    assert card.startswith(home)
    with Image.open(pages / card.removeprefix(home)) as image:
        assert image.size == (1200, 630)
        assert len(image.getcolors(1 << 20)) > 50  # the strip of the table, not one flat color
    sitemap = ElementTree.parse(pages / "sitemap.xml")
    addresses = {
        loc.text for loc in sitemap.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")
    }
    assert addresses == {f"{home}index.html", f"{home}chapters/02_still.html"}
    assert f"Sitemap: {home}sitemap.xml" in (pages / "robots.txt").read_text("utf-8")
    lost = BeautifulSoup((pages / "404.html").read_text("utf-8"), "html.parser")
    assert lost.find("base")["href"] == "/some/book/"


@pytest.mark.parametrize(
    ("repository", "given", "address"),
    [
        ("https://github.com/Someone/book", "", "https://someone.github.io/book/"),
        ("https://github.com/someone/book.git", "", "https://someone.github.io/book/"),
        ("https://github.com/someone/someone.github.io", "", "https://someone.github.io/"),
        ("https://github.com/someone/book", "https://example.org/b", "https://example.org/b/"),
        ("https://gitlab.com/someone/book", "", ""),
        ("", "", ""),
    ],
)
def test_site_address_follows_from_the_repository(repository, given, address, root, monkeypatch):
    from types import SimpleNamespace

    from _ext.book_site.metadata import site_address

    options = {"repository_url": repository}
    assert site_address(SimpleNamespace(html_baseurl=given, html_theme_options=options)) == address


# --- The reader's browser ------------------------------------------------------------------------


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_is_readable_without_javascript(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}", java_script_enabled=False)
    page = visit.page
    for section in page.locator(".pe-explorer").all():
        name = section.get_attribute("data-explorer")
        with faults.at(f"{path}, {name}"):
            assert_shows_initial_settings(section, ALL[name])
    for question in page.locator("form.pe-question").all():
        assert question.locator("details > summary").is_visible()
    assert all(picture.is_visible() for picture in page.locator(".pe-picture svg").all())
    # The theme's buttons that need a script are not offered.
    assert not page.locator("button.theme-switch-button").is_visible()
    assert not visit.take_problems()


def assert_shows_initial_settings(section, explorer) -> None:
    """Figure, sentence and table are there; the controls are not in use, and a note says why."""
    carried = section.locator('script[type="application/json"]').text_content()
    start = json.loads(carried)["start"]
    # One for this width, where the figure has another for a phone.
    assert section.locator(".pe-still > svg").filter(visible=True).count() == 1
    assert section.get_by_role("img", name=explorer.alt).is_visible()
    assert section.locator(".pe-sentence").inner_text() == text_of(explorer, **start).sentence
    note = section.locator("noscript .pe-note")
    assert note.is_visible() and "need JavaScript" in note.inner_text()
    for control in explorer.controls:
        assert section.locator(f'[name="{control.name}"]').is_disabled()
    section.locator(".pe-data > summary").click()
    assert section.locator("tbody td").first.is_visible()
