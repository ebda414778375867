"""The talks: gone through slide by slide on a projector's screen, with the policy in force."""

from __future__ import annotations

import io
import re
from itertools import pairwise

import pypdf
import pytest

from pe_book.questions import all_questions
from pe_book.questions.question import plain
from tests.site.reader import ROOT, SETTLED, violations
from tests.site.test_reading import squeezed

pytestmark = pytest.mark.site
TALKS = sorted(path.stem for path in (ROOT / "slides").glob("*.md"))
#: Pixels of a screen of 1024 x 768, for who sits in the last row.
LEAST = 24
NOW = ".slides > section.present"
# Every text of the slide that is seen, with its size on the screen, and whether it leaves that.
SEEN = """() => {
  const slide = document.querySelector(".slides > section.present"), found = [];
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), element = walk.currentNode.parentElement;
    const seen = { visibilityProperty: true, opacityProperty: true };
    // What shares a line with larger letters, and what is for screen readers alone.
    if (element.closest("option, sup, sub, .katex, [role=status]")) continue;
    if (!text || !element.checkVisibility(seen)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    const drawn = (element.closest("foreignObject") ?? element).getScreenCTM?.();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const out = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom];
    found.push({ text, size: size * (drawn ? Math.hypot(drawn.a, drawn.b) : 1),
      out: Math.min(...out) < -1 });
  }
  return found;
}"""


def look_at(page, axe: str) -> None:
    """What is seen is large enough, on the screen, and accessible."""
    page.evaluate(SETTLED)
    texts = page.evaluate(SEEN)
    assert texts
    small = [(each["text"], round(each["size"], 1)) for each in texts if each["size"] < LEAST - 0.1]
    assert not small
    assert not [each["text"] for each in texts if each["out"]]
    assert not violations(page, axe)


def move(explorer) -> None:
    """Move the first slider by a key: the sentence follows, and the figure is drawn anew."""
    slider, sentence = explorer.locator("input[type=range]").first, explorer.locator(".pe-sentence")
    before = sentence.text_content()
    slider.press("ArrowRight")
    explorer.locator(".pe-still").wait_for(state="hidden")
    assert sentence.text_content() != before
    assert slider.evaluate("(e) => e === document.activeElement")


@pytest.mark.parametrize("name", TALKS)
def test_a_talk_from_its_first_slide_to_its_last(name, book_url, open_page, axe, faults):
    """By the keys of a remote and by arrows: sizes, edges, colors, votes, explorers, console."""
    visit = open_page("about:blank", bypass_csp=False, reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{book_url}/slides/{name}.html")
    page.locator(".reveal.ready").wait_for(state="attached")
    source = (ROOT / "slides" / f"{name}.md").read_text(encoding="utf-8")
    titles = re.findall(r"^##? (.*)$", source, re.M)
    votes = iter(re.findall(r"\{vote\} (\S+)", source))
    explorers = iter(re.findall(r"```\{explorer\} (\w+)", source))
    slide = page.locator(NOW)
    for number, title in enumerate(titles):
        with faults.at(f"{name}, slide {number}, “{title}”"):
            assert slide.locator("h1, h2").text_content() == title
            assert not slide.locator(".notes").is_visible()
            explorer = slide.locator(".pe-explorer")
            if explorer.count():
                assert explorer.get_attribute("data-explorer") == next(explorers)
                look_at(page, axe)
                move(explorer)
            look_at(page, axe)
            if slide.locator(".vote").count():
                question = all_questions()[next(votes)]
                right = next(answer for answer in question.answers() if answer.right)
                assert plain(question.text) in slide.inner_text()
                answer = slide.locator(".answer")
                assert not answer.is_visible()
                page.keyboard.press("PageDown")
                assert plain(right.reply) in answer.inner_text()
                look_at(page, axe)
        # With the focus on a slider the remote turns the page, and an arrow would not.
        page.keyboard.press("PageDown" if explorer.count() else "ArrowRight")
    assert next(votes, None) is next(explorers, None) is None
    assert slide.locator("h2").text_content() == titles[-1]
    page.keyboard.press("PageUp")
    page.locator(NOW).filter(has_text=titles[-2]).wait_for()
    assert not visit.all_troubles()


@pytest.mark.parametrize("name", TALKS)
def test_the_speaker_has_notes_and_a_class_has_a_handout(name, book_url, open_page):
    visit = open_page(f"{book_url}/slides/{name}.html", bypass_csp=False)
    page = visit.page
    page.locator(".reveal.ready").wait_for(state="attached")
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    speaker = opened.value
    speaker.locator("#says").wait_for()
    titles = page.locator(".slides > section :is(h1, h2)").all_text_contents()
    minutes = page.locator(".notes").all_text_contents()
    assert len(minutes) == len(titles)
    # Each window follows the other.
    page.keyboard.press("PageDown")
    speaker.locator(f"{NOW} h2", has_text=titles[1]).wait_for()
    assert speaker.locator("#says").inner_text() == minutes[1].strip()
    speaker.keyboard.press("PageDown")  # the answer to the vote
    page.locator(f"{NOW} .answer").wait_for()
    texts = [
        squeezed(each.extract_text())
        for each in pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    ]
    paper = "".join(texts)
    assert [title for title in titles if squeezed(title) not in paper] == []
    assert [note for note in minutes if squeezed(note)[:30] not in paper] == []
    answers = page.locator(".answer strong").all_text_contents()
    assert answers and all(squeezed(answer) in paper for answer in answers)
    assert not [text for text in texts if len(text) < 100]
    assert not visit.all_troubles()


@pytest.mark.parametrize("name", TALKS)
def test_the_minutes_follow_one_another(name):
    source = (ROOT / "slides" / f"{name}.md").read_text(encoding="utf-8")
    spans = [tuple(map(int, span)) for span in re.findall(r"\*\*(\d+)–(\d+)\.\*\*", source)]
    assert spans[0][0] == 0
    assert all(end == begin for (_, end), (begin, _) in pairwise(spans))
    assert source.count("\n## ") == len(spans)
    assert f"in {spans[-1][1]} minutes" in source
