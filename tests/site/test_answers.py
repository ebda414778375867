"""“My answers” at the end of a chapter lists what the reader answered, and sends nothing."""

from playwright.sync_api import expect

from pe_book.questions import chapter_questions
from tests.questions.lists import html_to_text
from tests.site.live_cells import needs_python
from tests.site.reader import make_first_move

PATH = "chapters/02_formula.html"
ASKED = chapter_questions()
ENTRY, ALTERNATES = ASKED["chapter_2.entry"], ASKED["chapter_2.what_alternates"]


def answer(page, question, value: str) -> None:
    """Give an answer: a number as text, or an option by its text."""
    make_first_move(page)  # else what lies above may still grow between press and release
    form = page.locator(f"#{question.html_id}")
    if hasattr(question, "options"):
        form.get_by_label(value).check()
    else:
        form.get_by_label("Your answer").fill(value)
    form.get_by_role("button", name="Check").click()
    form.locator(".pe-reply:not(:empty)").wait_for()


def text_on(page) -> str:
    section = page.locator("#my-answers")
    section.scroll_into_view_if_needed()
    box = section.get_by_label("My answers as a text")
    box.evaluate("(box) => (box.value = '')")  # what an earlier press showed
    section.get_by_role("button", name="Show").click()
    expect(box).not_to_have_value("")
    return box.input_value()


def part(text: str, question) -> str:
    """Return the text below a question."""
    [found] = [part for part in text.split("\n## ") if html_to_text(question.text)[:25] in part]
    return found.split("\n\n")[-1].strip()


def test_attempts_are_listed_in_order_survive_a_reload_and_are_copied(book_url, open_page):
    visit = open_page(f"{book_url}/{PATH}", permissions=["clipboard-read", "clipboard-write"])
    page = visit.page
    wrong = ENTRY.wrong[0].value
    answer(page, ENTRY, f"{wrong:.4f}")
    answer(page, ENTRY, "what?")
    answer(page, ENTRY, f"{ENTRY.answer:.4f}")
    answer(page, ENTRY, f"{ENTRY.answer:.4f}")
    right = next(option.text for option in ALTERNATES.options if option.right)
    answer(page, ALTERNATES, right)
    text = text_on(page)
    listed = f"1. wrong: {wrong:.4f}\n2. right: {ENTRY.answer:.4f}"
    assert part(text, ENTRY) == listed
    assert right in part(text, ALTERNATES)
    page.reload()
    again = text_on(page)
    assert part(again, ENTRY) == listed
    section = page.locator("#my-answers")
    section.get_by_role("button", name="Copy").click()
    section.get_by_text("Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines()[4:] == again.splitlines()[4:]
    assert visit.take_problems() == []


@needs_python
def test_changed_code_is_included(book_url, open_page):
    visit = open_page(f"{book_url}/{PATH}")
    page = visit.page
    # The editor is loaded when its cell comes near, after the reader's first move.
    make_first_move(page)
    assert "```python" not in text_on(page)
    page.locator("#exercise-write-the-table .pe-live").scroll_into_view_if_needed()
    editor = page.locator("#exercise-write-the-table .cm-content")
    editor.click()
    page.keyboard.type("answer_of_mine = 1\n")
    expect(editor).to_contain_text("answer_of_mine = 1")
    text = text_on(page)
    assert text.count("```python") == 1
    assert "## Exercise: write the table\n\n```python" in text and "answer_of_mine = 1" in text
