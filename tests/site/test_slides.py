"""The talks: gone through slide by slide on a projector's screen, with the policy in force."""

from __future__ import annotations

import io
import math
import re

import numpy as np
import pypdf
import pytest

import pe_lib
from book.comments import without_comments
from tests.site.page_checks import alone, violations
from tests.site.paper import without_spaces
from tests.site.reader import ROOT, SETTLED, THEMES

TALKS = sorted(path.stem for path in (ROOT / "slides").glob("*.md"))
PLANS = "\n".join(
    (ROOT / f"pages/{name}.md").read_text(encoding="utf-8") for name in ("teaching", "more_formats")
)
INCLUDED = re.compile(r'```\{include\} (\S+)\n:start-after: "(.*)"\n:end-before: "(.*)"\n```\n')
NOW = ".slides > section.present"
# Texts of the slide that are too small for the last row of a room, or leave the screen.
UNREADABLE = """() => {
  const found = [], slide = document.querySelector(".slides > section.present");
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), element = walk.currentNode.parentElement;
    const seen = { visibilityProperty: true, opacityProperty: true };
    // What shares a line with larger letters, what is for screen readers alone, and buttons whose
    // word is a sign or drawn by the figure.
    const left = "option, sup, sub, .katex, .pe-unseen, [role=status], .pe-tile, .pe-play";
    if (element.closest(left)) continue;
    if (!text || !element.checkVisibility(seen)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    const drawn = element.getScreenCTM?.();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const out = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom];
    if (size * (drawn ? Math.hypot(drawn.a, drawn.b) : 1) < 23.9 || Math.min(...out) < 4)
      found.push(text);
  }
  return found;
}"""


def source_of(name: str) -> str:
    """A talk's text, with the slides that it takes from another one."""

    def taken(include: re.Match) -> str:
        text = (ROOT / "slides" / include[1]).read_text(encoding="utf-8")
        return text.split(f"{include[2]}\n")[1].split(f"{include[3]}\n")[0]

    text = (ROOT / "slides" / f"{name}.md").read_text(encoding="utf-8")
    return without_comments(INCLUDED.sub(taken, text))


def look_at(page) -> None:
    page.evaluate(SETTLED)
    assert page.evaluate(UNREADABLE) == []


@pytest.mark.parametrize("name", TALKS)
def test_going_through_a_talk(name, book_url, open_page, axe, faults):
    """By the keys of a remote, before and after each answer, in one theme and the other in turn."""
    visit = open_page("about:blank", bypass_csp=False, reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{book_url}/slides/{name}.html")
    page.locator(".reveal.ready").wait_for(state="attached")
    titles = re.findall(r"^##? (.*)$", source_of(name), re.M)
    slide = page.locator(NOW)
    for number, title in enumerate(titles):
        with faults.at(f"{name}, slide {number}, “{title}”"):
            assert slide.locator("h1, h2").text_content() == title.replace("'", "’")
            if (explorer := slide.locator(".pe-explorer")).count():
                explorer.locator(".pe-still").wait_for(state="hidden")
                slider = explorer.locator("input[type=range]").filter(visible=True)
                if slider.count():
                    slider.first.press("ArrowRight")
            look_at(page)
            if (answer := slide.locator(".answer")).count():
                assert not answer.is_visible()
                page.keyboard.press("PageDown")
                assert answer.is_visible()
                look_at(page)
            visit.look(theme=THEMES[number % 2])
            with alone(slide, ".slides"):
                assert not violations(page, axe, slide)
        page.keyboard.press("PageDown")
    assert slide.locator("h2").text_content() == titles[-1]
    assert not visit.take_problems()


def test_speaker_notes_and_handout(book_url, open_page):
    visit = open_page(f"{book_url}/slides/{TALKS[0]}.html", bypass_csp=False)
    page = visit.page
    page.locator(".reveal.ready").wait_for(state="attached")
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    speaker = opened.value
    speaker.locator("#speaker-notes").wait_for()
    titles = page.locator(".slides > section :is(h1, h2)").all_text_contents()
    notes = page.locator(".notes").all_text_contents()
    assert len(notes) == len(titles)
    page.keyboard.press("PageDown")
    speaker.locator(f"{NOW} h2", has_text=titles[1]).wait_for()
    assert speaker.locator("#speaker-notes").inner_text() == notes[1].strip()
    speaker.keyboard.press("PageUp")
    page.locator(f"{NOW} h1").wait_for()
    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    paper = "".join(without_spaces(each.extract_text()) for each in pdf.pages)
    assert [title for title in titles if without_spaces(title) not in paper] == []
    assert [note for note in notes if without_spaces(note)[:30] not in paper] == []
    assert not visit.take_problems()


def test_a_talk_that_reveal_prints_has_letters_as_on_the_screen(book_url, open_page):
    page = open_page(f"{book_url}/slides/{TALKS[0]}.html?print-pdf").page
    words = page.locator(".pdf-page section > :is(p, ul, h2)")
    words.first.wait_for(state="attached")
    page.emulate_media(media="print")
    sizes = "(found) => found.map((e) => parseFloat(getComputedStyle(e).fontSize))"
    assert min(words.evaluate_all(sizes)) >= 24


@pytest.mark.parametrize("name", TALKS)
def test_the_notes_match_the_minutes_of_the_plan(name, book_html):
    """They follow one another, and each part of the plan begins and ends with a slide."""
    page = (book_html / "slides" / f"{name}.html").read_text(encoding="utf-8")
    slides = [(int(a), int(b)) for a, b in re.findall(r"<strong>(\d+)–(\d+)\.</strong>", page)]
    each = [int(minutes) for minutes in re.findall(r":{4}\{notes\} (\d+)\n", source_of(name))]
    assert slides == [(sum(each[:n]), sum(each[: n + 1])) for n in range(len(each))]
    [plan] = re.findall(rf"(?s)\n\[Slides for [^#]*?\(\.\./slides/{name}\.md\).*?(?=\n#)", PLANS)
    parts = [(int(a), int(b)) for a, b in re.findall(r"(?m)^\| (\d+)–(\d+) \|", plan)]
    ends = {minute for slide in slides for minute in slide}
    assert parts[0][0] == 0 and {minute for part in parts for minute in part} <= ends
    assert slides[-1][1] == parts[-1][1]


def code_of(name: str) -> str:
    [code] = re.findall(r"(?s)```python\n(.*?)```", source_of(name))
    return code


def test_the_code_on_slides_does_what_they_say(capsys):
    for d_model in (7, 8):
        table = np.zeros((5, d_model))
        exec(code_of("hour_1"), {"math": math, "seq_len": 5, "d_model": d_model, "table": table})
        assert np.allclose(table, pe_lib.positional_encoding(5, d_model))
    exec(code_of("hour_3"), {"np": np, "pe_lib": pe_lib})
    assert [int(p) for p in re.findall(r"\d+", capsys.readouterr().out)] == list(range(61))
