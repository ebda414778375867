"""The page "What is your table?": a function or a file in, an answer out, and nothing sent.

Python takes seconds to start, so one visit tries all functions, one all files, one all bad input.
"""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from pe_book.mistakes import CHECKS
from pe_book.your_table import form
from pe_lib import positional_encoding, tensor2tensor_encoding
from tests.site.live_cells import (
    PATIENCE,
    PYTHON,
    look,
    needs_python,
    requests,
    squeezed,
)
from tests.site.live_form import ONE_WORKER, LiveForm, visited
from tests.site.reader import HeldRequests, make_first_move
from tests.site.test_content_security_policy import WATCH, eventually

PAGE = "pages/your_table.html"
GIGABYTE = 2**30
# Also what is said after ten seconds, which a busy machine may need for a click.
RUNNING = re.compile("[Rr]unning")

pytestmark = [needs_python, ONE_WORKER]


class Table(LiveForm):
    """The form on its page, as a reader uses it."""

    def __init__(self, visit) -> None:
        super().__init__(visit, "your-table", file="A file")


# All that the status says from now on.
HEAR = """(state) => {
  window.announced = [];
  new MutationObserver(() => window.announced.push(state.textContent))
    .observe(state, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def table(beside, book_url):
    yield from visited(beside, f"{book_url}/{PAGE}", Table)


def npy(table) -> bytes:
    file = io.BytesIO()
    np.save(file, np.asarray(table), allow_pickle=True)
    return file.getvalue()


def csv(table) -> bytes:
    file = io.BytesIO()
    np.savetxt(file, table, delimiter=",", fmt="%.9f")
    return file.getvalue()


def npz(**tables) -> bytes:
    file = io.BytesIO()
    np.savez(file, **tables)
    return file.getvalue()


# --- At rest --------------------------------------------------------------------------------------


def test_the_page_shows_a_stored_example_and_loads_nothing(open_page, book_url, book_html, browser):
    found = BeautifulSoup((book_html / PAGE).read_text(encoding="utf-8"), "html.parser")
    box = found.select_one("#your-table")
    first = next(iter(form.EXAMPLES))
    assert box.select_one("pre").text.strip() == form.code(first)
    answer = box.select_one(".pe-report")
    assert f"({form.EXAMPLES[first]}: " in answer.text and len(answer.select("svg")) == 3
    assert "python -m pe_check identify table.npy" in found.text

    visit = open_page("about:blank")
    asked = requests(visit.page)
    visit.page.goto(f"{book_url}/{PAGE}")
    visit.page.wait_for_load_state("networkidle")
    assert visit.page.locator("#your-table .pe-report").is_visible()
    assert not [url for url in asked if "codemirror" in url or PYTHON.search(url)]
    before = visit.page.locator(".pe-report").bounding_box()
    make_first_move(visit.page)
    here = Table(visit)
    assert here.page.locator(".pe-report").bounding_box() == pytest.approx(before, abs=1)
    assert here.code == form.code(first) and here.file.is_enabled() and here.example.is_enabled()
    visit.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if PYTHON.search(url)]
    assert not visit.take_problems()

    still = open_page(f"{book_url}/{PAGE}", java_script_enabled=False).page
    assert (
        still.locator(".pe-report").is_visible() and not still.get_by_label("A file").is_visible()
    )
    assert still.locator("#your-table pre").is_visible()
    assert "needs JavaScript" in still.locator("#your-table noscript").inner_text()

    file = browser.new_page()
    file.goto((book_html / PAGE).as_uri())
    message = file.locator("#your-table .pe-bar").inner_text()
    assert "python3 -m http.server" in message and f"http://localhost:8000/{PAGE}" in message
    file.mouse.move(50, 50)
    file.wait_for_timeout(300)
    assert file.locator("#your-table .pe-bar").inner_text() == message
    file.close()


@pytest.mark.parametrize("page", ["index.html", "chapters/08_mistakes_in_circulation.html"])
def test_other_pages_link_to_it(page, book_html):
    found = BeautifulSoup((book_html / page).read_text(encoding="utf-8"), "html.parser")
    links = [a for a in found.select("article a") if a.get("href", "").endswith(PAGE)]
    assert "What is your table?" in [a.text for a in links]


# --- Functions ------------------------------------------------------------------------------------


def test_the_stored_answer_can_be_restored(table):
    stored = squeezed(table.cell.locator(".cell_output").inner_text())
    table.state.evaluate(HEAR)
    table.page.clock.install()
    table.button("Run").focus()
    table.page.keyboard.press("Enter")
    assert table.wait() == stored
    table.page.clock.fast_forward(20_000)  # what is over is not said to run still
    announced = table.page.evaluate("window.announced")
    assert announced[-1].startswith("A sinusoidal table, not the paper's. Base 10^8: ")
    assert announced.count(announced[-1]) == 1
    assert table.state.get_attribute("role") == "status"
    assert not table.output.locator("[role=alert], [role=status], [aria-live]").count()
    assert table.button("Run").evaluate("(e) => e === document.activeElement")
    assert not table.cell.locator(".cell_output").is_visible()


# In this machine's Python these examples, and files, are tested in tests/book/test_your_table.py.
@pytest.mark.elsewhere
def test_examples_and_functions(table, axe, faults):
    """Every example gets its own answer, and the paper's has no fault."""
    for label, name in form.EXAMPLES.items():
        with faults.at(label):
            table.example.select_option(label)
            assert table.code == form.code(label) and not table.output.inner_text()
            answer = table.run()
            assert (f"({name}: " in answer) == (name != "the paper's"), answer
            assert len(table.output.locator("tbody tr").all()) == len(CHECKS) == 10
            alternatives = [
                picture.get_attribute("aria-label")
                for picture in table.output.locator("svg[role=img]").all()
            ]
            assert len(set(alternatives)) == 3 and all(": rows 0 to" in a for a in alternatives)
    with faults.at("the paper's"):
        assert "The paper's table." in answer
        # The browser's sines may differ from the library's in the last bit.
        assert re.search(
            r"[Ee]very entry is (the paper's, to the last|within \d+e-1[56] of)", answer
        )
        assert answer.count("passes") == 10 and not table.output.locator("rect").count()
    look(table, axe, faults, "the paper's table")
    with faults.at("written by hand"):
        code = "def mine(seq_len, d_model):\n    print('asked')\n    return "
        answer = table.run(code + "pe_lib.positional_encoding(seq_len, d_model, base=500)")
        assert "The base is 500." in answer and "asked" in answer
        assert table.output.locator(".stream pre").bounding_box()["height"] <= 12.5 * 16
        assert table.output.locator("rect").count() == 6
    look(table, axe, faults, "a function that prints")
    with faults.at("on paper"):
        table.page.emulate_media(media="print")
        assert table.output.locator("svg").first.is_visible() and not table.file.is_visible()
        table.page.emulate_media(media="screen")
    assert not table.visit.take_problems()


