"""An explorer in a notebook: the widget that Python reads and sets, and the still behind it."""

import sys

import pytest
from bs4 import BeautifulSoup

from pe_book import explorers
from pe_book.renderer import markup
from pe_book.renderer import node as node_module
from tests.rendered import text_of


@pytest.fixture
def in_notebook(monkeypatch):
    monkeypatch.delenv("PE_BOOK_BUILD", raising=False)


def test_the_settings_of_a_widget_can_be_read_assigned_and_observed(in_notebook):
    waves = explorers.show("waves", d_model=32)
    assert waves.settings == explorers.ALL["waves"].defaults | {"d_model": 32}
    seen = []
    waves.observe(lambda change: seen.append(change["new"]), "settings")
    waves.settings = {"base": 100}
    assert waves.settings == explorers.ALL["waves"].defaults | {"d_model": 32, "base": 100}
    assert seen == [waves.settings]
    with pytest.raises(ValueError, match="base must be from 10 to 1000000, not 7"):
        waves.settings = {"base": 7}
    with pytest.raises(TypeError, match="waves has the settings"):
        waves.settings = {"bass": 10}
    assert seen == [waves.settings]
    assert repr(waves).startswith("explorers.show('waves', position=20, d_model=32, base=100")


def test_what_the_reader_sets_arrives_in_python(in_notebook):
    waves = explorers.show("waves")
    waves.set_state({"settings": waves.settings | {"position": 25}})
    assert waves.settings["position"] == 25


def test_a_cell_shows_the_still_and_the_widget_that_finds_it(in_notebook, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    waves = explorers.show("waves", position=3)
    sent_first = waves.get_state()["figure_id"]
    waves._ipython_display_()
    still, widget = shown
    assert sent_first and f'data-static-figure="{sent_first}"' in still["text/html"]
    page = BeautifulSoup(still["text/html"], "html.parser")
    assert page.select_one(".pe-sentence").get_text() == text_of("waves", position=3).sentence
    assert "run the cell" in still["text/html"] and "<form" not in still["text/html"]
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == waves.model_id
    assert "anywidget" in widget["text/plain"]


def test_without_anywidget_the_still_says_what_is_missing(in_notebook, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "pe_book.renderer.widget", raising=False)
    shown = explorers.show("waves")
    bundle = shown._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert "<svg" in bundle["text/html"] and "anywidget" in bundle["text/html"]
    assert shown.settings == explorers.ALL["waves"].defaults


def test_without_node_the_notebook_says_that_there_is_no_still(in_notebook, monkeypatch):
    monkeypatch.setattr(node_module, "_node", node_module._Node())
    monkeypatch.setattr(node_module, "node_executable", lambda: "/no/node")
    source = markup.static_html(explorers.ALL["waves"], explorers.ALL["waves"].defaults)
    assert "<svg" not in source and "without node" in source
