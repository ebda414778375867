"""The talks: gone through slide by slide on a projector's screen, with the policy in force."""

from __future__ import annotations

import io
import math
import re

import numpy as np
import pypdf
import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect
from sphinx.errors import ExtensionError

import pe_lib
from _ext.book_site.short_addresses import OPTION, SHOWN, code_html, short_name, targets
from pe_book.questions import all_questions
from pe_book.questions.question import plain
from tests.claims import WORDS
from tests.site.paper import without_spaces
from tests.site.reader import ROOT, SETTLED, THEMES, theme_differences, violations
from tools.comments import without_comments

pytestmark = pytest.mark.site
TALKS = sorted(path.stem for path in (ROOT / "slides").glob("*.md"))
PLANS = (ROOT / "pages/teaching.md").read_text(encoding="utf-8")
INCLUDED = re.compile(r'```\{include\} (\S+)\n:start-after: "(.*)"\n:end-before: "(.*)"\n```\n')
#: An address as GitHub gives one.
SITE = "https://owner.github.io/positional-encoding/"
#: Pixels of a screen of 1280 x 720, for who sits in the last row.
LEAST = 24
#: Pixels between a text and the edge of the screen.
EDGE = 4
PROJECTORS = ((1280, 720), (1920, 1080))
NOW = ".slides > section.present"
# Every text of the slide that is seen, with its size on the screen, and whether it leaves that or
# meets the slide's number, and which word of a figure it lies on.
SEEN = """() => {
  const slide = document.querySelector(".slides > section.present"), found = [];
  const number = document.querySelector(".slide-number").getBoundingClientRect();
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), element = walk.currentNode.parentElement;
    const seen = { visibilityProperty: true, opacityProperty: true };
    // What shares a line with larger letters, what is for screen readers alone, and the button of a
    // tile, whose word the figure draws.
    if (element.closest("option, sup, sub, .katex, .pe-unseen, [role=status], .pe-tile")) continue;
    if (!text || !element.checkVisibility(seen)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    const drawn = (element.closest("foreignObject") ?? element).getScreenCTM?.();
    const size = parseFloat(getComputedStyle(element).fontSize);
    const out = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom];
    const apart = [number.left - box.right, box.left - number.right,
      number.top - box.bottom, box.top - number.bottom];
    // Of a line's height the letters take the middle.
    const word = element.closest(".pe-drawing") && { left: box.left, right: box.right,
      top: box.top + 0.12 * box.height, bottom: box.bottom - 0.12 * box.height };
    const on = word && found.find(({ word: other }) => other && word.left < other.right
      && other.left < word.right && word.top < other.bottom && other.top < word.bottom);
    found.push({ text, word, on: on?.text, size: size * (drawn ? Math.hypot(drawn.a, drawn.b) : 1),
      out: Math.min(...out) < EDGE || Math.max(...apart) < -1 });
  }
  return found;
}"""
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


TEXT_END = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().right;
}"""


def source_of(name: str) -> str:
    """A talk's text, with the slides that it takes from another one."""

    def taken(include: re.Match) -> str:
        text = (ROOT / "slides" / include[1]).read_text(encoding="utf-8")
        return text.split(f"{include[2]}\n")[1].split(f"{include[3]}\n")[0]

    text = (ROOT / "slides" / f"{name}.md").read_text(encoding="utf-8")
    return without_comments(INCLUDED.sub(taken, text))


def durations(name: str) -> list[int]:
    """The minutes of each slide but the first."""
    return [int(minutes) for minutes in re.findall(r":{4}\{notes\} (\d+)\n", source_of(name))]


#: Where the title and the options of a slide stand.
OPTIONS = """(slide) => Array.from(slide.querySelectorAll("h2, .vote p, .vote tr"), (part) => {
  const { x, y } = part.getBoundingClientRect();
  return [Math.round(x), Math.round(y)];
})"""


def wait_for_slides(page) -> None:
    page.locator(".reveal.ready").wait_for(state="attached")


