"""The teachers' page links to explorers that exist, at settings that they have."""

import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest

from course.make import ASSIGNMENTS, cells, read, tasks
from pe_book import explorers
from pe_book.declare import Slider, Toggle
from pe_book.questions import chapter_questions
from pe_book.questions.question import Numeric
from tests.prose.text import source

ROOT = Path(__file__).resolve().parents[2]
PAGE = source(ROOT / "pages/teaching.md")
ALL_LINKS = sorted(set(re.findall(r'href="\.\./([^"]+)"', PAGE)))
# What stands behind a colon are settings of an explorer; other links lead to a place on a page.
LINKS = [link for link in ALL_LINKS if ":" in link.partition("#")[2]]


def settings_in(name, listed):
    """What an address says of an explorer's settings, by the kinds of its controls."""
    controls = {control.name: control for control in explorers.ALL[name].controls}
    settings = {}
    for key, text in (pair.split("=") for pair in unquote(listed).split(",")):
        if isinstance(controls[key], Toggle):
            settings[key] = {"true": True, "false": False}[text]
        else:
            settings[key] = float(text) if isinstance(controls[key], Slider) else text
    return settings


@pytest.mark.parametrize("link", LINKS)
def test_links_to_explorers_are_valid(link):
    page, fragment = unquote(link).split("#")
    notebook = (ROOT / page).with_suffix(".ipynb").read_text(encoding="utf-8")
    name, listed = fragment.split(":")
    assert f'explorers.show(\\"{name}\\"' in notebook
    explorer = explorers.ALL[name]
    settings = settings_in(name, listed)
    kept = explorer.check(**settings)
    assert {key: kept[key] for key in settings} == settings


@pytest.mark.parametrize("link", sorted(set(ALL_LINKS) - set(LINKS)))
def test_links_to_questions_and_sections_are_valid(link):
    page, place = link.split("#")
    notebook = (ROOT / page).with_suffix(".ipynb").read_text(encoding="utf-8")
    asked = {question.html_id: name for name, question in chapter_questions().items()}
    found = re.findall(r'"##? (?:\d+\. )?([^"\\]+)', notebook)
    headings = [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in found]
    if place in asked:
        assert f"questions.{asked[place]}" in notebook
    else:
        # A section named like its chapter has no address of its own: the name is the chapter's.
        assert headings.count(place) == 1


def test_the_page_says_which_computed_questions_have_no_fresh_numbers():
    [sentence] = re.findall(
        r"Three\ncomputed questions have their own numbers alone: (.+?)\n\n", PAGE, re.S
    )
    linked = re.findall(r'#(question-[\w-]+)"', sentence)
    numeric = [q for q in chapter_questions().values() if isinstance(q, Numeric)]
    assert linked == [question.html_id for question in numeric if not question.redraw]


def test_there_are_links_for_every_explorer_of_the_chapters():
    linked = {unquote(link).split("#")[1].split(":")[0] for link in LINKS}
    shown = {
        name
        for path in ROOT.glob("chapters/*.ipynb")
        for name in re.findall(r'explorers\.show\(\\"(\w+)', path.read_text(encoding="utf-8"))
    }
    assert shown <= linked


def test_every_chapter_is_in_the_table_of_objectives():
    table = PAGE.split("## What each chapter is for")[1].split("##")[0]
    for path in ROOT.glob("chapters/*.ipynb"):
        numbered = f'"# {int(path.name[:2])}. ' in path.read_text(encoding="utf-8")
        assert f"(../chapters/{path.name})" in table or not numbered


@pytest.mark.parametrize(
    ("plan", "end"),
    [
        ("A lesson of 45 minutes", 45),
        ("A flipped lesson", 45),
        ("A lab of 90 minutes", 90),
        ("Chapter 9 in 45 minutes", 45),
        ("First hour: what it is", 60),
        ("Second hour: why it works", 60),
        ("Third hour: what becomes of it", 60),
        ("One evening", 120),
    ],
)
def test_the_minutes_of_a_plan_add_up(plan, end):
    rows = PAGE.split(f"## {plan}\n")[1].split("\n#")[0]
    times = [(int(a), int(b)) for a, b in re.findall(r"(?m)^\| (\d+)–(\d+) \|", rows)]
    assert times[0][0] == 0 and times[-1][1] == end
    assert all(end == start for (_, end), (start, _) in pairwise(times))


def test_there_is_a_prompt_for_every_chapter_of_the_table():
    def linked(heading: str) -> list[str]:
        section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
        return re.findall(r"(?m)^\| \[.*?\]\(\.\./(chapters/\w+)", section)

    assert linked("A prompt for each chapter") == linked("What each chapter is for")


def test_the_two_weeks_have_ten_days():
    rows = PAGE.split("## Two weeks\n")[1].split("\n## ")[0]
    assert [int(day) for day in re.findall(r"(?m)^\| (\d+) \|", rows)] == list(range(1, 11))


def test_the_problem_sets_are_those_that_the_page_names():
    sets = PAGE.split("### Problem sets")[1].split("###")[0]
    wrong = list((ROOT / "course" / "handed_in").rglob("*.py"))
    assert "There are three problem sets" in sets and len(ASSIGNMENTS) == 3
    assert "fifteen known wrong submissions" in sets and len(wrong) == 15
    rows = re.findall(r"(?m)^\| (\d) \|(.*)\|$", sets)
    for assignment, row in zip(ASSIGNMENTS, rows, strict=True):
        notebook = read(ROOT / "course" / f"{assignment}.ipynb")
        text = "".join(cells(notebook)["title"]["source"])
        assert re.search(rf"After chapters \d (and|to) {row[0]}\.", text)
        assert len(row[1].split(";")) == len(tasks(notebook)) == 3
