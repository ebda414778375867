"""The cells "Build it yourself": short, plain, of pe_lib's numbers, with pictures of their code."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from tools import plotly_pictures
from tools.plotly_pictures import FOLDER, cells, figure_of, names

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
def test_a_cell_draws_a_figure_of_finite_numbers(chapter):
    coordinates = [trace[axis] for trace in figure_of(CELLS[chapter]).data for axis in "xyz"]
    given = [numbers for numbers in coordinates if numbers is not None]
    assert given and all(np.isfinite(numbers).all() for numbers in given)


@pytest.mark.parametrize("chapter", CELLS)
def test_its_pictures_are_of_the_code_as_it_is(chapter):
    """Else: python -m tools plotly_pictures"""
    found = {file.name for file in FOLDER.glob(f"{chapter}-*.webp")}
    assert found == set(names(chapter, CELLS[chapter]).values())


def test_no_picture_is_left_over():
    assert len(list(FOLDER.iterdir())) == len(CELLS) * len(plotly_pictures.THEMES)
