"""Fixtures for visiting the built site; requests to other hosts are refused and recorded."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.server import running
from tests.site.explored import Explored
from tests.site.reader import ROOT, BlockingProxy, Faults, opener


@pytest.fixture
def blocking_proxy():
    proxy = BlockingProxy()
    yield proxy
    proxy.close()


@pytest.fixture
def open_page(browser, blocking_proxy):
    """A function that opens an address in a new browser context."""
    with opener(browser, blocking_proxy) as open_page:
        yield open_page


@pytest.fixture
def faults():
    """Soft assertions, which fail the test at its end."""
    found = Faults()
    yield found
    assert not found, "\n\n".join(found)


@pytest.fixture(scope="session")
def axe() -> str:
    file = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        pytest.fail("axe-core is missing: npm ci", pytrace=False)
    return file.read_text(encoding="utf-8")


@pytest.fixture
def explore(open_page, book_url):
    """A function that opens a page and goes to an explorer on it."""

    def explore(path: str, name: str, script: str = "", **options) -> Explored:
        visit = open_page("about:blank", **options)
        visit.page.add_init_script(script)
        visit.page.goto(f"{book_url}/{path}")
        here = Explored(visit, name)
        here.show()
        return here

    return explore


@pytest.fixture
def other_host():
    """Another host that takes whatever it gets, and its list of what it was asked."""
    asked = []

    class Taker(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>elsewhere</title><body>")

        do_POST = do_GET

        def log_message(self, *_):
            pass

    with running(ThreadingHTTPServer(("127.0.0.1", 0), Taker)) as address:
        yield address, asked
