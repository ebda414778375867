"""Questions answered in a browser by keyboard alone, with the script that a notebook would run."""

import pytest

from pe_book.questions.question import MESSAGES, Choice
from tests.questions.lists import QUESTIONS, html_to_text, known_answers


@pytest.fixture(scope="module")
def desk(browser):
    """A page for questions that cannot reach any other host."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.troubles = []
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on("console", lambda m: page.troubles.append(m.text) if m.type == "error" else None)
    page.on("request", lambda request: page.troubles.append(request.url))
    yield page
    context.close()


def give(page, form, question, answer: str) -> None:
    """Type a number and press Enter, or go to an option with the keys, and press Enter."""
    if isinstance(question, Choice):
        options = form.locator("input[type=radio]")
        options.nth(int(answer)).focus()
        page.keyboard.press("Space")
    else:
        form.locator("input[type=text]").focus()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(answer)
    page.keyboard.press("Enter")


def test_every_known_answer_of_a_chapter_gets_its_reply_by_keyboard(desk):
    asked = [q for name, q in QUESTIONS.items() if name.startswith("chapter_3.")]
    desk.set_content("".join(question._repr_html_() for question in asked))
    for question in asked:
        form = desk.locator(f"#{question.html_id}")
        status = form.get_by_role("status")
        assert status.inner_text() == ""
        for answer, verdict, reply in known_answers(question):
            give(desk, form, question, answer)
            assert form.get_attribute("data-verdict") == verdict
            assert status.text_content() == f"{MESSAGES[verdict]} {html_to_text(reply)}", answer
    assert desk.troubles == []


def test_changing_an_answer_removes_the_old_reply(desk):
    question = QUESTIONS["chapter_3.longest"]
    desk.set_content(question._repr_html_())
    form = desk.locator("form")
    give(desk, form, question, "1")
    assert form.get_attribute("data-verdict") == "wrong"
    desk.keyboard.insert_text("2")
    assert form.get_attribute("data-verdict") is None
    assert form.get_by_role("status").inner_text() == ""


def test_typing_an_answer_triggers_no_shortcut_of_a_notebook(desk):
    desk.set_content(QUESTIONS["chapter_3.longest"]._repr_html_())
    desk.evaluate(
        """() => {
          globalThis.heard = [];
          document.addEventListener("keydown", ({ key }) => heard.push(key));
        }"""
    )
    desk.locator("input[type=text]").focus()
    for key in ("4", "Control+b", "Meta+b", "Alt+b", "Shift+Enter", "a"):
        desk.keyboard.press(key)
    held = ["Control", "b", "Meta", "b", "Alt", "b", "Shift", "Enter"]
    assert desk.evaluate("heard") == held


def test_without_scripts_the_answer_can_be_opened_and_nothing_is_sent(browser):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    question = QUESTIONS["chapter_3.longest"]
    page.set_content(question._repr_html_())
    page.locator("button").click()
    page.locator("summary").click()
    assert html_to_text(question.explanation) in page.locator("details").text_content()
    assert requests == []
    context.close()
