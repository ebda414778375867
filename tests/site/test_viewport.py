"""What fits on a screen: an explorer whole, larger on request, and letters that can be read."""

from __future__ import annotations

import json
import re
from collections import defaultdict

import pytest

from tests.site.reader import (
    AT_REST,
    CHAPTERS,
    PAGES,
    ROOT,
    SETTLED,
    STORY,
    from_menu,
    make_first_move,
    unfold,
)

BUILT = ROOT / "_build" / "html"
LINK = re.compile(r'href="([^"#]*)#((\w+):[^"]*)"')


def links_to_explorers() -> dict[str, set[str]]:
    """For each page with an explorer: what an address names there, in any link and by itself."""
    links = defaultdict(set)
    # test_story.py tests what fits on the story's page.
    for path in (page for page in PAGES if page != STORY and BUILT.is_dir()):
        text = (BUILT / path).read_text("utf-8")
        for name in re.findall(r'data-key="(\w+)"', text):
            links[path].add(f"{name}:")
        for page, fragment, _ in LINK.findall(text):
            links[
                (BUILT / path).parent.joinpath(page.partition("?")[0] or path).resolve().name
            ].add(fragment)
    chapters = {path.rpartition("/")[2]: path for path in PAGES}
    found = defaultdict(set)
    for path, fragments in links.items():
        found[chapters[path.rpartition("/")[2]]] |= fragments
    return found


LINKS = links_to_explorers()

# Where the parts of the explorer that a link names stand once two frames were painted, and between
# what on the screen.
FOLLOWED = """async (fragment) => {
  const frame = () => new Promise(requestAnimationFrame);
  scrollTo(0, 0);
  location.hash = "";
  location.hash = fragment;
  for (let frames = 0; scrollY === 0; await frame())
    if (++frames > 600) throw new Error("the page stays at its top");
  await frame();
  await frame();
  const section = document.querySelector(`#explorer-${fragment.split(":")[0]}`);
  const stage = section.querySelector(".pe-stage");
  while (stage && !stage.querySelector(".pe-tiles > li")) await frame();
  // What has no box of its own stands where its contents do.
  const seen = (e) => !e.matches(".pe-unseen") && e.checkVisibility() && e.getClientRects().length;
  const box = (e) => {
    const boxes = [e, ...e.querySelectorAll("*")].filter(seen).slice(0, seen(e) ? 1 : undefined)
      .map((part) => part.getBoundingClientRect());
    return [Math.min(...boxes.map((b) => b.top)), Math.max(...boxes.map((b) => b.bottom))];
  };
  const head = box(document.querySelector(".bd-header-article"))[1];
  return {
    parts: Object.fromEntries([".pe-asks", ".pe-controls", FIRST, ".pe-figure", ".pe-sentence"]
      .map((part) => [part, box(section.querySelector(part))])),
    screen: [head, innerHeight],
    above: box(section)[0] - head,
    width: section.querySelector(".pe-figure").clientWidth,
    presets: Boolean(section.querySelector(".pe-preset")),
  };
}"""


FIRST_CONTROL = ".pe-controls fieldset > :not(legend)"


def assert_explorers_fit(visit, path: str, screens, faults) -> None:
    for width, height in screens:
        visit.page.set_viewport_size({"width": width, "height": height})
        for fragment in sorted(LINKS[path]):
            with faults.at(f"{path}#{fragment}, {width} x {height}"):
                assert_shown_whole(visit.page, fragment, telephone=width < 768)


@pytest.mark.parametrize("path", sorted({*LINKS, *CHAPTERS}))
def test_an_explorer_fits_the_screen(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}")
    make_first_move(visit.page)
    assert_explorers_fit(visit, path, ((1024, 768), (1280, 800)), faults)
    with faults.at(f"{path}, figures with a layout for a wide column"):
        for figure in visit.page.locator(".pe-has-wide").all():
            assert figure.bounding_box()["width"] >= 760
    with faults.at(f"{path}, wide"):
        assert_wide_screen_is_used(visit)
    with faults.at(f"{path}, the call that shows an explorer"):
        assert path in CHAPTERS or not visit.page.locator(".cell").count()
        assert_calls_are_for_notebooks(visit.page)
    assert not visit.take_problems()


@pytest.mark.elsewhere
@pytest.mark.parametrize("path", sorted({*LINKS, *CHAPTERS}))
def test_an_explorer_fits_a_phone_and_its_letters_can_be_read(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}", width=375)
    make_first_move(visit.page)
    if path in CHAPTERS:
        with faults.at(f"{path}, letters"):
            assert_letters_can_be_read(visit)
    assert_explorers_fit(visit, path, ((390, 844),), faults)
    if path in CHAPTERS:
        with faults.at(f"{path}, letters of moved figures"):
            unfold(visit.page)
            assert_letters_can_be_read(visit)
    assert not visit.take_problems()


