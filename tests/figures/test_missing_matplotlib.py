"""Figures where there is no matplotlib, as in a browser's Python: a sentence in their place."""

import importlib.util
import sys

import pytest

from pe_book import figures


@pytest.fixture
def without_matplotlib(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        figures, "find_spec", lambda name: (name != "matplotlib" and find(name)) or None
    )
    for name in [name for name in sys.modules if name.startswith("pe_book.figures.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in vars(figures) if name.startswith("chapter_")]:
        monkeypatch.delattr(figures, name)


def test_a_cell_says_what_is_missing_and_where_the_figure_is(without_matplotlib):
    from pe_book.figures import chapter_3

    shown = chapter_3.arcs([1.0], length=44)
    assert "needs matplotlib" in repr(shown)
    assert not hasattr(shown, "_repr_html_")
