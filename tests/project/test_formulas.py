"""Formulas become HTML; a formula and the point after it stay together."""

import importlib

import pytest

from book.paths import ROOT


@pytest.fixture
def maths():
    """Return the module of the extension, which takes Sphinx along."""
    return importlib.import_module("_ext.book_site.maths")


def test_punctuation_stays_with_its_formula(maths):
    nodes = maths.nodes
    parts = ["chapter 1", ", ", "$p", ", ", "$q", " and ", "$r", ".”", "$s", " (", "$t", ")."]
    paragraph = nodes.paragraph()
    for part in parts:
        paragraph += nodes.math(text=part[1:]) if part[0] == "$" else nodes.Text(part)
    text = paragraph.astext()
    maths.keep_points(None, paragraph, "")
    assert paragraph.astext() == text
    assert [whole.astext() for whole in paragraph.findall(nodes.inline)] == ["p,", "r.”", "t)."]


def test_a_formula_that_katex_rejects_gives_the_reason(maths):
    katex = maths.Katex(ROOT)
    assert r"Undefined control sequence: \nothing" in katex.render(r"\nothing", False)["error"]
    assert "html" in katex.render("x", False)
    katex.close()
