"""JupyterLite: a chapter in a browser, with no server but one for files, and no other host."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from playwright.sync_api import expect

from book.paths import LITE
from tests.exercises.cells import code_of
from tests.server import served
from tests.site.reader import BlockingProxy
from tools import lite

pytestmark = pytest.mark.xdist_group("lite")
CHAPTER = "03_frequency_and_wavelength"
START = 180_000  # milliseconds that Python may take to start on a busy machine


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """JupyterLite as `make lite` puts it among the pages."""
    folder = tmp_path_factory.mktemp("pages")
    lite.build(folder / LITE)
    return folder


def test_each_package_is_there_with_the_hash_that_the_browser_compares(site):
    python = site / LITE / "static" / "pyodide"
    lock = json.loads((python / "pyodide-lock.json").read_text("utf-8"))
    for package in lock["packages"].values():
        content = (python / package["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == package["sha256"], package["name"]
        assert set(package["depends"]) <= lock["packages"].keys(), package["name"]


def test_nothing_is_asked_of_another_host(site):
    settings = json.loads((site / LITE / "jupyter-lite.json").read_text("utf-8"))
    kernel = settings["jupyter-config-data"]["litePluginSettings"][f"{lite.KERNEL}:kernel"]
    assert kernel["pyodideUrl"].startswith("./")
    assert kernel["disablePyPIFallback"] is True
    assert not kernel.get("pipliteUrls") or all(
        address.startswith("./") for address in kernel["pipliteUrls"]
    )


@pytest.fixture(scope="module")
def chapter(site, browser, printer_path):
    """The chapter in the full Chromium, all cells run, and what was asked of other hosts."""
    proxy = BlockingProxy()
    chromium = browser.browser_type.launch(
        executable_path=printer_path,
        args=["--no-sandbox", "--headless=new"],
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
        last = page.locator(".jp-CodeCell").last
        done = re.compile(r"\[\d+\]")
        expect(last.locator(".jp-InputPrompt").first).to_have_text(done, timeout=START)
        yield page, proxy.requests
    chromium.close()
    proxy.close()


def test_a_chapter_runs_from_top_to_bottom(chapter):
    page, asked = chapter
    prompts = page.locator(".jp-CodeCell .jp-InputArea > .jp-InputPrompt").all_text_contents()
    ran = [int(prompt.strip("[]:")) for prompt in prompts]
    cells, folded = page.locator(".jp-CodeCell").count(), page.locator(".jp-InputPlaceholder")
    assert folded.count() == 1, "the worked solution"
    assert ran == sorted(set(ran)) and len(ran) == cells - 1 and ran[-1] == cells
    errors = page.locator("[data-mime-type='application/vnd.jupyter.stderr'], .jp-RenderedText pre")
    assert not [text for text in errors.all_text_contents() if "Traceback" in text]
    assert asked == []


def test_static_figures_are_there_or_say_what_is_missing(site, chapter):
    page, _ = chapter
    lock = json.loads((site / LITE / "static/pyodide/pyodide-lock.json").read_text("utf-8"))
    drawn, missing = (
        page.locator(".pe-picture").count(),
        page.get_by_text("needs matplotlib").count(),
    )
    assert (drawn > 0) == ("matplotlib" in lock["packages"])
    assert drawn + missing == 5


def test_an_explorer_moves_and_python_has_its_settings(chapter):
    page, _ = chapter
    explorer = page.locator("[data-explorer=waves][data-live]")
    explorer.scroll_into_view_if_needed()
    sentence = explorer.locator(".pe-sentence")
    before = sentence.inner_text()
    explorer.get_by_role("slider", name="Width d").press("End")
    expect(sentence).not_to_have_text(before)
    cell = page.locator(".jp-CodeCell").last
    write(page, cell, "print('now', waves.settings['d_model'])")
    expect(cell.locator(".jp-OutputArea")).to_contain_text("now 512")


def test_an_exercise_is_solved(chapter):
    page, _ = chapter
    cell = page.locator(".jp-CodeCell", has_text="def my_wavelengths").first
    reply = cell.locator(".jp-OutputArea")
    assert "Right" not in reply.inner_text()
    write(page, cell, code_of("wavelengths", "solution"))
    expect(reply).to_contain_text("Right")


def write(page, cell, code: str) -> None:
    """Replace the code of a cell, and run it."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")
