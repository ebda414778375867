"""Fixtures for visiting the built site; requests to other hosts are refused and recorded."""

from __future__ import annotations

import contextlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.server import running
from tests.site.explored import Explored
from tests.site.live_cells import FORMULA, PATIENCE, TABLE, Live
from tests.site.reader import ROOT, BlockingProxy, Faults, Visit, make_first_move, opener


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
def explore(open_page, book_url):
    """A function that opens a page and goes to an explorer on it."""

    def explore(path: str, name: str, address: str = "", script: str = "", **options) -> Explored:
        visit = open_page("about:blank", **options)
        visit.page.add_init_script(script)
        visit.page.goto(f"{book_url}/{path}{address}")
        here = Explored(visit, name)
        here.show()
        return here

    return explore


@pytest.fixture(scope="module")
def shared(beside, book_url):
    """The exercise of chapter 2, on a page with a Python that has started."""
    with beside(f"{book_url}/{FORMULA}") as visit:
        make_first_move(visit.page)
        here = Live(visit, TABLE)
        here.run("1")
        yield here


@pytest.fixture
def here(shared):
    """The shared page's exercise as the book has it; a test leaves no trouble behind."""
    shared.visit.look(width=1280, theme="light")
    shared.button("Reset").click()
    shared.state.filter(has_text="code is back.").wait_for(timeout=PATIENCE)
    shared.visit.take_problems()
    yield shared
    assert not shared.visit.take_problems()


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