def assert_shown_whole(page, fragment: str, *, telephone: bool) -> None:
    """A link shows controls, figure and sentence; on a phone figure, sentence and first control."""
    seen = page.evaluate(FOLLOWED.replace("FIRST", json.dumps(FIRST_CONTROL)), fragment)
    if telephone:
        del seen["parts"][".pe-controls"]
    top, bottom = seen["screen"]
    cut = {part: at for part, at in seen["parts"].items() if at[0] < top or at[1] > bottom}
    assert not cut, f"beyond {seen['screen']}: {cut}"
    assert 0 <= seen["above"] <= 24, "a gap above the explorer"
    if page.viewport_size["width"] == 1280:
        # A figure that is not wide is as high as the window leaves beside all else, on the front
        # page with the page's head, too.
        unused = bottom - max(end for _, end in seen["parts"].values())
        assert seen["width"] >= 560 or unused <= (150 if seen["presets"] else 80)


# What a reader meets on a phone before the first explorer's figure, or its tiles, which the model
# labels: in pixels and in formulas. The letters of a formula are its symbols.
BEFORE_THE_FIGURE = """() => {
  const figure = document.querySelector(".pe-explorer .pe-figure");
  const formulas = [...document.querySelectorAll("article .math")].filter((formula) =>
    formula.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING);
  const symbols = (formula) => new Set(formula.querySelector("annotation").textContent
    .replace(/\\\\(begin|end|text|mathrm)\\{\\w+\\}/g, "").match(/\\\\?[a-zA-Z]+/g) ?? []);
  return {
    pixels: figure.getBoundingClientRect().top + scrollY,
    formulas: formulas.filter((f) => symbols(f).size > 2).map((f) => f.textContent),
  };
}"""


# Chapter 5 begins with its code; the others are pages behind a chapter, or have no explorer.
BEGINS_WITHOUT = re.compile(r"/05_|_more_exhibits|_since_2024_")


@pytest.mark.elsewhere
@pytest.mark.parametrize("path", [page for page in CHAPTERS if not BEGINS_WITHOUT.search(page)])
def test_a_moving_picture_comes_before_the_formulas(path, book_url, open_page):
    """Within the first 1,600 pixels of a phone."""
    visit = open_page(f"{book_url}/{path}", width=390)
    make_first_move(visit.page)
    before = visit.page.evaluate(BEFORE_THE_FIGURE)
    assert before["pixels"] <= 1600 and not before["formulas"], before


def assert_wide_screen_is_used(visit) -> None:
    """Figures grow with the letters, and the page leaves no margin at one side alone."""
    page = visit.page
    for width in (1920, 2560):
        page.set_viewport_size({"width": width, "height": 1080})
        page.evaluate(SETTLED)
        boxes = [f.bounding_box() for f in page.locator(".pe-explorer .pe-figure").all()]
        assert all(max(box["width"], box["height"]) >= 600 for box in boxes), boxes
        inner = page.locator(".bd-container__inner").bounding_box()
        assert abs(inner["x"] - (width - inner["x"] - inner["width"])) <= 20
        assert inner["width"] >= 1850


def assert_calls_are_for_notebooks(page) -> None:
    calls = page.locator("div.cell:has(.pe-explorer) > .cell_input")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        assert not any(call.is_visible() for call in calls.all())


# Letters in pixels of the screen; an exponent or an index is smaller than the letter it belongs to.
SMALL = """() => [...document.querySelectorAll(".pe-picture > svg, .pe-figure > div > svg")]
  .filter((svg) => svg.getClientRects().length).flatMap((svg) => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const texts = [...svg.querySelectorAll("text, .pe-legend span span")];
  return texts.filter((text) => text.textContent.trim()).map((text) => {
    const sizes = [text, ...text.querySelectorAll("tspan")].filter((e) =>
      [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    return [Math.max(...sizes.map((e) => parseFloat(getComputedStyle(e).fontSize))) * scale,
            text.textContent];
  }).filter(([size]) => size < 10.99);
})"""


