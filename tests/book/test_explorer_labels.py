"""Which mark an explorer's legend, headings, axes and handles mean, where, and in which color."""

import colorsys
import math
import re
from collections import defaultdict

import pytest

from pe_book.declare import DragHandle, plain
from pe_book.drawing.palette import INK, MUTED, ROLES
from pe_book.explorers import ALL
from tests.rendered import figure_of, resolve, view_of

HUES = {"warm": 20, "cold": 215}


def figure(name: str, **settings) -> dict:
    """Return all that is drawn, with its colors."""
    explorer = ALL[name]
    return resolve(figure_of(explorer, **settings))


def color_word(color: str) -> str:
    """Return the plain word for a color, #rrggbb, of those that both themes share.

    >>> color_word("#0000c0")
    'cold'
    """
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue = 360 * colorsys.rgb_to_hsv(red, green, blue)[0]
    return min(HUES, key=lambda word: abs(HUES[word] - hue))


def headings(name: str) -> str:
    """Return all notes of a figure at its defaults."""
    notes = figure(name)["layout"]["annotations"]
    return " | ".join(note["text"] for note in notes)


def keys(name: str) -> dict[str, str]:
    """Return the notes of a figure, each with the color of its letters."""
    notes = figure(name)["layout"]["annotations"]
    return {note["text"]: note["font"]["color"] for note in notes if "color" in note["font"]}


def hand(angle: float) -> tuple[float, float]:
    """Return the tip of a hand, clockwise from the top."""
    return math.sin(angle), math.cos(angle)


#: A name in the legend, which point of its trace is meant, and where it stands at the defaults.
NAMED = [
    ("grid", "the patch", 0, (5, 4)),
    ("grid", "shifted", 0, (5 + 2, 4 + 1)),
    ("shift", "position p", 1, hand(12 * 0.1)),
    ("shift", "position p + k", 1, hand((12 + 5) * 0.1)),
    ("waves", "a turn within L", 0, (2 * math.pi, 0)),
    ("waves", "less than one", -1, (2 * math.pi * 10_000 ** (31 / 32), 0)),
    ("pairs", "offset to find", 0, (-8, 1.1)),
]


@pytest.mark.parametrize(("name", "label", "point", "place"), NAMED)
def test_the_legend_names_the_mark_that_stands_there(name, label, point, place):
    [trace] = (trace for trace in figure(name)["data"] if trace.get("name") == label)
    assert (trace["x"][point], trace["y"][point]) == pytest.approx(place)


@pytest.mark.parametrize("name", ALL)
def test_no_text_contains_a_marker_symbol(name):
    """The legend does, in the color and the shape of the trace."""
    assert not re.search("[\u25a0-\u25ff]", repr(ALL[name].template) + repr(ALL[name].wording))


def looks(trace: dict) -> list[tuple]:
    """Return how a trace's lines and its markers are told from others: where, and by what."""
    place = (trace.get("xaxis", "x"), trace.get("yaxis", "y"))
    line, marker = trace.get("line", {}), trace.get("marker", {})
    shapes = {
        "lines": (line.get("width"), line.get("dash"), trace.get("opacity")),
        "markers": (marker.get("symbol"),),
    }
    colors = {"lines": line.get("color"), "markers": marker.get("color")}
    return [
        (place, mode, colors[mode], shapes[mode])
        for mode in trace.get("mode", "").split("+")
        if mode in shapes and isinstance(colors[mode], str)
    ]


