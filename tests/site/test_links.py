"""Links within the site lead somewhere, files that pages name exist, and no page names a host."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

import pe_lib
from tests.site.reader import PAGES

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
