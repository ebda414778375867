"""No press crashes a page, in Chromium as readers have it, and in the one that visits pages.

A page that crashes fails its test by itself (tests/page_crashes.py).
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from book.browser import desktop_browser
from tests.page_crashes import take_crashes
from tests.site.explored import PAGES_WITH_EXPLORERS, PLACES
from tests.site.fingers import swipe
from tests.site.presses import AT_REST, MOMENTS, WAYS, launched, press_in_fresh_tab
from tests.site.reader import ROOT, make_first_move

# A mouse from the first moment on and the other ways at rest; `python -m tests.site.presses` opens
# tabs for all of them.
HOW = [
    ("desktop", "mouse", AT_REST),
    *(
        pytest.param(program, way, moment, marks=pytest.mark.elsewhere)
        for program, ways, moments in (
            ("desktop", ["mouse"], [moment for moment in MOMENTS if moment != AT_REST]),
            ("desktop", [way for way in WAYS if way != "mouse"], [AT_REST]),
            ("visiting", ["mouse"], [AT_REST]),
        )
        for way in ways
        for moment in moments
    ),
]


@pytest.fixture(scope="module")
def open_browser(browser):
    """A function that gives the running browser of a kind."""
    desktop = desktop_browser()
    if not desktop:
        pytest.skip("There is no Chromium with windows: apt-get install chromium")
    with launched(browser.browser_type, desktop) as full:
        yield {"desktop": full, "visiting": browser}.__getitem__


@pytest.mark.parametrize(("program", "way", "moment"), HOW)
@pytest.mark.parametrize("path", PAGES_WITH_EXPLORERS)
def test_a_press_in_a_fresh_tab_does_not_crash_it(
    path, program, way, moment, open_browser, book_url
):
    names = [name for page, name in PLACES if page == path]
    # By mouse a tab for each explorer, for it was the first press that crashed one.
    for tab in [[name] for name in names] if way == "mouse" else [names]:
        press_in_fresh_tab(open_browser(program), f"{book_url}/{path}", tab, way, moment)


@pytest.mark.elsewhere
@pytest.mark.parametrize(
    "path", ["index.html", "chapters/08_more_exhibits.html", "pages/in_five_minutes.html"]
)
def test_a_swipe_across_a_figure_does_not_go_back_in_history(path, open_browser, book_url):
    """On a touch screen, Chromium goes back at a swipe to the right."""
    context = open_browser("desktop").new_context(has_touch=True, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{book_url}/{path}")
    make_first_move(page)
    figure = page.locator(".pe-figure").first
    figure.scroll_into_view_if_needed()
    box = figure.bounding_box()
    for height in (0.2, 0.5, 0.8):
        x, y = box["x"] + 0.1 * box["width"], box["y"] + height * box["height"]
        swipe(page, *((x + step * box["width"] / 8, y) for step in range(7)))
        page.wait_for_timeout(500)
    assert page.url.split("#")[0] == f"{book_url}/{path}"
    context.close()


def test_a_crash_is_recorded_with_page_and_last_action(browser):
    from playwright.sync_api import Error

    page = browser.new_page()
    page.goto("about:blank#here")
    with page.expect_event("crash"), pytest.raises(Error):
        page.goto("chrome://crash")
    [crash] = take_crashes()
    page.context.close()
    assert "about:blank#here crashed in Chromium" in crash
    assert " at tests/site/test_presses.py:" in crash


FAILING = """
def test_that_hides_a_crash(browser):
    page = browser.new_page()
    try:
        page.goto("chrome://crash")
    except Exception:
        pass
"""


def test_a_crash_fails_the_test_that_is_running(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import *", encoding="utf-8")
    (tmp_path / "test_crash.py").write_text(FAILING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path]
    run = subprocess.run(
        [*command, tmp_path], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300
    )
    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    assert "crashed in Chromium" in run.stdout
