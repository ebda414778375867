"""What a page shows moves nothing when its HTML comes in pieces, as from a slow network."""

from __future__ import annotations

import threading
import time
from functools import partial

import pytest

from _ext.book_site import opening
from tests.site.reader import ROOT
from tools.serve import BookHandler, BookServer

PAGES = ["index", *sorted(opening.chapters(ROOT))]
# Within the head of the opening figure.
CUT = b'<details class="pe-menu">'
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) => done(
  list.getEntries().map(({ value, sources }) => [value, ...sources.map((s) => s.node?.className)]),
)).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done([]), 500))"""


class SlowHandler(BookHandler):
    """Stops within the opening figure of each page, for as long as a first paint takes."""

    def copyfile(self, source, outputfile):
        begun, cut, rest = source.read().partition(CUT)
        outputfile.write(begun + cut)
        if cut:
            time.sleep(0.5)
        outputfile.write(rest)


@pytest.fixture(scope="module")
def slow_url(book_html):
    with BookServer(("127.0.0.1", 0), partial(SlowHandler, directory=str(book_html))) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("page", PAGES)
def test_opening_stays_where_it_was_when_the_rest_of_the_page_comes(page, slow_url, open_page):
    visit = open_page("about:blank")
    visit.page.set_viewport_size({"width": 412, "height": 823})
    visit.page.goto(f"{slow_url}/{page}.html")
    shifts = visit.page.evaluate(SHIFTS)
    assert sum(value for value, *_ in shifts) < 0.01, shifts
