"""A live cell before it runs: what it loads, and what stands there without JavaScript."""

from __future__ import annotations

import gzip
import hashlib
import json
import re

import pytest
from bs4 import BeautifulSoup

from tests.site.live_cells import FORMULA, LIVE_CHAPTERS, TABLE, live_on, mistakes_on, needs_python
from tests.site.reader import ROOT, SCREENS, SETTLED, HeldRequests, make_first_move

pytestmark = needs_python


def test_python_files_have_content_hashes_in_their_addresses(book_html):
    """Else a browser would run a new page with an old library."""
    known = json.loads((book_html / "vendor" / "live.json").read_text(encoding="utf-8"))
    content = [*known["files"], *known["packages"]]
    for address in (known["worker"], known["editor"], *content):
        path, mark = address.split("?v=")
        assert hashlib.sha256((book_html / path).read_bytes()).hexdigest().startswith(mark)
        assert len(mark) == 8
    assert re.search(r"/pyodide-\d+\.\d+\.\d+/", known["worker"])
    files = [address.split("?")[0] for address in content]
    assert known["bytes"] == sum((book_html / file).stat().st_size for file in files)


def test_download_size_of_python_and_editor(book_html):
    """As a host sends them: archives as they are, the rest compressed."""
    vendor = book_html / "vendor"
    [python] = vendor.glob("pyodide-*")
    files = [*python.glob("*.*"), vendor / "packages.zip", vendor / "codemirror" / "editor.mjs"]
    weights = {
        file.name: file.stat().st_size
        if file.suffix in (".zip", ".whl")
        else len(gzip.compress(file.read_bytes(), 6))
        for file in files
    }
    assert 50_000 < weights["editor.mjs"] <= 160_000
    total = sum(weights.values())
    assert 9e6 < total <= 10.5e6
    for page in ("index.md", "pages/your_table.md", "pages/your_config.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert f"loads about {total / 1e6:.0f} MB" in text, page


@pytest.mark.parametrize("page", LIVE_CHAPTERS)
def test_a_live_cell_without_javascript_has_its_code_and_stored_output(page, book_html):
    text = (book_html / page).read_text(encoding="utf-8")
    found = BeautifulSoup(text, "html.parser")
    exercises = mistakes_on(page)
    for name, source in live_on(page).items():
        [cell] = found.select(f"#cell-{name}.pe-live")
        assert cell.select_one(".cell_input pre").text.strip() == source
        outputs = [output.text.strip() for output in cell.select(".cell_output")]
        assert not outputs if name in exercises else all(outputs) and outputs
        assert "needs JavaScript" in cell.select_one("noscript").text
        # Run is there, and hidden where it can bring nothing.
        assert not cell.select("button:not(.pe-run.pst-js-only), [hidden]")


def test_a_live_cell_is_visible_without_javascript(book_url, open_page):
    visit = open_page(f"{book_url}/{FORMULA}", java_script_enabled=False)
    cell = visit.page.locator(f"#cell-{TABLE}")
    for part in (".cell_input pre", "noscript"):
        assert cell.locator(part).first.is_visible()
    assert not cell.get_by_role("button").count()


CODE_HEIGHTS = """[...document.querySelectorAll(".pe-live .cell_input")]
  .map((code) => code.getBoundingClientRect().height)"""

EDITORS_ARE_THERE = """[...document.querySelectorAll(".pe-live")]
  .every((cell) => cell.querySelector(".cm-editor"))"""


@pytest.mark.parametrize("path", LIVE_CHAPTERS)
def test_an_editor_is_as_high_as_the_code_in_whose_place_it_stands(path, book_url, open_page):
    """Else what a reader reads, or comes back to, moves: on a phone most lines take two rows."""
    visit = open_page(f"{book_url}/{path}", width=375)
    page = visit.page
    make_first_move(page)
    before = page.evaluate(CODE_HEIGHTS)
    page.locator(".pe-live").last.evaluate("(cell) => cell.scrollIntoView({ block: 'end' })")
    page.wait_for_function(EDITORS_ARE_THERE)
    # As when a bar of a phone's browser goes.
    page.set_viewport_size({"width": 375, "height": 760})
    page.evaluate(SETTLED)
    assert page.evaluate(CODE_HEIGHTS) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("width", SCREENS)
def test_a_question_keeps_its_place_when_code_above_gets_its_editor(width, book_url, open_page):
    """Chromium scrolled by a cell's height where its code and its editor were there at once."""
    page = open_page("about:blank", width=width).page
    editor = HeldRequests(page, "**/editor.mjs*")
    page.goto(f"{book_url}/chapters/04_offsets_are_rotations.html")
    make_first_move(page)
    page.locator(".pe-live").last.scroll_into_view_if_needed()
    editor.wait()
    question = page.locator("form.pe-question").last
    question.locator("input").last.focus()
    page.evaluate(SETTLED)
    before = question.bounding_box()["y"]
    editor.release()
    page.wait_for_function(EDITORS_ARE_THERE)
    page.evaluate(SETTLED)
    assert question.bounding_box()["y"] == pytest.approx(before, abs=1)
