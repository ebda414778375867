"""Code cells that run on their page: what a reader with a browser and nothing else can do.

Python takes seconds to start, so the tests that do not need a page of their own share one.
"""

from __future__ import annotations

import gzip
import hashlib
import inspect
import json
import re

import pytest
from bs4 import BeautifulSoup

import pe_lib
from pe_book import explorers
from pe_book.live.runner import INPUT, MEMORY, TEXT_LIMIT, Session
from tests.exercises import module_of, source_of, typed
from tests.site.reader import (
    CHAPTERS,
    DESK,
    PHONE,
    ROOT,
    WIDTHS,
    HeldRequests,
    make_first_move,
    overflow,
    unpacked,
    violations,
)

ENDED = re.compile(r"Done|An error|Stopped|broke down|could not")
# What Python takes to start on a machine that others keep busy.
PATIENCE = 120_000
PYTHON = re.compile(r"/vendor/(pyodide|packages)")


needs_python = pytest.mark.skipif(
    not (ROOT / "_build" / "html" / "vendor" / "live.json").is_file(),
    reason="the site has no Python: build it with the network or PYODIDE_WHEELS",
)
pytestmark = needs_python
on_shared_page = pytest.mark.xdist_group("live")


def notebook_of(page: str) -> list[dict]:
    notebook = json.loads((ROOT / page).with_suffix(".ipynb").read_text(encoding="utf-8"))
    return [c | {"source": "".join(c["source"])} for c in notebook["cells"]]


def live_on(page: str) -> dict[str, str]:
    """The live cells of a page and their code, by their ids."""
    return {
        cell["id"]: cell["source"]
        for cell in notebook_of(page)
        if "live" in cell["metadata"].get("tags", [])
    }


LIVE_CHAPTERS = [page for page in CHAPTERS if live_on(page)]
FORMULA = next((page for page in CHAPTERS if "02_" in page), "")
# This machine's Python runs the cells of all chapters (test_live_runner.py, test_exercises.py). The
# page's own is another environment: one chapter shows here that it answers as this machine's does.
# How it starts, stops, fails and shares its names is tested elsewhere, with the other chapters.
IN_THE_PAGES_PYTHON = [
    page if page == FORMULA else pytest.param(page, marks=pytest.mark.elsewhere)
    for page in LIVE_CHAPTERS
]
TABLE = "3552490d"  # its exercise
MISTAKES_PAGE = next((page for page in CHAPTERS if "08_" in page), "")
OWN, TEN_CHECKS, DETECTOR = "8f07bbd4", "0b1037e2", "4f661cd4"


class Live:
    """A live cell in the browser, as a reader uses it."""

    def __init__(self, visit, name: str) -> None:
        self.visit, self.page = visit, visit.page
        self.cell = self.page.locator(f"#cell-{name}")
        self.cell.scroll_into_view_if_needed()
        self.button("Stop").wait_for()
        self.editor = self.cell.get_by_role("textbox", name="Code")
        self.state = self.cell.get_by_role("status").and_(self.cell.locator(".pe-state"))
        self.output = self.cell.get_by_role("log", name="Output")

    def button(self, name: str):
        return self.cell.get_by_role("button", name=name, exact=True)

    @property
    def code(self) -> str:
        # An empty line holds a line break of its own.
        return "\n".join(self.cell.locator(".cm-line").all_text_contents())

    def write(self, code: str) -> None:
        self.editor.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    def start(self, code: str | None = None) -> None:
        if code is not None:
            self.write(code)
        self.button("Run").click()

    def run(self, code: str | None = None) -> str:
        """Run the cell to its end; the output's text."""
        self.start(code)
        return self.wait()

    def wait(self) -> str:
        self.state.filter(has_text=ENDED).wait_for(timeout=PATIENCE)
        return self.output.inner_text()


