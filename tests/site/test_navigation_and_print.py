"""Searching, walking by keyboard, printing, and coming to a place from anywhere."""

from __future__ import annotations

import io
import math
import re
import unicodedata

import pytest
from playwright.sync_api import expect

from _ext.book_site.moved import EXPLORERS, MOVED
from pe_book.declare import Select, Slider
from pe_book.explorers import ALL
from tests.conftest import served
from tests.site.reader import (
    CHAPTERS,
    DESK,
    PAGES,
    ROOT,
    SCREENS,
    THEMES,
    make_first_move,
    unfold,
    unpacked,
)

FIRST = CHAPTERS[0] if CHAPTERS else "chapters/01_order_problem.html"


def glossary_terms(book_html) -> list[str]:
    """The terms that the glossary defines."""
    from bs4 import BeautifulSoup

    page = BeautifulSoup(
        (book_html / "pages/glossary.html").read_text(encoding="utf-8"), "html.parser"
    )
    article = page.find("article")
    terms = [term.get_text() for term in article.find_all("h2")]
    return [re.sub(r"\s*#\s*$", "", term).strip() for term in terms]


# On the page that has read the index, and without excerpts, which have a test of their own below.
SEARCH_AGAIN = """(term) => {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  document.querySelector("#search-results").replaceChildren();
  Search.performSearch(term);
}"""


def test_search_finds_the_terms_of_the_glossary(book_html, book_url, open_page):
    terms = [t for t in glossary_terms(book_html) if re.fullmatch(r"[A-Za-z][A-Za-z -]+", t)]
    assert len(terms) >= 10
    visit = open_page(f"{book_url}/search.html?q={terms[0]}")
    found = visit.page.locator("#search-results .search-summary").filter(has_text="found")
    found.wait_for()
    missing = []
    for term in terms:
        visit.page.evaluate(SEARCH_AGAIN, term)
        found.wait_for()
        if not visit.page.locator("#search-results a[href*='glossary']").count():
            missing.append(term)
    assert not missing
    assert not visit.take_problems()


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("permutation", "pages/glossary.html#permutation-matrix"),
        ("nan", "pages/glossary.html#nan"),
        ("why 10000", "chapters/03_frequency_and_wavelength.html#why-10000"),
        ("wavelength", "pages/glossary.html#wavelength"),
        ("div_term", "pages/glossary.html#div-term"),
        ("batch_first", "pages/glossary.html#batch-first"),
    ],
)
def test_search_ranks_the_explanation_first(query, place, book_url, open_page):
    visit = open_page(f"{book_url}/search.html?q={query}")
    page = visit.page
    page.locator("#search-results .search-summary").filter(has_text="found").wait_for()
    results = page.locator("#search-results .search > li")
    assert results.locator("a").first.get_attribute("href").startswith(place)
    # Of the chapters that speak of it, the first comes first.
    chapters = [
        address
        for link in results.locator("a").all()
        if (address := link.get_attribute("href")).startswith("chapters/") and "#" not in address
    ]
    assert chapters == sorted(chapters) or " " in query
    # An excerpt is what a reader of the page reads. A function of the library has none.
    pages = results.filter(has_not=page.locator('a[href*="#pe_lib."]'))
    pages.locator("p.context").nth(pages.count() - 1).wait_for()
    text = " ".join(results.locator("p.context").all_inner_texts())
    assert not re.search(
        r"\\(?:cos|lambda|omega|frac)|(\b[A-Za-z]{1,3})\1\1\b|Hide code|Contents", text
    )
    assert not visit.take_problems()


MESSAGE = (
    "RuntimeError: The size of tensor a (4096) must match the size of tensor b (2048): "
    "apply_rotary_pos_emb got rotate_half(q) for zzqfoo"
)
#: What readers paste, a page that has to be found, among how many, and the words that are nowhere.
PASTED = {
    "rotate_half": ("pages/your_config", 3, ""),
    "inv_freq": ("pages/glossary.html#inv-freq", 1, ""),
    "rope_theta": ("pages/your_config", 9, ""),
    "position_ids": ("pages/library.html#pe_lib.practice.position_ids", 1, ""),
    "constructor wavelength": ("", 1, "constructor"),
    "__proto__ wavelength": ("", 1, "__proto__"),
    "zzqfoo wavelength": ("", 1, "zzqfoo"),
    MESSAGE: ("chapters/07_rope", 1, "zzqfoo"),
    # No page that fits has all of these words.
    "flash attention packed position_ids": ("chapters/09_positions", 3, ""),
    "KeyError: 'rope_theta'": ("pages/your_question", 1, ""),
    "left padding generate wrong output": ("pages/your_question", 3, ""),
}


