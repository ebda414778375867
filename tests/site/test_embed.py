"""Explorers in a frame of another site: they answer, and tell their height."""

from __future__ import annotations

import re

from tests.server import served
from tests.site.reader import ROOT, from_menu

# Storage of a frame's site is blocked, as browsers do for a site that the reader has not opened.
STORAGE_BLOCKED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
COURSE = """<!DOCTYPE html><html lang="en"><title>A course</title><h1>A course</h1>{frames}"""
LOW = 50  # a frame that nothing fits


def test_an_explorer_answers_in_a_frame_of_another_site(tmp_path, book_url, open_page):
    """With the script that the teacher's page offers to whoever writes the page around a frame."""
    chapter = open_page(f"{book_url}/chapters/03_frequency_and_wavelength.html")
    section = chapter.page.locator("#explorer-waves")
    section.locator("fieldset:enabled").wait_for()
    section.locator("[name=position]").press("ArrowLeft")
    position = section.locator("output[for$=position]").inner_text()
    chapter.page.evaluate("navigator.clipboard.writeText = async (text) => (window.copied = text)")
    from_menu(section, "Embed").click()
    line = chapter.page.evaluate("copied")

    marking = (ROOT / "pages/marking.md").read_text(encoding="utf-8")
    script = re.search(r"```html\n(.*?)```", marking, re.S)[1]
    low = re.sub(r'height="\d+"', f'height="{LOW}"', line)
    (tmp_path / "index.html").write_text(COURSE.format(frames=script + low), encoding="utf-8")
    with served(tmp_path) as address:
        visit = open_page("about:blank", width=320)
        visit.page.add_init_script(f"if (top !== window) {{ {STORAGE_BLOCKED} }}")
        # Another port is another origin; another name is another site, too.
        visit.page.goto(f"{address.replace('127.0.0.1', 'localhost')}/index.html")
        element = visit.page.locator("iframe").element_handle()
        frame = element.content_frame()
        frame.wait_for_selector("fieldset:not([disabled])")
        assert frame.locator("output[for$=position]").text_content() == position
        sentence = frame.locator(".pe-sentence").inner_text()
        frame.locator("[name=d_model]").press("ArrowRight")
        frame.wait_for_function(
            "(before) => document.querySelector('.pe-sentence').textContent !== before",
            arg=sentence,
        )
        visit.page.wait_for_function(f"(frame) => frame.height > {LOW}", arg=element)
        frame.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
        assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not visit.take_problems()