def requests(page) -> list[str]:
    """The addresses that the page asks for from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


@pytest.fixture
def live(open_page, book_url):
    """A function that opens a page and goes to a live cell on it."""

    def live(page: str, name: str, address: str = book_url, **options) -> Live:
        visit = open_page(f"{address}/{page}", **options)
        make_first_move(visit.page)
        return Live(visit, name)

    return live


@pytest.fixture(scope="module")
def shared(beside, book_url):
    """The exercise of chapter 2, on a page with a Python that has started."""
    with beside(f"{book_url}/{FORMULA}") as visit:
        make_first_move(visit.page)
        here = Live(visit, TABLE)
        here.run("1")
        yield here


@pytest.fixture
def here(shared):
    """The shared page's exercise as the book has it; a test leaves no trouble behind."""
    shared.visit.look(width=1280, theme="light")
    shared.button("Reset").click()
    shared.state.filter(has_text="The book's code is back.").wait_for(timeout=PATIENCE)
    shared.visit.take_problems()
    yield shared
    assert not shared.visit.take_problems()


# Takes all but its section off a cell's page, and gives what puts it back. For axe and for a new
# layout the rest is most of the work; test_pages.py looks at whole pages.
ALONE = """(cell) => {
  const back = [];
  for (let kept = cell.closest("section"); !kept.matches("article"); kept = kept.parentElement)
    for (const other of [...kept.parentElement.children].filter((one) => one !== kept)) {
      const place = document.createComment("");
      other.replaceWith(place);
      back.push(() => place.replaceWith(other));
    }
  return () => back.forEach((put) => put());
}"""


def look(here: Live, axe: str, faults, state: str) -> None:
    """The cell is accessible and fits, at every width in one of the themes."""
    put_back = here.cell.evaluate_handle(ALONE)
    for width, theme in ((DESK, "light"), (PHONE, "dark"), (320, "light")):  # 1280 pixels at 400%
        with faults.at(f"{state}, {width} px, {theme}"):
            here.visit.look(width=width, theme=theme)
            assert here.visit.has_theme(theme)
            found = violations(here.page, axe, here.cell) + overflow(here.page)
            assert not found, "\n".join(found)
    here.visit.look(width=DESK, theme="light")
    put_back.evaluate("(put_back) => put_back()")


def squeezed(text: str) -> str:
    """The words of a text, however it is laid out."""
    return " ".join(text.split())


# --- Exercises ------------------------------------------------------------------------------------


def mistakes_on(page: str) -> dict[str, list[str]]:
    """Two known mistakes of each exercise, each typed into its live cell."""
    found = {}
    for cell in notebook_of(page):
        tags = cell["metadata"].get("tags", [])
        names = [tag.removeprefix("exercise-") for tag in tags if tag.startswith("exercise-")]
        if names and "live" in tags:
            [name] = names
            known = module_of(name).mistake[:2]
            found[cell["id"]] = [typed(name, source_of(mistake.wrong)) for mistake in known]
    return found


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
    visit.page.goto(f"{address}/{page}")
    visit.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if "codemirror" in url or PYTHON.search(url)]
    make_first_move(visit.page)
    held = HeldRequests(visit.page, "**/vendor/codemirror/*")
    visit.page.locator(".pe-live").first.scroll_into_view_if_needed()
    while not held.routes:
        visit.page.wait_for_timeout(50)
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

    said = here.run("exhibits['double step']")
    assert "NameError" in said and "A cell under “The question” defines the name exhibits" in said
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


# --- At rest --------------------------------------------------------------------------------------


def test_python_files_have_content_hashes_in_their_addresses(book_html):
    """Else a browser would run a new page with an old library."""
    known = json.loads((book_html / "vendor" / "live.json").read_text(encoding="utf-8"))
    content = [*known["files"], *known["packages"]]
    for address in (known["worker"], known["editor"], *content):
        path, mark = address.split("?v=")
        assert hashlib.sha256((book_html / path).read_bytes()).hexdigest().startswith(mark)
        assert len(mark) == 8
    assert re.search(r"/pyodide-\d+\.\d+\.\d+/", known["worker"])
    files = [address.split("?")[0] for address in content]
    assert known["bytes"] == sum((book_html / file).stat().st_size for file in files)


def test_download_size_of_python_and_editor(book_html):
    """As a host sends them: archives as they are, the rest compressed."""
    vendor = book_html / "vendor"
    [python] = vendor.glob("pyodide-*")
    files = [*python.glob("*.*"), vendor / "packages.zip", vendor / "codemirror" / "editor.mjs"]
    weights = {
        file.name: file.stat().st_size
        if file.suffix in (".zip", ".whl")
        else len(gzip.compress(file.read_bytes(), 6))
        for file in files
    }
    assert 50_000 < weights["editor.mjs"] <= 160_000
    total = sum(weights.values())
    assert 9e6 < total <= 10.5e6
    for page in ("index.md", "pages/your_table.md", "pages/your_config.md"):
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert f"loads about {total / 1e6:.0f} MB" in text, page