def test_search_finds_what_readers_paste_and_says_what_is_nowhere(book_url, open_page, faults):
    visit = open_page(f"{book_url}/search.html?q=wavelength")
    status = visit.page.locator("#search-results .search-summary")
    status.filter(has_text="found").wait_for()
    for query, (place, among, missing) in PASTED.items():
        with faults.at(query):
            visit.page.evaluate(SEARCH_AGAIN, query)
            status.filter(has_text=re.compile("found|did not match")).wait_for()
            links = visit.page.locator("#search-results .search > li > a")
            links.first.wait_for()
            top = [link.get_attribute("href") for link in links.all()[:among]]
            assert any(address.startswith(place) for address in top), top
            said = status.inner_text()
            assert ("Not in this book: " in said) == bool(missing) and missing in said, said
    assert not visit.take_problems()


def test_an_excerpt_is_the_passage_that_was_pasted(book_url, open_page):
    message = "Token indices sequence length is longer than the specified maximum sequence length"
    visit = open_page(f"{book_url}/search.html?q={message}")
    first = visit.page.locator("#search-results .search > li").first
    assert first.locator("a").first.get_attribute("href").startswith("pages/your_question")
    first.locator("p.context").wait_for()
    assert message in first.locator("p.context").inner_text()
    assert not visit.take_problems()


# The magnifier's right edge, and where the letters in the field begin.
MAGNIFIER = """() => [...document.querySelectorAll(".bd-search")]
  .filter((form) => form.checkVisibility())
  .map((form) => {
    const input = form.querySelector("input");
    const { paddingInlineStart, textIndent } = getComputedStyle(input);
    const icon = form.querySelector(".fa-magnifying-glass").getBoundingClientRect();
    const begin = input.getBoundingClientRect().left + parseFloat(paddingInlineStart);
    return [icon.right, begin + parseFloat(textIndent)];
  })"""


@pytest.mark.parametrize("width", [390, 1280])
def test_the_magnifier_does_not_cover_what_is_written(width, book_url, open_page):
    visit = open_page(f"{book_url}/search.html")
    visit.look(width=width)
    on_page = visit.page.evaluate(MAGNIFIER)
    visit.page.keyboard.press("Control+k")
    fields = on_page + visit.page.evaluate(MAGNIFIER)
    assert on_page and all(icon <= letters for icon, letters in fields)


@pytest.mark.parametrize("word", ["constructor", "__proto__", "hasOwnProperty", "toString"])
def test_search_stands_words_that_objects_inherit(word, book_url, open_page):
    visit = open_page(f"{book_url}/search.html?q={word}")
    summary = visit.page.locator("#search-results .search-summary").filter(
        has_text=re.compile("found|did not match")
    )
    summary.wait_for()
    assert "undefined" not in visit.page.locator("#search-results").inner_text()
    assert not visit.take_problems()


def test_search_opens_by_keyboard_and_goes_to_its_page(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.keyboard.press("Control+k")
    visit.page.keyboard.type("wavelength")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search.html?q=wavelength")
    visit.page.locator("#search-results a").first.wait_for()
    assert not visit.take_problems()


WALK = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const shown = e.closest(".cm-editor") ?? e;  // an editor's frame shows where the focus is
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
  e.dataset.visited = "";
  return {
    editor: shown !== e,
    what: e.outerHTML.slice(0, 120),
    outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
    seen: box.width > 0 && box.height > 0,
  };
}"""
# Interactive elements that Tab has not reached; a group of radio buttons is one tab stop.
UNVISITED = """() => [...document.querySelectorAll(
    "a[href], button, input, select, summary, [tabindex='0']")]
  .filter((e) => !("visited" in e.dataset) && !e.disabled && e.tabIndex >= 0
    && e.checkVisibility({ visibilityProperty: true }) && !e.closest("dialog:not([open])")
    && !(e.type === "radio" && document.querySelector(
      `#${e.form?.id} [name="${e.name}"][data-visited]`)))
  .map((e) => e.outerHTML.slice(0, 120))"""

# Chromium makes scroll containers focusable by itself, Safari does not.
WRONG_TABINDEX = """() => [...document.querySelectorAll(
  "pre, div.math, .pst-scrollable-table-container")]
  .filter((e) => {
    e.scrollLeft = 9;
    return e.checkVisibility() && !e.hasAttribute("role")
      && e.scrollLeft > 1 !== (e.getAttribute("tabindex") === "0");
  })
  .map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", CHAPTERS)
