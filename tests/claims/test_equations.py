r"""Equations between sines and cosines that chapters and slides display, and blocks of a shift.

They are read as they are written: `\sin (p+m)\omega = \sin p\omega\,\cos m\omega + …`.
"""

import re

import numpy as np
import pytest

from pe_lib import rotation_matrix
from tests.claims import ROOT
from tests.claims.test_pages import source

NUMBERS = dict(zip("pqkm", (3.1, 0.4, 2.3, 5.2), strict=True))
# What only sets a formula.
SETTING = re.compile(r"\\[,!]|\\quad|\\bigl|\\bigr|&|\\(?:begin|end)\{aligned\}")
FACTOR = r"(?:\([^()]*\)|[pqkm])"
WAVE = rf"\\(?:sin|cos) ?\(?{FACTOR} ?\\omega\)?"
SIDE = rf"-?{WAVE}(?:[ +-]*{WAVE})*"
EQUATION = re.compile(rf"({SIDE}) ?= ?({SIDE})")
BLOCK = re.compile(
    rf"\\begin{{pmatrix}} ?({SIDE}) & ({SIDE}) \\\\ ({SIDE}) & ({SIDE}) ?\\end{{pmatrix}}"
)


def displays(path) -> list[str]:
    """Return the formulas that a page displays, each in one line."""
    return [" ".join(text.split()) for text in re.findall(r"(?s)\$\$(.+?)\$\$", source(path))]


def value(latex: str) -> float:
    r"""Return the value of a sum of products of sines and cosines, for ω = 1.

    >>> value(r"\sin (p - p)\omega + \cos q\omega \cos (p - p)\omega") == float(np.cos(0.4))
    True
    """
    code = re.sub(rf"\\(sin|cos) ?\(?({FACTOR}) ?\\omega\)?", r"np.\1(\2)", latex)
    return float(eval(re.sub(r"\) ?(?=np)", ") * ", code), {"np": np}, NUMBERS))


def equations(text: str) -> list[tuple[str, str]]:
    """Return both sides of each equation in a formula."""
    line = re.sub(r"\\\\ *(?=[+-])", "", " ".join(SETTING.sub(" ", text).split()))
    return EQUATION.findall(line)


PAGES = [*sorted(ROOT.glob("chapters/*.ipynb")), *sorted(ROOT.glob("slides/*.md"))]
EQUATIONS = [
    (path.stem, *sides) for path in PAGES for d in displays(path) for sides in equations(d)
]
BLOCKS = [
    (path.stem, *entries) for path in PAGES for d in displays(path) for entries in BLOCK.findall(d)
]


@pytest.mark.parametrize(("page", "left", "right"), EQUATIONS)
def test_an_equation_holds(page, left, right):
    assert value(left) == pytest.approx(value(right))


@pytest.mark.parametrize(("page", "entries"), [(page, entries) for page, *entries in BLOCKS])
def test_the_block_of_a_shift_is_the_librarys(page, entries):
    found = np.reshape([value(entry) for entry in entries], (2, 2))
    np.testing.assert_allclose(found, rotation_matrix(NUMBERS["k"], 2), atol=1e-12)


def test_equations_and_blocks_are_found():
    assert [page for page, *_ in EQUATIONS] == [
        *2 * ["04_offsets_are_rotations"],
        *2 * ["05_loop_and_vectorized"],
        *2 * ["hour_2"],
        "lesson",
    ]
    assert [page for page, *_ in BLOCKS] == ["04_offsets_are_rotations", "lesson"]
