"""What several tests need: the built book, its server, and a browser."""

from __future__ import annotations

import os
from pathlib import Path

# One thread for each of the tests that run side by side: on a busy machine several wait for each
# other longer than they work. Before anything loads numpy; workers start with it.
os.environ["OMP_NUM_THREADS"] = "1"

import pytest
from hypothesis import settings

from book.browser import FLAGS, desktop_browser, installed_browser
from book.paths import PAGES, ROOT
from tests.server import served

# A busy machine is no failure: no test measures time.
settings.register_profile("book", deadline=None)
settings.load_profile("book")

# The commands are tried as from a reader's shell, not as from the `make test` that runs this.
for inherited in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
    os.environ.pop(inherited, None)

# For pages that are seen for seconds: V8's last compiler works longer than it saves.
BRIEF = "--js-flags=--no-turbofan"
IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")
# The marks of what takes long, the longest first; what lies in these folders carries one.
LONG = ("slow", "site")
MARKS = {"environments": "slow", "site": "site"}


def pytest_collection_modifyitems(config, items):
    """Mark the folders; workers start with the long tests, so that none runs alone at the end."""
    for item in items:
        if mark := MARKS.get(item.path.parent.name):
            item.add_marker(mark)
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: [not item.get_closest_marker(kind) for kind in LONG])


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session):
    """In CI a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def warned(recwarn):
    """A function that returns the warnings so far.

    Without those of a file that another test left open, which may be collected meanwhile.
    """
    return lambda: [str(one.message) for one in recwarn if one.category is not ResourceWarning]


@pytest.fixture(scope="session")
def node():
    """A running node that calls functions of modules: node(path, name, *arguments)."""
    from tests.node import Node, node_executable

    process = Node(node_executable())
    yield process
    process.close()


@pytest.fixture(scope="session")
def book_html() -> Path:
    """The directory of the built pages."""
    pages = ROOT / PAGES
    if not (pages / "index.html").is_file():
        pytest.fail("There is no built book. Build it first: make build", pytrace=False)
    return pages


@pytest.fixture(scope="session")
def book_url(book_html):
    """The address at which the built book is served."""
    with served(book_html) as address:
        yield address


@pytest.fixture(scope="session")
def transformers(tmp_path_factory):
    """An environment with transformers, at the locked version or, if that is asked, the newest."""
    from tests.environments.environment import UV, Environment

    environment = Environment(tmp_path_factory.mktemp("transformers") / "venv")
    export = [*UV, "export", "--quiet", "--frozen", "--only-group", "transformers"]
    locked = environment.run(*export, "--no-hashes", cwd=ROOT).stdout
    requirements = environment.home / "requirements.txt"
    requirements.write_text(locked, encoding="utf-8")
    newest = os.environ.get("NEWEST_TRANSFORMERS")
    environment.install(*(["transformers"] if newest else ["-r", requirements]), cwd=ROOT)
    # By pip, which finds the build without a graphics card's libraries where an index has it.
    environment.run("python", "-m", "pip", "install", "-q", "torch==2.13.0", cwd=ROOT)
    return environment


def require_browser(path: str | None) -> str:
    if not path:
        pytest.fail("No Chromium here. Get one: playwright install chromium", pytrace=False)
    return path


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of the Chromium that visits pages."""
    return require_browser(installed_browser())


@pytest.fixture(scope="session")
def desktop_path() -> str:
    """The path of a Chromium as desktop readers have it."""
    return require_browser(desktop_browser())


@pytest.fixture(scope="session")
def browser(browser_path):
    """A running headless Chromium (playwright, synchronous)."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path, args=[*FLAGS, BRIEF])
        yield chromium
        chromium.close()
