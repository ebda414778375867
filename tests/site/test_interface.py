"""A second table of the interface's words switches all of them, on a page as readers use it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from babel.messages.mofile import write_mo

from tests.conftest import served
from tests.explorer_texts import explorer_texts
from tests.site.reader import ROOT
from tests.site.translated_pages import EXPLORERS
from tools.translation import template

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("interface")]

# What a reader sees or hears.
SHOWN = """() => {
  const found = [];
  for (const each of document.body.querySelectorAll("*")) {
    if (each.closest("script, style, template, .cm-content")) continue;
    for (const name of ["aria-label", "title"]) found.push(each.getAttribute(name) ?? "");
    if (each.matches("textarea")) found.push(each.value);
    for (const node of each.childNodes)
      if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
  }
  return found.map((text) => text.trim()).filter((text) => text);
}"""
# All of them belong to the interface: not words and an explorer's examples, and no code.
CONTROLS = """[...document.querySelectorAll(`button, summary,
    .pe-your-table :is(legend, label, option, figcaption, td[style], thead th, .pe-table-note)`)]
  .filter((each) => !each.matches(".pe-tile, .pe-preset *, .pe-indent, .pe-menu > summary"))
  .map((each) => each.textContent.trim())
  .filter((text) => !text.startsWith("arange("))"""
# The page's Python, with the answers of one that fails and of one that gives notes.
RUNS = """[{ error: "", line: 0, seconds: 0, notes: [{ text: "⟦a note⟧", cell: "cell-a" }] },
  { error: "NameError", line: 1, seconds: 0, notes: [] }, { failed: "⟦it⟧", loading: true }]"""
MOUNT = f"""async () => {{
  const {{ mountCells }} = await import("./editor.mjs");
  const runs = {RUNS};
  mountCells({{ start() {{}}, run: async () => runs.shift() }}, {{ names: {{}}, notebook: "#" }});
}}"""
EXPLAIN = """async () => {
  const { explain } = await import("./_static/tips.mjs");
  await explain(document.getElementById("mention"), { tapped: true });
}"""
ANSWERS = """async (given) => {
  const answers = await import("./_static/answers.mjs");
  answers.take(given);
  answers.act("show");
}"""


@pytest.fixture(scope="module")
def all_texts() -> list[str]:
    return [message.id for message in template() if message.id]


@pytest.fixture(scope="module")
def address(tmp_path_factory, all_texts):
    """A page with all that has words, each word in these brackets: ⟦Copy link⟧."""
    site, locale = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("locale")
    catalog = template()
    for text in all_texts:
        catalog[text].string = f"⟦{text}⟧"
    folder = locale / "marked" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "interface.mo").open("wb") as file:
        write_mo(file, catalog)
    (site / "_static").mkdir()
    for file in ROOT.glob("_static/*.mjs"):
        (site / "_static" / file.name).symlink_to(file)
    (site / "_static" / "pe_book").symlink_to(ROOT / "pe_book", target_is_directory=True)
    glossary = '<div id="word"><p>An entry.</p></div>'
    (site / "glossary.html").write_text(glossary, encoding="utf-8")
    command = [sys.executable, "-m", "tests.site.translated_pages", str(locale), str(site)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PE_LIB_PAGE": "1"}, check=True)
    with served(site) as url:
        yield url


@pytest.fixture(scope="module")
def in_english(all_texts):
    """A function that returns which of some texts are the interface's English ones."""
    patterns = [
        ".+".join(re.escape(part) for part in re.split(r"\{[^}]*\}", text.strip()))
        for text in all_texts
    ]
    english = re.compile("|".join(patterns))
    others = set(explorer_texts())
    return lambda texts: {
        text for text in texts if "⟦" not in text and text not in others and english.fullmatch(text)
    }