# Words of a figure beyond the screen, and points that stand on another line than their formula.
LOST = """() => {
  const width = document.documentElement.clientWidth;
  const beyond = [...document.querySelectorAll(".pe-picture text")].filter((text) => {
    const { left, right } = text.getBoundingClientRect();
    return left < 0 || right > width;
  });
  const apart = [...document.querySelectorAll("span.math")].filter((formula) => {
    const next = formula.nextSibling;
    const last = [...formula.querySelectorAll(".base")].at(-1)?.getBoundingClientRect();
    if (next?.nodeType !== 3 || !/^[,.;:?!)”]/.test(next.data) || !last?.width) return false;
    const point = document.createRange();
    point.setStart(next, 0);
    point.setEnd(next, 1);
    return point.getBoundingClientRect().left < last.right - 3;
  });
  return [...beyond, ...apart].map((e) => e.textContent);
}"""


def assert_letters_can_be_read(visit) -> None:
    for width in (375, 390):
        visit.look(width=width)
        assert visit.page.evaluate(SMALL) == []
        assert visit.page.evaluate(LOST) == []


# What a reader cannot read in an explorer's figure: words beyond it, on each other, at the edge of
# a heat map, across that of a tile, below a handle's ring. A line's box is higher than its letters.
UNREADABLE = """(figure) => {
  const box = (e, [x, y] = [0, 0]) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
  };
  const within = (a, b) =>
    a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const words = [...figure.querySelectorAll(".pe-sheet text, .pe-legend > span")]
    .filter((word) => word.textContent.trim() && word.getClientRects().length)
    .map((word) => {
      const { width, height } = word.getBoundingClientRect();
      const spare = word.matches("[transform*=rotate]") ? [0.2 * width, 0] : [0, 0.2 * height];
      return [word.textContent, box(word, spare)];
    });
  const handles = [...figure.querySelectorAll(".pe-handle:not(.pe-bare, [hidden])")];
  const [tiles, rings] = [true, false].map((is) =>
    handles.filter((handle) => handle.matches(".pe-reorder") === is));
  const maps = [...figure.querySelectorAll("canvas")].map((map) => box(map, [-1, 0]));
  const found = [];
  words.forEach(([word, at], i) => {
    if (!within(at, box(figure, [-1, -1]))) found.push(`${word}: beyond the figure`);
    for (const [other, there] of words.slice(i + 1))
      if (meet(at, there)) found.push(`${word}: on ${other}`);
    if (maps.some((map) => meet(at, map) && !within(at, map))) found.push(`${word}: at a heat map`);
    for (const tile of tiles.map((tile) => box(tile, [4, 4])))
      if (meet(at, tile) && !within(at, tile)) found.push(`${word}: across its tile`);
    for (const ring of rings.map((ring) => box(ring, [12, 12])))
      if (meet(at, ring)) found.push(`${word}: below a ring`);
  });
  return found;
}"""


@pytest.mark.elsewhere
@pytest.mark.parametrize("path", sorted({*LINKS}))
def test_words_in_a_figure_do_not_overlap_on_a_phone(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}", width=320)
    make_first_move(visit.page)
    unfold(visit.page)
    for width in (320, 390):
        visit.look(width=width)
        for explorer in visit.page.locator(".pe-explorer").all():
            with faults.at(f"{explorer.get_attribute('data-key')} at {width}"):
                explorer.scroll_into_view_if_needed()
                if explorer.locator(".pe-menu").count():
                    from_menu(explorer, "Reset").click()
                    explorer.locator(".pe-menu").evaluate("(menu) => { menu.open = false; }")
                explorer.locator(".pe-sheet").wait_for()
                visit.page.evaluate(SETTLED)
                visit.page.wait_for_function(AT_REST)
                assert explorer.locator(".pe-figure").evaluate(UNREADABLE) == []


LETTERS = """(name) => {
  const sheet = document.querySelector(`#explorer-${name} .pe-sheet`);
  const scale = sheet.getBoundingClientRect().width / sheet.viewBox.baseVal.width;
  return scale * Math.min(...Array.from(sheet.querySelectorAll("text"),
    (text) => parseFloat(getComputedStyle(text).fontSize)));
}"""


# How far the page is scrolled, and how long it is.
PAGE_BEHIND = "[scrollY, document.documentElement.scrollHeight]"


# Pictures with other proportions on the page than in their file.
STRETCHED = """() => [...document.images].filter((picture) => {
  const [width, height] = ["width", "height"].map((side) => Number(picture.getAttribute(side)));
  const { clientWidth, clientHeight } = picture;
  return width && clientWidth && Math.abs(clientHeight - (clientWidth * height) / width) > 1;
}).map((picture) => picture.src)"""


@pytest.mark.elsewhere
def test_no_picture_is_stretched_on_a_phone(book_url, open_page):
    page = open_page(f"{book_url}/index.html", width=390).page
    for path in PAGES:
        page.goto(f"{book_url}/{path}", wait_until="domcontentloaded")
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert page.evaluate(STRETCHED) == [], path


