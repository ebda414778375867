"""Links within the site lead somewhere, files that pages name exist, and no page names a host."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

import pe_lib
from _ext.book_site import moved
from tests.site.reader import CHAPTERS, PAGES

# Attributes by which a browser fetches something without being asked.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("use", "href")}
# A link element of these kinds tells something; it fetches nothing.
TELLING = {"canonical", "next", "prev", "search", "index", "author", "license"}


class Page(HTMLParser):
    """The ids of a page, what it links to and what it fetches."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.modules: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(given["id"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "script" and given.get("type") == "module" and given.get("src"):
            self.modules.append(given["src"])
        for name, value in attrs:
            if (tag, name) in FETCHED and value and given.get("rel") not in TELLING:
                self.fetched.append(value)


@pytest.fixture(scope="module")
def site(book_html) -> dict[str, Page]:
    return {path: Page((book_html / path).read_text(encoding="utf-8")) for path in PAGES}


@pytest.mark.parametrize("path", PAGES)
def test_links_and_anchors_resolve(path, site, book_html):
    broken = []
    for link in site[path].links + site[path].fetched:
        if link.startswith("data:") or urlsplit(link).scheme in ("http", "https", "mailto"):
            continue
        target = urlsplit(urljoin(f"/{path}", link))
        name = unquote(target.path).lstrip("/") or "index.html"
        if not (book_html / name).is_file():
            broken.append(f"{link}: no such file")
        elif target.fragment and name in site and target.fragment not in site[name].ids:
            # What stands behind a colon are settings of an explorer, which page.mjs reads.
            if ":" not in target.fragment:
                broken.append(f"{link}: no such place")
    assert not broken


@pytest.mark.parametrize(
    ("before", "after"),
    {
        "glossary.html#toeplitz": "pages/glossary.html#toeplitz",
        "teaching.html?lesson=3#a-lesson-of-45-minutes": "pages/teaching.html?lesson=3"
        "#a-lesson-of-45-minutes",
        "your_table.html": "pages/your_table.html",
    }.items(),
)
def test_the_address_that_a_page_had_before_leads_to_it(before, after, book_url, open_page):
    page = open_page(f"{book_url}/{before}").page
    page.wait_for_url(f"{book_url}/{after}")
    page.locator("article h1").wait_for()


def test_every_page_that_moved_has_left_its_address(book_html):
    for name in moved.PAGES:
        page = BeautifulSoup(
            (book_html / f"{name}.html").read_text(encoding="utf-8"), "html.parser"
        )
        assert (book_html / page.a["href"]).is_file()
        assert page.a["href"] == f"{moved.FOLDER}{name}.html"
        assert page.a["href"] in page.find("noscript").decode_contents()


def test_a_link_to_an_explorer_that_moved_leads_to_a_page_that_shows_it(book_html):
    for before, explorers in moved.EXPLORERS.items():
        for name, now in explorers.items():
            page = (book_html / f"{now}.html").read_text(encoding="utf-8")
            assert f'id="explorer-{name}"' in page, f"{before}#{name}: leads to {now}"


@pytest.mark.parametrize("path", PAGES)
def test_names_of_the_library_lead_to_their_entries(path, book_html):
    """In the text with or without `pe_lib.` before them, in code with it."""
    page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser").article
    exported = "|".join(pe_lib.__all__)
    in_text = re.compile(rf"(?:pe_lib\.)?({exported})(?:\(.*\))?")
    in_code = re.compile(rf"(?m)^(?!(?:>>> )?from )[^#\n]*\bpe_lib\.({exported})\b")
    assert not page or not page.select("a a")
    for code in page.select("code.literal") if page else ():
        if found := in_text.fullmatch(code.get_text()):
            assert code.parent["href"].endswith(f"#pe_lib.{found[1]}")
    for block in page.select("div.highlight > pre") if page else ():
        names = in_code.findall(block.get_text())
        linked = [link["href"].partition("#pe_lib.")[2] for link in block.select("a.pe-name")]
        assert set(names) <= set(linked)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_other_hosts(path, site):
    assert [url for url in site[path].fetched if urlsplit(url).netloc] == []


@pytest.mark.parametrize("path", PAGES)
def test_ids_are_unique(path, site):
    twice = {name for name in site[path].ids if site[path].ids.count(name) > 1}
    assert not twice


@pytest.mark.parametrize("path", PAGES)
def test_scripts_are_loaded_only_where_needed(path, site, book_html):
    text = (book_html / path).read_text(encoding="utf-8")
    modules = " ".join(site[path].modules)
    assert ("renderer/page.mjs" in modules) == ('class="pe-explorer"' in text)
    assert ("question.mjs" in modules) == ('class="pe-question"' in text)


def test_styles_of_outputs_are_bundled(root, book_html):
    bundle = "".join((book_html / "_static" / "site.css").read_text(encoding="utf-8").split())
    pages = "".join((book_html / path).read_text(encoding="utf-8") for path in PAGES)
    for file in (root / "pe_book").rglob("*.css"):
        style = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.S)
        assert "".join(style.split()) in bundle, file
        # A page may have rules of its own for `:root`.
        assert "\n".join(style.strip().splitlines()[:2]) not in pages, file


def test_formulas_are_rendered_at_build_time(book_html):
    text = "".join((book_html / path).read_text(encoding="utf-8") for path in CHAPTERS)
    assert text.count('class="katex-html"') > 100
    assert "katex-error" not in text


def test_icon_fonts_are_subset_and_complete(book_html):
    """The cut font holds every icon that the stylesheet names, and little else."""
    from fontTools.ttLib import TTFont

    file = book_html / "_static" / "icons" / "fa-solid-900.woff"
    assert file.stat().st_size < 8_000
    have = set(TTFont(file).getBestCmap())
    # bars, magnifying glass, sun, moon, half circle: the theme's own buttons.
    assert {0xF0C9, 0xF002, 0xF185, 0xF186, 0xF042} <= have
