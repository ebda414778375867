"""Circles, arcs, frames and tick marks stand where what they mark stands.

The values of the explorers are compared in test_explorer_values_of_*.py; this module looks at what
is drawn around them.
"""

import numpy as np
import pytest

from pe_book.explorers import ALL
from tests.book.explorer_values import broken
from tests.rendered import view_of


def pieces(trace: dict) -> list[np.ndarray]:
    """Return the pieces of a broken line as arrays, a point in each row."""
    return [np.array(piece, dtype=float) for piece in broken(trace)]


@pytest.mark.parametrize("position", [0, 5, 40])
def test_the_faces_of_waves_are_circles_that_the_hands_fit(position):
    faces, *hands = (pieces(t) for t in view_of("waves", position=position).traces[:3])
    assert len(faces) == len(hands[0]) + len(hands[1]) > 0
    for slot, face in enumerate(faces):
        assert np.allclose(np.hypot(*(face - [slot, 0]).T), np.ptp(faces[0][:, 0]) / 2)
    for middle, tip in (*hands[0], *hands[1]):
        assert middle in np.array([[slot, 0] for slot in range(len(faces))])
        assert np.isclose(np.hypot(*(tip - middle)), np.ptp(faces[0][:, 0]) / 2)


@pytest.mark.parametrize("query", [-150, -15, 90])
@pytest.mark.parametrize("key", [-165, 0, 120])
def test_the_arc_between_two_arrows_is_the_shorter_way(query, key):
    arc = view_of("arrows", query=query, key=key, offset=5).traces[6]
    turned = np.unwrap(np.arctan2(arc["x"], arc["y"]))
    assert abs(turned[-1] - turned[0]) <= np.pi + 1e-9


@pytest.mark.parametrize("offset", [1, 5, 40])
def test_the_diagonals_of_similarity_are_as_far_from_the_middle_as_the_offset(offset):
    view = view_of("similarity", offset=offset)
    below, above = (np.array([view.traces[t]["x"], view.traces[t]["y"]]) for t in (5, 6))
    for across, down in (below, above[::-1]):
        assert (across - down == offset).all()
        assert (across[0], across[-1]) == (offset, len(view.traces[4]["z"]) - 1)


@pytest.mark.parametrize("layout", ["neighbors", "halves"])
def test_an_arc_leads_from_one_column_of_a_pair_to_the_other(layout):
    arcs = [arc for t in view_of("pairs", layout=layout, pairs=3).traces[:2] for arc in pieces(t)]
    found = sorted((arc[0, 0], arc[-1, 0]) for arc in arcs)
    step = 1 if layout == "neighbors" else 8
    assert np.allclose(found, [(2 * j, 2 * j + 1) if step == 1 else (j, j + 8) for j in range(8)])
    for arc in arcs:
        assert np.all(np.diff(arc[:, 0]) > 0)
        assert np.all(arc[1:-1, 1] > 0) and np.allclose(arc[[0, -1], 1], 0)


def edges(shape: dict) -> list[float]:
    return [shape[edge] for edge in ("x0", "x1", "y0", "y1")]


def test_a_frame_of_methods_is_around_the_query():
    for query in range(11):
        for shape in view_of("methods", query=query).layout["shapes"]:
            assert edges(shape)[2:] == [query - 0.5, query + 0.5]


def test_the_names_of_the_methods_stand_over_their_own_panels():
    view = view_of("methods", shift=0)
    names = [each for each in view.layout["annotations"] if "panel" in each["text"]]
    assert [(each["text"]["panel"], each["xref"], each["yref"]) for each in names] == [
        (name, f"x{panel} domain", f"y{panel} domain")
        for name, panel in (("table", ""), ("rope", 2), ("alibi", 3), ("none", 4))
    ]


def test_the_frames_of_fingerprint_are_around_the_row_and_the_column():
    view = view_of("fingerprint", position=7, column=5, d_model=16)
    row, column, cell = view.layout["shapes"]
    assert edges(row) == [-0.5, 15.5, 6.5, 7.5]
    assert edges(column) == [4.5, 5.5, -0.5, len(view.traces[0]["z"]) - 0.5]
    assert edges(cell) == [-0.5, 0.5, -0.5, 0.5]


@pytest.mark.parametrize("lowest_first", [False, True])
def test_frames_and_names_of_counter_are_around_and_over_what_they_name(lowest_first):
    bits, columns = "xaxis", "xaxis2"
    view = view_of("counter", position=11, pairs=5, lowest_first=lowest_first)
    shown = np.array(view.traces[0]["z"], dtype=float)
    used = np.flatnonzero(~np.isnan(shown[11]))
    assert view.layout[bits]["tickvals"] == used.tolist()
    assert view.layout[columns]["tickvals"] == [2 * j + 0.5 for j in range(5)]
    around_bits, around_row = view.layout["shapes"]
    assert edges(around_bits) == [used[0] - 0.5, used[-1] + 0.5, 10.5, 11.5]
    assert edges(around_row) == [-0.5, 9.5, 10.5, 11.5]


@pytest.mark.parametrize("position", [0, 7, 30])
def test_each_number_of_clocks_stands_on_its_cell(position):
    view = view_of("clocks", position=position)
    pixels = ALL["clocks"].template["data"][9]
    x, y, z = (np.array(a, dtype=float) for a in (pixels["x"], pixels["y"], view.traces[9]["z"]))
    for pair, cosine in np.ndindex(4, 2):
        label = view.layout["annotations"][2 * pair + cosine]
        column = np.abs(x - label["x"]).argmin()
        row = np.abs(y - label["y"]).argmin()
        assert z[row, column] == label["text"]["entry"]
        filled = x[~np.isnan(z[row]) & ((x > 9) if cosine else (x < 9))]
        assert label["x"] == (filled[0] + filled[-1]) / 2
