"""Explorers in a frame of another site: they answer, and tell their height."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.conftest import served
from tests.site.reader import from_menu

EXPLORER = "waves"
# Storage of a frame's site is blocked, as browsers do for a site that the reader has not opened.
STORAGE_BLOCKED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
COURSE = """<!DOCTYPE html><html lang="en"><title>A course</title><h1>A course</h1>{frames}"""


def embed_pages(book_html: Path) -> list[str]:
    return sorted(file.stem for file in (book_html / "embed").glob("*.html"))


def listening_script(root: Path) -> str:
    """The script that the teacher's page offers to whoever writes the page around a frame."""
    teaching = (root / "pages/teaching.md").read_text(encoding="utf-8")
    return re.search(r"```html\n(.*?)```", teaching, re.S)[1]


@pytest.fixture
def in_course(root, tmp_path, open_page, book_url):
    """A function that shows lines of HTML in a page of another site."""
    with served(tmp_path) as elsewhere:
        # Another port is another origin; another name is another site, too.
        elsewhere = elsewhere.replace("127.0.0.1", "localhost")

        def show(*lines: str, width: int = 1000):
            text = COURSE.format(frames=listening_script(root) + "".join(lines))
            (tmp_path / "index.html").write_text(text, encoding="utf-8")
            visit = open_page("about:blank", width=width)
            visit.page.add_init_script(f"if (top !== window) {{ {STORAGE_BLOCKED} }}")
            visit.page.goto(f"{elsewhere}/index.html")
            return visit

        yield show


LOW = 50  # a frame that nothing fits
FITS = f"(frame) => frame.height > {LOW}"


def low(line: str) -> str:
    """The line with a height that the page in the frame has to correct."""
    return re.sub(r'height="\d+"', f'height="{LOW}"', line)


@pytest.mark.parametrize("width", [320, 1000])
def test_an_explorer_answers_in_a_frame_of_another_site(width, book_url, open_page, in_course):
    chapter = open_page(f"{book_url}/chapters/03_frequency_and_wavelength.html")
    section = chapter.page.locator(f"#explorer-{EXPLORER}")
    section.locator("fieldset:enabled").wait_for()
    section.locator(".pe-more").evaluate("(more) => { more.open = true; }")
    before = section.locator("output[for$=length]").inner_text()
    section.locator("[name=length]").press("ArrowLeft")
    length = section.locator("output[for$=length]").inner_text()
    assert length != before
    from_menu(section, "Embed").click()
    line = chapter.page.locator(".pe-embedding textarea").input_value()
    visit = in_course(low(line), width=width)
    element = visit.page.locator("iframe")
    assert element.get_attribute("title") == section.locator(".pe-asks").inner_text()
    frame = element.element_handle().content_frame()
    frame.wait_for_selector("fieldset:not([disabled])")
    assert frame.locator("output[for$=length]").text_content() == length
    sentence = frame.locator(".pe-sentence").inner_text()
    frame.locator("[name=d_model]").press("ArrowRight")
    frame.wait_for_function(
        "(before) => document.querySelector('.pe-sentence').textContent !== before", arg=sentence
    )
    assert "d_model=" in frame.url and "length=" in frame.url
    visit.page.wait_for_function(FITS, arg=element.element_handle())
    frame.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Its moves are no steps of the page around it.
    assert visit.page.evaluate("history.length") <= 2
    assert not visit.take_problems()


def test_links_of_pages_for_frames_lead_to_their_place(book_html):
    for name in embed_pages(book_html):
        page = (book_html / "embed" / f"{name}.html").read_text(encoding="utf-8")
        [footer] = re.findall(r"<footer>(.*?)</footer>", page, re.S) or [""]
        target, anchor = unescape(re.search(r'href="([^"]+)"', footer)[1]).split("#")
        place = (book_html / "embed" / target).resolve().read_text(encoding="utf-8")
        assert f'id="{anchor}"' in place, f"{name}: {target}#{anchor}"
