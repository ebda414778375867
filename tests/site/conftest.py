"""Fixtures for visiting the built site; requests to other hosts are refused and recorded."""

from __future__ import annotations

import contextlib

import pytest

from tests.site.reader import ROOT, BlockingProxy, Faults, Visit, opener


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
  const { python } = await (await fetch("vendor/live.json")).json();
  window.kept = await WebAssembly.compileStreaming(fetch(`${python}pyodide.asm.wasm`));
}"""


@pytest.fixture(scope="module")
def beside(browser, book_url):
    """A function that opens pages in one process, with empty storage, so that they share code."""
    blocking_proxy = BlockingProxy()
    with opener(browser, blocking_proxy) as open_page:
        first = open_page(f"{book_url}/glossary.html").page
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
