"""The story's figure against pe_lib, at each of its steps and on its way between them."""

from pathlib import Path
from unittest.mock import ANY

import numpy as np
import pytest

from pe_book import explorers
from pe_book.explorers.story import (
    BASE,
    COLUMNS,
    FIRST_ROW,
    OFFSET,
    ROW,
    TRACES,
    WORDS,
)
from pe_lib import angular_frequencies, positional_encoding, rotation_matrix
from tests.rendered import figure_of, view_of

MODULE = Path(explorers.__file__).with_name("story.mjs")
TABLE = positional_encoding(len(WORDS), COLUMNS, BASE)
OMEGA = angular_frequencies(COLUMNS, BASE)
FACES, ARC, HAND, OTHER, WAVES, DOTS, ROWS = 0, 2, 7, 8, 13, 15, 19
MATRIX, FROM, TO = range(ROWS + len(WORDS), len(TRACES))
POSITIONS = (0, 3, len(WORDS) - 1 - OFFSET)


def placed(trace: dict) -> np.ndarray:
    """Return the points of a trace, without its gaps."""
    points = np.array([trace["x"], trace["y"]], dtype=float).T
    return points[~np.isnan(points[:, 0])]


def hands(view, trace: int) -> np.ndarray:
    """Return where each hand points: how far right and how far up, as shares of its dial."""
    faces, ends = view.traces[FACES], placed(view.traces[trace])
    centers, tips = ends[::2], ends[1::2]
    radii = np.array(faces["marker"]["size"])[:, None] / 2
    assert np.allclose(centers, placed(faces))
    return (tips - centers) / radii * [1, -1]


def cells(view, trace: int) -> np.ndarray:
    """Return the numbers of a block of cells, each of which is there twice both ways."""
    values = np.array(view.traces[trace]["z"])
    assert np.array_equal(values, values[::2, ::2].repeat(2, axis=0).repeat(2, axis=1))
    return values[::2, ::2]


def expected(position, step):
    # From step 6 on, both rows are rows of the table.
    now = min(position, len(WORDS) - 1 - OFFSET) if step > 5 else position
    values = {"position": now, "turns": now, "at": now, "end": now + OFFSET, "offset": OFFSET}
    # Words that a sentence colors, and where the dial of the fast hand is.
    values |= {"right": "right", "up": "up", "first": "sine", "second": "cosine"}
    values |= {"angle": "angle", "center": ANY}
    values |= {"sine": TABLE[now, 0], "cosine": TABLE[now, 1]}
    values |= {"made": list(now * OMEGA / (2 * np.pi)), "degrees": np.degrees(OFFSET * OMEGA[0])}
    rows = [[p, p, *row] for p, row in enumerate(TABLE)]
    return [str(step)], values, rows


@pytest.mark.parametrize("position", POSITIONS)
def test_hands_are_the_rows_of_their_positions(position):
    for step, pairs in ((1, 1), (2, 1), (3, 1), (4, 4), (5, 4), (6, 4), (7, 1)):
        view = view_of("story", step=step, position=position)
        assert np.allclose(hands(view, HAND).ravel(), TABLE[position, : 2 * pairs], atol=1e-12)
        if step > 5:
            others = hands(view, OTHER).ravel()
            assert np.allclose(others, TABLE[position + OFFSET, : 2 * pairs], atol=1e-12)


@pytest.mark.parametrize("step", [2, 3, 4])
def test_waves_and_dots_are_the_columns(step):
    view = view_of("story", step=step, position=len(WORDS) - 1)
    swing = {2: 82, 3: 82, 4: 27}[step]
    pairs = 1 if step < 4 else COLUMNS // 2
    for c in (0, 1):
        waves = np.split(placed(view.traces[WAVES + c]), pairs)
        for j, wave in enumerate(waves):
            p = (wave[:, 1] - FIRST_ROW) / ROW
            assert (p[0], p[-1]) == pytest.approx((0, len(WORDS) - 1))
            heights = (np.cos if c else np.sin)(OMEGA[j] * p)
            middle = wave[:, 0] - swing * heights
            assert np.ptp(middle) < 1e-9
            if step > 2:
                dots = placed(view.traces[DOTS + c])[len(WORDS) * j :][: len(WORDS)]
                assert np.allclose(dots[:, 0], middle[0] + swing * TABLE[:, 2 * j + c])
                assert np.allclose(dots[:, 1], FIRST_ROW + ROW * np.arange(len(WORDS)))


