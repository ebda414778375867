"""A page whose scripts do not come tries again, and says so."""

from __future__ import annotations

import pytest

from tests.site.reader import FIRST

MODULES = [
    "book.mjs",
    *(
        f"pe_book/{path}.mjs"
        for path in (
            "renderer/page",
            "renderer/figure",
            "renderer/handles",
            "declare/wording",
            "text/numbers",
            "questions/question",
        )
    ),
]
STOOD_STILL = "The scripts of this page did not load or could not start"


@pytest.mark.parametrize("module", MODULES)
def test_a_page_says_that_a_script_did_not_come_and_tries_again(module, book_url, open_page):
    visit = open_page("about:blank")
    asked = []

    def refuse(route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404)

    visit.page.route(f"**/_static/{module}*", refuse)
    visit.page.goto(f"{book_url}/{FIRST}")
    alert = visit.page.get_by_role("alert").filter(has_text=STOOD_STILL)
    alert.wait_for()
    assert len(asked) == 2, "it has tried again by itself, once"
    visit.page.unroute(f"**/_static/{module}*")
    alert.get_by_role("button", name="Load the page again").click()
    visit.page.locator(".pe-explorer[data-live]").first.wait_for()
    visit.page.locator(".pe-question[data-ready]").first.wait_for(state="attached")
    assert not alert.count()


def test_a_page_tries_again_by_itself_and_says_nothing_when_that_helps(book_url, open_page):
    visit = open_page("about:blank")
    asked = []

    def refuse_the_first(route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    visit.page.route("**/renderer/page.mjs*", refuse_the_first)
    visit.page.goto(f"{book_url}/{FIRST}")
    visit.page.locator(".pe-explorer[data-live]").first.wait_for()
    assert len(asked) == 2
    assert not visit.page.get_by_text(STOOD_STILL).count()