def test_everything_is_reachable_by_keyboard_with_visible_focus(path, book_url, open_page):
    # The theme fades some outlines in; what counts is what stands there then.
    visit = open_page(f"{book_url}/{path}", reduced_motion="reduce")
    page = visit.page
    make_first_move(page)
    for cell in page.locator(".pe-live").all():
        cell.scroll_into_view_if_needed()
        cell.locator(".cm-editor").wait_for()
    for explorer in page.locator(".pe-explorer").all():  # what its model draws may be a tab stop
        explorer.scroll_into_view_if_needed()
        explorer.locator(".pe-still").wait_for(state="hidden")
    for stage in page.locator(".pe-stage").all():  # its tiles come with the model
        stage.locator(".pe-tiles > li").first.wait_for(state="attached")
    if page.locator(".pe-law").count():  # its formula becomes a tab stop when its explorer is near
        page.locator(".pe-law").scroll_into_view_if_needed()
        page.locator("div.math[role]:has(+ .pe-law)").wait_for()
    unseen = []
    for _ in range(1500):
        page.keyboard.press("Tab")
        stop = page.evaluate(WALK)
        if stop is None:
            break
        if stop["editor"]:  # where Tab indents until Escape is pressed
            # The editor left before loses its own mark later.
            page.locator(".cm-focused :focus").wait_for()
            stop = page.evaluate(WALK)
            page.keyboard.press("Escape")
        if not (stop["outline"] and stop["seen"]):
            unseen.append(stop["what"])
    else:
        pytest.fail("the walk does not end: focus is caught somewhere")
    assert not page.evaluate(UNVISITED)
    assert not page.evaluate(WRONG_TABINDEX)
    assert not unseen


@pytest.mark.parametrize("width", [390, 1280])
def test_code_to_read_is_open_and_code_that_draws_is_folded_once(width, book_url, open_page):
    visit = open_page(f"{book_url}/chapters/05_loop_and_vectorized.html", width=width)
    page = visit.page
    make_first_move(page)
    drawing = page.locator(".cell:has(> .cell_output :is(.pe-picture, .pe-listing))")
    assert drawing.count() == drawing.locator("> details.hide:not([open])").count() > 0
    printing = page.locator(".cell:not(.tag_live):has(> .cell_output > .stream) > .cell_input pre")
    assert printing.count() == printing.filter(visible=True).count() > 0
    assert not page.locator("details.hide details.hide").count()
    # The loop and the vectorized form: on the first screen, side by side or one above the other.
    loop, vectorized = page.locator(".pe-beside > .cell .cell_input pre").all()
    boxes = [code.bounding_box() for code in (loop, vectorized)]
    first_screen = 800 if width == 1280 else 844
    ends = [box["y"] + box["height"] for box in boxes]
    assert (max(ends) if width == 1280 else boxes[0]["y"] + 150) < first_screen
    beside = abs(boxes[0]["y"] - boxes[1]["y"]) < 60 and boxes[0]["x"] < boxes[1]["x"]
    assert beside == (width == 1280)
    assert not visit.take_problems()


