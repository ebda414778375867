"""What goes wrong ends in a failed build, or in words that the reader understands."""

from __future__ import annotations

import json
import sys
from xml.etree import ElementTree

import pytest

from tests.site.reader import CHAPTERS
from tests.site.small_book import build, make_small_book, pages_of

slow = pytest.mark.slow
ONLY_TEXT = """\
format: jb-book
root: index
chapters:
  - file: chapters/02_still
"""


@pytest.fixture
def book(tmp_path):
    return make_small_book(tmp_path / "book")


@pytest.fixture
def text_book(book):
    """The small book without its notebook: for faults in the text, with no kernel to wait for."""
    (book / "chapters" / "01_sample.ipynb").unlink()
    (book / "_toc.yml").write_text(ONLY_TEXT, encoding="utf-8")
    (book / "index.md").write_text("# A small book\n\nIt has one page.\n", encoding="utf-8")
    return book


def append(file, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


# --- The build ----------------------------------------------------------------------------------


@slow
def test_text_book_builds_as_it_is(text_book):
    """Without a fault the build passes: what the tests below see is the fault's own doing."""
    done = build(text_book)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


FAULTS = {
    "a missing picture": (
        "\n![A wave](../_static/no-such-picture.png)\n",
        "image file not readable",
    ),
    "a link to no page": ("\n[Read on](03_nowhere.md).\n", "03_nowhere.md"),
    "a link to no place": ("\n[Read on](../index.md#no-such-place).\n", "no-such-place"),
    "a formula with a mistake": ("\n$$\\frac{1}{$$\n", "KaTeX cannot render"),
}


@slow
@pytest.mark.parametrize("fault", FAULTS)
def test_fault_in_the_text_fails_the_build_and_is_named(fault, text_book):
    text, said = FAULTS[fault]
    append(text_book / "chapters" / "02_still.md", text)
    done = build(text_book)
    assert done.returncode != 0
    warnings = [line for line in done.stderr.splitlines() if "WARNING" in line]
    assert any(said in line for line in warnings), done.stderr[-2000:]
    assert any("02_still.md" in line for line in warnings)


@slow
def test_chapter_outside_of_the_contents_fails_the_build_and_is_named(text_book):
    (text_book / "chapters" / "03_forgotten.md").write_text("# Forgotten\n", encoding="utf-8")
    done = build(text_book)
    assert done.returncode != 0
    assert "chapters/03_forgotten.md is not in the contents" in done.stderr


@slow
def test_missing_front_end_file_fails_the_build_and_says_what_to_run(text_book):
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
def test_notebook_that_raises_fails_the_build_and_shows_where(book):
    chapter = book / "chapters" / "01_sample.ipynb"
    notebook = json.loads(chapter.read_text(encoding="utf-8"))
    broken = {"cell_type": "code", "id": "broken", "metadata": {}, "execution_count": None}
    broken |= {"outputs": [], "source": ["table = [1, 2]\n", "table[5]  # beyond the end"]}
    notebook["cells"] = [notebook["cells"][0], broken]
    chapter.write_text(json.dumps(notebook), encoding="utf-8")
    append(book / "index.md", "\n")
    done = build(book)
    assert done.returncode != 0
    assert "01_sample.ipynb: WARNING: Executing notebook failed" in done.stderr
    assert "IndexError" in done.stdout + done.stderr


@slow
def test_address_brings_canonical_links_cards_and_a_sitemap(text_book):
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

    monkeypatch.syspath_prepend(str(root / "_ext"))
    from book_site.metadata import site_address

    options = {"repository_url": repository}
    assert site_address(SimpleNamespace(html_baseurl=given, html_theme_options=options)) == address


BINDS_AND_LISTENS_LATER = """
import socket, sys, time
server = socket.socket(socket.AF_UNIX)
server.bind("katex.sock")
time.sleep(0.5)
server.listen()
server.accept()
"""


@pytest.fixture
def start_katex(root, tmp_path, monkeypatch):
    """A function that starts a Python program in the place of KaTeX's server."""
    from sphinxcontrib.katex import KaTeXServer

    monkeypatch.syspath_prepend(str(root / "_ext"))
    from book_site.maths import start_server

    def start(code: str):
        command = [sys.executable, "-c", code]
        monkeypatch.setattr(KaTeXServer, "build_command", lambda socket: command)
        return start_server(tmp_path, timeout=60)

    return start


def test_formulas_wait_for_a_server_that_listens_late(start_katex):
    server, connection = start_katex(BINDS_AND_LISTENS_LATER)
    connection.close()
    assert server.wait(timeout=60) == 0


def test_formulas_wait_for_no_server_that_has_ended(start_katex):
    from sphinxcontrib.katex import KaTeXError

    with pytest.raises(KaTeXError, match="did not came up"):
        start_katex("raise SystemExit")


# --- The reader's browser ------------------------------------------------------------------------

EXPLORED = next((page for page in CHAPTERS if "02_" in page), "chapters/02_formula.html")


def message_after_a_touch(visit):
    """Touch the first explorer, and wait for what it has to say."""
    explorer = visit.page.locator(".pe-explorer").first
    explorer.scroll_into_view_if_needed()
    explorer.locator("input[type=range]").first.press("ArrowRight")
    message = explorer.locator(".pe-message")
    message.filter(has_text="default settings").wait_for(state="visible")
    return explorer, message.inner_text()


@pytest.mark.parametrize(
    ("pattern", "answer"),
    [
        ("**/vendor/plotly-cartesian.min.js*", {"status": 404, "body": ""}),
        ("**/explorers/counter.mjs*", {"status": 404, "body": ""}),
        (
            "**/explorers/counter.mjs*",
            {
                "content_type": "text/javascript",
                "body": "export function update() { throw new Error('deliberate'); }",
            },
        ),
    ],
    ids=["plotly does not come", "the twin does not come", "the twin throws"],
)
def test_figure_stays_at_its_defaults_and_says_why(pattern, answer, book_url, open_page):
    visit = open_page("about:blank")
    visit.page.route(pattern, lambda route: route.fulfill(**answer))
    visit.page.goto(f"{book_url}/{EXPLORED}")
    explorer, message = message_after_a_touch(visit)
    assert explorer.get_attribute("data-explorer") == "counter"
    assert "default settings" in message
    assert explorer.locator(".pe-still svg").is_visible()
    assert explorer.locator(".pe-sentence").inner_text().strip()


@pytest.mark.parametrize("path", CHAPTERS)
def test_chapter_reads_without_scripts(path, book_url, open_page):
    visit = open_page(f"{book_url}/{path}", java_script_enabled=False)
    page = visit.page
    for explorer in page.locator(".pe-explorer").all():
        assert explorer.locator(".pe-still svg").is_visible()
        assert explorer.locator(".pe-sentence").inner_text().strip()
    for explorer in page.locator(".pe-explorer:has(form)").all():
        assert "need JavaScript" in explorer.inner_text()
    for question in page.locator("form.pe-question").all():
        assert question.locator("details > summary").is_visible()
    assert all(picture.is_visible() for picture in page.locator(".pe-picture svg").all())
    # The theme's buttons that need a script are not offered.
    assert not page.locator("button.theme-switch-button").is_visible()
    assert not visit.all_troubles()
