"""A live cell that runs: its output, its errors, and a run that is stopped or lost.

Python takes seconds to start, so the tests that do not need a page of their own share one.
"""

from __future__ import annotations

import re

import pytest

from pe_book import explorers
from pe_book.live.runner import INPUT, MEMORY, TEXT_LIMIT
from tests.site.live_cells import (
    FORMULA,
    PATIENCE,
    TABLE,
    Live,
    live_on,
    look,
    needs_python,
    on_shared_page,
    squeezed,
)
from tests.site.reader import CHAPTERS, HeldRequests, make_first_move, unpacked

pytestmark = needs_python


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
            output = here.run(code)
            assert all(word in output for word in words), output[-500:]
            assert "site-packages" not in output and "runner.py" not in output
            assert line is None or marked(here) == [line]
            assert len(output) < TEXT_LIMIT + 1000
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
    output = here.run("import os\nos.abort()")
    assert "Python itself broke down" in output and "your code is still here" in output
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


def test_an_editor_aborted_because_the_reader_leaves_is_not_reported(book_url, open_page):
    page = open_page("about:blank").page
    held = HeldRequests(page, "**/vendor/live.json*")
    page.goto(f"{book_url}/{FORMULA}")
    make_first_move(page)
    cell = page.locator(f"#cell-{TABLE}")
    cell.scroll_into_view_if_needed()
    held.abort_as_on_leaving()
    assert "could not be loaded" not in cell.inner_text()


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
