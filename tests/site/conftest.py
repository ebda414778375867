"""Fixtures for visiting the built site; requests to other hosts are refused and recorded."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.server import running
from tests.site.explored import Explored
from tests.site.reader import HEIGHT, ROOT, BlockingProxy, Faults, Visit


@pytest.fixture
def open_page(browser):
    """A function that opens an address in a new browser context."""
    contexts, blocking_proxy = [], BlockingProxy()

    def open_page(url: str, *, width: int = 1280, theme: str = "light", **options) -> Visit:
        # playwright's wait_for_function evaluates text on the page, which the policy forbids;
        # test_content_security_policy.py visits pages of each type with the policy in force.
        options = {"bypass_csp": True} | options
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=theme,
            proxy={"server": blocking_proxy.address, "bypass": "127.0.0.1"},
            **options,
        )
        contexts.append(context)
        visit = Visit(context.new_page(), blocking_proxy)
        visit.listen()
        visit.page.goto(url, wait_until="load")
        return visit

    yield open_page
    for context in contexts:
        context.close()
    blocking_proxy.close()


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
