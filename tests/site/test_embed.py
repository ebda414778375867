"""Explorers and questions in a frame of another site: they answer, and tell their height."""

from __future__ import annotations

import gzip
import re
from html import unescape
from pathlib import Path

import pytest

from tests.server import served
from tests.site.page_checks import violations
from tests.site.reader import from_menu

NARROW = (320, 600)
WIDTHS = [1000, *(pytest.param(width, marks=pytest.mark.elsewhere) for width in NARROW)]
LARGEST = 120_000  # bytes of all files together, compressed
EXPLORER, QUESTION = "waves", "question-chapter-3-longest"
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


def line_of(visit, button) -> str:
    """The line that a button of a page gives."""
    button.click()
    text = visit.page.locator(".pe-embedding textarea").input_value()
    visit.page.keyboard.press("Escape")
    visit.page.locator(".pe-embedding").wait_for(state="detached")
    return text


LOW = 50  # a frame that nothing fits
FITS = f"(frame) => frame.height > {LOW}"


def low(line: str) -> str:
    """The line with a height that the page in the frame has to correct."""
    return re.sub(r'height="\d+"', f'height="{LOW}"', line)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_explorer_answers_in_a_frame_of_another_site(width, book_url, open_page, in_course):
    chapter = open_page(f"{book_url}/chapters/03_frequency_and_wavelength.html")
    section = chapter.page.locator(f"#explorer-{EXPLORER}")
    section.locator("fieldset:enabled").wait_for()
    section.locator(".pe-more").evaluate("(more) => { more.open = true; }")
    before = section.locator("output[for$=length]").inner_text()
    section.locator("[name=length]").press("ArrowLeft")
    length = section.locator("output[for$=length]").inner_text()
    assert length != before
    line = line_of(chapter, from_menu(section, "Embed"))
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
    assert frame.evaluate("innerHeight - document.body.offsetHeight") in (0, 1)
    # Its moves are no steps of the page around it.
    assert visit.page.evaluate("history.length") <= 2
    assert not visit.take_problems()


def test_a_question_answers_in_a_frame_of_another_site(book_url, open_page, in_course):
    listed = open_page(f"{book_url}/embed/index.html")
    line = line_of(listed, listed.page.locator(f"button[name={QUESTION}]"))
    visit = in_course(low(line), width=600)
    frame = visit.page.locator("iframe").element_handle().content_frame()
    frame.wait_for_selector("form[data-ready]")
    before = frame.evaluate("document.body.offsetHeight")
    frame.locator("input").first.fill("3")
    frame.get_by_role("button", name="Check").click()
    frame.locator(".pe-reply strong").wait_for()
    visit.page.wait_for_function(
        "(low) => document.querySelector('iframe').height > low", arg=before
    )
    with visit.page.expect_popup() as opened:
        frame.locator("footer a").click()
    assert opened.value.url.endswith(f"03_frequency_and_wavelength.html#{QUESTION}")
    assert not visit.take_problems()


def test_the_line_is_copied_or_left_selected(book_url, open_page):
    visit = open_page(f"{book_url}/embed/index.html", permissions=["clipboard-read"])
    page = visit.page
    button = page.locator(f"button[name={QUESTION}]")
    button.press("Enter")
    line = page.locator(".pe-embedding textarea")
    assert line.evaluate("(line) => line === document.activeElement")
    page.evaluate(
        "() => { navigator.clipboard.writeText = async (text) => { window.got = text; }; }"
    )
    page.get_by_role("button", name="Copy").click()
    page.locator(".pe-embedding [role=status]", has_text="is copied").wait_for()
    assert page.evaluate("window.got") == line.input_value()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('no'); }")
    page.get_by_role("button", name="Copy").click()
    page.locator(".pe-embedding [role=status]", has_text="not allowed").wait_for()
    assert page.evaluate("getSelection().toString()") in ("", line.input_value())
    assert line.evaluate("(e) => e.selectionEnd - e.selectionStart === e.value.length")
    page.keyboard.press("Escape")
    assert button.evaluate("(button) => button === document.activeElement")
    assert not visit.take_problems()


def files_of(page: Path) -> set[Path]:
    """Return what a page for a frame loads: its styles, its scripts and what those import."""
    found: set[Path] = set()

    def visit(file: Path) -> None:
        if file in found:
            return
        found.add(file)
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html":
            links = re.findall(r'(?:src|href)="(\.\./_static/[^"?#]+)', text)
            if name := re.search(r'data-explorer="(\w+)"', text):
                links.append(f"../_static/pe_book/explorers/{name[1]}.mjs")
        else:
            links = re.findall(r'(?:from |import )"(\.[^"]+)"', text)
        for link in links:
            visit((file.parent / link).resolve())

    visit(page.resolve())
    return found


def test_every_page_for_a_frame_is_small(book_html):
    weights = {
        name: sum(
            len(gzip.compress(file.read_bytes()))
            for file in files_of(book_html / "embed" / f"{name}.html")
        )
        for name in embed_pages(book_html)
    }
    assert {name: n for name, n in weights.items() if n > LARGEST} == {}
    assert weights[EXPLORER] > 20_000  # its scripts are counted


def test_every_explorer_and_question_has_a_page(book_html):
    from pe_book import explorers
    from pe_book.questions import chapter_questions

    wanted = {*explorers.ALL, *(question.html_id for question in chapter_questions().values())}
    assert set(embed_pages(book_html)) == wanted | {"index"}
    listing = (book_html / "embed" / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'<button type="button" name="([^"]+)"', listing)) == wanted


def test_pages_for_frames_are_not_found_elsewhere(book_html):
    for name in ("searchindex.js", "index.html", "sitemap.xml"):
        if (file := book_html / name).exists():
            assert "embed/" not in file.read_text(encoding="utf-8"), name
    for name in embed_pages(book_html):
        page = (book_html / "embed" / f"{name}.html").read_text(encoding="utf-8")
        assert '<meta name="robots" content="noindex" />' in page, name


def test_links_of_pages_for_frames_lead_to_their_place(book_html):
    for name in embed_pages(book_html):
        page = (book_html / "embed" / f"{name}.html").read_text(encoding="utf-8")
        [footer] = re.findall(r"<footer>(.*?)</footer>", page, re.S) or [""]
        if name == "index":
            continue
        target, anchor = unescape(re.search(r'href="([^"]+)"', footer)[1]).split("#")
        place = (book_html / "embed" / target).resolve().read_text(encoding="utf-8")
        assert f'id="{anchor}"' in place, f"{name}: {target}#{anchor}"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", [EXPLORER, QUESTION, "question-chapter-8-norm-catches", "index"])
def test_pages_for_frames_are_accessible(name, theme, book_url, open_page, axe):
    visit = open_page(f"{book_url}/embed/{name}.html", theme=theme, width=320)
    if name == EXPLORER:
        from_menu(visit.page.locator(".pe-explorer"), "Embed").click()
    elif name != QUESTION and visit.page.get_by_role("button", name="Embed").count():
        visit.page.get_by_role("button", name="Embed").first.click()
    if visit.page.locator(".pe-embedding").count():
        visit.page.locator(".pe-embedding textarea").wait_for()
    assert violations(visit.page, axe) == []
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not visit.take_problems()
