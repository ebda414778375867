"""A press, a drag and a release in each figure crash no page, in Chromium as readers have it."""

from __future__ import annotations

import pytest

from book.browser import FLAGS
from pe_book import explorers
from tests.site.reader import HEIGHT

# Where a press begins and ends, as shares of the figure.
DRAGS = (((0.3, 0.45), (0.45, 0.35)), ((0.5, 0.7), (0.65, 0.6)))


@pytest.fixture(scope="module")
def desktop(browser, desktop_path):
    full = browser.browser_type.launch(executable_path=desktop_path, args=list(FLAGS))
    yield full
    full.close()


@pytest.mark.parametrize("name", explorers.ALL)
def test_a_press_in_a_fresh_tab_does_not_crash_it(name, desktop, book_url):
    """A tab for each explorer, for it was the first press that crashed one."""
    context = desktop.new_context(viewport={"width": 1280, "height": HEIGHT}, bypass_csp=True)
    page, crashes = context.new_page(), []
    page.on("crash", lambda crashed: crashes.append(crashed.url))
    page.goto(f"{book_url}/embed/{name}.html")
    figure = page.locator(".pe-figure")
    figure.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    box = figure.bounding_box()
    for start, end in DRAGS:
        places = [
            (box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)
        ]
        page.mouse.move(*places[0])
        page.mouse.down()
        page.mouse.move(*places[1], steps=6)
        page.mouse.up()
    page.wait_for_timeout(100)
    context.close()
    assert not crashes