@pytest.mark.parametrize("name", ALL)
def test_colors_and_dashes_of_one_panel_have_a_key(name):
    drawn = figure(name)
    # The words of a sentence stand beside their bars, and on tiles in the color of their answer.
    keyed = {
        color
        for control in ALL[name].controls
        for color in resolve(dict(getattr(control, "answers", {}))).values()
    }
    dashes = set()
    traces = [trace for trace in drawn["data"] if {*trace["y"]} != {None}]
    for trace in traces:
        if drawn["layout"]["showlegend"] and "name" in trace and trace.get("showlegend", True):
            keyed |= {color for _, _, color, _ in looks(trace)}
            dashes.add(trace.get("line", {}).get("dash"))
    panels = defaultdict(set)
    for trace in traces:
        assert {trace.get("line", {}).get("dash")} <= dashes | {None}
        for place, mode, color, shape in looks(trace):
            panels[place, mode].add((color, shape))
    notes = drawn["layout"].get("annotations", [])
    keyed |= {note["font"]["color"] for note in notes if "color" in note.get("font", {})}
    for seen in panels.values():
        colors = {color for color, _ in seen} & set(ROLES.values())
        assert len(colors) < 2 or not colors - keyed
        for shape in {shape for _, shape in seen}:
            grays = {color for color, its in seen if its == shape} & {INK, MUTED}
            assert len(grays) < 2, "two grays alone tell two things apart"


def test_headings_name_the_colors_of_the_waves():
    # The waves begin at position 0: a sine in the middle of its lane, a cosine above it.
    waves = [trace for trace in figure("waves")["data"] if trace.get("xaxis") == "x2"]
    found = {"sine" if trace["y"][0] == 0 else "cosine": trace["line"]["color"] for trace in waves}
    assert found == {function: keys("waves")[function] for function in ("sine", "cosine")}


def test_headings_name_the_colors_of_the_key_and_of_the_query():
    drawn = figure("look_back")
    [back] = (trace for trace in drawn["data"] if list(trace["x"]) == [30 - 3])
    [query] = {shape["line"]["color"] for shape in drawn["layout"]["shapes"] if shape["x0"] == 30}
    assert keys("look_back")["k back"] == back["marker"]["color"]
    assert keys("look_back")["p"] == query


def test_headings_name_the_ends_of_the_color_scale():
    table = figure("fingerprint")["data"][0]
    (_, low), *_, (_, high) = table["colorscale"]
    assert (table["zmin"], table["zmax"]) == (-1, 1)
    assert f"{color_word(low)} −1, {color_word(high)} +1" in headings("fingerprint")


def tip(name: str, drag, **settings) -> tuple:
    """Return the point at which a handle stands."""
    trace, point = drag.tip
    drawn = plain(view_of(ALL[name], **settings).traces[trace])
    return drawn["x"][point], drawn["y"][point]


@pytest.mark.parametrize("name", ALL)
def test_a_handle_stands_at_a_point_that_its_settings_move(name):
    explorer = ALL[name]
    controls = {control.name: control for control in explorer.controls}
    for drag in explorer.handles:
        for setting in drag.settings() if getattr(drag, "tip", None) else ():
            values = list(controls[setting].values())
            at = values.index(explorer.defaults[setting])
            other = values[at + (1 if at + 1 < len(values) else -1)]
            before, after = tip(name, drag), tip(name, drag, **{setting: other})
            assert before != pytest.approx(after, abs=1e-6), f"{drag} stands still"
            if isinstance(drag, DragHandle) and not (drag.apart or isinstance(other, str)):
                moved = [b - a for a, b in zip(before, after, strict=True)]
                along = moved[0] if setting == drag.x else moved[1]
                start, unit = drag.scale or (0, 1)
                assert along == pytest.approx(unit * (other - explorer.defaults[setting]))
                if drag.scale:
                    here = before[0] if setting == drag.x else before[1]
                    assert here == pytest.approx(start + unit * explorer.defaults[setting])


@pytest.mark.parametrize("settings", [{}, {"offset": 16, "position": 16}, {"offset": 7}])
def test_the_words_of_look_back_stand_at_the_marks_of_their_colors(settings):
    drawn = figure("look_back", **settings)
    marks = {
        trace["marker"]["color"]: trace["x"]
        for trace in drawn["data"]
        if trace["mode"] == "markers"
    }
    words = {
        note["font"]["color"]: [note["x"]]
        for note in drawn["layout"]["annotations"]
        if note["xref"] == "x"
    }
    assert words == marks and len(marks) == 2
