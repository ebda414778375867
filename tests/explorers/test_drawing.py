"""The renderer draws numbers where they belong: a small figure, its pixels computed by hand."""

import base64
import io
import re
from pathlib import Path

import pytest
from matplotlib.image import imread

import pe_book

BOOK = Path(pe_book.__file__).parent
DRAWN = Path(__file__).with_name("drawn.mjs")
#: 400 x 300 pixels, of which 300 x 200 are the plot, from 50 and 60 at its upper left.
LAYOUT = {
    "width": 400,
    "height": 300,
    "margin": {"l": 50, "r": 50, "t": 60, "b": 40},
    "xaxis": {"range": [0, 10], "tickvals": [0, 5, 10, 20]},
    "yaxis": {"range": [-1, 1], "tickvals": [-1, 1], "ticktext": ["low", "high"]},
}
LINE = {"type": "scatter", "mode": "lines", "x": [0, 5, 7, 10], "y": [-1, 0, None, 1], "line": {}}


def drawn(node, data: list[dict], **layout) -> dict:
    return node(DRAWN, "drawn", {"data": data, "layout": LAYOUT | layout})


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]


def test_a_line_goes_through_its_points_and_breaks_where_one_is_missing(node):
    [path] = drawn(node, [LINE])["paths"]
    # 30 pixels for a unit across, 100 for a unit up; y grows downward on the screen.
    assert path == "M50,260L200,160M350,60"


def test_ticks_move_with_a_margin_though_their_axes_stay(node):
    other = {"layout": LAYOUT | {"margin": LAYOUT["margin"] | {"l": 80}}, "data": [LINE]}
    places = node(DRAWN, "ticksAfter", {"layout": LAYOUT, "data": [LINE]}, other)
    assert places == node(DRAWN, "ticksAfter", other, other)
    assert places[0] == [80, 260]


def test_a_log_axis_has_a_pixel_for_each_power(node):
    layout = {"xaxis": {"type": "log", "range": [0, 3], "tickvals": [1, 10, 100, 1000]}}
    [path] = drawn(node, [LINE | {"x": [1, 10, 5, 1000]}], **layout)["paths"]
    assert path == "M50,260L150,160M350,60"


def test_a_reversed_axis_and_a_domain(node):
    layout = {"yaxis": {"range": [1, -1], "domain": [0, 0.5], "tickvals": []}}
    [path] = drawn(node, [LINE], **layout)["paths"]
    # The lower half of the plot, 160 to 260, with 1 at its foot.
    assert path == "M50,160L200,210M350,260"


def test_ticks_outside_of_the_range_are_left_out_and_named_ones_have_their_names(node):
    assert drawn(node, [LINE])["words"] == ["0", "5", "10", "low", "high"]


def test_markers_stand_around_their_points(node):
    marker = {"color": ["@sine", "@sine", "@sine", "@pair"], "size": 10}
    first, second = drawn(node, [LINE | {"mode": "markers", "marker": marker}])["paths"]
    assert numbers(first)[:2] == [45, 260]  # at its left end
    assert numbers(second)[:2] == [345, 60]


@pytest.mark.parametrize("kind", ["line", "rect"])
def test_shapes_lie_between_their_corners(node, kind):
    shape = {"type": kind, "xref": "x", "yref": "paper", "x0": 0, "x1": 10, "y0": 0, "y1": 1}
    [path] = drawn(node, [], shapes=[shape | {"line": {}}])["shapes"]
    assert path == ("M50,260L350,60" if kind == "line" else "M50,260H350V60H50Z")


def test_a_filled_shape_and_a_text_without_a_place(node):
    shape = {"type": "rect", "xref": "x", "yref": "y", "x0": 0, "x1": 5, "y0": -1, "y1": 1}
    filled = shape | {"line": {}, "fillcolor": "@sine", "opacity": 0.5}
    text = {"type": "scatter", "mode": "text", "x": [1, None], "y": [0, 0], "text": ["a", "b"]}
    found = drawn(node, [text], shapes=[filled, shape | {"line": {}}])
    assert found["fills"] == ["#0000ff", "none"]
    assert found["words"] == ["a", "0", "5", "10", "low", "high"]


def test_between_two_figures_only_sliding_traces_are_on_their_way(node):
    def figure(x: list, title: str) -> dict:
        trace = {"x": x, "y": [0, 1, 2]}
        return {"data": [trace | {"slides": True}, trace], "layout": {"title": title}}

    before, after = figure([0, None, 4], "before"), figure([8, None, 0], "after")
    between = node(BOOK / "renderer/motion.mjs", "between", before, after, 0.25)
    assert [trace["x"] for trace in between["data"]] == [[2, None, 3], [8, None, 0]]
    assert between["layout"] == {"title": "after"}


def test_a_trace_with_another_number_of_points_does_not_slide(node):
    before = {"data": [{"x": [0], "slides": True}]}
    after = {"data": [{"x": [8, 9], "slides": True}]}
    assert node(BOOK / "renderer/motion.mjs", "between", before, after, 0.5) == after


HEAT = {
    "type": "heatmap",
    "x": [0, 5, 10],
    "y": [0, 1],
    "z": [[0, 0.5, 1], [None, 2, -1]],
    "zmin": 0,
    "zmax": 1,
    "colorscale": [[0, "#000000"], [0.5, "#ff0000"], [1, "#ffffff"]],
}


@pytest.mark.parametrize("grows_upward", [True, False])
def test_a_heat_map_has_a_cell_around_each_value_and_the_colors_of_its_scale(node, grows_upward):
    ends = [-0.5, 1.5] if grows_upward else [1.5, -0.5]
    layout = {"yaxis": {"range": ends, "tickvals": []}}
    [map_] = drawn(node, [HEAT], **layout)["maps"]
    assert map_["box"] == {"left": -25, "top": 60, "width": 450, "height": 200}
    assert (map_["rows"], map_["columns"]) == (2, 3)
    rows = map_["pixels"][:3], map_["pixels"][3:]
    (black, red, white), (clear, above, below) = rows[::-1] if grows_upward else rows
    assert clear == [0, 0, 0, 0], "a missing value"
    assert above == white and below == black
    for found, color in ((black, [0, 0, 0]), (red, [255, 0, 0]), (white, [255, 255, 255])):
        assert found[3] == 255
        assert max(abs(a - b) for a, b in zip(found[:3], color, strict=True)) <= 2


def test_a_still_has_the_heat_map_as_a_picture(node):
    figure = {"data": [HEAT], "layout": LAYOUT}
    svg = node(BOOK / "renderer/still.mjs", "still", figure, {}, "A map", "pe-wide")
    [address] = re.findall(r'href="data:image/png;base64,([^"]+)"', svg)
    picture = imread(io.BytesIO(base64.b64decode(address)))
    [map_] = drawn(node, [HEAT])["maps"]
    assert (255 * picture).round().reshape(-1, 4).tolist() == map_["pixels"]
