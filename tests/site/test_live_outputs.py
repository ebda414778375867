"""The live cells of each page give the outputs of the book and of this machine's Python."""

from __future__ import annotations

import re

import pytest

from pe_book.live.runner import Session
from tests.site.live_cells import (
    FORMULA,
    LIVE_CHAPTERS,
    PYTHON,
    Live,
    live_on,
    mistakes_on,
    needs_python,
    notebook_of,
    on_shared_page,
    requests,
    squeezed,
)
from tests.site.reader import CHAPTERS, PHONE, WIDTHS, HeldRequests, make_first_move

pytestmark = needs_python
# This machine's Python runs the cells of all chapters (test_live_cells.py, test_exercises.py). The
# page's own is another environment: one chapter shows here that it answers as this machine's does.
# How it starts, stops, fails and shares its names is tested elsewhere, with the other chapters.
IN_THE_PAGES_PYTHON = [
    page if page == FORMULA else pytest.param(page, marks=pytest.mark.elsewhere)
    for page in LIVE_CHAPTERS
]
MISTAKES_PAGE = next((page for page in CHAPTERS if "08_" in page), "")
OWN, TEN_CHECKS, DETECTOR = "8f07bbd4", "0b1037e2", "4f661cd4"


def solutions_on(page: str) -> dict[str, str]:
    """The worked solution of each live cell that has one, below the cell's own imports."""
    found, last = {}, None
    for cell in notebook_of(page):
        if cell["cell_type"] == "markdown" and re.search(r"^##? ", cell["source"], re.MULTILINE):
            last = None
        elif "live" in cell["metadata"].get("tags", []):
            last = cell
        elif "hide-cell" in cell["metadata"].get("tags", []) and last:
            imports = re.findall(r"^(?:import|from) .*$", last["source"], re.MULTILINE)
            found[last["id"]] = "\n".join([*imports, "", "", cell["source"]])
    return found


def python_says(*sources: str) -> list[tuple[str, str]]:
    """What the last of some cells sends under the Python of this machine."""
    sent = []
    session = Session(lambda kind, text: sent.append((kind, text)))
    for source in sources:
        sent.clear()
        assert not session.run(source)["error"]
    return sent


SAME = """(output, sent) => {
  const blocks = [];
  for (const [kind, text] of sent) {
    const last = blocks.at(-1);
    if (kind !== "html" && last?.[0] === kind) last[1] += text;
    else blocks.push([kind, text]);
  }
  const template = document.createElement("template");
  const wanted = blocks.map(([kind, text]) => {
    template.innerHTML = text;
    return kind === "html" ? template.innerHTML : text;
  });
  const found = [...output.children].map((block) =>
    block.matches(".text_html") ? block.innerHTML : block.textContent);
  return { found, wanted };
}"""


def assert_same(here: Live, *sources: str) -> None:
    """The output on the page is what this machine's Python gives, letter by letter."""
    answer = here.output.evaluate(SAME, python_says(*sources))
    found, wanted = (list(map(without_times, answer[name])) for name in ("found", "wanted"))
    assert found == wanted
    assert found


def test_every_chapter_has_an_exercise_with_a_solution():
    """Only the report on an experiment, for the curious, has none on any of its pages."""
    found = {page: solutions_on(page) for page in CHAPTERS}
    number = {page: page.removeprefix("chapters/")[:2] for page in CHAPTERS}
    assert {*number.values()} - {number[page] for page in CHAPTERS if found[page]} == {"11"}
    assert all(mistakes_on(page).keys() == found[page].keys() for page in CHAPTERS)


# From the top of each live cell to its output.
# Down to the stored output; an exercise has none, and ends with its cell.
HEIGHTS = """() => [...document.querySelectorAll(".pe-live")].map((cell) => {
  const { top, bottom } = cell.getBoundingClientRect();
  return (cell.querySelector(".cell_output")?.getBoundingClientRect().top ?? bottom) - top;
})"""


def assert_initial_state(visit, page: str, address: str) -> None:
    """No editor before a cell comes near, and no Python before a run or a key.

    The editor and its buttons take the room that the code had: what is below stays.
    """
    asked = requests(visit.page)
    visit.look(width=PHONE)
    # From the start: at the first move, a cell may be near and its editor asked for at once.
    held = HeldRequests(visit.page, "**/vendor/codemirror/*")
    visit.page.goto(f"{address}/{page}")
    visit.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "codemirror" in url or PYTHON.search(url)]
    make_first_move(visit.page)
    visit.page.locator(".pe-live").first.scroll_into_view_if_needed()
    held.wait()
    heights = {}
    for width in WIDTHS:
        visit.look(width=width)
        heights[width] = visit.page.evaluate(HEIGHTS)
    held.release()
    for name in live_on(page):
        Live(visit, name)
    for width in reversed(WIDTHS):
        visit.look(width=width)
        for name in live_on(page):  # the editor estimates how high lines are that are out of sight
            Live(visit, name)
        assert visit.page.evaluate(HEIGHTS) == pytest.approx(heights[width], abs=1), width
    here = Live(visit, next(iter(live_on(page))))
    here.editor.focus()
    visit.page.keyboard.press("End")
    here.button("Reset").click()
    visit.page.wait_for_load_state("networkidle")
    assert len({url for url in asked if "codemirror" in url}) == 1
    assert not [url for url in asked if PYTHON.search(url)]