def test_the_answer_links_to_the_exhibit_and_edits_are_kept(table, book_url, faults):
    with faults.at("the link to the exhibit"):
        table.example.select_option("sines beside cosines")
        table.run()
        table.output.get_by_role("link", name="halves").click()
        chosen = table.page.locator("#pe-gallery-exhibit")
        table.page.wait_for_function("() => document.querySelector('#pe-gallery-exhibit')?.value")
        table.page.wait_for_function(
            "() => document.querySelector('#pe-gallery-exhibit').value === 'halves'"
        )
        assert chosen.is_visible() and "08_mistakes" in table.page.url
    with faults.at("what was written is kept"):
        table.page.goto(f"{book_url}/{PAGE}")
        make_first_move(table.page)
        again = Table(table.visit)
        assert again.code == form.code("sines beside cosines")
        again.example.select_option("exp and log")
        again.button("Reset").click()
        again.state.filter(has_text="The book's code is back.").wait_for()
        first = next(iter(form.EXAMPLES))
        assert (again.example.input_value(), again.code) == (first, form.code(first))
        assert again.cell.locator(".cell_output").is_visible()
    assert not table.visit.take_problems()


# --- Files ----------------------------------------------------------------------------------------

FILES = {
    "paper.npy": (npy(positional_encoding(64, 32)), "The paper's table."),
    "half.npy": (npy(positional_encoding(64, 32).astype("f2")), "The paper's table."),
    "t2t.npz": (npz(table=tensor2tensor_encoding(64, 32)), "(end point reached: "),
    "one.csv": (csv(positional_encoding(40, 8, start=1)), "(positions from one: "),
    "batch.npy": (npy(positional_encoding(40, 8)[np.newaxis]), "The paper's table."),
    "noise.npy": (npy(np.random.default_rng(0).normal(size=(60, 16))), "Not a sinusoidal table"),
    "wide.npy": (npy(positional_encoding(300, 512, base=500.0)), "The base is 500."),
}