CUT_PRINTS = """() => [...document.querySelectorAll(".cell_output pre")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_printed_output_is_cut_on_a_phone_and_none_says_what_is_missing(
    name, book_url, open_page
):
    page = open_page(f"{book_url}/{name}", width=390).page
    assert not page.evaluate(CUT_PRINTS)
    outputs = page.locator(".cell_output").all_text_contents()
    assert outputs and "not installed" not in " ".join(outputs)


@pytest.mark.parametrize("name", CHAPTERS)
def test_an_exercise_says_nothing_before_it_has_run(name, book_url, open_page):
    page = open_page(f"{book_url}/{name}").page
    exercises = page.locator("article [class*='tag_exercise-']")
    # What a solution gets is told in its fold.
    replies = exercises.locator(".pe-reply, .cell_output").all()
    assert all(reply.locator("xpath=ancestor::details").count() for reply in replies)


def test_an_old_address_leads_to_where_its_subject_is_now(book_url, open_page):
    page = open_page(f"{book_url}/chapters/05_loop_and_vectorized.html").page
    for docname, moved in MOVED.items():
        page.goto(f"{book_url}/{docname}.html")
        for now, before in moved.items():
            for old in before:
                section = page.locator(f"section#{now}")
                assert section.locator(f"#{old}").count() == 1, (docname, old)


def test_an_old_address_of_an_explorer_leads_to_its_page_with_its_settings(
    book_url, open_page, faults
):
    visit = open_page(f"{book_url}/chapters/05_loop_and_vectorized.html")
    for docname, moved in EXPLORERS.items():
        for name, now in moved.items():
            with faults.at(f"{docname}#{name}"):
                control = min(ALL[name].controls, key=lambda c: not isinstance(c, Select))
                other = next(v for v in control.values() if v != control.default)
                settings = f"#{name}:{control.name}={other}".replace(" ", "%20")
                visit.page.goto(f"{book_url}/{docname}.html{settings}")
                visit.page.wait_for_url(f"**/{now}.html{settings}")
                field = visit.page.locator(f"#pe-{name}-{control.name}")
                expect(field).to_have_value(str(other))
    assert not visit.take_problems()


def test_copy_buttons_are_one_tab_stop_and_arrow_keys_lead_on(book_url, open_page):
    visit = open_page(f"{book_url}/{CHAPTERS[4]}")
    page = visit.page
    make_first_move(page)
    page.locator(".copybtn").first.wait_for(state="attached")
    page.keyboard.press("Tab")
    buttons = page.locator(".copybtn").filter(visible=True)
    assert buttons.count() > 5
    assert buttons.evaluate_all("(all) => all.filter((e) => e.tabIndex === 0).length") == 1
    buttons.first.focus()
    has_focus = "(e) => e === document.activeElement && e.tabIndex === 0"
    for key, at in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1)):
        page.keyboard.press(key)
        assert buttons.nth(at).evaluate(has_focus)
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('.copybtn')")
    page.keyboard.press("Shift+Tab")
    assert buttons.nth(1).evaluate(has_focus)
    assert not visit.take_problems()


def test_skip_link_leads_past_the_navigation(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_reduced_motion(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}", reduced_motion="reduce")
    moving = visit.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((e) => {
          const s = getComputedStyle(e);
          return parseFloat(s.transitionDuration) > 0.01 || s.animationName !== "none";
        }).length"""
    )
    assert moving == 0


def test_theme_is_kept_from_page_to_page(book_url, open_page):
    visit = open_page(f"{book_url}/index.html", theme="light")
    visit.page.locator("button.theme-switch-button").click()
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"
    visit.page.goto(f"{book_url}/{FIRST}", wait_until="commit")
    assert visit.page.locator("html").get_attribute("data-theme") == "dark"


# --- Paper --------------------------------------------------------------------------------------

A4_TEXT_WIDTH = 210 - 2 * 16  # mm, the margins of book.css
# An svg in an svg is a plot's frame, which clips its lines; the figure around it is measured.
CUT = """() => {
  const width = document.documentElement.clientWidth;
  const parts = "main :is(.katex-html .base, svg:not(svg *), pre, table, img)";
  return [...document.querySelectorAll(parts)]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().width > 0)
    .filter((e) => e.getBoundingClientRect().right > width + 1
      || e.getBoundingClientRect().left < -1)
    .map((e) => `${Math.round(e.getBoundingClientRect().right - width)} px: `
      + e.textContent.slice(0, 80));
}"""