@on_shared_page
@pytest.mark.parametrize("page", IN_THE_PAGES_PYTHON)
def test_cells_give_the_outputs_of_the_book_and_of_local_python(page, book_url, beside, faults):
    """Stored code gives the stored reply, the solution is right, and mistakes get their replies."""
    with beside() as visit:
        assert_initial_state(visit, page, book_url)
        assert_cells_give_the_books_outputs(visit, page, faults)
        if page == MISTAKES_PAGE:
            with faults.at("one Python for all cells"):
                assert_cells_share_an_interpreter(visit)
        with faults.at("problems"):
            assert not visit.take_problems()


def without_times(output: str) -> str:
    return re.sub(r"[\d.]+ ms", "… ms", squeezed(output))


def assert_cells_give_the_books_outputs(visit, page: str, faults) -> None:
    cells, mistakes = live_on(page), mistakes_on(page)
    before = []
    for name, source in cells.items():
        with faults.at(f"{name}, stored code"):
            here = Live(visit, name)
            stored = here.cell.locator(".cell_output")
            assert here.code == source
            if name in mistakes:  # an exercise says nothing before it has run
                assert not stored.count()
                here.run()
            else:
                assert stored.is_visible()
                shown = without_times(stored.inner_text())
                assert without_times(here.run()) == shown
                assert not stored.is_visible()
            before.append(source)
            assert_same(here, *before)
    for name, solution in solutions_on(page).items():
        with faults.at(f"{name}, solution"):
            here = Live(visit, name)
            section = here.cell.locator("xpath=ancestor::section[1]")
            folded = section.locator(".tag_hide-cell:has(.pe-put)").last
            folded.locator("summary").click()
            folded.get_by_role("button", name="Put the solution into the editor").click()
            assert here.editor.evaluate("(e) => e === document.activeElement")
            assert here.code == solution
            assert "Right." in here.run()
            assert_same(here, solution)
        for wrong in mistakes[name]:
            with faults.at(f"{name}, {wrong}"):
                reply = here.run(wrong)
                assert "Not yet." in reply and "first differs" not in reply
                assert_same(here, wrong)


def assert_cells_share_an_interpreter(visit) -> None:
    """Chapter 8: one cell's function through another's checks; what one lacks another defines."""
    here, checks, other = (Live(visit, name) for name in (OWN, TEN_CHECKS, DETECTOR))
    here.start("while True: pass")
    other.start("1 + 1")
    other.button("Stop").click()
    other.state.filter(has_text="Stopped.").wait_for()
    assert here.state.inner_text() == "Running."
    other.start("1 + 1")
    here.button("Stop").click()
    assert other.wait().strip() == "2"

    here.button("Reset").click()
    assert "defines the name bring_your_own. Run that one first." in checks.run()
    sources = live_on(MISTAKES_PAGE)
    for piece, verdict in (("double_step", "base 10000²"), ("positions_from_one", "one position")):
        code = sources[OWN].replace("frequencies_from_one", piece)
        assert verdict in here.run(code)
        assert_same(here, code)
        assert "fails" in checks.run()
        assert_same(checks, code, sources[TEN_CHECKS])
    here.run("def bring_your_own(*sizes):\n    return pe_lib.positional_encoding(*sizes)")
    assert "fails" not in checks.run()
    assert checks.output.inner_text().count("passes") == 10
    assert len(here.page.workers) == 1

    output = here.run("exhibits['double step']")
    assert (
        "NameError" in output and "A cell under “The question” defines the name exhibits" in output
    )
    link = here.output.get_by_role("link", name="Go to that cell")
    place = here.page.locator(link.get_attribute("href"))
    assert "exhibits = {" in place.locator("pre").first.text_content()
    link.click()
    assert here.page.url.endswith(link.get_attribute("href"))

    other.write("shared")
    here.start("import time\ntime.sleep(2)\nshared = 7")
    other.start()
    assert other.state.inner_text() == "Waiting for another cell."
    assert other.wait().strip() == "7"