@pytest.mark.elsewhere
def test_files(table, axe, faults):
    """Each kind is read, chosen or dropped, the same one twice, and none of it is sent."""
    asked = requests(table.page)
    code = table.code
    for name, (content, words) in FILES.items():
        with faults.at(name):
            answer = table.bring(name, content)
            assert words in answer and name in answer
            assert table.output.locator("svg").count() == 3
            assert "a file holds one" in answer
    look(table, axe, faults, "a wide table")
    for place in ("h1", "#your-table .pe-bar", "#your-table .cm-content", "#your-table label"):
        with faults.at(f"dropped on {place}"):
            content, words = FILES["one.csv"]
            assert words in table.drop(place, "one.csv", content)
            content, words = FILES["paper.npy"]
            assert words in table.drop(place, "paper.npy", content)
            assert table.file.evaluate("(field) => field.files[0].name") == "paper.npy"
            assert table.code == code
    with faults.at("the field keeps the focus"):
        table.file.focus()
        table.bring("t2t.npz", FILES["t2t.npz"][0])
        assert table.file.evaluate("(field) => field === document.activeElement")
    with faults.at("the code is asked again"):
        assert "(double step: " in table.run()
    with faults.at("requests"):
        foreign = [url for url in asked if "/vendor/" not in url and "/_static/" not in url]
        assert [url for url in asked if PYTHON.search(url)] and not foreign
    assert not table.visit.take_problems()


# --- Bad input ------------------------------------------------------------------------------------

BAD_FILES = {
    "line.npy": (npy(np.ones(9)), "must have rows and columns, but its shape is (9,)"),
    "empty.npy": (b"", "empty.npy cannot be read as a table"),
    "none.npy": (npy(np.ones((0, 8))), "must have rows and columns, but its shape is (0, 8)"),
    "nan.npy": (npy(np.full((9, 4), np.nan)), "must be finite"),
    "words.npy": (npy([["a", "b"], ["c", "d"]]), "made of real numbers"),
    "objects.npy": (npy(np.array([[{}, []]], object)), "it holds Python objects (a pickle)"),
    "ragged.csv": (b"0,1\n2\n", "ragged.csv cannot be read as a table"),
    "header.csv": (b"a,b\n0,1\n", "line 1 holds 'a', which is no number"),
    "several.npz": (npz(a=np.ones((2, 2)), b=np.ones((2, 2))), "one of its tables"),
    "broken.npz": (b"PK\x03\x04", "broken.npz cannot be read as a table"),
    "model.pt": (b"PK", "it is a pickle, as PyTorch saves"),
}
BEGIN = "def f(seq_len, d_model):\n    "
# A function, what is said of it, and the line that is marked.
BAD_CODE = {
    "raises": (f"{BEGIN}return 1 / 0", "raised ZeroDivisionError: division by zero (in line 2", 2),
    "nothing": (f"{BEGIN}pass", "function(96, 64)", 0),
    "a word": (f"{BEGIN}return 'table'", "function(96, 64)", 0),
    "another shape": (f"{BEGIN}return np.ones((3, 3))", "function(96, 64) must have shape", 0),
    "exits": (f"{BEGIN}raise SystemExit('bye')", "bye", 2),
    "recursion": (f"{BEGIN}return f(seq_len, d_model)", "RecursionError", 2),
    "other arguments": ("def f(a):\n    return a", "TypeError", 0),
    "no function": ("1 + 1", "The code defines no function.", 0),
    "a syntax error": ("def f(:\n    return 1", "SyntaxError", 1),
    "an error on the way": ("x = 1\ny = z", "NameError: name 'z' is not defined", 2),
    "another package": ("import torch", "no torch", 1),
    "prints": (f"{BEGIN}print('x' * 200_000)\n    return None", "Cut here", 0),
}