def look_at(page) -> None:
    """What is seen is large enough and on the screen."""
    page.evaluate(SETTLED)
    texts = page.evaluate(SEEN.replace("EDGE", str(EDGE)))
    assert texts
    small = [(each["text"], round(each["size"], 1)) for each in texts if each["size"] < LEAST - 0.1]
    assert not small
    assert not [each["text"] for each in texts if each["out"]]
    assert not [(each["text"], each["on"]) for each in texts if each.get("on")]


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
                question = all_questions()[next(votes)]
                right = next(each for each in question.answers() if each.right)
                assert plain(question.text) in slide.inner_text()
                assert plain(right.reply) in answer.inner_text()
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


@pytest.mark.elsewhere
def test_votes_are_counted_in_two_rounds(book_url, open_page):
    """By letters and digits: bars follow, a reload keeps them, the speaker's window has them."""
    visit = open_page(f"{book_url}/slides/lesson.html#/without-positions", reduced_motion="reduce")
    page = visit.page
    wait_for_slides(page)
    ballot = page.locator(f"{NOW} .ballot")
    counts = {"before": [3, 12, 5, 0], "after": [1, 19, 0, 0]}
    for votes in counts.values():
        page.keyboard.press("a")
        for count in votes:
            page.keyboard.type(f"{count}\n")

    def shown(where) -> dict[str, list[float]]:
        return {
            name: where.locator(f".bar.{name}").evaluate_all(
                "(bars) => bars.map((bar) => bar.offsetWidth / bar.parentElement.clientWidth)"
            )
            for name in counts
        }

    for name, votes in counts.items():
        fields = ballot.locator(f"input[name={name}]")
        assert [int(field.input_value()) for field in fields.all()] == votes
        longest = max(shown(ballot)[name])
        shares = [bar / longest for bar in shown(ballot)[name]]
        assert shares == pytest.approx([votes[n] / max(votes) for n in range(4)], abs=0.02)
    # Behind the last field the keys turn the pages again: first to the answer.
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{NOW} .answer").is_visible()
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    speaker = opened.value
    beside = speaker.locator(f"{NOW} .ballot")
    expect(beside.locator("input[name=after]").nth(1)).to_have_value("19")
    beside.locator("input[name=after]").nth(2).fill("7")
    expect(ballot.locator("input[name=after]").nth(2)).to_have_value("7")
    page.reload()
    wait_for_slides(page)
    expect(ballot.locator("input[name=after]").nth(2)).to_have_value("7")
    ballot.get_by_role("button", name="Clear the votes").click()
    assert {field.input_value() for field in ballot.locator("input").all()} == {""}
    assert max(max(bars) for bars in shown(ballot).values()) == 0
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_a_vote_takes_no_letters_and_draws_no_bar_for_a_negative_count(book_url, open_page):
    page = open_page(f"{book_url}/slides/lesson.html#/without-positions").page
    wait_for_slides(page)
    first = page.locator(f"{NOW} .ballot input").first
    first.press("x")
    assert first.input_value() == ""
    first.fill("-4")
    assert page.locator(f"{NOW} .bar").first.evaluate("(bar) => bar.offsetWidth") == 0