@pytest.mark.elsewhere
@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_prints_completely(path, book_url, open_page, faults):
    """On paper's width nothing is cut, figures are there, and what only a screen can do is not.

    And of a chapter with its solutions closed no sheet is half empty.
    """
    visit = open_page(f"{book_url}/{path}", width=round(A4_TEXT_WIDTH / 25.4 * 96))
    page = visit.page
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for theme in THEMES:
        visit.look(theme=theme)
        assert visit.has_theme(theme)
        page.emulate_media(media="print")
        with faults.at(f"{path}, {theme}"):
            assert_prints_uncut(page)
        page.emulate_media(media="screen")
    visit.look(width=DESK, theme=THEMES[0])
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = false; })")
    make_first_move(page)
    assert_no_half_empty_sheets(page, path, faults)


def assert_prints_uncut(page) -> None:
    assert page.evaluate(CUT) == []
    assert page.locator("article h1").is_visible()
    hidden = (".bd-sidebar-primary", ".bd-header-article", ".prev-next-footer", ".copybtn")
    for gone in (*hidden, ".book-opening"):
        assert not any(part.is_visible() for part in page.locator(gone).all()), gone
    # An explorer shows its still, or what was drawn in its place.
    explorers = page.locator(".pe-explorer:not(.book-opening *)").all()
    shown = [each.locator(".pe-still:not([hidden]) > svg, .pe-sheet") for each in explorers]
    figures = [*page.locator(".pe-picture svg").all(), *(each.first for each in shown)]
    assert all(figure.is_visible() for figure in figures)
    assert figures or not page.locator(".pe-explorer, .pe-picture").count()
    # Dark ink on white paper, whatever the screen showed.
    ink, paper = page.evaluate(
        """() => [getComputedStyle(document.querySelector("article p:not([class])")).color,
                  getComputedStyle(document.body).backgroundColor]"""
    )
    assert ink == "rgb(0, 0, 0)"
    assert paper == "rgb(255, 255, 255)"


def assert_no_half_empty_sheets(page, path: str, faults) -> None:
    """The lowest letter of each sheet but the last stands in its lower half."""
    import pypdf

    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    for number, sheet in enumerate(pdf.pages[:-1], 1):
        with faults.at(f"{path}, page {number} of {len(pdf.pages)}"):
            letters, _ = read(sheet)
            assert min(high for high, _, _ in letters) < float(sheet.mediabox.height) / 2


def read(sheet) -> tuple[list[tuple[float, float, str]], str]:
    """What stands how high on a page, and in which size, both in points; and the page's text."""
    found = []

    def note(text, current, matrix, font, size):
        if text.strip():
            a, b, c, d, _, foot = current
            _, _, p, q, x, y = matrix
            upward = math.hypot(p * a + q * c, p * b + q * d)
            found.append((x * b + y * d + foot, size * upward, text.strip()))

    return found, sheet.extract_text(visitor_text=note)


def test_a_closed_solution_is_marked_in_print(book_url, open_page):
    visit = open_page(f"{book_url}/{FIRST}")
    visit.page.emulate_media(media="print")
    closed = visit.page.locator("article details:not(.hide):not(.pe-data) > summary").first
    said = closed.evaluate("(e) => getComputedStyle(e, '::after').content")
    assert "closed when this was printed" in said


@pytest.mark.elsewhere
def test_pdf_holds_text_and_figures(book_url, open_page):
    """Chromium's own PDF: several pages, the chapter's words, and figures drawn as paths."""
    import pypdf

    visit = open_page(f"{book_url}/{FIRST}", theme="dark")
    title = visit.page.locator("article h1").inner_text().rstrip("#").strip()
    figures = visit.page.locator(".pe-picture svg").count()
    labels = visit.page.locator(".pe-picture svg text").all_text_contents()
    pdf = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4", prefer_css_page_size=True)))
    text = " ".join(page.extract_text() for page in pdf.pages)
    assert 3 <= len(pdf.pages) <= 40
    assert title in text
    assert figures
    words = {label.strip() for label in labels if len(label.strip()) > 6}
    assert words
    squeezed = re.sub(r"\s+", "", text)
    assert [word for word in words if re.sub(r"\s+", "", word) not in squeezed] == []


def printed(visit) -> list[str]:
    """The text of each page of Chromium's PDF, its gaps closed: a line break is no letter."""
    import pypdf

    pdf = pypdf.PdfReader(io.BytesIO(visit.page.pdf(format="A4", prefer_css_page_size=True)))
    return [squeezed(page.extract_text()) for page in pdf.pages]


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text))