@pytest.mark.parametrize("step", [5, 6, 7, 8])
def test_cells_are_the_table(step):
    view = view_of("story", step=step, position=2)
    shown = [cells(view, ROWS + r) for r in range(len(WORDS))]
    assert np.allclose(np.vstack(shown), TABLE, atol=1e-12)
    middles = [np.mean(view.traces[ROWS + r]["y"]) for r in range(len(WORDS))]
    assert np.allclose(middles, FIRST_ROW + ROW * np.arange(len(WORDS)))
    before = view_of("story", step=4, position=2)
    assert {None} == {z for r in range(len(WORDS)) for z in before.traces[ROWS + r]["z"][0]}


@pytest.mark.parametrize("position", POSITIONS)
def test_the_matrix_takes_one_row_to_the_other_and_is_the_same_everywhere(position):
    for step in (7, 8):
        view = view_of("story", step=step, position=position)
        matrix, row, other = (cells(view, trace) for trace in (MATRIX, FROM, TO))
        assert np.allclose(matrix, rotation_matrix(OFFSET, COLUMNS, BASE)[:2, :2], atol=1e-12)
        assert np.allclose(row.ravel(), TABLE[position, :2], atol=1e-12)
        assert np.allclose(matrix @ row, other, atol=1e-12)
        assert np.allclose(other.ravel(), TABLE[position + OFFSET, :2], atol=1e-12)


@pytest.mark.parametrize("step", [5, 7])
def test_each_number_stands_on_its_cell(step):
    view = view_of("story", step=step, position=3)
    blocks = [block for block in view.traces[ROWS : TO + 1] if block["z"][0][0] is not None]
    notes = [note for note in view.layout["annotations"] if "value" in note["text"]]
    assert notes
    for note in notes:
        distances = [
            (abs(x - note["x"]) + abs(y - note["y"]), z)
            for block in blocks
            for y, line in zip(block["y"], block["z"], strict=True)
            for x, z in zip(block["x"], line, strict=True)
        ]
        assert min(distances)[1] == pytest.approx(note["text"]["value"], abs=1e-12)


def test_far_on_the_angle_is_the_same():
    view = view_of("story", step=8, position=6)
    notes = figure_of("story", step=8, position=6)["layout"]["annotations"]
    named = [note["text"] for note in notes if note["text"].startswith("p = ")]
    assert named == ["p = 6", "p = 16", "p = 106", "p = 1006"]
    for text, hand, other in zip(named, hands(view, HAND), hands(view, OTHER), strict=True):
        p = int(text.removeprefix("p = "))
        assert np.allclose(hand, positional_encoding(p + 1, COLUMNS, BASE)[p, :2], atol=1e-9)
        assert hand @ other == pytest.approx(np.cos(OFFSET * OMEGA[0]))
    degrees = [note["text"] for note in notes if note["text"].endswith("°")]
    assert degrees == ["115°"] * 4


def corners(trace: dict) -> np.ndarray:
    """Return the points of a line, or two corners of a block of cells."""
    if "z" in trace:
        if trace["z"][0][0] is None:
            return np.empty((0, 2))
        return np.array([[trace["x"][end], trace["y"][end]] for end in (0, -1)])
    return placed(trace)


def test_nothing_jumps_between_two_steps(node):
    """In a hundredth of a step no hand, no dot and no row goes 25 pixels or more."""
    looked_at = (FACES, HAND, OTHER, WAVES, WAVES + 1, DOTS, DOTS + 1, *range(ROWS, MATRIX))
    before: dict = {}
    for step in np.arange(100, 801) / 100:
        traces = node(MODULE, "update", {"step": float(step), "position": 3})["traces"]
        now = {i: corners(traces[i]) for i in looked_at}
        for i, points in before.items():
            # As dials and waves come or go, there are more or fewer of them.
            if len(points) == len(now[i]) > 0:
                assert np.abs(now[i] - points).max() < 25, (step, i)
        before = now
