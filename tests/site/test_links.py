"""Links within the site lead somewhere, files that pages name exist, and no page names a host."""

from __future__ import annotations

import re
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

import pe_lib
from pe_book.explorers import ALL
from tests.site.reader import PAGES

# In one worker, where all pages are parsed once.
pytestmark = pytest.mark.xdist_group("links")
# Pages for frames, which lead to the pages of the book.
FRAMES = [f"embed/{name}.html" for name in ALL]
# What a browser fetches without being asked.
FETCHED = (
    "script[src], img[src], iframe[src], link[rel~=stylesheet], link[rel~=icon], link[rel=preload]"
)


@pytest.fixture(scope="module")
def site(book_html) -> dict[str, BeautifulSoup]:
    return {
        path: BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
        for path in (*PAGES, *FRAMES)
    }


@pytest.fixture(scope="module")
def ids(site) -> dict[str, list[str]]:
    return {path: [element["id"] for element in page.select("[id]")] for path, page in site.items()}


@pytest.mark.parametrize("path", [*PAGES, *FRAMES])
def test_links_resolve_ids_are_unique_and_nothing_comes_from_other_hosts(
    path, site, ids, book_html
):
    assert len(ids[path]) == len(set(ids[path]))
    fetched = [e.get("src") or e["href"] for e in site[path].select(FETCHED)]
    assert [url for url in fetched if urlsplit(url).netloc] == []
    broken = []
    for link in [*fetched, *(a["href"] for a in site[path].select("a[href]"))]:
        if urlsplit(link).scheme in ("http", "https", "mailto", "data"):
            continue
        target = urlsplit(urljoin(f"/{path}", link))
        name = unquote(target.path).lstrip("/") or "index.html"
        if not (book_html / name).is_file():
            broken.append(f"{link}: no such file")
        # What follows a colon are settings of an explorer, which page.mjs reads.
        elif target.fragment and name in ids and ":" not in target.fragment:
            if target.fragment not in ids[name]:
                broken.append(f"{link}: no such place")
    assert not broken


def test_files_that_styles_name_are_there(book_html):
    for style in [*book_html.glob("vendor/**/*.css"), book_html / "_static/site.css"]:
        named = re.findall(r"url\([\"']?(?!data:)([^#\"')]+)", style.read_text(encoding="utf-8"))
        missing = [name for name in named if not (style.parent / name.partition("?")[0]).is_file()]
        assert missing == [], style


def test_the_contents_have_twenty_entries_and_every_page_is_found_from_them(site):
    """By the links of the pages, and by the footer of each."""
    sidebar = site["index.html"].select("#pst-primary-sidebar .bd-links a[href]")
    assert len(sidebar) == 20
    reached, new = set(), {"index.html"}
    while new:
        reached |= new
        links = {urljoin(path, a["href"]) for path in new for a in site[path].select("a[href]")}
        new = {urlsplit(link).path for link in links} & site.keys() - reached
    assert {path for path in site if path.startswith(("chapters/", "pages/"))} <= reached


@pytest.mark.parametrize("path", PAGES)
def test_names_of_the_library_lead_to_their_entries(path, site):
    """In the text with or without `pe_lib.` before them, in code with it."""
    exported = "|".join(pe_lib.__all__)
    in_text = re.compile(rf"(?:pe_lib\.)?({exported})(?:\(.*\))?")
    in_code = re.compile(rf"(?m)^(?!(?:>>> )?from )[^#\n]*\bpe_lib\.({exported})\b")
    assert not site[path].select("a a")
    for code in site[path].select("article code.literal"):
        if found := in_text.fullmatch(code.get_text()):
            assert code.parent["href"].endswith(f"#pe_lib.{found[1]}")
    for block in site[path].select("article div.highlight > pre"):
        linked = [link["href"].partition("#pe_lib.")[2] for link in block.select("a.pe-name")]
        assert set(in_code.findall(block.get_text())) <= set(linked)
