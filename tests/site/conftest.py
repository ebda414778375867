"""A reader's browser in which every request to another host is refused and noted."""

from __future__ import annotations

import pytest

from tests.site.reader import HEIGHT, Faults, Refuser, Visit


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
        # playwright's waiting evaluates text on the page, which the policy forbids; test_policy.py
        # visits every page with the policy in force.
        options = {"bypass_csp": True} | options
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
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


@pytest.fixture
def faults():
    """What a test finds wrong at several places; it fails when all of them were seen."""
    found = Faults()
    yield found
    assert not found, "\n\n".join(found)