@pytest.mark.parametrize("page", LIVE_CHAPTERS)
def test_a_live_cell_without_javascript_has_its_code_and_stored_output(page, book_html):
    text = (book_html / page).read_text(encoding="utf-8")
    found = BeautifulSoup(text, "html.parser")
    exercises = mistakes_on(page)
    for name, source in live_on(page).items():
        [cell] = found.select(f"#cell-{name}.pe-live")
        assert cell.select_one(".cell_input pre").text.strip() == source
        outputs = [output.text.strip() for output in cell.select(".cell_output")]
        assert not outputs if name in exercises else all(outputs) and outputs
        assert "needs JavaScript" in cell.select_one("noscript").text
        # Run is there, and hidden where it can bring nothing.
        assert not cell.select("button:not(.pe-run.pst-js-only), [hidden]")


def test_a_live_cell_is_visible_without_javascript(book_url, open_page):
    visit = open_page(f"{book_url}/{FORMULA}", java_script_enabled=False)
    cell = visit.page.locator(f"#cell-{TABLE}")
    for part in (".cell_input pre", "noscript"):
        assert cell.locator(part).first.is_visible()
    assert not cell.get_by_role("button").count()


@pytest.mark.elsewhere
@on_shared_page
def test_printed_cell_shows_code_and_output_and_no_buttons(here):
    here.run()
    here.visit.look(width=700)
    here.page.emulate_media(media="print")
    assert not here.cell.locator(".pe-bar").is_visible()
    assert here.output.is_visible()
    shown = squeezed(here.cell.locator(".cm-content").inner_text())
    assert shown == squeezed(live_on(FORMULA)[TABLE])
    lines = [line.bounding_box() for line in here.cell.locator(".cm-line").all()]
    here.page.emulate_media(media="screen")
    assert max(line["x"] + line["width"] for line in lines) <= 700


# --- A run ----------------------------------------------------------------------------------------


@pytest.mark.elsewhere
@on_shared_page
def test_output_is_streamed_and_announced(here):
    """State and output stand in live regions that were there before they were filled."""
    assert here.state.get_attribute("role") == "status"
    assert here.output.get_attribute("role") == "log"
    assert here.output.inner_text() == ""
    kept = here.state.element_handle(), here.output.element_handle()
    here.start("import time\nprint('first')\ntime.sleep(1)\nprint('second')")
    here.output.get_by_text("first").wait_for()
    assert "second" not in here.output.inner_text()
    assert here.wait().split() == ["first", "second"]
    assert re.fullmatch(r"Done in 1\.\d\d s\.", kept[0].inner_text())
    assert kept[1].inner_text().split() == ["first", "second"]


@pytest.mark.elsewhere
def test_run_shows_progress_and_stop_interrupts(open_page, book_url, book_html, axe, faults):
    """The bar stands at what arrived, in the files' own numbers; Stop ends a load and a loop."""
    visit = open_page("about:blank")
    visit.page.clock.install()
    visit.page.goto(f"{book_url}/{FORMULA}")
    make_first_move(visit.page)
    here = Live(visit, TABLE)
    held = HeldRequests(here.page.context, "**/packages.zip*")
    here.start("import time\nlost = 1\nwhile True:\n    time.sleep(0.1)")
    bar = here.cell.get_by_role("progressbar", name="Loading Python")
    bar.wait_for()
    here.state.filter(has_text="Loading Python and numpy.").wait_for()
    packages = (book_html / "vendor" / "packages.zip").stat().st_size
    here.page.wait_for_function(
        "([bar, held]) => bar.value > 0 && bar.max - bar.value <= held",
        arg=[bar.element_handle(), packages],
        timeout=PATIENCE,
    )
    words = here.cell.locator(".pe-loading").inner_text()
    arrived, total = bar.evaluate("(bar) => [bar.value, bar.max]")
    assert words.strip() == f"{100 * arrived // total:.0f}%"
    look(here, axe, faults, "loading")
    here.button("Stop").click()
    here.state.filter(has_text="Stopped.").wait_for()
    assert not bar.is_visible()
    held.routes[0].abort()
    here.page.context.unroute("**/packages.zip*")

    here.start()
    here.state.filter(has_text="Running.").wait_for(timeout=PATIENCE)
    assert not bar.is_visible()
    # The page is as quick as ever: it answers the keyboard, and the page's own controls.
    here.editor.focus()
    here.page.keyboard.type("#")
    assert "#" in here.code
    here.page.clock.fast_forward(5_000)
    assert here.state.inner_text() == "Running."
    here.page.clock.fast_forward(5_000)
    here.state.filter(has_text="Still running after 10 seconds.").wait_for()
    look(here, axe, faults, "running")
    here.button("Stop").click()
    here.state.filter(has_text="Stopped. The names that the cells defined are gone").wait_for()
    assert "NameError" in here.run("lost")
    assert here.run("np.arange(3)").strip() == "array([0, 1, 2])"
    # What the test itself aborted may be said in the console, if Stop had not ended it before.
    assert not [problem for problem in visit.take_problems() if "ERR_FAILED" not in problem]


