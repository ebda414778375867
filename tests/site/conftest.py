"""Fixtures for visiting the built site; requests to other hosts are refused and recorded."""

from __future__ import annotations

import contextlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.book.conftest import node  # noqa: F401, a fixture
from tests.site.reader import ROOT, BlockingProxy, Faults, Visit, opener
from tools.serve import running


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


# The pages of one process compile Python's own code once, as long as one of them keeps it.
COMPILE = """async () => {
  const { files } = await (await fetch("vendor/live.json")).json();
  const core = files.find((each) => each.includes(".wasm"));
  window.kept = await WebAssembly.compileStreaming(fetch(core));
}"""


@pytest.fixture(scope="module")
def beside(browser, book_url):
    """A function that opens pages in one process, with empty storage, so that they share code."""
    blocking_proxy = BlockingProxy()
    with opener(browser, blocking_proxy) as open_page:
        first = open_page(f"{book_url}/404.html").page
        first.evaluate(COMPILE)

        @contextlib.contextmanager
        def beside(url: str = "about:blank"):
            with first.expect_popup() as opened:
                first.evaluate("() => { open('about:blank'); }")
            visit = Visit(opened.value, blocking_proxy)
            visit.page.evaluate("localStorage.clear(), sessionStorage.clear()")
            visit.listen()
            visit.page.goto(url)
            try:
                yield visit
            finally:
                visit.page.close()

        yield beside
    blocking_proxy.close()


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