class Tour:
    """A visit to a page that notes its words, and finds those that are still English."""

    def __init__(self, visit, in_english) -> None:
        self.visit, self.page, self.in_english = visit, visit.page, in_english
        self.seen: set[str] = set()

    def look(self) -> None:
        shown = self.page.evaluate(SHOWN)
        assert self.in_english(shown) == set()
        controls = filter(None, self.page.evaluate(CONTROLS))
        assert [text for text in controls if text.removeprefix("⇄ ")[0] != "⟦"] == []
        self.seen |= {part for text in shown for part in re.findall("⟦(.+?)⟧", text)}

    def use_explorers(self) -> None:
        """Buttons, a prediction, the whole screen, a link, a line for a frame, a moving figure."""
        figure = self.page.locator(f"#explorer-{EXPLORERS[0]}")
        figure.locator("fieldset:enabled").wait_for()
        self.page.locator(".pe-tiles").scroll_into_view_if_needed()
        self.page.locator(".pe-tiles [title]:not([title=''])").first.wait_for()
        # The still is the built page's, in English; a translated book is built with its table.
        figure.locator(".pe-still").wait_for(state="hidden")
        self.look()
        figure.locator(".pe-predict").click()
        figure.locator(".pe-prediction").wait_for()
        self.look()
        figure.locator(".pe-prediction [type=submit]").click()
        self.look()
        figure.locator(".pe-menu").evaluate("(e) => { e.open = true; }")
        figure.locator(".pe-enlarge").click()
        self.look()
        self.page.keyboard.press("Escape")
        # Closing it closes the menu, too.
        self.page.locator("dialog.pe-screen").wait_for(state="detached")
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        figure.locator(".pe-menu").evaluate("(e) => { e.open = true; }")
        figure.locator(".pe-copy").click()
        figure.locator(".pe-status:not(:empty)").wait_for(state="attached")
        self.look()
        figure.locator(".pe-menu").evaluate("(e) => { e.open = true; }")
        figure.locator(".pe-embed").click()
        menu = figure.locator(".pe-embedding")
        menu.locator("button").press("Enter")
        menu.locator("[role=status]:not(:empty)").wait_for()
        self.look()
        self.page.keyboard.press("Escape")
        play = self.page.locator(".pe-play").first
        play.click()
        self.look()
        play.click()

    def answer(self) -> str:
        """Answer what cannot be read, and then wrongly; return the question's name."""
        form = self.page.locator("form.pe-question")
        for answer in ("nonsense", "-12345"):
            form.locator("input").fill(answer)
            form.locator("[type=submit]").click()
            form.locator(".pe-reply:not(:empty)").wait_for()
            self.look()
        return form.get_attribute("id")

    def run_cell(self) -> None:
        """A result, an error, and a Python that does not come."""
        self.page.evaluate(MOUNT)
        cell = self.page.locator("#cell-a")
        for state in ("Done.", "An error in line 1.", "Python could not be loaded."):
            cell.locator(".pe-run").click()
            cell.locator(".pe-state", has_text=state).wait_for()
            self.look()

    def choose_table(self) -> None:
        """The form of "What is your table?", its first answer, and another example."""
        self.page.locator(".pe-bring select").select_option(index=1)
        self.page.locator(".pe-your-table .pe-state:not(:empty)").wait_for()
        self.look()


def test_a_second_table_switches_every_word(address, open_page, in_english):
    tour = Tour(open_page(f"{address}/index.html"), in_english)
    tour.use_explorers()
    question = tour.answer()
    tour.run_cell()
    tour.choose_table()
    tour.page.evaluate(EXPLAIN)
    tour.page.locator("#book-tip:popover-open").wait_for()
    tour.page.locator("#kept button:visible").wait_for()
    tour.page.evaluate(ANSWERS, [{"id": question, "verdict": "wrong", "value": "7"}])
    tour.look()
    assert tour.seen >= {
        *("Copy link", "Reset", "Larger", "Close", "The link is copied.", "Embed", "Table"),
        *("Pause", "Play"),
        *("Put this line into your own page:", "The line is copied.", "The figure as a table"),
        *("Predict first", "Reveal", "Stop predicting", "With sliders", "Done"),
        *("Swap dog and cat", "Add another clause", "position 0"),
        *("Check", "Your answer", "✗ Not yet.", "Run", "Stop", "Output", "Done.", "Indent more"),
        *("Go to that cell", "An error in line 1.", "Python could not be loaded."),
        *("Tap again to go there.", "Keep the book on this device", "My answers", "wrong:"),
        *("Your table", "one more np.where", "The ten checks of chapter 8", "✗ fails"),
        *("The example is in the editor. Press Run to see what it is.", "The paper's table"),
        "Questions: 1 of 1 answered, 0 of them right in the end.",
    }


@pytest.mark.parametrize("name", ["not-found", "embed-list"])
def test_a_second_table_switches_pages_from_templates(address, open_page, in_english, name):
    visit = open_page(f"{address}/{name}.html")
    shown = visit.page.evaluate(SHOWN)
    assert shown and in_english(shown) == set()
    assert [text for text in shown if "⟦" not in text] == []
    visit.take_problems()