def test_a_cell_reads_the_settings_of_the_explorer_above_it(live):
    page = next(page for page in CHAPTERS if "03_" in page)
    here = live(page, next(iter(live_on(page))))
    wanted = explorers.ALL["waves"].defaults
    assert here.run("waves.settings").strip() == repr(wanted)
    here.page.evaluate("location.hash = 'waves:base=10'")
    here.page.locator("#explorer-waves output", has_text=re.compile(r"^10$")).wait_for()
    here.page.locator("#pe-waves-position").press("ArrowRight")
    wanted |= {"base": 10, "position": 21}
    assert here.run("waves.settings").strip() == repr(wanted)
    assert not here.visit.take_problems()


@on_shared_page
def test_returned_html_runs_no_script(here):
    html = (
        "<b>shown</b><script>window.ran = 1</script><img src='data:,' onerror='window.ran = 2'>"
        "<a href='java\\nscript:window.ran=3'>link</a><iframe srcdoc='x'></iframe>"
        "<svg><a xlink:href='javascript:window.ran=4'><text>t</text></a>"
        "<a><animate attributeName='href' values='#;javascript:window.ran=6'/></a></svg>"
        "<form><button formaction='JavaScript:window.ran=5'>press</button></form>"
    )
    code = f'class Page:\n    def _repr_html_(self):\n        return """{html}"""\nPage()'
    assert "shown" in here.run(code)
    here.output.get_by_text("link").click()
    here.output.get_by_text("press").click()
    here.page.wait_for_timeout(200)
    assert here.page.evaluate("window.ran") is None
    assert here.output.locator("b").inner_text() == "shown"
    for gone in ("script", "iframe", "animate", "[onerror]", "[href]", "[formaction]"):
        assert not here.output.locator(gone).count(), gone


# What another module of a page does with the page's Python.
ELSEWHERE = """async () => {
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  const python = await import(new URL("_static/pe_book/live/python.mjs", root).href);
  const heard = [];
  const given = { data: new Uint8Array([1, 2]), table: new Float64Array([1.5, 2]), words: ["a"] };
  const onProgress = (event) => heard.push(...Object.keys(event));
  const sources = [
    "print(bytes(data), words)\\nseen = np.asarray(table).sum()\\nseen",
    "seen",
    "survivor",
  ];
  const answers = await Promise.all(sources.map((source) => python.run(source,
    { namespace: "elsewhere", given, onProgress })));
  const stopping = new AbortController();
  const endless = python.run("while True: pass", {
    signal: stopping.signal,
    onProgress: ({ running }) => running && stopping.abort(),
  });
  return { heard, answers, stopped: await endless };
}"""


@pytest.mark.elsewhere
@on_shared_page
def test_another_module_runs_python_in_its_own_namespace(here):
    here.run("survivor = 41")
    found = here.page.evaluate(ELSEWHERE)
    first, second, third = found["answers"]
    total = ["text", "np.float64(3.5)"]
    printed = "".join(text for kind, text in first["outputs"] if kind == "out")
    assert printed == "b'\\x01\\x02' ['a']\n" and first["outputs"][-1] == total
    assert first["error"] == "" and second["outputs"] == [total]
    assert "NameError: name 'survivor'" in third["error"] and third["line"] == 1
    assert set(found["heard"]) == {"waiting", "running", "output"}
    assert found["stopped"] == {"outputs": [], "stopped": True, "lost": True}


