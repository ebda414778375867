"""JupyterLite: a chapter in a browser, with no server but one for files, and no other host."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from book.browser import FLAGS
from book.paths import LITE
from tests.exercises.cells import code_of
from tests.server import served
from tests.site.reader import BlockingProxy
from tools import lite

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("lite")]
CHAPTER = "03_frequency_and_wavelength"
#: What a full Chromium asks for itself.
BROWSERS_OWN = ("update.googleapis.com", "accounts.google.com")
START = 180_000  # milliseconds that Python may take to start on a busy machine


@pytest.fixture(scope="module")
def chapter(tmp_path_factory, browser, desktop_path):
    """The chapter in the full Chromium, all cells run, and what was asked of other hosts."""
    site = tmp_path_factory.mktemp("pages")
    lite.build(site / LITE)
    proxy = BlockingProxy()
    chromium = browser.browser_type.launch(
        executable_path=desktop_path,
        args=[*FLAGS, "--headless=new"],
        proxy={"server": proxy.address, "bypass": "127.0.0.1"},
    )
    with served(site) as address:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(START)
        page.goto(f"{address}/{LITE}/notebooks/index.html?path=chapters/{CHAPTER}.ipynb")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        # The indicator says idle even before there is a kernel; Run All Cells then does nothing.
        indicator = ".jp-Notebook-ExecutionIndicator[data-status]"
        page.locator(f"{indicator}:not([data-status=idle])").wait_for(state="attached")
        page.locator(f"{indicator}[data-status=idle]").wait_for(state="attached")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        last = page.locator(".jp-CodeCell").last.locator(".jp-InputPrompt").first
        expect(last).to_have_text(re.compile(r"\[\d+\]"), timeout=START)
        yield page, proxy.requests
    chromium.close()
    proxy.close()


def test_a_chapter_runs_from_top_to_bottom_and_asks_no_other_host(chapter):
    page, asked = chapter
    assert page.locator(".jp-CodeCell").count() > 10
    errors = page.locator("[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText pre")
    assert not [text for text in errors.all_text_contents() if "Traceback" in text]
    assert not [each for each in asked if not any(host in each for host in BROWSERS_OWN)]


def test_an_explorer_moves_and_python_has_its_settings(chapter):
    page, _ = chapter
    explorer = page.locator("[data-explorer=waves][data-live]")
    explorer.scroll_into_view_if_needed()
    sentence = explorer.locator(".pe-sentence")
    before = sentence.inner_text()
    explorer.get_by_role("slider", name="d_model").press("End")
    expect(sentence).not_to_have_text(before)
    cell = page.locator(".jp-CodeCell").last
    write(page, cell, "print('now', waves.settings['d_model'])")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("now 512")


def test_an_exercise_is_solved(chapter):
    page, _ = chapter
    cell = page.locator(".jp-CodeCell", has_text="def my_wavelengths").first
    write(page, cell, code_of("wavelengths", "solution"))
    expect(cell.locator(".jp-OutputArea")).to_contain_text("Right")


def write(page, cell, code: str) -> None:
    """Replace the code of a cell, and run it."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")
