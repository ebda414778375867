"""A page whose scripts do not come tries again, and says so."""

from __future__ import annotations

from tests.site.reader import FIRST

STOOD_STILL = "The scripts of this page did not load or could not start"


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
