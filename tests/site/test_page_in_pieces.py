"""Nothing on a page moves while its HTML arrives in pieces, as over a slow network."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from _ext.book_site import opening
from tests.server import Handler, Server, running
from tests.site.page_checks import layout_shifts
from tests.site.reader import ROOT

PAGES = ["index", *sorted(opening.chapters(ROOT))[::6]]
# Within the head of the first figure.
CUT = b'<details class="pe-menu">'
PHONE = {"width": 412, "height": 823}
PAINTED_UP_TO_THE_CUT = """() => document.querySelector(".pe-menu")
  && performance.getEntriesByName("first-contentful-paint").length"""


class SlowHandler(Handler):
    """Sends each page up to a place within its first figure, and the rest once released."""

    def __init__(self, *arguments, released: threading.Event, **options) -> None:
        self.released = released  # first, because the base class answers the request at once
        super().__init__(*arguments, **options)

    def copyfile(self, source, outputfile):
        begun, cut, rest = source.read().partition(CUT)
        outputfile.write(begun + cut)
        if cut:
            self.released.wait()
        outputfile.write(rest)


@pytest.fixture
def slow_site(book_html):
    """The address of the book served slowly, and the event that releases the rest of a page."""
    released = threading.Event()
    handler = partial(SlowHandler, directory=str(book_html), released=released)
    with running(Server(("127.0.0.1", 0), handler)) as address:
        yield address, released
        released.set()


@pytest.mark.parametrize("page", PAGES)
def test_the_first_figure_stays_when_the_rest_of_the_page_arrives(page, slow_site, open_page):
    address, released = slow_site
    visit = open_page("about:blank")
    visit.page.set_viewport_size(PHONE)
    # Fonts that arrive late are another matter: fonts.css has fallbacks of their width.
    visit.page.route("**/*.woff2", lambda route: route.abort())
    visit.page.goto(f"{address}/{page}.html", wait_until="commit")
    visit.page.wait_for_function(PAINTED_UP_TO_THE_CUT)
    visit.look()
    painted_at = visit.page.evaluate("performance.now()")
    released.set()
    visit.page.wait_for_load_state("load")
    shifts = layout_shifts(visit.page, since=painted_at)
    assert sum(value for value, *_ in shifts) < 0.01, shifts