@pytest.mark.elsewhere
def test_print_shows_settings_addresses_and_open_solutions(book_url, open_page):
    """An explorer's settings and address, outside links with theirs, solutions by choice."""
    visit = open_page(f"{book_url}/chapters/02_formula.html#counter:position=9", theme="dark")
    page = visit.page
    make_first_move(page)
    page.locator("#explorer-counter .pe-sheet").wait_for()
    page.evaluate("window.print = () => { window.asked = true; }")
    unmoved = page.locator("#explorer-fingerprint .pe-paper")
    settings = unmoved.text_content()
    without = "".join(printed(visit))
    # Without a script the settings stand there in the same words.
    assert unmoved.text_content().startswith(f"{settings} · http")
    for said in (
        "Positionp:9;Bits,andpairsofcolumns:5;BaseB:10,000;Writethelowestbitfirst:no",
        f"{book_url}/chapters/02_formula.html#counter:position=9",
        f"{book_url}/chapters/02_formula.html#fingerprint:",
    ):
        assert said in without
    words = page.locator("article details:not(.hide, .pe-data) p").first
    code = page.locator("article .tag_hide-cell details.hide pre").last
    # So much of the code that it differs from what the exercise starts with.
    solutions = [squeezed(words.text_content())[:25], squeezed(code.text_content())[:130]]
    assert not any(solution in without for solution in solutions)
    # What the reader has opened stays open after printing, and nothing else.
    words.locator("xpath=ancestor::details[1]").evaluate("(details) => { details.open = true; }")
    page.emulate_media(media="print")
    fading = "() => { printWithSolutions(); return document.getAnimations().length; }"
    assert page.evaluate(fading) == 0
    page.emulate_media(media="null")
    assert page.evaluate("asked")
    given = "".join(printed(visit))
    assert all(solution in given for solution in solutions)
    assert "codecell" not in given  # what folds is not for paper
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("article details[open]").count() == 1
    assert page.locator("button[onclick='printWithSolutions()']").count()
    # On paper the figure has the paper's ink, after it the screen's again.
    letters = page.locator("#explorer-counter .pe-sheet text").first
    screen = page.locator("#explorer-counter").evaluate("(e) => getComputedStyle(e).color")
    inks = []
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        inks.append(letters.evaluate("(e) => getComputedStyle(e).fill"))
    assert inks == ["rgb(0, 0, 0)", screen] and screen != inks[0]
    page.emulate_media(media="null")
    page.goto(f"{book_url}/pages/references.html")
    assert "(https://arxiv.org/abs/1706.03762)" in "".join(printed(visit))
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_a_folded_cell_that_solves_nothing_stays_folded_on_paper(book_url, open_page):
    visit = open_page(f"{book_url}/chapters/06_inside_a_transformer.html")
    page = visit.page
    make_first_move(page)
    folded, solution = (
        squeezed(page.locator(f"article .tag_hide-{what} pre").first.text_content())[:60]
        for what in ("input", "cell")
    )
    page.evaluate("window.print = () => {}; printWithSolutions()")
    given = "".join(printed(visit))
    assert solution in given and folded not in given
    assert not visit.take_problems()


# --- A place on a page ----------------------------------------------------------------------------

# The page is laid out from its start to its end, its letters are there, and an explorer that the
# address names is drawn. (book.mjs marks the root, then section by section, until it is done.)
LAID_OUT = """(explorer) => !("nearOnly" in document.documentElement.dataset)
  && [...document.querySelectorAll("section")].every((e) => e.style.contentVisibility === "")
  && document.fonts.status === "loaded"
  && (!explorer || document.querySelector(`#${explorer} .pe-still`).hidden)"""
# From there on nothing moves for so many frames.
SCROLL_SETTLED = """(id) => new Promise((done, fail) => {
  let [last, still, frames] = [null, 0, 0];
  const look = () => {
    const { top } = document.getElementById(id).getBoundingClientRect();
    still = top === last ? still + 1 : 0;
    last = top;
    if (still === 20) done();
    else if (++frames > 600) fail(new Error(`${id} goes on moving`));
    else requestAnimationFrame(look);
  };
  look();
})"""


