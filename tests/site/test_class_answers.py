"""A teacher drops a class's files: the page counts them, names misconceptions, sends nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pe_book.questions import chapter_questions
from pe_book.questions.question import html_to_text, spelled
from tests.site.page_checks import overflow, violations

ASKED = {name: q for name, q in chapter_questions().items() if name.startswith("chapter_2.")}
ENTRY, WHICH = ASKED["chapter_2.entry"], ASKED["chapter_2.which_end"]
MISREAD = ENTRY.wrong[0]
RIGHT_OPTION = [option.right for option in WHICH.options].index(True)


def option(number: int) -> str:
    return f"{'ABCD'[number]}. {spelled(WHICH.options[number].text)}"


def file_of(*answers: tuple[str, list[str]]) -> str:
    """A file as `answers.mjs` writes it, without what the page for teachers does not read."""
    parts = ["# My answers: 2. The formula", "http://localhost/, today"]
    for name, tries in answers:
        listed = "\n".join(f"{n}. wrong: {one}" for n, one in enumerate(tries, 1))
        parts += [f"## Question 1 ({name})", "asked", listed or "Not answered."]
    return "\n\n".join([*parts, "## Exercise: write the table", "```python\n1. no: try\n```", ""])


#: Thirty students: 12 right at once; 15 misread, 10 of them right in the end, at the third try;
#: 3 something else.
CLASS = [
    *(file_of((ENTRY.name, [f"{ENTRY.answer:.4f}"])) + " " * n for n in range(12)),
    *(
        file_of((ENTRY.name, [f"{MISREAD.value:.4f}", f"{MISREAD.value:.3f}", "0.479"])) + " " * n
        for n in range(10)
    ),
    *(
        file_of((ENTRY.name, [f"{MISREAD.value:.3f}"]), (WHICH.name, [option(0)])) + " " * n
        for n in range(5)
    ),
    *(file_of((ENTRY.name, ["77"]), (WHICH.name, [])) + " " * n for n in range(3)),
]


def drop(page, folder: Path, texts: dict[str, str]) -> None:
    files = []
    for name, text in texts.items():
        files.append(folder / name)
        files[-1].write_text(text, encoding="utf-8")
    page.locator(".pe-class input").set_input_files(files)


def rows_of(card) -> dict[str, tuple[int, int]]:
    """What the table of a question says: each answer's count at the first try and at the last."""
    cells = [row.locator("td").all_inner_texts() for row in card.locator("tbody tr").all()]
    return {" ".join(text.split()): (int(first), int(last)) for text, first, last in cells}


def test_thirty_files_are_counted_with_the_misconception_behind_each_answer(
    book_url, open_page, tmp_path
):
    visit = open_page(f"{book_url}/pages/class_answers.html", bypass_csp=False)
    page = visit.page
    texts = {f"student_{n}.md": text for n, text in enumerate(CLASS)}
    drop(page, tmp_path, texts | {"again.md": CLASS[0], "notes.txt": "nothing"})
    status = page.locator(".pe-class [role=status]")
    expect(status).to_have_text(
        "Files counted: 30. There twice: 1. No answers of this book: notes.txt."
    )
    entry, which = (page.locator(f"[id='class-{q.name}']") for q in (ENTRY, WHICH))
    assert html_to_text(ENTRY.text) in entry.inner_text()
    assert "30 answered: 12 right at once, 22 in the end." in entry.inner_text()
    assert rows_of(entry) == {
        f"0.04998 {html_to_text(MISREAD.reply)}": (15, 5),
        "✓ 0.4794": (12, 22),
        "something else 77": (3, 3),
    }
    given = rows_of(which)
    assert len(given) == len(WHICH.options)
    assert given[f"{option(0)} {html_to_text(WHICH.options[0].reply)}"] == (5, 5)
    assert given[f"✓ {option(RIGHT_OPTION)}"] == (0, 0)
    assert "5 answered: 0 right at once, 0 in the end." in which.inner_text()
    for width in (1280, 390):
        for theme in ("light", "dark"):
            visit.look(width=width, theme=theme)
            assert overflow(page) == []
    assert visit.take_problems() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_accessible_with_a_file_on_it(theme, book_url, open_page, tmp_path, axe):
    page = open_page(f"{book_url}/pages/class_answers.html", theme=theme).page
    drop(page, tmp_path, {"one.md": CLASS[-4]})
    page.locator(".pe-class-question").first.wait_for()
    assert violations(page, axe, within=page.locator("article")) == []


def test_a_file_that_a_chapter_saves_is_read_with_its_other_numbers(book_url, open_page, tmp_path):
    """From the button of the question to the row of the teacher's table."""
    visit = open_page(f"{book_url}/chapters/02_formula.html")
    page, form = visit.page, visit.page.locator(f"#{ENTRY.html_id}")
    form.get_by_role("button", name="Other numbers").click()
    expect(form.locator("legend")).not_to_have_text(html_to_text(ENTRY.text))
    seed = int(form.get_attribute("data-numbers"))
    drawn = ENTRY.with_numbers(seed)
    expect(form.locator("legend")).to_have_text(html_to_text(drawn.text))
    for value in (drawn.wrong[0].value, drawn.answer):
        form.get_by_label("Your answer").fill(f"{value:.5g}")
        form.get_by_role("button", name="Check").click()
    expect(form.locator(".pe-reply")).to_contain_text(html_to_text(drawn.because))
    with page.expect_download() as download:
        page.locator("#my-answers").get_by_role("button", name="Save").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert f"({ENTRY.name}, numbers {seed})" in saved and html_to_text(drawn.text) in saved
    page.goto(f"{book_url}/pages/class_answers.html")
    drop(page, tmp_path, {"saved.md": saved})
    card = page.locator(f"[id='class-{ENTRY.name}']")
    card.scroll_into_view_if_needed()  # inner_text is empty where the page is not yet laid out
    expect(card).to_contain_text("1 answered: 0 right at once, 1 in the end.", use_inner_text=True)
    assert rows_of(card)[f"0.04998 {html_to_text(MISREAD.reply)}"] == (1, 0)
    assert visit.take_problems() == []


def test_the_site_has_the_data_of_every_question(book_html):
    found = {}
    for file in (book_html / "_static" / "questions").glob("*.json"):
        found |= json.loads(file.read_text(encoding="utf-8"))
    assert set(chapter_questions()) < set(found)
    for name, question in chapter_questions().items():
        assert found[name]["data"] == json.loads(json.dumps(question.data())), name