# --- Faults ---------------------------------------------------------------------------------------


def marked(here: Live) -> list[str]:
    return here.cell.locator(".pe-wrong-line").all_text_contents()


# What a reader may write, and then: the marked line, and what the output must say.
WRONG = {
    "an error in a line": ("x = 1\n1 / 0", "1 / 0", ["line 2", "ZeroDivisionError"]),
    "an error in a function of the library": (
        "def f():\n    return pe_lib.positional_encoding(-1, 8)\nf()",
        "    return pe_lib.positional_encoding(-1, 8)",
        ["line 2, in f", "ValueError: seq_len"],
    ),
    "a syntax error": ("if True\n    x = 1", "if True", ["SyntaxError: expected ':'"]),
    "a package": ("import torch", "import torch", ["no torch", "numpy", "open a notebook"]),
    "another package": ("from matplotlib import pyplot", None, ["no matplotlib"]),
    "a command of Jupyter": ("%timeit 1", None, ["commands of Jupyter"]),
    "input": ("name = input('?')", "name = input('?')", [INPUT]),
    "exit": ("import sys\nsys.exit('bye')", "sys.exit('bye')", ["ended itself", "bye"]),
    "too much memory at once": ("np.ones(10**9)", "np.ones(10**9)", [MEMORY]),
    "too much memory in the end": (
        "kept = []\nwhile True:\n    kept.append(np.empty(2 * 10**8, np.uint8))",
        "    kept.append(np.empty(2 * 10**8, np.uint8))",
        [MEMORY],
    ),
    "recursion": ("def f():\n    return f()\nf()", "    return f()", ["RecursionError"]),
    "a flood": ("for _ in range(10**5):\n    print('x' * 99)", None, ["Cut here"]),
    "a flood in one piece": ("'x' * 10**7", None, ["Cut here"]),
}


@pytest.mark.elsewhere
@on_shared_page
def test_each_error_has_its_message_and_the_next_run_works(here, faults):
    here.run("survivor = 41")
    for fault, (code, line, words) in WRONG.items():
        with faults.at(fault):
            said = here.run(code)
            assert all(word in said for word in words), said[-500:]
            assert "site-packages" not in said and "runner.py" not in said
            assert line is None or marked(here) == [line]
            assert len(said) < TEXT_LIMIT + 1000
            here.editor.focus()
            here.page.keyboard.type("#")
            assert marked(here) == []  # it goes with the next key
            assert here.run("survivor + 1").strip() == "42"


@on_shared_page
def test_cell_is_accessible_and_fits(here, axe, faults):
    look(here, axe, faults, "at rest")
    here.run("print('a long line ' * 40)\nexhibits['an error' * 20]")
    assert here.cell.locator(".pe-wrong-line").is_visible()
    look(here, axe, faults, "with an error")
    here.button("Reset").click()
    assert "Not yet." in here.run(), (here.state.inner_text(), here.cell.inner_html())
    look(here, axe, faults, "with a reply")


@pytest.mark.elsewhere
@on_shared_page
def test_a_crashed_interpreter_is_replaced(here):
    """As it does on the page "What is your table?" after an `os._exit`."""
    said = here.run("import os\nos.abort()")
    assert "Python itself broke down" in said and "your code is still here" in said
    assert here.code == "import os\nos.abort()"
    assert here.run("1 + 1").strip() == "2"
    here.visit.take_problems()


def test_an_editor_that_fails_to_load_can_be_retried(book_url, open_page, faults):
    visit = open_page("about:blank")
    cell = visit.page.locator(f"#cell-{TABLE}")
    again = cell.get_by_role("button", name="Try again")
    for file in ("vendor/codemirror/*", "vendor/live.json"):
        with faults.at(file):
            visit.page.route(f"**/{file}", lambda route: route.abort())
            visit.page.goto(f"{book_url}/{FORMULA}")
            make_first_move(visit.page)
            cell.scroll_into_view_if_needed()
            again.wait_for()
            assert "The editor could not be loaded." in cell.inner_text()
            assert cell.locator(".cell_input pre").is_visible()
            visit.page.unroute(f"**/{file}")
            again.click()
            assert Live(visit, TABLE).code == live_on(FORMULA)[TABLE]


# --- What the reader wrote ------------------------------------------------------------------------


