"""The book without a network: all of it after one visit, in one edition, and gone when asked."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import threading
from functools import partial
from pathlib import Path
from posixpath import dirname, join, normpath
from time import monotonic

import pytest
from PIL import Image

from _ext.book_site.offline import ICON_SIZES, kept_files, python_files, write_worker
from tests.server import Handler, Server
from tests.site.reader import CHAPTERS, PAGES, make_first_move

LARGEST = 4_000_000  # bytes of the book without Python, as a host sends it
# Tests read the book on this machine, where it is kept for who asks.
ASK = "localStorage.setItem('offline', 'yes')"
KEPT = "navigator.serviceWorker.controller !== null"
# Resolves to the state in which the installation of the next edition ends. playwright's
# wait_for_function does not ask a promise again.
NEXT = """async () => {
  const kept = await navigator.serviceWorker.getRegistration();
  await kept.update();
  const next = kept.installing ?? kept.waiting;
  while (next.state === "installing") await new Promise((done) => setTimeout(done, 50));
  return next.state;
}"""
WORKERS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
EDITION = """() => [document.querySelector("meta[name=edition]")?.content ?? "1",
  getComputedStyle(document.documentElement).getPropertyValue("--edition") || "1"]"""
EXERCISE = "#cell-3552490d"  # of chapter 2


class Host:
    """A server of a folder that can go away and come back at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.go_online()

    def go_online(self) -> None:
        self.server = Server(("127.0.0.1", self.port), partial(Handler, directory=str(self.folder)))
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def go_offline(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def host(book_html, tmp_path):
    """The book's files, served until they are not."""
    host = Host(shutil.copytree(book_html, tmp_path / "site"))
    yield host
    host.go_offline()


@pytest.fixture
def kept(host, open_page):
    """A visit after which the book is kept."""
    visit = open_page("about:blank")
    visit.page.add_init_script(f"if (location.protocol === 'http:') {ASK}")
    visit.page.goto(f"{host.url}/index.html")
    visit.page.wait_for_function(KEPT)
    return visit


def publish(host: Host, root: Path, edition: str) -> None:
    """Serve a new edition: every page and the style say which one they are of."""
    for page in host.folder.rglob("*.html"):
        text = re.sub(r'<meta name="edition"[^>]*>', "", page.read_text(encoding="utf-8"))
        meta = f'<meta name="edition" content="{edition}"></head>'
        page.write_text(text.replace("</head>", meta), encoding="utf-8")
    style = host.folder / "_static" / "site.css"
    style.write_text(style.read_text("utf-8") + f":root{{--edition:{edition}}}", encoding="utf-8")
    write_worker(host.folder, root)


def come_back(page):
    """Close the only page of the book, and open a new one when the old edition is given up.

    Chromium lets the old worker end first; a page that opens before that still has the old edition.
    """
    later = page.context.new_page()
    session = page.context.new_cdp_session(later)
    states = []
    session.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: states.extend(version["status"] for version in event["versions"]),
    )
    session.send("ServiceWorker.enable")
    page.close()
    deadline = monotonic() + 30
    while "redundant" not in states:
        assert monotonic() < deadline, f"the old edition is still active: {states}"
        later.wait_for_timeout(50)
    return later


@pytest.mark.elsewhere
def test_the_whole_book_opens_after_one_visit(kept, host, faults):
    host.go_offline()
    page = kept.page
    try:
        for path in [*PAGES, "slides/lesson.html"]:
            if path == "404.html":
                continue
            with faults.at(path):
                page.goto(f"{host.url}/{path}")
                assert page.locator("h1").first.inner_text()
        page.goto(f"{host.url}/{CHAPTERS[2]}#waves:length=50")
        sentence = page.locator("#explorer-waves .pe-sentence")
        page.wait_for_function("document.querySelector('#explorer-waves .pe-still').hidden")
        before = sentence.inner_text()
        page.locator("#explorer-waves [name=d_model]").press("ArrowRight")
        page.wait_for_function(
            "(old) => document.querySelector('#explorer-waves .pe-sentence').textContent !== old",
            arg=before,
        )
        page.goto(f"{host.url}/search.html?q=wavelength")
        page.locator("ul.search li").first.wait_for()
        page.goto(f"{host.url}/")
        assert page.locator("h1").first.inner_text()
        assert not kept.take_problems()
    finally:
        host.go_online()


