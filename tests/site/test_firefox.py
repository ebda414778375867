"""The other engine: what a reader does in Firefox, with the policy in force."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from urllib.parse import unquote, urljoin

import pytest
from bs4 import BeautifulSoup

from pe_book import explorers
from pe_book.declare import Select, Slider
from pe_book.questions.question import MESSAGES, Choice, Numeric, html_to_text
from tests.node import node_executable
from tests.questions.lists import QUESTIONS, known_answers
from tests.rendered import text_of
from tests.site.explored import SEEN, explorers_on, parsed_view
from tests.site.live_cells import FORMULA, TABLE, needs_python
from tests.site.reader import PAGES, ROOT

pytestmark = [needs_python, pytest.mark.elsewhere, pytest.mark.xdist_group("firefox")]
BUILT = ROOT / "_build" / "html"
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)

# Each kind of link: the first of these on the first page that has one.
LINKS = {
    "the start": "a.book-start",
    "a heading's own": ".bd-article h2 a.headerlink",
    "the contents of the page": ".page-toc li li a.nav-link",
    "the contents of the book": ".bd-sidebar-primary li:nth-child(3) a.reference.internal",
    "the next page": "a.right-next",
    "the page before": "a.left-prev",
    "a place on another page": "article a[href*='references.html#']",
    "an explorer at settings": "article a[href*='.html#'][href*='=']",
}
CELL = {
    "page": FORMULA,
    "at": f"#cell-{TABLE}",
    "typed": ["6 * 7", "x = 1\nx / 0", "np.sin(x)"],
    "endless": "while True: pass",
}


def soup_of(path: str) -> BeautifulSoup:
    return BeautifulSoup((BUILT / path).read_text("utf-8"), "html.parser")


@pytest.fixture(scope="module")
def links() -> dict[str, dict[str, str]]:
    """For each kind of link: the page that it is on, what finds it there, where it leads."""
    found = {}
    for path in PAGES:
        soup = soup_of(path)
        for kind, selector in LINKS.items():
            if kind not in found and (link := soup.select_one(selector)):
                found[kind] = {"from": path, "selector": selector, "to": link["href"]}
    assert found.keys() == LINKS.keys()
    return found


@pytest.fixture(scope="module")
def answers() -> dict[str, tuple]:
    """For the first question of each kind: every known answer as typed, and its reply."""
    asked = [
        next(q for q in QUESTIONS.values() if isinstance(q, kind)) for kind in (Choice, Numeric)
    ]
    return {question.html_id: known_answers(question) for question in asked}


@pytest.fixture(scope="module")
def seen(book_url, book_html, links, answers) -> dict:
    """What tests/site/firefox.mjs saw on its way through the site."""
    if not FIREFOX:
        pytest.skip("there is no Firefox here: apt-get install firefox-esr")
    pages = {}
    for path in PAGES:
        ids = {form["id"] for form in soup_of(path).select("form.pe-question")}
        given = [(name, typed) for name in answers.keys() & ids for typed, *_ in answers[name]]
        # One may also stand at the head of its chapter, under another key.
        names = list(dict.fromkeys(explorers_on(path)))
        if names or given:
            pages[path] = {"explorers": names, "answers": given}
    way = {"book": book_url, "pages": pages, "links": links, "cell": CELL, "seen": SEEN}
    done = subprocess.run(
        [node_executable(), ROOT / "tests" / "site" / "firefox.mjs", FIREFOX],
        input=json.dumps(way),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_firefox_reports_no_violation_and_no_message(seen):
    assert seen["version"].startswith("firefox/")
    assert seen["problems"] == []


def test_every_explorer_responds_to_its_controls(seen, faults):
    assert seen["explorers"].keys() == explorers.ALL.keys()
    for name, states in seen["explorers"].items():
        explorer = explorers.ALL[name]
        settings = parsed_view(explorer, states["after"])
        with faults.at(name):
            assert parsed_view(explorer, states["before"]) == explorer.defaults
            assert states["before"]["sentence"] == text_of(explorer).sentence
            for control in explorer.controls:
                if not isinstance(control, Select | Slider):
                    assert settings[control.name] != explorer.defaults[control.name]
            assert settings != explorer.defaults and settings == explorer.fit(settings)
            text = text_of(explorer, **settings)
            assert states["after"]["sentence"] == text.sentence != states["before"]["sentence"]
            assert states["after"]["cells"] == [cell for row in text.rows for cell in row]


def test_a_question_of_each_kind_replies(seen, answers):
    for name, known in answers.items():
        wanted = [f"{MESSAGES[verdict]} {html_to_text(reply)}" for _, verdict, reply in known]
        assert seen["replies"][name] == wanted


def test_each_kind_of_link_works_and_so_does_back(seen, links, book_url, faults):
    """Back, the settings of the explorers are what the reader left: the way waits for that."""
    assert seen["links"].keys() == links.keys()
    for kind, found in seen["links"].items():
        link = links[kind]
        start = f"{book_url}/{link['from']}"
        with faults.at(kind):
            assert found["url"] == urljoin(start, link["to"])
            assert ("#" not in link["to"] and found["top"] == 0) or 0 <= found["top"] <= 140
            if link["to"].startswith("#"):
                assert found["after"] == found["before"]
    named = links["an explorer at settings"]["to"].split("#")[1]
    name, given = re.fullmatch(r"(\w+):([^;]*).*", unquote(named)).groups()
    explorer = explorers.ALL[name]
    chosen = explorer.defaults | {
        key: type(explorer.defaults[key])(value)
        for key, value in (pair.split("=") for pair in given.split(","))
    }
    assert (
        seen["links"]["an explorer at settings"]["sentence"] == text_of(explorer, **chosen).sentence
    )


def test_a_live_cell_runs_stops_and_names_an_error(seen):
    stored, product, error, after, stopped = seen["ran"]
    assert "Not yet." in stored
    assert product == stopped == "42"
    assert "line 2" in error and "ZeroDivisionError: division by zero" in error
    assert after == "np.float64(0.8414709848078965)"