def again(here: Live) -> Live:
    """The same cell after a reload."""
    here.page.reload()
    make_first_move(here.page)
    return Live(here.visit, TABLE)


@on_shared_page
def test_edits_survive_a_reload_and_do_not_run_by_themselves(beside, book_url):
    with beside(f"{book_url}/{FORMULA}") as visit:
        make_first_move(visit.page)
        here = Live(visit, TABLE)
        book, address = here.code, here.page.url
        here.start("print('x')\nwhile True: pass")
        here.output.get_by_text("x").wait_for(timeout=PATIENCE)
        here.button("Reset").click()
        here.state.filter(has_text="The book's code is back.").wait_for()
        assert here.code == book == live_on(FORMULA)[TABLE]
        assert here.output.inner_text() == ""
        here.editor.focus()
        here.page.keyboard.press("Control+z")
        assert here.code == "print('x')\nwhile True: pass"
        here.page.keyboard.press("Control+y")
        assert here.code == book
        here.run("mine = 1\nprint(mine)")
        assert here.page.url == address
        here = again(here)
        here.page.wait_for_timeout(300)
        assert here.code == "mine = 1\nprint(mine)"
        assert here.output.inner_text() == "" and not here.page.workers
        here.button("Reset").click()
        here.state.filter(has_text="The book's code is back.").wait_for()
        here = again(here)
        assert here.code == book
        assert (
            here.page.evaluate("Object.keys(localStorage).filter((k) => k.includes('live'))") == []
        )
        assert not here.visit.take_problems()


def test_a_new_edition_of_a_cell_asks_before_replacing_edits(live):
    here = live(FORMULA, TABLE)
    HeldRequests(here.page.context, "**/worker.js*")  # no run: Python may stay away
    book = here.code
    for choice in ("Keep mine", "Take the new one"):
        here.write("mine = 1")
        key = here.page.evaluate("Object.keys(localStorage).find((k) => k.startsWith('pe-live '))")
        assert key.endswith(f"/chapters/02_formula#cell-{TABLE}")
        # The same as if the page had been another edition when the reader wrote.
        here.page.evaluate(
            "(key) => localStorage.setItem(key, JSON.stringify({ code: 'mine = 1', book: 'old' }))",
            key,
        )
        for mine in ("mine = 1", "mine = 2"):  # as long as there is no answer it is asked again
            here = again(here)
            assert here.code == mine
            here.cell.get_by_text("The book has a new version of this cell.").wait_for()
            here.write("mine = 2")
        here.button(choice).click()
        wanted = "mine = 2" if choice == "Keep mine" else book
        assert here.code == wanted
        here = again(here)
        assert here.code == wanted
        assert not here.cell.get_by_text("new version").count()


@pytest.mark.parametrize("broken", ["{broken", '{"code": 5}', "7", '{"code": "x", "book": 1}'])
def test_broken_storage_is_put_aside_with_a_sentence(broken, live):
    here = live(FORMULA, TABLE)
    HeldRequests(here.page.context, "**/worker.js*")
    book = here.code
    here.write("mine = 1")
    key = here.page.evaluate("Object.keys(localStorage).find((k) => k.startsWith('pe-live '))")
    put = "([key, text]) => localStorage.setItem(key, text)"
    here.page.evaluate(put, [key, broken])
    here = again(here)
    assert here.code == book
    here.state.filter(has_text="cannot be read. It was put aside.").wait_for()
    stored = "(key) => [localStorage.getItem(key), localStorage.getItem(`${key} (unreadable)`)]"
    assert here.page.evaluate(stored, key) == [None, broken]
    assert not here.visit.take_problems()


@pytest.mark.elsewhere
@on_shared_page
def test_two_open_tabs_share_edits_and_run_separately(here, beside):
    with beside(here.page.url) as visit:
        make_first_move(visit.page)
        there = Live(visit, TABLE)
        here.write("who = 'first'\nwho")
        here.editor.blur()
        there.cell.locator(".cm-line", has_text="who = 'first'").wait_for()
        there.button("Reset").click()
        here.cell.locator(".cm-line", has_text="import math").wait_for()
        assert here.run("side = 1\nside").strip() == "1"
        assert "NameError" in there.run("side + 1")


