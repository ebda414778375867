"""The page "What libraries really do": its data is whole, and a reader finds a row."""

from __future__ import annotations

import re

import pe_check
from pe_book.data.surprises import stored, surprises
from pe_check import testing
from tests.site.page_checks import overflow
from tests.site.reader import PHONE, ROOT

PAGE = "pages/surprises.html"


def test_each_surprise_is_complete_and_leads_somewhere():
    data, found = stored(), surprises()
    assert len(found) == len(data["surprises"])
    for each in found.values():
        assert each.guess and each.happens and each.source and each.method in data["methods"]
        assert each.kind in data["kinds"] and set(each.checks) <= set(data["checks"]), each.id
        assert each.packages and all(re.fullmatch(r"\S+ \d\S*", name) for name in each.packages)
        assert each.chapter is None or (ROOT / f"chapters/{each.chapter}.ipynb").is_file(), each.id
    for name, page in data["checks"].items():
        assert name in {*pe_check.__all__, *testing.__all__}
        assert (ROOT / f"pages/{page}.md").is_file()


def test_each_finding_has_its_script_its_row_and_its_line():
    rows = {each.finding for each in surprises().values() if each.finding}
    scripts = {path.stem for path in (ROOT / "findings").glob("[!_]*.sh")}
    lines = re.findall(r"(?m)^\| \[([\w-]+)\]", (ROOT / "findings/README.md").read_text("utf-8"))
    assert rows == scripts == set(lines) and len(lines) == len(scripts)


def test_a_reader_searches_by_words_of_package_method_and_kind(book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}", width=PHONE)
    page, count = visit.page, len(surprises())
    rows = page.locator(".book-surprises tbody tr:visible")
    status = page.locator(".book-surprises output")
    status.filter(has_text=f"{count} surprises").wait_for()
    page.get_by_label("Search").last.fill("YaRN litgpt")
    assert [row.get_attribute("id") for row in rows.all()] == ["litgpt-yarn"]
    assert status.inner_text() == f"1 of {count}"
    page.get_by_label("Search").last.fill("calendars rounded")
    expected = {e.id for e in surprises().values() if (e.method, e.kind) == ("calendar", "rounded")}
    assert expected <= {row.get_attribute("id") for row in rows.all()} and rows.count() < 9
    page.get_by_label("Search").last.fill("")
    status.filter(has_text=f"{count} surprises").wait_for()
    assert not overflow(page) and not visit.take_problems()


def test_a_figure_that_gives_the_answer_away_waits_for_one(book_url, open_page):
    page = open_page(f"{book_url}/chapters/10_positions_elsewhere.html", width=PHONE).page
    question, figure = (
        page.locator("#question-chapter-10-day-of-month"),
        page.locator(".tag_after-answer"),
    )
    assert figure.is_hidden()
    question.get_by_role("radio").first.check()
    question.get_by_role("button", name="Check").click()
    figure.wait_for()
