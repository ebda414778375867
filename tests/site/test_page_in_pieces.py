"""Nothing on a page moves while its HTML arrives in pieces, as over a slow network."""

from __future__ import annotations

import time
from functools import partial

import pytest

from _ext.book_site import opening
from tests.site.page_checks import layout_shifts
from tests.site.reader import ROOT
from tools.serve import HOST, BookHandler, BookServer, running

PAGES = ["index", *sorted(opening.chapters(ROOT))]
# Within the head of the opening figure.
CUT = b'<details class="pe-menu">'
# Lighthouse's.
PHONE = {"width": 412, "height": 823}


class SlowHandler(BookHandler):
    """Pauses within the opening figure of each page, for as long as a first paint takes."""

    def copyfile(self, source, outputfile):
        begun, cut, rest = source.read().partition(CUT)
        outputfile.write(begun + cut)
        if cut:
            time.sleep(0.5)
        outputfile.write(rest)


@pytest.fixture(scope="module")
def slow_url(book_html):
    """The address at which the built book is served slowly."""
    handler = partial(SlowHandler, directory=str(book_html))
    with running(BookServer((HOST, 0), handler)) as address:
        yield address


@pytest.mark.parametrize("page", PAGES)
def test_the_opening_does_not_move_when_the_rest_of_the_page_arrives(page, slow_url, open_page):
    visit = open_page("about:blank")
    visit.page.set_viewport_size(PHONE)
    visit.page.goto(f"{slow_url}/{page}.html")
    shifts = layout_shifts(visit.page)
    assert sum(value for value, *_ in shifts) < 0.01, shifts
