"""The page "What does your config.json say?": pasted, chosen, dropped, and nothing sent."""

from __future__ import annotations

import pytest

from pe_book.your_config.examples import text
from tests.site.live_cells import look, needs_python, requests, squeezed
from tests.site.live_form import LiveForm
from tests.site.reader import make_first_move

pytestmark = needs_python


class Config(LiveForm):
    """The form on its page, as a reader uses it."""

    def __init__(self, visit) -> None:
        super().__init__(visit, "your-config", file="A config.json")
        self.length = self.cell.get_by_label("Positions of the text")


@pytest.fixture
def config(open_page, book_url):
    visit = open_page(f"{book_url}/pages/your_config.html")
    make_first_move(visit.page)
    return Config(visit)


def test_a_configuration_is_pasted_chosen_dropped_and_measured(config, axe, faults):
    asked = requests(config.page)
    stored = squeezed(config.cell.locator(".cell_output").inner_text())
    config.button("Run").click()
    assert config.wait() == stored
    look(config, axe, faults, "an example")
    with faults.at("pasted"):
        answer = config.run('{"model_type": "smollm3", "mystery_rope": 1}')
        assert "9 of 36 layers" in answer and "mystery_rope" in answer
    with faults.at("a length"):
        config.length.fill("1000000")
        config.length.press("Enter")
        assert "1,000,000 positions" in config.wait()
    with faults.at("chosen and dropped"):
        assert "61 layers" in config.bring("config.json", text("DeepSeek V3").encode())
        assert "24 layers" in config.drop("h1", "config.json", text("gpt-oss 20B").encode())
    with faults.at("bad input"):
        assert "JSON" in config.run('{"model_type": "llama",\n')
        assert config.cell.locator(".pe-wrong-line").count() == 1
        assert "at most" in config.bring("model.safetensors", b" " * (2**22 + 1))
    with faults.at("requests"):
        assert not [url for url in asked if "/vendor/" not in url and "/_static/" not in url]
    assert not config.visit.take_problems()
