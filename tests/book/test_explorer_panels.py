"""Headings stand over the panel that they name, and a handle moves what its own panel shows."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from pe_book.declare import DragHandle, Explorer, RotateHandle, Slider
from pe_book.explorers import ALL
from tests.rendered import figure_of

LAYOUTS = {
    "narrow": lambda explorer: explorer,
    "wide": lambda explorer: explorer.with_layout(explorer.wide_layout),
    "slide": Explorer.on_slide,
}


def axis(name: str) -> str:
    """Return the key of an axis in a layout: "x2" is "xaxis2"."""
    return f"{name[0]}axis{name[1:]}"


def panels(figure: dict) -> dict[tuple[str, str], tuple[list[float], list[float]]]:
    """Return where each panel that has traces lies, as shares of the figure from the bottom."""
    places = {(trace.get("xaxis", "x"), trace.get("yaxis", "y")) for trace in figure["data"]}
    layout = figure["layout"]
    return {
        (x, y): tuple(layout[axis(name)].get("domain", [0, 1]) for name in (x, y))
        for x, y in places
    }


def headings(figure: dict) -> list[dict]:
    """Return the notes that stand in the figure, and not in a panel of it."""
    notes = figure["layout"].get("annotations", [])
    return [each for each in notes if each["xref"] == each["yref"] == "paper"]


def panel_below(figure: dict, note: dict) -> tuple[str, str]:
    """Return the panel over which a heading stands: the nearest one below its foot."""
    gaps = {}
    for place, ((left, right), (_, top)) in panels(figure).items():
        if left - 0.03 <= note["x"] <= right + 0.01 and top < note["y"] + 0.07:
            gaps[place] = abs(note["y"] - top)
    return min(gaps, key=gaps.get)


def drawn_in(figure: dict, place: tuple[str, str]) -> list[dict]:
    return [t for t in figure["data"] if (t.get("xaxis", "x"), t.get("yaxis", "y")) == place]


def numbers(trace: dict, key: str) -> np.ndarray:
    return np.array([v for v in np.ravel(trace[key]) if v is not None], dtype=float)


def lengths(traces: list[dict]) -> np.ndarray:
    """Return how far the ends of the arrows in a panel are from its middle."""
    marks = [t for t in traces if "markers" in t["mode"]]
    return np.array([np.hypot(t["x"][-1], t["y"][-1]) for t in marks])


def values(traces: list[dict]) -> np.ndarray:
    return np.concatenate([numbers(trace, "z" if "z" in trace else "y") for trace in traces])


def shape(traces: list[dict]) -> tuple[int, ...]:
    return np.shape(next(trace["z"] for trace in traces if "z" in trace))


def filled(traces: list[dict]) -> int:
    return len(values(traces))


#: An explorer, a heading, and what is seen in the panel below it.
HEADINGS: list[tuple[str, str, Callable[[list[dict]], bool]]] = [
    ("arrows", "turned (RoPE)", lambda seen: np.allclose(lengths(seen), 1)),
    ("arrows", "row added", lambda seen: lengths(seen).max() > 1.5),
    ("block_matrix", "row p goes in",
     lambda seen: shape(seen) == (1, 8) and np.isclose(values(seen)[0], np.sin(5))),
    ("block_matrix", "the matrix of offset k", lambda seen: shape(seen) == (8, 8)),
    ("block_matrix", "out: row p + k",
     lambda seen: shape(seen) == (8, 1) and np.isclose(values(seen)[0], np.sin(8))),
    ("broadcasting", "loop", lambda seen: 0 < filled(seen) < 24 * 16 / 2),
    ("broadcasting", "fast", lambda seen: filled(seen) == 24 * 16),
    ("broadcasting", "sines and cosines taken", lambda seen: "z" not in seen[0]),
    ("counter", "in binary", lambda seen: {*values(seen)} == {0, 1}),
    ("counter", "in the encoding", lambda seen: values(seen).min() < -0.9),
    ("fingerprint", "the table: cold −1, warm +1", lambda seen: shape(seen) == (64, 64)),
    ("look_back", "score of each key", lambda seen: values(seen).max() > 100),
    ("look_back", "weight of each key", lambda seen: 0 <= values(seen).max() < 1),
    ("pairs", "columns of a head, joined in pairs", lambda seen: len(seen) == 3),
    ("pairs", "what each pair gives to the score",
     lambda seen: {t.get("name") for t in seen} == {"left out", "a pair, added"}),
    ("pairs", "score", lambda seen: "their sum" in {t.get("name") for t in seen}),
    ("similarity", "each row against each other row", lambda seen: shape(seen) == (48, 48)),
    ("waves", "hands of the pairs at position p",
     lambda seen: np.ptp(numbers(seen[0], "y")) < 1.1),
    *(("waves", text, lambda seen: np.ptp(numbers(seen[0], "y")) > 5)
      for text in ("sine", "cosine", "p")),
    *(("waves", text, lambda seen: not numbers(seen[0], "y").any())
      for text in ("all wavelengths in positions; the line is L",
                   "all wavelengths; the line is L")),
    ("broadcasting", "vectorized", lambda seen: 24 * 16 / 8 < filled(seen) < 24 * 16),
    *(("clocks", text, lambda seen: np.isclose(values(seen), np.sin(7)).any())
      for text in ("sine", "cosine")),
    ("outer_product", "frequencies, (1, 4)", lambda seen: middle(seen) == (1, 0)),
    ("outer_product", "p, (5, 1)", lambda seen: middle(seen) == (0, 1)),
    ("outer_product", "angles, (5, 4)", lambda seen: middle(seen) == (1, 1)),
    ("pairs", "at offset k", lambda seen: "their sum" in {t.get("name") for t in seen}),
    *(("precision", text, lambda seen: values(seen).max() == 15)
      for text in ("digits that are right, in the worst column",
                   "digits that are right, at worst")),
    ("rows", "the 12 columns that vary most", lambda seen: shape(seen) == (12, 64)),
    *(("rotary", text, lambda seen: numbers(seen[-1], "x").max() == 16_384)
      for text in ("trained on 4096", "text of 16,384")),
]  # fmt: skip
#: Beside the scale of colors, which it names.
BESIDE = {("similarity", "similarity"), ("outer_product", "×")}


def middle(seen: list[dict]) -> tuple[float, float]:
    """Return the middle of the frame in a panel."""
    x, y = (numbers(seen[0], key) for key in "xy")
    return round(float(x.min() + x.max()) / 2, 6), round(float(y.min() + y.max()) / 2, 6)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ALL)
def test_every_heading_stands_over_what_it_names(name, layout):
    # The race at a time at which no two forms have written as much.
    figure = figure_of(
        LAYOUTS[layout](ALL[name]), **({"time": 3} if name == "broadcasting" else {})
    )
    shown = {(known, text): is_shown for known, text, is_shown in HEADINGS}
    for note in headings(figure):
        if (name, note["text"]) not in BESIDE:
            seen = drawn_in(figure, panel_below(figure, note))
            assert shown[name, note["text"]](seen), note["text"]


def test_sine_and_cosine_stand_over_their_own_cells():
    figure = figure_of(ALL["clocks"])
    cells, places = np.array(figure["data"][9]["z"], dtype=float), {}
    for note in headings(figure):
        places[note["text"]] = note["x"]
    first = cells[~np.isnan(cells).all(axis=1)][0]
    half = len(first) // 2
    of_sine = np.nanmax(np.isclose(first[:half], np.sin(7)))
    assert of_sine and places["sine"] < places["cosine"]


def test_the_rows_of_the_panels_of_rows_are_named_by_what_they_show():
    figure = figure_of(ALL["rows"])
    named = {
        note["yref"].split()[0]: note["text"]
        for note in figure["layout"]["annotations"]
        if note["xref"] == "paper"
    }
    assert named["paper"].startswith("the 12 columns")
    assert shape(drawn_in(figure, ("x", "y")))[0] == 12
    assert named["y2"].startswith("principal component")
    assert named["y3"].startswith("cosine of rows")
    assert figure["data"][2].get("yaxis") == "y2" and figure["data"][3].get("yaxis") == "y3"


def test_no_two_handles_hold_the_same_setting_in_one_panel():
    for name, explorer in ALL.items():
        drags = [each for each in explorer.handles if isinstance(each, DragHandle)]
        held = [(*drag.settings(), *drag.axes, drag.origin) for drag in drags]
        assert len({*held}) == len(held), name


HANDLES = [
    (name, at, handle)
    for name, explorer in ALL.items()
    for at, handle in enumerate(explorer.handles)
    if isinstance(handle, DragHandle | RotateHandle)
]
IDS = [f"{name}-{at}" for name, at, _ in HANDLES]


def on_paper(layout: dict, ref: str, value: float) -> float:
    """Return where a coordinate lies, as a share of the figure."""
    if ref == "paper":
        return value
    own = layout[axis(ref.split()[0])]
    low, high = own.get("domain", [0, 1])
    if ref.endswith("domain"):
        return low + value * (high - low)
    start, end = own["range"]
    value = math.log10(value) if own.get("type") == "log" else value
    return low + (value - start) / (end - start) * (high - low)


def marks(figure: dict, along: str) -> list[tuple[float, float]]:
    """Return from where to where each frame and each short line reaches, as shares."""
    layout, found = figure["layout"], []
    for each in layout.get("shapes", []):
        ref = each.get(f"{along}ref", along)
        found.append([on_paper(layout, ref, each[f"{along}{end}"]) for end in (0, 1)])
    for trace in figure["data"]:
        if trace["type"] == "scatter" and len(reach := numbers(trace, along)):
            ref = trace.get(f"{along}axis", along)
            found.append([on_paper(layout, ref, end) for end in (reach.min(), reach.max())])
    return [(min(ends), max(ends)) for ends in found]


@pytest.mark.parametrize(("name", "at", "handle"), HANDLES, ids=IDS)
def test_a_handle_is_in_the_axes_of_what_it_moves(name, at, handle):
    """Its tip is drawn in them; without a tip, a frame or a line follows the setting there."""
    explorer = ALL[name]
    figure = figure_of(explorer)
    for setting in handle.settings():
        along = "y" if getattr(handle, "y", None) == setting else "x"
        own = handle.axes["xy".index(along)]
        if handle.tip:
            drawn = figure["data"][handle.tip[0]]
            # One that is not seen may have its own height.
            unseen = getattr(handle, "style", None) == "bare"
            for each in along if unseen else "xy":
                # One axis may lie over another.
                refs = handle.axes["xy".index(each)], drawn.get(f"{each}axis", each)
                one, other = (figure["layout"][axis(ref)] for ref in refs)
                assert one.get("domain") == other.get("domain") and one["range"] == other["range"]
            continue
        control = next(each for each in explorer.controls if each.name == setting)
        options = list(control.values())
        now = options.index(explorer.defaults[setting])
        then = now + 1 if now + 1 < len(options) else now - 1
        moved = figure_of(explorer, **{setting: options[then]})
        places = [
            on_paper(drawn["layout"], own, options[i] if isinstance(control, Slider) else i)
            for drawn, i in ((figure, now), (moved, then))
        ]
        assert any(
            before != after
            and all(
                low - 0.005 <= place <= high + 0.005 and high - low < 0.3
                for place, (low, high) in zip(places, (before, after), strict=True)
            )
            for before, after in zip(marks(figure, along), marks(moved, along), strict=False)
        ), f"nothing follows {setting} in {handle.axes}"


#: An explorer, its settings, and where its lines stand: which axis, and the value there.
LINES = [
    *((name, {}, [("x2", "allowed")]) for name in ("gallery", "equations", "more_exhibits")),
    ("look_back", {"position": 41}, [("x", 41), ("x2", 41)]),
    ("pairs", {"offset": -7}, [("x2", -7), ("x3", -7)]),
    ("waves", {"position": 9, "length": 512}, [("x2", 9), ("x3", 512)]),
]


@pytest.mark.parametrize(("name", "settings", "places"), LINES, ids=[name for name, *_ in LINES])
def test_a_line_stands_at_the_value_that_it_marks(name, settings, places):
    figure = figure_of(ALL[name], **settings)
    lines = [shape for shape in figure["layout"]["shapes"] if shape.get("type") == "line"]
    assert [(line["xref"], line["x0"], line["x1"]) for line in lines] == [
        (ref, at, at) for ref, at in ((ref, tick_at(figure, ref, text)) for ref, text in places)
    ]


def tick_at(figure: dict, ref: str, text) -> float:
    """Return a value, or where the tick stands that has these words."""
    own = figure["layout"][axis(ref)]
    return own["tickvals"][own["ticktext"].index(text)] if isinstance(text, str) else text


def test_every_line_of_an_explorer_is_compared():
    drawn = {
        name
        for name in ALL
        for shape in figure_of(ALL[name])["layout"].get("shapes", [])
        if shape.get("type") == "line"
    }
    assert drawn == {name for name, *_ in LINES}
