"""A reader's browser in which every request to another host is refused and noted."""

from __future__ import annotations

import pytest

from tests.site.reader import Refuser, Visit


@pytest.fixture
def refuser():
    proxy = Refuser()
    yield proxy
    proxy.close()


@pytest.fixture
def open_page(browser, refuser):
    """A function that opens an address as a reader with a given screen and setting would."""
    contexts = []

    def open_page(url: str, *, width: int = 1280, theme: str = "light", **options) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            proxy={"server": refuser.address, "bypass": "127.0.0.1"},
            **options,
        )
        contexts.append(context)
        visit = Visit(context.new_page(), refuser)
        visit.listen()
        visit.page.goto(url, wait_until="load")
        return visit

    yield open_page
    for context in contexts:
        context.close()


def pytest_terminal_summary(terminalreporter):
    """Print what Lighthouse found, as the rows of a table."""
    found = [pair for r in terminalreporter.getreports("passed") for pair in r.user_properties]
    if rows := [value for name, value in found if name == "lighthouse"]:
        terminalreporter.section("page: performance, accessibility, best practices, SEO, ...")
        terminalreporter.write_line("\n".join(rows))
