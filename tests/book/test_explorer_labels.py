"""Which mark an explorer's legend, headings, axes and handles mean, where, and in which color."""

import colorsys
import math
import re
from collections import defaultdict

import numpy as np
import pytest

from pe_book.declare import DragHandle, to_json_values
from pe_book.drawing.palette import INK, MUTED, ROLES
from pe_book.explorers import ALL
from pe_lib import similarity_law
from pe_lib.similarity import first_reversal
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
    drawn = to_json_values(view_of(ALL[name], **settings).traces[trace])
    return drawn["x"][point], drawn["y"][point]


def origins(drag) -> tuple[str, str] | None:
    """Return the settings that a handle counts from, where it stands at a point of the figure."""
    return drag.origin if isinstance(drag, DragHandle) and drag.tip else None


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
                if not drag.columns:
                    side = 0 if setting == drag.x else 1
                    origin = explorer.defaults[drag.origin[side]] if drag.origin else 0
                    here = start + origin + unit * explorer.defaults[setting]
                    assert before[side] == pytest.approx(here)


@pytest.mark.parametrize("name", [n for n in ALL if any(origins(d) for d in ALL[n].handles)])
def test_what_a_handle_counts_from_moves_it_as_far(name):
    explorer = ALL[name]
    controls = {control.name: control for control in explorer.controls}
    for drag in filter(origins, explorer.handles):
        for i, (along, origin) in enumerate(zip((drag.x, drag.y), drag.origin, strict=True)):
            values = list(controls[origin].values())
            start = explorer.defaults[origin]
            other = values[values.index(start) + (1 if start != values[-1] else -1)]
            before, after = tip(name, drag), tip(name, drag, **{origin: other})
            if along:
                assert after[i] - before[i] == pytest.approx(other - start), (along, origin)


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


#: How the label of a control calls its setting, where not by its name.
CALLED = {
    "position": "position|query at m", "pairs": "pairs (of columns|added)", "query": "query",
    "seq_len": "length", "d_model": "width", "hours": "time between", "time": "race",
    "check": "check|equation", "down": "shift down", "across": "shift right",
    "words": "length of the word|your sentence", "method": "method|frequencies",
    "order": "orders", "encoding": "encoding", "causal": "causal mask", "step": "step|cells filled",
    "look": "offset to find|attention", "layout": "program pairs", "scale": "times as long",
    "rows": "colors of the rows", "lowest_first": "lowest bit first", "row": "^row$",
    "column": "^column$", "unit": "^unit", "period": "^period", "shift": "shift of all",
    "pair": "^pair j$", "length": "trained length|^length", "width": "^width",
}  # fmt: skip
#: The unit of a setting that counts something, where its slider names one.
COUNTED = {
    "positions": {"offset", "seq_len", "length", "shift", "look"}, "columns": {"d_model", "width"},
    "degrees": {"query", "key"}, "steps": {"down", "across"}, "cells": {"step"},
    "pairs": {"pairs"}, "hours": {"hours"}, "percent": {"time"}, "of 119": {"order"},
}  # fmt: skip
#: What the text of an option says, where it is not its value.
OPTIONS = {
    "axes": "rows and columns apart", "running": "patches counted 0, 1, 2, …",
    "gpt2": "GPT-2 after training", "off": "not shown", "none": "unchanged",
}  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_the_label_of_a_control_names_its_setting_its_unit_and_its_options(name):
    for control in ALL[name].controls:
        assert re.search(CALLED.get(control.name, control.name), control.label, re.IGNORECASE)
        unit = getattr(control, "unit", "")
        assert not unit or control.name in COUNTED[unit]
        for value, text in getattr(control, "options", ()):
            block_and_head = re.sub(r"^(\d)\.(\d)$", r"block \1, head \2", str(value))
            names = block_and_head.replace("_", " ").lower()
            assert names in text.lower() or OPTIONS[value] == text