@pytest.mark.elsewhere
def test_bad_input(table, axe, faults):
    """Each gives a sentence, the page stays alive, and the next try works."""
    content, words = FILES["one.csv"]
    for name, (bad, message) in BAD_FILES.items():
        with faults.at(name):
            answer = table.bring(name, bad)
            assert message in answer and "Right" not in answer and "Traceback" not in answer
            assert message in table.state.inner_text()
            assert not table.output.locator("svg").count()
    with faults.at("the next file"):
        assert words in table.bring("one.csv", content)
    with faults.at("a gigabyte"):
        answer = table.drop("h1", "huge.npy", size=GIGABYTE)
        assert "huge.npy has 1024 MB. This page reads at most 128 MB" in answer
        assert table.page.evaluate("window.read") is None
        assert "huge.npy has 1024 MB" in table.state.inner_text()
    with faults.at("two at once"):
        two = [{"name": f"{i}.npy", "mimeType": "", "buffer": b"x"} for i in range(2)]
        table.file.evaluate("(field) => { field.multiple = true; }")
        table.file.set_input_files(two)
        assert "one file at a time" in table.wait()
    for what, (code, message, line) in BAD_CODE.items():
        with faults.at(what):
            answer = table.run(code)
            assert message in answer and "Right" not in answer, answer[-300:]
            marked = table.cell.locator(".pe-wrong-line").all_text_contents()
            assert marked == ([code.splitlines()[line - 1]] if line else [])
            assert not table.output.locator("svg").count()
    look(table, axe, faults, "with an error")
    with faults.at("an endless loop"):
        table.start(f"{BEGIN}while True:\n        pass")
        table.state.filter(has_text=RUNNING).wait_for(timeout=PATIENCE)
        table.editor.focus()
        table.page.keyboard.type("#")  # the page answers
        table.button("Stop").click()
        expect(table.state).to_contain_text("Stopped.", timeout=PATIENCE)
        table.start(f"{BEGIN}while True:\n        pass")
        table.state.filter(has_text=RUNNING).wait_for(timeout=PATIENCE)
        assert words in table.bring("one.csv", content)  # a file goes before what runs
    with faults.at("Python lost on the way"):
        HeldRequests(table.page.context, "**/packages.zip*")
        table.start("import os\nos._exit(3)")
        output = table.wait()
        assert "Python itself broke down" in output and "your code is still here" in output
        assert table.code == "import os\nos._exit(3)"
        table.start(f"{BEGIN}while True:\n        pass")  # to be stopped wherever it is
        table.state.filter(has_text=re.compile("Loading|Starting")).wait_for()
        table.button("Stop").click()
        expect(table.state).to_contain_text("Stopped.", timeout=PATIENCE)
        table.page.context.unroute("**/packages.zip*")
        assert words in table.bring("one.csv", content)


# --- With the policy in force ---------------------------------------------------------------------


def test_the_page_answers_under_its_policy_and_sends_nothing(browser, book_url):
    context = browser.new_context()
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{book_url}/{PAGE}")
    page.mouse.move(100, 100)
    box = page.locator("#your-table")
    box.get_by_role("button", name="Run").click()
    region = box.get_by_role("region", name="Answer")
    region.locator("svg").nth(2).wait_for(timeout=PATIENCE)
    content, words = FILES["one.csv"]
    box.get_by_label("A file").set_input_files(
        {"name": "one.csv", "mimeType": "", "buffer": content}
    )
    assert eventually(page, lambda: words in region.inner_text())
    assert region.locator("image").first.bounding_box()["width"] > 20
    assert page.evaluate("window.broken") == []
    context.close()
