"""The pictures of the chapters on the front page: one each, of computed numbers alone."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from _ext.book_site import chapter_pictures, opening
from book.paths import ROOT
from pe_book.drawing.palette import DIVERGING_STOPS

LINKED = re.findall(
    r"\| \[[^\]]+\]\(chapters/(\w+)\.ipynb\) \|", (ROOT / "index.md").read_text("utf-8")
)


def test_each_chapter_has_a_picture_of_its_own():
    assert set(LINKED) == set(chapter_pictures.PICTURES)
    assert {f"chapters/{name}" for name in LINKED} >= set(opening.chapters(ROOT))
    drawn = [chapter_pictures.svg(name) for name in LINKED]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("name", chapter_pictures.PICTURES)
def test_a_picture_is_small_has_no_letters_and_stays_in_its_frame(name):
    svg = chapter_pictures.svg(name)
    root = ElementTree.fromstring(svg)
    assert root.get("aria-hidden") == "true"
    assert not [each for each in root.iter() if each.tag == "text" or (each.text or "").strip()]
    assert 500 < len(svg) < 16_000
    begun = re.findall(r"M(-?[\d.]+),(-?[\d.]+)", svg)
    assert all(0 <= float(x) <= 240 and 0 <= float(y) <= 132 for x, y in begun)


def test_a_cell_has_the_color_of_its_value_and_a_missing_one_none():
    values = np.array([[-1.0, 1.0, np.nan], [0.0, 5.0, -0.9]])
    found = {}
    for color, d in re.findall(
        r'<path fill="(#\w+)" d="([^"]+)"', chapter_pictures.cells(values, -1, 1)
    ):
        for x, y in re.findall(r"M([\d.]+),([\d.]+)h", d):
            found[round((float(y) - 14) / 52), round((float(x) - 20) / (200 / 3))] = color
    low, middle, high = (DIVERGING_STOPS[i] for i in (0, 5, -1))
    assert found == {(0, 0): low, (0, 1): high, (1, 0): middle, (1, 1): high, (1, 2): low}


def test_the_picture_of_the_formula_is_the_table():
    cells = {}
    for color, d in re.findall(r'<path fill="(#\w+)" d="([^"]+)"', chapter_pictures.formula()):
        for x, y in re.findall(r"M([\d.]+),([\d.]+)h", d):
            cells[round((float(y) - 14) / 8), round((float(x) - 20) / (200 / 24))] = color
    for p in range(13):
        for j in range(12):
            angle = p * 100 ** (-j / 12)
            for column, value in ((2 * j, np.sin(angle)), (2 * j + 1, np.cos(angle))):
                assert cells[p, column] == DIVERGING_STOPS[round(5 * (value + 1))]
