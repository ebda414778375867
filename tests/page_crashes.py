"""A page that crashes fails the test that is running, which may not notice it by itself."""

from __future__ import annotations

import contextlib
import linecache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from greenlet import greenlet

TESTS = Path(__file__).resolve().parent
_crashes: list[str] = []
_watched: list = []


def watch_for_crashes(browser) -> None:
    """Record from now on what crashes in a browser of playwright's synchronous interface."""
    from greenlet import getcurrent  # the library's tests run without playwright

    # Tests run in this one; playwright switches away from it while an action takes place.
    tests = getcurrent()

    def watch_page(page) -> None:
        page.on("crash", lambda: _crashes.append(_described(page, browser, tests)))

    _watched.append(browser)
    browser.on("context", lambda context: context.on("page", watch_page))


def _described(page, browser, tests: greenlet) -> str:
    return f"{page.url} crashed in Chromium {browser.version} at {_last_action(tests)}"


def _last_action(tests: greenlet) -> str:
    """Return place and text of the innermost line of the tests that is being executed."""
    frame = tests.gr_frame
    while frame and not Path(frame.f_code.co_filename).is_relative_to(TESTS):
        frame = frame.f_back
    if frame is None:
        return "an action outside of the tests"
    file, number = frame.f_code.co_filename, frame.f_lineno
    name = Path(file).relative_to(TESTS.parent)
    return f"{name}:{number}: {linecache.getline(file, number).strip()}"


def take_crashes() -> list[str]:
    """Return and clear the crashes since the last call."""
    for browser in _watched:
        if (
            browser.is_connected()
        ):  # playwright tells of a crash with the next answer of the browser
            browser.new_browser_cdp_session().detach()
    found = list(_crashes)
    _crashes.clear()
    return found


@contextlib.contextmanager
def failing_on_crashes(item):
    """Fail at the end with the crashes, whatever else went wrong.

    Without a browser a test cannot have crashed one, and asking takes a moment.
    """
    try:
        yield
    finally:
        if "browser" in item.fixturenames and (found := take_crashes()):
            pytest.fail("\n".join(found), pytrace=False)
