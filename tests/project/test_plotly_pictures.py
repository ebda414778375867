"""The cells "Build it yourself": short, plain, of pe_lib's numbers, and as their pictures show."""

from __future__ import annotations

import ast

import pytest

from tools import plotly_pictures
from tools.plotly_pictures import FOLDER, cells, digest, figure_of, names

CELLS = dict(cells())


def test_the_chapters_of_the_mission_have_one():
    assert [chapter[:2] for chapter in CELLS] == ["02", "03", "04", "05", "07"]


@pytest.mark.parametrize("chapter", CELLS)
def test_a_cell_is_short_and_uses_the_library(chapter):
    code = CELLS[chapter]
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    assert "pe_lib." in code and "pe_book" not in code and "FigureWidget" not in code
    call = ast.parse(code).body[-1].value
    assert call.func.id == "interact" and "d_model" in {each.arg for each in call.keywords}


@pytest.mark.parametrize("chapter", CELLS)
def test_its_pictures_show_what_it_draws(chapter):
    """Else: python -m tools plotly_pictures"""
    found = {file.name for file in FOLDER.glob(f"{chapter}-*.webp")}
    assert found == set(names(chapter, figure_of(CELLS[chapter])).values())


def test_a_changed_figure_has_another_digest():
    code = next(iter(CELLS.values()))
    changed = code.replace("base=100", "base=101")
    assert changed != code
    assert digest(figure_of(changed)) != digest(figure_of(code))


def test_no_picture_is_left_over():
    assert len(list(FOLDER.iterdir())) == len(CELLS) * len(plotly_pictures.THEMES)