@pytest.mark.elsewhere
def test_a_new_edition_comes_at_the_next_visit_and_is_not_mixed(kept, host, root):
    page = kept.page
    assert page.evaluate(EDITION) == ["1", "1"]
    publish(host, root, "2")
    # What is read stays as it is, and the new edition is fetched beside it.
    page.goto(f"{host.url}/{CHAPTERS[0]}")
    assert page.evaluate(EDITION) == ["1", "1"]
    assert page.evaluate(NEXT) == "installed"
    page.reload()
    assert page.evaluate(EDITION) == ["1", "1"]
    # The next visit.
    page = come_back(page)
    page.goto(f"{host.url}/{CHAPTERS[1]}")
    assert page.evaluate(EDITION) == ["2", "2"]
    host.go_offline()
    page.goto(f"{host.url}/{CHAPTERS[0]}")
    assert page.evaluate(EDITION) == ["2", "2"]
    host.go_online()


@pytest.mark.elsewhere
@pytest.mark.parametrize("fault", ["missing", "old"])
def test_an_edition_with_a_missing_or_an_old_page_is_not_used(kept, host, root, fault):
    file = host.folder / CHAPTERS[-1]
    old = file.read_bytes()
    publish(host, root, "2")
    if fault == "missing":
        file.unlink()
    else:
        file.write_bytes(old)
    page = kept.page
    assert page.evaluate(NEXT) == "redundant"
    page.goto(f"{host.url}/{CHAPTERS[0]}")
    assert page.evaluate(EDITION) == ["1", "1"]
    page.goto(f"{host.url}/{CHAPTERS[-1]}")
    assert page.evaluate(EDITION) == ["1", "1"]


@pytest.mark.slow
@pytest.mark.elsewhere
def test_python_is_there_after_its_first_use(kept, host):
    page = kept.page
    address = f"{host.url}/{CHAPTERS[1]}"

    def run_first_cell() -> None:
        page.goto(address)
        make_first_move(page)
        cell = page.locator(EXERCISE)
        cell.scroll_into_view_if_needed()
        cell.get_by_role("button", name="Run", exact=True).click()
        cell.locator(".pe-bar", has_text=re.compile("Done|error")).wait_for(timeout=60_000)

    run_first_cell()
    host.go_offline()
    run_first_cell()
    host.go_online()


