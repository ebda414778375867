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
PROJECTORS = ((1280, 720), (1920, 1080))
# The highest strip across the slide that holds no word, no figure and no room for an answer, as a
# share of its height.
EMPTY = """() => {
  const slide = document.querySelector(".slides > section.present"), spans = [];
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const shown = { visibilityProperty: true, opacityProperty: true };
    const seen = (element.checkVisibility(shown) || element.closest(".fragment"))
      && !element.closest("[role=status], .katex-mathml");
    if (!seen || !walk.currentNode.textContent.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    spans.push(range.getBoundingClientRect());
  }
  for (const picture of slide.querySelectorAll(".pe-sheet, .title-picture"))
    spans.push(picture.getBoundingClientRect());
  spans.sort((a, b) => a.top - b.top);
  let [end, highest] = [0, 0];
  for (const { top, bottom } of [...spans, { top: innerHeight }]) {
    highest = Math.max(highest, top - end);
    end = Math.max(end, bottom);
  }
  return highest / innerHeight;
}"""


#: Where the title and the options of a slide stand.
OPTIONS = """(slide) => Array.from(slide.querySelectorAll("h2, .vote p, .vote tr"), (part) => {
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
    """By the keys of a remote and by arrows: sizes, edges, colors, votes, explorers, console."""
    visit = open_page("about:blank", bypass_csp=False, reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{book_url}/slides/{name}.html")
    wait_for_slides(page)
    source = source_of(name)
    titles = re.findall(r"^##? (.*)$", source, re.M)
    votes = iter(re.findall(r"\{vote\} (\S+)", source))
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
            if slide.locator(".vote").count():
                question = chapter_questions()[next(votes)]
                right = next(each for each in question.answers() if each.right)
                assert html_to_text(question.text) in slide.inner_text()
                assert html_to_text(right.reply) in answer.inner_text()
            for theme in THEMES:
                visit.look(theme=theme)
                assert not violations(page, axe)
            assert not theme_differences(visit)
        # With the focus on a slider the remote turns the page, and an arrow would not.
        page.keyboard.press("PageDown" if explorer.count() else "ArrowRight")
    assert next(votes, None) is next(explorers, None) is None
    assert slide.locator("h2").text_content() == titles[-1]
    for _ in range(slide.locator(".fragment").count() + 1):
        page.keyboard.press("PageUp")
    page.locator(NOW).filter(has_text=titles[-2]).wait_for()
    assert not visit.take_problems()


def test_a_phone_shows_the_number_of_the_slide_and_arrows(book_url, open_page):
    page = open_page("about:blank", width=390, has_touch=True, is_mobile=True).page
    page.goto(f"{book_url}/slides/lesson.html")
    wait_for_slides(page)
    number = page.locator(".reveal .slide-number")
    assert number.is_visible()
    first = number.inner_text()
    page.locator(".reveal .controls .navigate-right").tap()
    expect(number).not_to_have_text(first)


@pytest.mark.elsewhere
@pytest.mark.parametrize("size", PROJECTORS, ids=str)
@pytest.mark.parametrize("name", TALKS)
def test_a_slide_is_filled(name, size, book_url, open_page, faults):
    """Before and after its answer, no third of its height is empty."""
    page = open_page("about:blank", reduced_motion="reduce").page
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{book_url}/slides/{name}.html")
    wait_for_slides(page)
    page.evaluate("document.fonts.ready")
    slide = page.locator(NOW)
    for title in page.locator(".slides > section :is(h1, h2)").all_text_contents():
        assert slide.locator("h1, h2").text_content() == title
        if slide.locator(".pe-explorer").count():
            slide.locator(".pe-still").wait_for(state="hidden")
        for _ in range(1 + slide.locator(".fragment").count()):
            with faults.at(f"{name}, “{title}”"):
                look_at(page)
                assert page.evaluate(EMPTY) < 1 / 3
            page.keyboard.press("PageDown")


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
    # Their ends: an answer begins as its option does.
    answers = [
        without_spaces(each)[-20:] for each in page.locator(".vote .answer").all_text_contents()
    ]
    assert answers and [answer for answer in answers if answer not in paper] == []
    assert not [text for text in texts if len(text) < 100]
    # Each figure once, and within an A4 page's margins.
    page.set_viewport_size({"width": 687, "height": 1000})
    page.emulate_media(media="print")
    assert not page.locator(".pe-drawing, .pe-predict").filter(visible=True).count()
    figures = page.locator(":is(.pe-still, .pe-picture) > svg").filter(visible=True)
    for figure in figures.all():
        box = figure.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 687
    assert not visit.take_problems()
