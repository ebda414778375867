"""Chapter 8: which test catches which bug."""

import inspect
import math

import numpy as np
import pytest

from pe_book.mistakes import LIKELY, MISTAKES, RARE, rotary, rotary_checks, run_checks, stored
from tests.explorers.values import broken
from tests.rendered import view_of

ROTARY = rotary.ROTARY_MISTAKES
EQUATIONS = ["shifted", "cached", "padded", "packed", "reference", "longer"]
#: x: the equation is broken, in the order of the equations.
BROKEN = {
    "halves for neighbors": "....xx",
    "turned the other way": "....xx",
    "base lost": "....xx",
    "key heads in turn": "....xx",
    "keys turned backwards": "x..xxx",
    "queries alone": "x..xxx",
    "values rotated": "x..xxx",
    "restarted with the cache": ".xx...",
    "cached keys turned again": ".xx...",
    "length of the cache": "..x...",
    "padding not masked": "..x...",
    "restarted, not masked": "...x..",
    "positions in bfloat16": "x....x",
    "angles in bfloat16": "x....x",
    "table ends": ".....x",
    "rounded at the end": "......",
    "padding counted": "......",
    "restarted and masked": "......",
}


def marks_of(bug: str) -> list[tuple[str, str]]:
    """Return each test, and what it finds in a bug."""
    if bug in BROKEN:
        marks = {"x": "caught", ".": "missed"}
        return [(test, marks[m]) for test, m in zip(EQUATIONS, BROKEN[bug], strict=True)]
    [mistake] = [each for each in MISTAKES if each.name == bug]
    marks = {"passes": "missed", "fails": "caught", "crashes": "crashed"}
    return [(test, marks[found]) for test, found in run_checks(mistake.implementation).items()]


def expected(bug):
    [kind] = [each.kind for each in (*MISTAKES, *ROTARY) if each.name == bug]
    marks = marks_of(bug)
    caught = sum(mark != "missed" for _, mark in marks)
    values = {"caught": caught, "tests": len(marks), "line": bug}
    return ["form", kind], values, [(test, test, mark) for test, mark in marks]


@pytest.mark.parametrize(
    ("first", "bugs"),
    [(0, LIKELY), (9, RARE), (19, ROTARY[:7]), (26, ROTARY[7:])],
    ids=["likely", "rare", "turning", "counting"],
)
def test_a_tick_is_where_a_test_catches_a_bug(first, bugs):
    """The rows count through all groups, as the bugs in the select field do."""
    caught = {
        (column, first + row)
        for row, bug in enumerate(bugs)
        for column, (_, mark) in enumerate(marks_of(bug.name))
        if mark != "missed"
    }
    for row, bug in enumerate(bugs):
        view = view_of("bugs", bug=bug.name)
        assert {(round(t[1][0]), round(t[1][1])) for t in broken(view.traces[4])} == caught
        assert not caught & {*zip(view.traces[3]["x"], view.traces[3]["y"], strict=True)}
        frame = view.layout["shapes"][len(caught)]
        assert (frame["y0"], frame["y1"]) == (first + row - 0.5, first + row + 0.5)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_table_is_shown_with_what_it_is_off_by(mistake):
    right = [
        [(math.sin, math.cos)[c % 2](p / 10_000 ** (c // 2 * 2 / 8)) for c in range(8)]
        for p in range(16)
    ]
    wrong = np.asarray(mistake.implementation(16, 8, 10_000.0), float)
    table, off, nothing = view_of("bugs", bug=mistake.name).traces[:3]
    np.testing.assert_allclose(np.transpose(table["z"]), wrong, atol=0.0051)
    np.testing.assert_allclose(np.transpose(off["z"]), wrong - right, atol=0.0051)
    assert nothing["z"] == [[None]]


def heads_of(x: np.ndarray, base: float, positions: np.ndarray) -> np.ndarray:
    """Return the outputs of rotary heads, by complex numbers and one query after the other."""
    turn = np.exp(-1j * np.multiply.outer(positions, base ** (-np.arange(8) / 8)))
    outputs = np.zeros((len(x), 4, 16))
    for h in range(4):
        q, k = (x @ w[:, i] for w, i in ((rotary.W_Q, h), (rotary.W_K, h // 2)))
        q, k = ((a[:, 0::2] + 1j * a[:, 1::2]) * turn for a in (q, k))
        for p in range(len(x)):
            weights = np.exp((k[: p + 1] @ q[p].conj()).real / 4)
            outputs[p, h] = weights @ (x[: p + 1] @ rotary.W_V[:, h // 2]) / weights.sum()
    return outputs.reshape(len(x), -1)


@pytest.mark.parametrize(
    ("bug", "test", "base", "positions"),
    [
        ("base lost", "reference", 1e4, np.arange(12)),
        ("restarted with the cache", "cached", 5e5, np.append(np.arange(6), np.zeros(6))),
        ("length of the cache", "padded", 5e5, np.append(np.arange(6), np.arange(11, 17))),
    ],
)
def test_tokens_are_shown_with_what_they_are_off_by(bug, test, base, positions):
    right = heads_of(rotary_checks.TEXT, 5e5, np.arange(12))
    difference = heads_of(rotary_checks.TEXT, base, positions) - right
    errors = np.sqrt(np.mean(difference**2, axis=1) / np.mean(right**2))
    shown = view_of("bugs", bug=bug).traces[2]["z"][EQUATIONS.index(test)]
    np.testing.assert_allclose(shown, np.minimum(errors, 1), atol=0.0051)


@pytest.mark.parametrize("bug", (*MISTAKES, *ROTARY), ids=lambda bug: bug.name)
def test_the_line_that_is_shown_is_in_the_code(bug):
    code = bug.heads if hasattr(bug, "heads") else bug.implementation
    assert bug.line in inspect.getsource(code)


@pytest.mark.slow
def test_what_is_stored_is_what_is_computed():
    for now, kept in zip(stored.computed(), stored.groups(), strict=True):
        pictures = now.pop("pictures"), kept.pop("pictures")
        assert now == kept
        np.testing.assert_allclose(*map(np.array, pictures), atol=1)
