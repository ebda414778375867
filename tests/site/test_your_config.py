"""The page "What does your config.json say?": pasted, chosen, dropped, and nothing sent."""

from __future__ import annotations

import json

import pytest
from bs4 import BeautifulSoup

from pe_book.your_config import form
from pe_book.your_config.examples import EXAMPLES, text
from tests.site.live_cells import PYTHON, look, needs_python, requests, squeezed
from tests.site.live_form import ONE_WORKER, LiveForm, visited
from tests.site.reader import make_first_move

PAGE = "pages/your_config.html"
FIRST = next(iter(EXAMPLES))

pytestmark = [needs_python, ONE_WORKER]


class Config(LiveForm):
    """The form on its page, as a reader uses it."""

    def __init__(self, visit) -> None:
        super().__init__(visit, "your-config", file="A config.json")
        self.length = self.cell.get_by_label("Positions of the text")


@pytest.fixture
def config(beside, book_url):
    yield from visited(beside, f"{book_url}/{PAGE}", Config)


def test_the_page_shows_a_stored_example_and_loads_nothing(open_page, book_url, book_html):
    found = BeautifulSoup((book_html / PAGE).read_text(encoding="utf-8"), "html.parser")
    box = found.select_one("#your-config")
    assert box.select_one("pre").text.strip() == form.code(FIRST)
    assert "Easily got wrong" in box.select_one(".pe-report").text
    assert "python -m pe_check config config.json" in found.text

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
        assert "24 layers" in config.drop("h1", "config.json", text("gpt-oss 20B").encode())
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