NO_ROOM = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, value) {
  if (key.startsWith("pe-live")) throw new Error("no room");
  setItem.call(this, key, value);
};"""
BLOCKED = """Object.defineProperty(window, "localStorage", {
  configurable: true, get() { throw new Error("blocked"); } });"""


# The second answer: the way of one that is there and is not what was asked for.
LOST = {
    "worker.js*": "404",
    "pyodide.asm.wasm*": "404",
    "python_stdlib.zip*": "abort",
    "numpy-*.whl*": "abort",
    "packages.zip*": "404",
}


@pytest.mark.elsewhere
def test_blocked_storage_and_a_lost_network_are_survived(book_url, open_page, faults):
    """It says the one and the other; as soon as the network is there the next run works."""
    visit = open_page("about:blank")
    context = visit.page.context
    HeldRequests(context, "**/worker.js*")  # no run yet: Python may stay away
    for trouble in (NO_ROOM, BLOCKED):
        visit.page.add_init_script(trouble)
        visit.page.goto(f"{book_url}/{FORMULA}")
        make_first_move(visit.page)
        here = Live(visit, TABLE)
        here.write("1 + 1")
        here.state.filter(has_text="This browser stores nothing").wait_for()
    assert not visit.take_problems()
    context.unroute("**/worker.js*")
    here = again(here)
    answers = {
        "abort": lambda route: route.abort("internetdisconnected"),
        "404": lambda route: route.fulfill(status=404, body="no such file"),
    }
    for file, answer in LOST.items():
        with faults.at(file):
            context.route(f"**/{file}", answers[answer])
            said = here.run("1 + 1")
            assert "could not be loaded. Is the network there? Press Run to try again." in said
            context.unroute(f"**/{file}")
    visit.take_problems()
    assert here.run().strip() == "2"
    assert not visit.take_problems()


# --- Hands ----------------------------------------------------------------------------------------


@on_shared_page
def test_an_exercise_can_be_done_by_keyboard(here):
    """Into the editor by Tab, indent, run, read, out by Escape and Tab, stop, reset."""
    page = here.page
    page.locator("#check-yourself form.pe-question button").last.focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        if here.editor.evaluate("(e) => e === document.activeElement"):
            break
    else:
        pytest.fail("Tab does not lead from the last question to the editor")
    page.keyboard.press("Control+a")
    page.keyboard.type("def f(x):\nreturn x / 2\n")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("f(42)")
    assert here.code == "def f(x):\n    return x / 2\nf(42)"
    page.keyboard.press("Shift+Enter")
    assert here.wait().strip() == "21.0"
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    assert here.code == "    def f(x):\n    return x / 2\nf(42)"
    page.keyboard.press("Control+Enter")
    here.state.filter(has_text="An error in line 1.").wait_for()
    assert here.code == "    def f(x):\n    return x / 2\nf(42)"
    assert here.cell.locator(".cm-content").evaluate("(e) => getComputedStyle(e).tabSize") == "4"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert here.button("Run").evaluate("(e) => e === document.activeElement")
    for name in ("Stop", "Reset"):
        page.keyboard.press("Tab")
        assert here.button(name).evaluate("(e) => e === document.activeElement")
    page.keyboard.press("Enter")
    assert here.code == live_on(FORMULA)[TABLE]
    described = here.editor.get_attribute("aria-describedby")
    assert "Escape, then Tab leaves" in page.locator(f"#{described}").text_content()


@on_shared_page
def test_the_editor_completes_names_of_the_library_and_closes_brackets(here):
    name = "pe_lib.positional_encoding_loop"
    here.write("")
    here.page.keyboard.type("pe_lib.positional_encoding_l")
    option = here.page.get_by_role("option").filter(has_text=name)
    option.wait_for()
    parameters = inspect.signature(pe_lib.positional_encoding_loop).parameters
    assert "".join(option.inner_text().split()) == f"{name}({','.join(parameters)})"
    option.click()
    assert here.code == name
    here.page.keyboard.type("(")
    assert here.code == f"{name}()"
    here.page.keyboard.type("2, 4).shape")  # the bracket that stands there is typed over
    assert here.run().strip() == "(2, 4)"
    assert not here.page.get_by_role("option").count()


RESTYLES = """class Show:
    def _repr_html_(self):
        return (
            "<style>h1, p { color: rgb(1, 2, 3) } :scope { position: fixed; inset: 0 }"
            "} h1 { color: rgb(1, 2, 3) } @keyframes a { to { color: red } }</style>"
            "<p id=my-own>mine</p><p id=main-content>taken</p>"
            "<div id=cover style='position: fixed; inset: 0; z-index: 9999; background: red'></div>"
        )
