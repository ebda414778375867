"""The page "What does your config.json say?": pasted, chosen, dropped, and nothing sent."""

from __future__ import annotations

import json

import pytest
from bs4 import BeautifulSoup

from pe_book.your_config import form
from pe_book.your_config.examples import EXAMPLES, text
from tests.site.reader import ROOT, make_first_move
from tests.site.test_live import PATIENCE, PYTHON, Live, look, requests, squeezed
from tests.site.test_your_table import DROP

PAGE = "your_config.html"
FIRST = next(iter(EXAMPLES))

pytestmark = [
    pytest.mark.skipif(
        not (ROOT / "_build" / "html" / "vendor" / "live.json").is_file(),
        reason="the site has no Python: build it with the network or PYODIDE_WHEELS",
    ),
    pytest.mark.xdist_group("your_table"),
]


class Config(Live):
    """The form on its page, as a reader uses it."""

    def __init__(self, visit) -> None:
        self.visit, self.page = visit, visit.page
        self.cell = self.page.locator("#your-config")
        self.button("Run").wait_for()
        self.editor = self.cell.get_by_role("textbox", name="Code")
        self.state = self.cell.locator(".pe-state")
        self.output = self.cell.get_by_role("region", name="Answer")
        self.example = self.cell.get_by_label("begin with")
        self.length = self.cell.get_by_label("Positions of the text")
        self.file = self.cell.get_by_label("A config.json")

    def wait(self) -> str:
        """Wait until the answer or what is wrong stands there; its text."""
        self.cell.locator(".pe-run[aria-disabled=false]").wait_for(timeout=PATIENCE)
        return squeezed(self.output.inner_text())

    def bring(self, name: str, content: bytes) -> str:
        self.file.set_input_files({"name": name, "mimeType": "", "buffer": content})
        return self.wait()


@pytest.fixture
def config(beside, book_url):
    with beside(f"{book_url}/{PAGE}") as visit:
        make_first_move(visit.page)
        yield Config(visit)


def test_the_page_shows_a_stored_example_and_loads_nothing(open_page, book_url, book_html):
    found = BeautifulSoup((book_html / PAGE).read_text(encoding="utf-8"), "html.parser")
    box = found.select_one("#your-config")
    assert box.select_one("pre").text.strip() == form.code(FIRST)
    assert "Easily got wrong" in box.select_one(".pe-report").text
    assert "python -m pe_lib config config.json" in found.text

    visit = open_page("about:blank")
    asked = requests(visit.page)
    visit.page.goto(f"{book_url}/{PAGE}")
    make_first_move(visit.page)
    here = Config(visit)
    assert here.file.is_enabled() and here.length.is_enabled()
    visit.page.wait_for_load_state("networkidle")
    assert not [url for url in asked if PYTHON.search(url)]
    assert not visit.take_problems()


def test_index_links_to_it(book_html):
    found = BeautifulSoup((book_html / "index.html").read_text(encoding="utf-8"), "html.parser")
    assert found.select(f'article a[href="{PAGE}"]')


def test_a_configuration_is_pasted_chosen_dropped_and_measured(config, faults):
    asked = requests(config.page)
    with faults.at("the stored answer"):
        stored = squeezed(config.cell.locator(".cell_output").inner_text())
        config.button("Run").click()
        assert config.wait() == stored
    with faults.at("pasted"):
        answer = config.run('{"model_type": "smollm3", "mystery_rope": 1}')
        assert "9 of 36 layers" in answer and "mystery_rope" in answer
        assert "model_type smollm3" in config.state.inner_text()
    with faults.at("a length"):
        config.length.fill("1000000")
        config.length.press("Enter")
        assert "In a text of 1,000,000 positions" in config.wait()
    with faults.at("chosen"):
        answer = config.bring("config.json", text("DeepSeek V3").encode())
        assert "61 layers" in answer and "In a text of 1,000,000 positions" in answer
        assert json.loads(config.code) == EXAMPLES["DeepSeek V3"][1]
    with faults.at("dropped"):
        given = {"name": "config.json", "bytes": list(text("gpt-oss 20B").encode())}
        config.page.locator("h1").first.evaluate(
            DROP.replace(".pe-your-table.pe-over", "#your-config.pe-over"), given
        )
        assert "24 layers" in config.wait()
    with faults.at("bad input"):
        answer = config.run('{"model_type": "llama",\n')
        assert "It is not JSON" in answer and "Traceback" not in answer
        marked = config.cell.locator(".pe-wrong-line").all_text_contents()
        assert len(marked) == 1
        assert "It is not JSON" in config.bring("model.bin", b"\xff\xfe{")
        huge = config.bring("model.safetensors", b" " * (2**22 + 1))
        assert "A configuration has at most" in huge
    with faults.at("reset"):
        config.button("Reset").click()
        config.state.filter(has_text="The book's code is back.").wait_for()
        assert config.code == form.code(FIRST) and config.length.input_value() == ""
    with faults.at("requests"):
        assert not [url for url in asked if "/vendor/" not in url and "/_static/" not in url]
    assert not config.visit.take_problems()


@pytest.mark.elsewhere
def test_every_example_is_accessible_and_fits(config, axe, faults):
    for name in EXAMPLES:
        config.example.select_option(name)
        with faults.at(name):
            answer = config.run()
            assert "Easily got wrong with this configuration" in answer
        look(config, axe, faults, name)
    assert not config.visit.take_problems()
