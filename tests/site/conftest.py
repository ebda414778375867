"""A reader's browser in which every request to another host is refused and noted."""

from __future__ import annotations

import pytest

from tests.site.reader import ROOT, Faults, Refuser, opener


@pytest.fixture
def refuser():
    proxy = Refuser()
    yield proxy
    proxy.close()


@pytest.fixture
def open_page(browser, refuser):
    """A function that opens an address as a reader with a given screen and setting would."""
    with opener(browser, refuser) as open_page:
        yield open_page


@pytest.fixture
def faults():
    """What a test finds wrong at several places; it fails when all of them were seen."""
    found = Faults()
    yield found
    assert not found, "\n\n".join(found)


@pytest.fixture(scope="session")
def axe() -> str:
    file = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not file.is_file():
        pytest.fail("axe-core is missing: npm ci", pytrace=False)
    return file.read_text(encoding="utf-8")