ADDRESSES_OF_PYTHON = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("python"));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => url);
}"""


@pytest.mark.elsewhere
def test_a_new_edition_keeps_its_python_and_removes_what_is_older(kept, host, root):
    page = kept.page
    live = json.loads((host.folder / "vendor" / "live.json").read_text(encoding="utf-8"))
    now = f"{host.url}/{live['worker']}"
    before = f"{host.url}/vendor/older.mjs"
    page.evaluate(
        """async (urls) => {
          const { scope } = await navigator.serviceWorker.ready;
          const cache = await caches.open(`python ${scope}`);
          for (const url of urls) await cache.put(url, new Response(""));
        }""",
        [now, before],
    )
    publish(host, root, "2")
    page.evaluate(NEXT)
    later = come_back(page)
    later.goto(f"{host.url}/index.html")
    assert later.evaluate(ADDRESSES_OF_PYTHON) == [now]


@pytest.mark.elsewhere
def test_the_reader_sees_what_is_kept_and_removes_it(host, open_page):
    visit = open_page(f"{host.url}/pages/accessibility.html")
    page = visit.page
    place = page.locator("#kept")
    place.get_by_role("button", name="Keep the book on this device").click()
    place.get_by_text(re.compile(r"the book, [1-9]\.\d MB")).wait_for()
    place.get_by_role("button", name="Remove it").click()
    place.get_by_text("Nothing of the book is kept").wait_for()
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate(WORKERS) == 0
    page.reload()
    place.get_by_text("Nothing of the book is kept").wait_for()
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_on_the_readers_own_machine_a_rebuilt_page_is_seen(host, open_page):
    visit = open_page(f"{host.url}/index.html")
    page = visit.page
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    file = host.folder / "index.html"
    file.write_text(file.read_text("utf-8").replace("<h1>", "<h1>Rebuilt: "), encoding="utf-8")
    page.reload()
    assert page.locator("h1").first.inner_text().startswith("Rebuilt: ")
    assert page.evaluate(WORKERS) == 0


@pytest.mark.elsewhere
@pytest.mark.parametrize("saves", ["false", "true"])
def test_the_whole_book_is_kept_by_itself_but_for_who_saves_data(saves, host, open_page):
    visit = open_page("about:blank")
    connection = f"{{ value: {{ saveData: {saves} }} }}"
    visit.page.add_init_script(f"Object.defineProperty(navigator, 'connection', {connection})")
    # Any name but those of the reader's own machine.
    visit.page.goto(f"{host.url.replace('127.0.0.1', 'book.localhost')}/index.html")
    if saves == "true":
        visit.page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
        assert visit.page.evaluate(WORKERS) == 0
    else:
        visit.page.wait_for_function(KEPT)


def test_where_nothing_can_be_kept_the_book_is_read_as_ever(book_url, open_page):
    visit = open_page("about:blank")
    visit.page.add_init_script(
        """const blocked = { get() { throw new DOMException("no"); } };
        for (const name of ["localStorage", "sessionStorage", "caches"])
          Object.defineProperty(window, name, blocked);
        Object.defineProperty(navigator, "serviceWorker", blocked);
        """
    )
    visit.page.goto(f"{book_url}/pages/accessibility.html")
    visit.page.get_by_text("This browser keeps nothing of the book").wait_for()
    assert not visit.take_problems()


def test_the_book_without_python_is_small(book_html):
    files = kept_files(book_html)
    assert set(PAGES) - {"404.html"} <= set(files)
    assert sum(len(gzip.compress((book_html / name).read_bytes())) for name in files) < LARGEST
    assert not [name for name in files if name.startswith(("embed/", "vendor/pyodide"))]
    python = [name.partition("?")[0] for name in python_files(book_html)]
    assert any(name.endswith(".wasm") for name in python)
    assert all((book_html / name).is_file() for name in python)


def test_the_same_files_give_the_same_worker(book_html, root, tmp_path):
    site = shutil.copytree(book_html, tmp_path / "site")
    published = (site / "sw.js").read_text(encoding="utf-8")
    write_worker(site, root)
    assert (site / "sw.js").read_text(encoding="utf-8") == published
    page = site / "pages/glossary.html"
    page.write_text(page.read_text(encoding="utf-8") + " ", encoding="utf-8")
    write_worker(site, root)
    assert (site / "sw.js").read_text(encoding="utf-8") != published


def test_the_manifest_installs_the_book(book_html, book_url, open_page):
    manifest = json.loads((book_html / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {"name", "short_name", "start_url", "display", "icons"} <= manifest.keys()
    assert (book_html / manifest["start_url"]).is_file()
    for icon, size in zip(manifest["icons"], ICON_SIZES, strict=True):
        with Image.open(book_html / icon["src"]) as image:
            assert image.size == (size, size) and icon["sizes"] == f"{size}x{size}"
    page = open_page(f"{book_url}/{CHAPTERS[0]}").page
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["url"] == f"{book_url}/manifest.webmanifest" and found["errors"] == []


def test_all_that_a_kept_module_imports_is_kept(book_html):
    kept = set(kept_files(book_html))
    modules = [name for name in kept if name.startswith("_static/") and name.endswith(".mjs")]
    imported = {
        normpath(join(dirname(name), address))
        for name in modules
        for address in re.findall(
            r'"(\.\.?/[^"$]+\.(?:mjs|json))"', (book_html / name).read_text(encoding="utf-8")
        )
    }
    assert any(name.endswith(".json") for name in imported)
    assert {name for name in imported if (book_html / name).exists()} <= kept