@pytest.mark.elsewhere
@pytest.mark.parametrize("name", [talk for talk in TALKS if "{explorer}" in source_of(talk)])
def test_a_phone_reads_the_qr_code_of_each_explorer(name, book_url, book_html, open_page, faults):
    """The QR code covers neither title nor figure, and leads to the settings of its slide."""
    visit = open_page("about:blank", reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{book_url}/slides/{name}.html")
    wait_for_slides(page)
    slide, asked = page.locator(NOW), SHOWN.findall(source_of(name))
    places = page.locator(".slides > section:has(.pe-explorer)").evaluate_all(
        "(slides) => slides.map(({ id }) => id)"
    )
    for place, (explorer, listed) in zip(places, asked, strict=True):
        page.evaluate("(id) => (location.hash = `#/${id}`)", place)
        page.locator(f"{NOW}[id='{place}'] .pe-still").wait_for(state="hidden")
        options = dict(OPTION.findall(listed))
        short = short_name(explorer, options.get("key", ""))
        with faults.at(f"{name}, {place}"):
            slide.evaluate(
                "(e, code) => e.insertAdjacentHTML('beforeend', code)", code_html(SITE, short)
            )
            code = slide.locator(".short-address").bounding_box()
            title = slide.locator("h2").evaluate(TEXT_END)
            figure = slide.locator(".pe-figure").bounding_box()
            assert title < code["x"] and code["y"] + code["height"] <= figure["y"]
            look_at(page)
            page.keyboard.press("q")
            # As small as a phone sees it from the last row.
            seen = Image.open(io.BytesIO(page.screenshot())).resize((320, 180))
            page.keyboard.press("q")
            assert [code.text for code in zxingcpp.read_barcodes(seen)] == [f"{SITE}go/{short}"]
            assert not page.locator("dialog").is_visible()
            page_of = (book_html / "go" / short / "index.html").read_text(encoding="utf-8")
            [target] = re.findall(r'content="0; url=([^"]+)"', page_of)
            settings = options.get("settings", "")
            assert target == f"../../embed/{explorer}.html" + (
                f"#{explorer}:{settings}" if settings else ""
            )
            assert (book_html / "embed" / f"{explorer}.html").is_file()


def test_two_settings_under_one_short_address_are_refused(tmp_path):
    text = "```{explorer} shift\n:settings: offset=3\n```\n"
    (tmp_path / "one.md").write_text(text + text, encoding="utf-8")
    assert targets(tmp_path) == {"shift": ("shift", "offset=3")}
    other = text.replace("3", "4")
    (tmp_path / "two.md").write_text(other, encoding="utf-8")
    with pytest.raises(ExtensionError, match=r"two\.md shows shift at other settings"):
        targets(tmp_path)
    keyed = other.replace(":settings", ":key: back\n:settings")
    (tmp_path / "two.md").write_text(keyed, encoding="utf-8")
    assert targets(tmp_path)["shift-back"] == ("shift", "offset=4")


def test_a_site_without_an_address_has_no_qr_code():
    assert code_html("", "shift") == ""


@pytest.mark.parametrize("name", TALKS)
def test_the_notes_match_the_minutes_of_the_plan(name, book_html):
    """They follow one another, and each part of the plan begins and ends with a slide."""
    page = (book_html / "slides" / f"{name}.html").read_text(encoding="utf-8")
    said = [(int(a), int(b)) for a, b in re.findall(r"<strong>(\d+)–(\d+)\.</strong>", page)]
    each = durations(name)
    assert said == [(sum(each[:n]), sum(each[: n + 1])) for n in range(len(each))]
    assert source_of(name).count("\n## ") == len(each)
    [plan] = re.findall(
        rf"(?s)\n#+ [^\n]*\n\n\[Slides for [^#]*?\(\.\./slides/{name}\.md\).*?(?=\n#)", PLANS
    )
    parts = [(int(a), int(b)) for a, b in re.findall(r"(?m)^\| (\d+)–(\d+) \|", plan)]
    assert parts[0][0] == 0 and {minute for part in parts for minute in part} <= {
        minute for slide in said for minute in slide
    }
    assert said[-1][1] == parts[-1][1]
    if name == "lesson":
        assert f"in {said[-1][1]} minutes" in page


@pytest.mark.parametrize("name", TALKS)
def test_a_task_leaves_time_to_compare(name):
    """The minutes on a slide fit into those of its notes."""
    for slide in source_of(name).split("\n## ")[1:]:
        tasks = re.findall(r"\*\*(\w+) minutes", slide)
        given = int(re.search(r":{4}\{notes\} (\d+)", slide)[1])
        assert sum(WORDS.split().index(task.lower()) for task in tasks) <= given, slide


def code_of(name: str) -> str:
    [code] = re.findall(r"(?s)```python\n(.*?)```", source_of(name))
    return code


def test_the_code_of_the_first_hour_writes_the_table():
    for d_model in (7, 8):
        table = np.zeros((5, d_model))
        exec(code_of("hour_1"), {"math": math, "seq_len": 5, "d_model": d_model, "table": table})
        assert np.allclose(table, pe_lib.positional_encoding(5, d_model))


def test_the_head_of_the_third_hour_looks_three_back(capsys):
    exec(code_of("hour_3"), {"np": np, "pe_lib": pe_lib})
    printed = [int(position) for position in re.findall(r"\d+", capsys.readouterr().out)]
    assert printed == list(range(61))
    assert f"0, 1, 2, …, {printed[-1]}." in source_of("hour_3")
