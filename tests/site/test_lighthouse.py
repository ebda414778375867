"""Lighthouse finds nothing on any page, and each keeps its budget of bytes and requests."""

from __future__ import annotations

import pytest

from tests.site.lighthouse import MEASURED, OTHERS, WITH_EXPLORER, Lighthouse, budget_of, missed

FINE = {"accessibility": 100, "best-practices": 100, "seo": 100, "cls": 0.0}
FINE |= {"kilobytes": 80, "requests": 8, "blocking": 1}


@pytest.fixture(scope="session")
def lighthouse(book_html, browser_path):
    process = Lighthouse(browser_path)
    yield process
    process.close()


@pytest.mark.slow
@pytest.mark.parametrize("page", MEASURED)
def test_page_keeps_its_budget(page, lighthouse):
    found = lighthouse(page)
    assert missed(found, budget_of(page)) == [], found["failed"]


@pytest.mark.parametrize("budget", [WITH_EXPLORER, OTHERS])
def test_budgets_bite(budget):
    """A page that is too slow, moves, or weighs too much is told so."""
    assert missed(FINE, budget) == []
    for fault in (
        {"accessibility": 99},
        {"best-practices": 99},
        {"seo": 99},
        {"cls": 0.02},
        {"kilobytes": budget.kilobytes + 1},
        {"requests": budget.requests + 1},
        {"blocking": 2},
        {"performance": budget.performance - 1},
    ):
        assert len(missed(FINE | fault, budget)) == 1
    assert missed(FINE | {"performance": budget.performance}, budget) == []
