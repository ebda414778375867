"""The editor of a live cell: its keys, and what is kept of what the reader wrote."""

from __future__ import annotations

import inspect

import pytest

import pe_lib
from tests.site.live_cells import (
    FORMULA,
    PATIENCE,
    TABLE,
    Live,
    live_on,
    needs_python,
    on_shared_page,
)
from tests.site.reader import HeldRequests, make_first_move

pytestmark = needs_python


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
        # Cells of two chapters may have one id.
        assert here.page.evaluate("DOCUMENTATION_OPTIONS.pagename") in key
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
            output = here.run("1 + 1")
            assert "could not be loaded. Is the network there? Press Run to try again." in output
            context.unroute(f"**/{file}")
    visit.take_problems()
    assert here.run().strip() == "2"
    assert not visit.take_problems()


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


@on_shared_page
def test_typed_and_copied_code_is_plain_text(here):
    """Sphinx opens its search on "/"; what is typed into code stays there."""
    here.write("")
    here.page.keyboard.type("a / b # c [k] s ?")
    assert here.code == "a / b # c [k] s ?"
    target = here.cell.locator(".copybtn").get_attribute("data-clipboard-target")
    assert here.page.locator(target).text_content() == "a / b # c [k] s ?"