def test_down_is_down_and_right_is_right():
    def shifted(**settings):
        drawn = figure("grid", **settings)
        [mark] = (trace for trace in drawn["data"] if trace.get("name") == "shifted")
        bottom, top = drawn["layout"]["yaxis"]["range"]
        return mark["x"][0], (mark["y"][0] - bottom) / (top - bottom)

    x, height = shifted(down=1, across=1)
    assert shifted(down=1, across=2) == (x + 1, height)
    x_below, lower = shifted(down=2, across=1)
    assert x_below == x and lower < height


#: The role whose color a number in a sentence has, where it is not the number's own name.
ROLE_OF = {
    "end": "offset", "apart": "pair", "degrees": "pair", "angle": "pair", "right": "sine",
    "up": "cosine", "first": "sine", "second": "cosine", "turns": "position", "readings": "reading",
}  # fmt: skip


@pytest.mark.parametrize("name", ALL)
def test_a_number_in_a_sentence_has_the_color_of_its_role(name):
    for value, color in ALL[name].wording.colors.items():
        assert color == ROLE_OF.get(value, value)


@pytest.mark.parametrize("name", ALL)
def test_what_is_said_at_a_mark_is_what_its_axes_measure(name):
    """A number of a heat map is its z; a word before the x or the y is in the axis's title."""
    drawn = figure(name)
    for trace in drawn["data"]:
        label = re.sub("<extra>.*", "", trace.get("hovertemplate", ""))
        assert not label or ("%{z" in label) == ("z" in trace)
        for word, along in re.findall(r"(\w+) %\{([xy])", label):
            axis = trace.get(f"{along}axis", along)
            title = drawn["layout"][f"{along}axis{axis[1:]}"].get("title") or {}
            known = word in ("and", "at") or (name, word) == ("counter", "column")
            if title.get("text") and not known:
                assert word.removesuffix("s") in title["text"]


def traces_by_label(name: str) -> dict[str, dict]:
    """Return the traces of a figure by what a pointer is told at them beside their numbers."""
    found = {
        re.search("<extra>(.*)</extra>", trace.get("hovertemplate", "<extra></extra>"))[1]: trace
        for trace in figure(name)["data"]
    }
    return {label: trace for label, trace in found.items() if label}


def test_a_pointer_is_told_the_form_whose_mark_it_is_at():
    digits = {label: trace["y"][-1] for label, trace in traces_by_label("precision").items()}
    assert sorted(digits, key=digits.get) == [
        "tutorial float32", "rotations float32", "vectorized float64", "rotations float64",
    ]  # fmt: skip
    sines = {label: max(trace["y"]) for label, trace in traces_by_label("broadcasting").items()}
    assert sines["loop, vectorized"] > sines["fast"]
    marks = traces_by_label("similarity")
    assert list(marks["first rise"]["x"]) == [first_reversal(512)]
    assert list(marks["offset k"]["x"]) == [ALL["similarity"].defaults["offset"]]
    assert np.allclose(marks["law"]["y"], similarity_law(np.array(marks["law"]["x"], float)))


def test_the_names_of_tables_stand_over_their_own_cosines():
    """A formula's are all one number; noise's are near 0, smooth noise's near each other."""
    drawn, cosines = figure("rows"), {}
    for note in drawn["layout"]["annotations"]:
        if note["xref"].endswith("domain"):
            [trace] = (
                each
                for each in drawn["data"]
                if (each.get("xaxis", "x"), each.get("yaxis")) == (note["xref"].split()[0], "y3")
            )
            cosines[note["text"]] = np.array([y for y in trace["y"] if y is not None], float)
    spread = {name: np.ptp(values) for name, values in cosines.items()}
    size = {name: np.abs(values.mean()) for name, values in cosines.items()}
    assert sorted(spread, key=spread.get)[:2] == ["formula", "smooth"]
    assert min(size, key=size.get) == "random" and max(size, key=size.get) == "GPT-2"