def settle(page, name: str) -> None:
    """Wait until the page is laid out and the element stands still."""
    page.wait_for_function(LAID_OUT, arg=name if name.startswith("explorer-") else None)
    page.evaluate(SCROLL_SETTLED, name)


def places_on(path: str) -> list[str]:
    """The page's last section, below all the others, and its last explorer with a setting."""
    text = (ROOT / "_build" / "html" / path).read_text(encoding="utf-8")
    places = re.findall(r'<section id="([^"]+)"', text)[-1:]
    for name in re.findall(r'data-explorer="(\w+)"', text)[-1:]:
        control = next(c for c in ALL[name].controls if isinstance(c, Slider | Select))
        values = control.values() if isinstance(control, Slider) else dict(control.options)
        # At its defaults an explorer keeps the picture that came with the page.
        moved = next(value for value in values if value != control.default)
        places.append(f"{name}:{control.name}={moved}")
    return places


LONG = [
    *CHAPTERS,
    *(page for page in PAGES if page in ("pages/glossary.html", "pages/references.html")),
]


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", LONG)
def test_navigation_to_an_anchor_stays_there(path, width, book_url, open_page, faults):
    """By an address; in a chapter also by a jump within the page, and by loading it again."""
    visit = open_page("about:blank", width=width)
    for place in places_on(path):
        with faults.at(f"{path}#{place}, {width} px"):
            visit.page.goto("about:blank")  # else only the place changes, and nothing is loaded
            visit.page.goto(f"{book_url}/{path}#{place}")
            assert_at_the_top(visit.page, place)
    if path not in CHAPTERS:
        return
    visit.page.goto(f"{book_url}/{path}")
    with faults.at(f"{path}, a jump as the first act, {width} px"):
        visit.page.locator("button.secondary-toggle:visible").click()
        link = visit.page.locator("dialog[open] .toc-h2 > a").last
        link.click()
        assert_at_the_top(visit.page, link.get_attribute("href")[1:])
    with faults.at(f"{path}, loaded again, {width} px"):
        assert_reload_keeps_the_place(visit.page)


def assert_at_the_top(page, place: str) -> None:
    """The element stands below the bar, or as near to it as the end of the page allows."""
    name = f"explorer-{place.split(':')[0]}" if ":" in place else place
    settle(page, name)
    top, left = page.evaluate(
        """(id) => [document.getElementById(id).getBoundingClientRect().top,
          document.documentElement.scrollHeight - innerHeight - scrollY]""",
        name,
    )
    assert 0 <= top <= 140 or (left < 2 and 0 <= top < 900)


def assert_reload_keeps_the_place(page) -> None:
    make_first_move(page)
    section = page.locator("article section:has(> h2)").nth(-2)
    name, heading = section.get_attribute("id"), section.locator("> h2")
    heading.evaluate("(e) => scrollTo(0, e.getBoundingClientRect().top + scrollY - 200)")
    settle(page, name)
    before = heading.evaluate("(e) => e.getBoundingClientRect().top")
    page.reload(wait_until="load")
    settle(page, name)
    assert abs(heading.evaluate("(e) => e.getBoundingClientRect().top") - before) < 5


# Time for more than book.mjs lays out, were it to begin.
IDLE = """async () => {
  const idle = () => new Promise((done) => requestIdleCallback(done));
  for (const _ of document.querySelectorAll("section")) await idle();
  await idle();
}"""


# Chromium tells some pages that load slowly of a pointer in their corner, though there is none.
NO_POINTER = """addEventListener("pointermove", (event) => {
  if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
}, true);"""


def test_the_whole_page_is_laid_out_after_the_first_interaction(book_url, open_page):
    visit = open_page("about:blank")
    visit.page.add_init_script(NO_POINTER)
    visit.page.goto(f"{book_url}/{FIRST}")
    visit.page.evaluate(IDLE)
    near_only = "'nearOnly' in document.documentElement.dataset"
    assert visit.page.evaluate(near_only)
    make_first_move(visit.page)
    # For good: no input leaves anything out again.
    visit.page.locator("form.pe-question input").first.check()
    visit.page.locator(".pe-explorer input[type=range]").first.press("ArrowRight")
    figure = visit.page.locator(".pe-explorer .pe-figure").first
    for pointer in ("mouse", "touch", "pen"):
        figure.dispatch_event("pointerdown", {"pointerType": pointer})
        assert not visit.page.evaluate(near_only)


