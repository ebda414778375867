"""Lighthouse finds nothing on any page, and each keeps its budget of bytes and requests."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.node import node_executable
from tests.site.lighthouse import (
    MEASURED,
    OTHERS,
    WITH_EXPLORER,
    Lighthouse,
    budget_of,
    missed,
)
from tests.site.page_checks import ASKED

FINE = {"best-practices": 100, "seo": 100, "cls": 0.0}
FINE |= {"kilobytes": 80, "requests": 8, "blocking": 1}


@pytest.fixture(scope="session")
def lighthouse(book_html, browser_path):
    process = Lighthouse(browser_path)
    yield process
    process.close()


@pytest.mark.elsewhere
@pytest.mark.parametrize("page", MEASURED)
def test_page_keeps_its_budget(page, lighthouse):
    found = lighthouse(page)
    assert missed(found, budget_of(page)) == [], found["failed"]


# All that it asks of accessibility but what a person has to look at, which has no group.
OF_LIGHTHOUSE = """
import config from "lighthouse/core/config/default-config.js";
const automatic = config.categories.accessibility.auditRefs.filter(({ group }) => group);
console.log(JSON.stringify(automatic.map(({ id }) => id)));
"""
RUN = """async (asked) => {
  const { violations, passes, incomplete, inapplicable } = await axe.run(asked);
  return [...violations, ...passes, ...incomplete, ...inapplicable].map(({ id }) => id);
}"""


def test_axe_covers_lighthouses_accessibility_audits(root, browser, axe):
    """So the score need not be taken here, where nothing would take longer."""
    command = [node_executable(), "--input-type=module", "--eval", OF_LIGHTHOUSE]
    wanted = json.loads(subprocess.check_output(command, cwd=root, encoding="utf-8"))
    page = browser.new_page()
    page.evaluate(axe)
    asked = page.evaluate(RUN, ASKED)
    page.close()
    assert len(wanted) > 60
    assert sorted(set(wanted) - set(asked)) == []


@pytest.mark.parametrize("budget", [WITH_EXPLORER, OTHERS])
def test_budgets_detect_pages_beyond_them(budget):
    """A page that is too slow, moves, or weighs too much is told so."""
    timed = FINE | {"performance": budget.performance, "accessibility": 100}
    assert missed(FINE, budget) == missed(timed, budget) == []
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
        assert len(missed(timed | fault, budget)) == 1