Show()"""
RESTYLED = """(output) => {
  const color = (selector) => getComputedStyle(document.querySelector(selector)).color;
  const cover = document.querySelector("#cover").getBoundingClientRect();
  const frame = output.getBoundingClientRect();
  return {
    heading: color("article h1"),
    own: color("#my-own"),
    ids: document.querySelectorAll("#main-content").length,
    covers: cover.top < frame.top - 1 || cover.bottom > frame.bottom + 1,
  };
}"""


@on_shared_page
def test_html_of_a_cell_reaches_nothing_beyond_its_output(here):
    assert "mine" in here.run(RESTYLES)
    seen = here.output.evaluate(RESTYLED)
    assert seen["heading"] != seen["own"] == "rgb(1, 2, 3)"
    assert seen["ids"] == 1 and not seen["covers"]


@on_shared_page
def test_await_outside_of_a_function_is_explained(here):
    assert "Jupyter runs await outside of functions" in here.run("await something")


@on_shared_page
def test_code_that_closes_its_worker_ends(here):
    here.start("import js\njs.close()\nwhile True: pass")
    here.state.filter(has_text="Python broke down.").wait_for(timeout=PATIENCE)
    here.visit.take_problems()  # the console has the reason
    assert here.run("6 * 7").strip() == "42"


def refuse_web_assembly(route) -> None:
    """Python's worker lacks it, as in a browser whose settings turn it off."""
    script = route.fetch().text()
    content_type = "text/javascript; charset=utf-8"
    route.fulfill(body=f"delete self.WebAssembly;\n{script}", content_type=content_type)


@pytest.mark.parametrize(
    ("lacking", "reason"),
    [("Worker", "has no web workers"), ("WebAssembly", "refuses WebAssembly")],
)
def test_a_browser_that_cannot_run_python_gets_the_reason(lacking, reason, book_url, open_page):
    visit = open_page("about:blank")
    if lacking == "Worker":
        visit.page.add_init_script("delete globalThis.Worker")
    else:
        visit.page.context.route("**/worker.js*", refuse_web_assembly)
    visit.page.goto(f"{book_url}/{FORMULA}")
    make_first_move(visit.page)
    here = Live(visit, TABLE)
    here.start("1")
    here.state.filter(has_text="Python could not be loaded.").wait_for(timeout=PATIENCE)
    assert reason in here.output.inner_text()


@on_shared_page
def test_typed_and_copied_code_is_plain_text(here):
    """Sphinx opens its search on "/"; what is typed into code stays there."""
    here.write("")
    here.page.keyboard.type("a / b # c [k] s ?")
    assert here.code == "a / b # c [k] s ?"
    target = here.cell.locator(".copybtn").get_attribute("data-clipboard-target")
    assert here.page.locator(target).text_content() == "a / b # c [k] s ?"


# --- From anywhere --------------------------------------------------------------------------------


@pytest.mark.elsewhere
def test_zip_of_the_site_runs_python_below_any_path_on_a_phone(book_html, tmp_path, live):
    """Unpacked into a folder, and served by Python's own server."""
    with unpacked(book_html, tmp_path, "some/where") as address:
        here = live(FORMULA, TABLE, address, width=375, has_touch=True, is_mobile=True)
        # A phone's keyboard is told that this is code.
        for name in ("autocapitalize", "autocorrect"):
            assert here.editor.get_attribute(name) == "off"
        assert here.editor.get_attribute("spellcheck") == "false"
        # Below this a phone zooms into the box and does not come back.
        size = here.cell.locator(".cm-content").evaluate("(e) => getComputedStyle(e).fontSize")
        assert float(size.removesuffix("px")) >= 16
        assert "Not yet." in here.run()
        here.editor.tap()
        # Its keyboard has no Tab. The keys for it leave the focus, and so the keyboard, alone.
        here.write("x = 1")
        for name, code in (("Indent more", "    x = 1"), ("Indent less", "x = 1")):
            here.button(name).tap()
            assert here.code == code
            assert here.editor.evaluate("(e) => e === document.activeElement")
        assert here.run("6 * 7").strip() == "42"
        assert not here.visit.take_problems()