# Top and height of each block of the article.
GEOMETRY = """[...document.querySelectorAll("article p, section > *, .cell > *, .cell_output > *")]
  .filter((e) => e.checkVisibility())
  .flatMap((e) => [e.getBoundingClientRect().top + scrollY, e.getBoundingClientRect().height])"""


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize(
    "path", [p if p == FIRST else pytest.param(p, marks=pytest.mark.elsewhere) for p in PAGES]
)
def test_nothing_moves_when_sections_are_left_out(path, width, book_url, open_page):
    page = open_page(f"{book_url}/{path}", width=width).page
    make_first_move(page)
    unfold(page)
    page.wait_for_load_state("networkidle")  # an editor comes when a cell is near
    geometry = []
    mark = "document.documentElement.dataset.nearOnly"
    for leave_out in (f"delete {mark}", f"{mark} = ''"):
        page.evaluate(leave_out)
        page.evaluate(IDLE)
        geometry.append(page.evaluate(GEOMETRY))
    assert geometry[1] == pytest.approx(geometry[0], abs=0.6)


# --- Scripts that do not come --------------------------------------------------------------------

MODULES = [
    "book.mjs",
    *(
        f"pe_book/{path}.mjs"
        for path in (
            "renderer/page",
            "renderer/figure",
            "renderer/handles",
            "declare/wording",
            "text/numbers",
            "questions/question",
        )
    ),
]
STOOD_STILL = "The scripts of this page did not load or could not start"


@pytest.mark.parametrize("module", MODULES)
def test_a_page_says_that_a_script_did_not_come_and_tries_again(module, book_url, open_page):
    visit = open_page("about:blank")
    asked = []

    def refuse(route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404)

    visit.page.route(f"**/_static/{module}*", refuse)
    visit.page.goto(f"{book_url}/{FIRST}")
    alert = visit.page.get_by_role("alert").filter(has_text=STOOD_STILL)
    alert.wait_for()
    assert len(asked) == 2, "it has tried again by itself, once"
    visit.page.unroute(f"**/_static/{module}*")
    alert.get_by_role("button", name="Load the page again").click()
    visit.page.locator(".pe-explorer[data-live]").first.wait_for()
    visit.page.locator(".pe-question[data-ready]").first.wait_for(state="attached")
    assert not alert.count()


def test_a_page_tries_again_by_itself_and_says_nothing_when_that_helps(book_url, open_page):
    visit = open_page("about:blank")
    visit.page.route("**/renderer/page.mjs*", lambda route: route.fulfill(status=404), times=1)
    visit.page.goto(f"{book_url}/{FIRST}")
    visit.page.locator(".pe-explorer[data-live]").first.wait_for()
    assert not visit.page.get_by_text(STOOD_STILL).count()


# --- From anywhere ------------------------------------------------------------------------------


def test_the_site_works_in_a_subdirectory(book_html, tmp_path, open_page):
    (tmp_path / "some" / "where").mkdir(parents=True)
    (tmp_path / "some" / "where" / "book").symlink_to(book_html, target_is_directory=True)
    with served(tmp_path) as address:
        visit = open_page(f"{address}/some/where/book/{FIRST}")
        unfold(visit.page)
        assert not visit.take_problems()


def test_zip_of_the_site_works_with_pythons_own_server(book_html, tmp_path, open_page):
    with unpacked(book_html, tmp_path) as address:
        visit = open_page(f"{address}/{FIRST}")
        unfold(visit.page)
        assert not visit.take_problems()


def test_every_page_has_metadata(book_html):
    from bs4 import BeautifulSoup

    seen = {}
    for path in PAGES:
        page = BeautifulSoup((book_html / path).read_text(encoding="utf-8"), "html.parser")
        described = page.find_all("meta", attrs={"name": "description"})
        assert len(described) == 1, path
        text = described[0]["content"]
        assert 30 <= len(text) <= 220, (path, text)
        assert page.title.get_text(strip=True)
        assert page.find("link", rel="icon")
        seen.setdefault(text, []).append(path)
    assert [paths for paths in seen.values() if len(paths) > 1] == []