def test_an_explorer_can_be_enlarged_and_restored(book_url, open_page):
    visit = open_page(f"{book_url}/chapters/02_formula.html#counter:position=9")
    page = visit.page
    make_first_move(page)  # else what lies above may grow while the explorer is away
    section = page.locator("#explorer-counter")
    section.locator(".pe-sheet").wait_for()
    figure = section.locator(".pe-figure")
    before, behind = figure.bounding_box(), page.evaluate(PAGE_BEHIND)
    letters = page.evaluate(LETTERS, "counter")
    label = section.locator("label").first.evaluate("(e) => getComputedStyle(e).fontSize")
    from_menu(section, "Larger").click()
    screen = section.bounding_box()
    assert (screen["x"], screen["width"]) == (0, 1280) and screen["height"] >= 900
    assert page.evaluate(PAGE_BEHIND) == behind
    assert figure.bounding_box()["width"] > 1.1 * before["width"]
    page.wait_for_function(f"(before) => ({LETTERS})('counter') > 1.1 * before", arg=letters)
    assert section.locator("label").first.evaluate("(e) => getComputedStyle(e).fontSize") > label
    # There is no menu now, so the table opens below the figure.
    assert section.locator(".pe-data > summary").bounding_box()["height"] > 20
    page.locator("#pe-counter-position").press("ArrowRight")
    page.keyboard.press("Escape")
    page.wait_for_function("document.activeElement.matches('.pe-menu > summary')")
    assert not page.locator("dialog.pe-screen").count()
    assert figure.bounding_box() == before
    assert section.locator("output").first.inner_text() == "10"
    from_menu(section, "Larger").click()
    from_menu(section, "Close").click()
    assert figure.bounding_box() == before
    assert not visit.take_problems()


def test_the_menu_opens_the_table_and_closes_it(book_url, open_page):
    visit = open_page(f"{book_url}/chapters/04_offsets_are_rotations.html")
    page = visit.page
    make_first_move(page)
    section = page.locator("#explorer-shift")
    section.dispatch_event("pointerenter")
    section.locator(".pe-sheet").wait_for()
    height = section.bounding_box()["height"]
    from_menu(section, "Table").click()
    assert section.get_by_role("cell", name="pair at position 12").is_visible()
    assert not section.locator(".pe-menu[open]").count()
    page.wait_for_function("document.activeElement.matches('.pe-data > summary')")
    # Closed, it is no longer seen, but by key it is where it was.
    page.keyboard.press("Enter")
    opener = section.locator(".pe-data > summary")
    assert opener.bounding_box()["height"] > 20
    page.locator("#pe-shift-position").focus()
    assert opener.bounding_box()["height"] <= 1
    assert section.bounding_box()["height"] == height
    assert not visit.take_problems()


def test_a_copied_link_restores_the_settings(book_url, open_page):
    permissions = ["clipboard-read", "clipboard-write"]
    chapter = f"{book_url}/chapters/01_order_problem.html"
    visit = open_page(f"{chapter}?lesson=2", permissions=permissions)
    page = visit.page
    page.wait_for_function("!document.querySelector('#explorer-order fieldset').disabled")
    section = page.locator("#explorer-order")
    section.locator("select").select_option(index=1)
    section.locator("[type=checkbox]").first.check()
    chosen = section.locator("select").input_value()
    from_menu(section, "Copy link").click()
    from_menu(section, "Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{chapter}#order:")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function("!document.querySelector('#explorer-order fieldset').disabled")
    assert section.locator("select").input_value() == chosen
    assert section.locator("[type=checkbox]").first.is_checked()
    # Where the browser forbids copying, the link stands there to be copied by hand.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject('no'); }")
    from_menu(section, "Copy link").click()
    section.locator(".pe-message", has_text="#order:").wait_for()
    assert section.locator(".pe-message").inner_text() == link
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_a_table_fades_on_a_phone_as_long_as_it_goes_on(book_url, open_page):
    page = open_page(f"{book_url}/pages/teaching.html", width=390).page
    make_first_move(page)
    tables = page.locator(".bd-article div:has(> table)")
    fade = "(e) => parseFloat(getComputedStyle(e).getPropertyValue('--book-fade'))"
    is_wide = tables.evaluate_all("(all) => all.map((e) => e.scrollWidth > e.clientWidth)")
    assert set(is_wide) == {True, False}
    for number, wide in enumerate(is_wide):
        assert (tables.nth(number).evaluate(fade) > 0) == wide
    wide = tables.nth(is_wide.index(True))
    wide.evaluate("(e) => e.scrollTo(9999, 0)")
    page.evaluate(SETTLED)
    assert wide.evaluate(fade) == 0
