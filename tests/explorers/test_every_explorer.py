"""What holds for each explorer, whatever it shows: a new one is tested here as it comes."""

import itertools
import json
import math
import re
from collections import defaultdict
from importlib import import_module

import pytest

from book.paths import ROOT
from pe_book.drawing.palette import INK, MUTED, ROLES
from pe_book.explorers import ALL
from tests.explorers.values import compare, views
from tests.rendered import extremes, figure_of, resolve, text_of, view_of

every_explorer = pytest.mark.parametrize("name", ALL)


@every_explorer
def test_sentences_values_and_rows_are_the_expected_ones(name):
    """`expected` of test_NAME.py computes them, at its SETTINGS where it has some."""
    module = import_module(f"tests.explorers.test_{name}")
    tried = [(given, view_of(name, **given)) for given in getattr(module, "SETTINGS", [])]
    for settings, view in tried or views(name):
        compare(view, settings, *module.expected(**settings))


def test_every_explorer_is_shown_on_a_page():
    chapters = [json.loads(path.read_text("utf-8")) for path in ROOT.glob("chapters/*.ipynb")]
    cells = [cell for chapter in chapters for cell in chapter["cells"]]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    shown = {*re.findall(r'explorers\.show\("(\w+)"', code)}
    for page in (ROOT / "index.md", *ROOT.glob("pages/*.md")):
        shown |= {*re.findall(r"(?m)^```{explorer} (\w+)$", page.read_text("utf-8"))}
    assert {*ALL} == shown


@every_explorer
def test_views_fit_the_template_and_texts_are_complete(name):
    explorer = ALL[name]
    for settings, view in views(name):
        assert len(explorer.template["data"]) == len(view.traces)
        text = text_of(name, **settings)
        assert text.sentence.strip().endswith(".")
        written = " ".join([text.sentence, *text.header, *itertools.chain(*text.rows)])
        assert not re.search(r"nan|inf\b|None|e[-+]\d\d|[{}]", written)
        assert all(len(row) == len(text.header) for row in text.rows)


@every_explorer
def test_update_is_pure(name):
    before = figure_of(name)
    view_of(name, **list(extremes(ALL[name]))[-1])
    assert figure_of(name) == before


def place(layout: dict, trace: dict, along: str) -> tuple[list[float], bool]:
    """Return the range of a trace's axis, and whether it is logarithmic."""
    axis = layout[f"{along}axis{trace.get(f'{along}axis', along)[1:]}"]
    return sorted(axis["range"]), axis.get("type") == "log"


@every_explorer
def test_what_is_drawn_at_the_start_lies_within_its_axes(name):
    """At least half of each trace: a ruler's line may begin before its axis."""
    figure = figure_of(name)
    for trace in figure["data"]:
        for along in "xy":
            (low, high), is_log = place(figure["layout"], trace, along)
            given = [value for value in trace[along] if value is not None]
            values = [math.log10(value) if is_log else value for value in given]
            inside = [low - 1e-9 <= value <= high + 1e-9 for value in values]
            assert all(map(math.isfinite, values)) and 2 * sum(inside) >= len(inside)


def looks(trace: dict) -> list[tuple]:
    """Return the panel, the color and the style of a trace's lines and of its markers."""
    panel = (trace.get("xaxis", "x"), trace.get("yaxis", "y"))
    line, marker = trace.get("line", {}), trace.get("marker", {})
    shapes = {
        "lines": (line.get("width"), trace.get("opacity")),
        "markers": (marker.get("symbol"),),
    }
    colors = {"lines": line.get("color"), "markers": marker.get("color")}
    return [
        (panel, mode, colors[mode], shapes[mode])
        for mode in trace.get("mode", "").split("+")
        if mode in shapes and isinstance(colors[mode], str)
    ]


@every_explorer
def test_colors_of_one_panel_have_a_key(name):
    drawn = resolve(figure_of(name))
    panels = defaultdict(set)
    for trace in (trace for trace in drawn["data"] if {*trace["y"]} != {None}):
        for panel, mode, color, shape in looks(trace):
            panels[panel, mode].add((color, shape))
    notes = drawn["layout"].get("annotations", [])
    keyed = {note["font"]["color"] for note in notes if "color" in note.get("font", {})}
    for seen in panels.values():
        colors = {color for color, _ in seen} & set(ROLES.values())
        assert len(colors) < 2 or not colors - keyed
        for shape in {shape for _, shape in seen}:
            grays = {color for color, its in seen if its == shape} & {INK, MUTED}
            assert len(grays) < 2, "two grays alone tell two things apart"
