"""The talks: gone through slide by slide on a projector's screen, with the policy in force."""

from __future__ import annotations

import io
import re

import pypdf
import pytest
from playwright.sync_api import expect

from pe_book.questions import chapter_questions
from pe_book.questions.question import html_to_text
from tests.site.page_checks import theme_differences, violations
from tests.site.paper import without_spaces
from tests.site.reader import THEMES
from tests.site.talks import NOW, TALKS, look_at, source_of, wait_for_slides

pytestmark = pytest.mark.site


#: Where the title and the options of a slide stand.
OPTIONS = """(slide) => Array.from(slide.querySelectorAll("h2, .asked p, .asked tr"), (part) => {
  const { x, y } = part.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
})"""


def move(explorer) -> None:
    """Make the first choice, or move the first slider or select field of which the words speak."""
    sentence = explorer.locator(".pe-sentence")
    before = sentence.text_content()
    choice = explorer.locator(".pe-preset [aria-pressed=false]")
    if choice.count():
        choice.first.press("Enter")
        expect(sentence).not_to_have_text(before)
        return
    sliders = explorer.locator("input[type=range]")
    controls = sliders.all() or [explorer.locator("select").first]
    for control in controls:
        control.press("ArrowRight" if sliders.count() else "ArrowDown")
        assert control.evaluate("(e) => e === document.activeElement")
        if sentence.text_content() != before:
            return
    pytest.fail(f"no control changes “{before}”")


@pytest.mark.elsewhere
@pytest.mark.parametrize("name", TALKS)
def test_going_through_a_talk(name, book_url, open_page, axe, faults):
    """By the keys of a remote and by arrows: sizes, colors, questions, explorers, console."""
    visit = open_page("about:blank", bypass_csp=False, reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{book_url}/slides/{name}.html")
    wait_for_slides(page)
    source = source_of(name)
    titles = re.findall(r"^##? (.*)$", source, re.M)
    questions = iter(re.findall(r"\{question\} (\S+)", source))
    shown = re.findall(r"```\{(?:explorer\} (\w+)|step\})", source)
    explorers = iter(name or "story" for name in shown)
    slide = page.locator(NOW)
    for number, title in enumerate(titles):
        with faults.at(f"{name}, slide {number}, “{title}”"):
            assert slide.locator("h1, h2").text_content() == title
            assert not slide.locator(".notes").is_visible()
            explorer = slide.locator(".pe-explorer")
            if explorer.count():
                assert explorer.get_attribute("data-explorer") == next(explorers)
                explorer.locator(".pe-still").wait_for(state="hidden")
                if (tiles := explorer.locator(".pe-tiles")).count():
                    expect(tiles).to_have_css("list-style-type", "none")
                look_at(page)
                move(explorer)
            look_at(page)
            if (answer := slide.locator(".answer")).count():
                assert not answer.is_visible()
                before = slide.evaluate(OPTIONS)
                page.keyboard.press("PageDown")
                assert answer.is_visible()
                assert slide.evaluate(OPTIONS) == before, "an answer moves nothing"
                look_at(page)
            if slide.locator(".asked").count():
                question = chapter_questions()[next(questions)]
                right = next(each for each in question.answers() if each.right)
                assert html_to_text(question.text) in slide.inner_text()
                assert html_to_text(right.reply) in answer.inner_text()
            for theme in THEMES:
                visit.look(theme=theme)
                assert not violations(page, axe)
            assert not theme_differences(visit)
        # With the focus on a slider the remote turns the page, and an arrow would not.
        page.keyboard.press("PageDown" if explorer.count() else "ArrowRight")
    assert next(questions, None) is next(explorers, None) is None
    assert slide.locator("h2").text_content() == titles[-1]
    for _ in range(slide.locator(".fragment").count() + 1):
        page.keyboard.press("PageUp")
    page.locator(NOW).filter(has_text=titles[-2]).wait_for()
    assert not visit.take_problems()


@pytest.mark.elsewhere
@pytest.mark.parametrize("name", TALKS)
def test_speaker_notes_and_handout(name, book_url, open_page):
    visit = open_page(f"{book_url}/slides/{name}.html", bypass_csp=False)
    page = visit.page
    wait_for_slides(page)
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    speaker = opened.value
    speaker.locator("#says").wait_for()
    titles = page.locator(".slides > section :is(h1, h2)").all_text_contents()
    minutes = page.locator(".notes").all_text_contents()
    assert len(minutes) == len(titles)
    # Each window follows the other, on the first slide with an answer and to that answer.
    slides = page.locator(".slides > section").all()
    asked = next(n for n, slide in enumerate(slides) if slide.locator(".answer").count())
    for _ in range(asked):
        page.keyboard.press("PageDown")
    speaker.locator(f"{NOW} h2", has_text=titles[asked]).wait_for()
    assert speaker.locator("#says").inner_text() == minutes[asked].strip()
    speaker.keyboard.press("PageDown")
    page.locator(f"{NOW} .answer").wait_for()
    texts = [
        without_spaces(each.extract_text())
        for each in pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    ]
    paper = "".join(texts)
    assert [title for title in titles if without_spaces(title) not in paper] == []
    assert [note for note in minutes if without_spaces(note)[:30] not in paper] == []
    assert not visit.take_problems()
