"""The contract of the explorers: declarations, settings, views, the page's face, the notebook's."""

import itertools
import json
import random
import re
import sys
import types
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from plotly.callbacks import InputDeviceState, Points

from pe_book import explorers
from pe_book.declare import Explorer, Select, Slider, Toggle, View, Wording, merge, plain
from pe_book.drawing import palette
from pe_book.renderer import markup
from pe_book.renderer.notebook import WIDGET, Shown

HERE = Path(explorers.__file__).parent
EVERY = sorted(explorers.ALL)
CHAPTERS = HERE.parents[1] / "chapters"


def small(**changes) -> Explorer:
    """An explorer with one control of each kind."""

    def update(width, place, wave, smooth):
        x = list(range(width))
        y = [getattr(np, wave)(i + smooth) for i in x]
        return View([{"x": x, "y": y}], {"title": {"text": wave}}, rows=[[i] for i in x])

    parts = {
        "name": "small",
        "question": "Is 1 < 2?",
        "controls": (
            Slider("width", "Width", choices=(2, 4, 8), default=4, unit="columns"),
            Slider("place", "Place", 0, 7, default=1, below="width", unit="positions"),
            Select("wave", "Wave", (("sin", "Sine"), ("cos", "Cosine")), "sin"),
            Toggle("smooth", "Smooth"),
        ),
        "template": {
            "data": [{"type": "scatter", "line": {"color": "@sine"}}],
            "layout": {"width": 400, "height": 300, "title": {"text": ""}},
        },
        "update": update,
        "wording": Wording({"main": "At {place}."}, [("x", "{}")]),
        "alt": "A wave.",
    }
    return Explorer(**(parts | changes))


# ---- declarations


def test_every_file_with_a_declaration_is_found_by_its_name():
    declared = {
        p.stem
        for p in HERE.glob("*.py")
        if re.search("^EXPLORER = ", p.read_text(encoding="utf-8"), re.M)
    }
    assert declared == set(EVERY)
    for name in EVERY:
        assert explorers.show(name).explorer is explorers.ALL[name]
        assert explorers.ALL[name].name == name


def shown_nowhere(code: str) -> list[str]:
    """Return what to do about each explorer that the chapters' code does not show."""
    return [
        f'{name} is shown on no page: add a cell `explorers.show("{name}")` to a chapter, '
        f"or remove pe_book/explorers/{name}.py and {name}.mjs"
        for name in EVERY
        if not re.search(rf'\bexplorers\.show\("{name}"', code)
    ]


def test_every_explorer_is_shown_in_a_chapter():
    chapters = [json.loads(path.read_text("utf-8")) for path in CHAPTERS.glob("*.ipynb")]
    cells = [cell for chapter in chapters for cell in chapter["cells"]]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    front = (CHAPTERS.parent / "index.md").read_text("utf-8")
    code += re.sub(r"(?m)^```{explorer} (\w+)$", r'explorers.show("\1")', front)
    assert shown_nowhere(code) == []
    assert len(shown_nowhere(code.replace('explorers.show("waves"', "waves("))) == 1


@pytest.mark.parametrize("name", EVERY)
def test_declaration_says_all_that_a_reader_needs(name):
    explorer = explorers.ALL[name]
    assert explorer.question.endswith("?")
    assert explorer.alt.endswith(".")
    assert {"width", "height"} <= set(explorer.template["layout"])
    labels = [control.label for control in explorer.controls]
    assert all(labels) and len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", EVERY)
def test_views_fit_the_template_at_all_ends_and_in_between(name):
    explorer = explorers.ALL[name]
    choose = random.Random(name).choice
    settings = [*explorer.extremes(), *(explorer.sample(choose) for _ in range(10))]
    for setting in settings:
        view = explorer.view(**setting)
        text = explorer.say(view)
        figure = palette.resolve(plain(explorer.figure(view)))
        assert len(figure["data"]) == len(view.traces)
        json.dumps(figure, allow_nan=False)
        assert text.sentence.strip().endswith(".")
        written = " ".join([text.sentence, *text.header, *itertools.chain(*text.rows)])
        assert not re.search(r"nan|inf\b|None|e[-+]\d\d|[{}]", written)
        assert all(len(row) == len(text.header) for row in text.rows)


# What renderer/figure.mjs reads, and what it leaves aside since only plotly asks for it.
DRAWN = {
    "scatter": "type mode x y xaxis yaxis name showlegend hoverinfo hovertemplate opacity "
    "line marker text textposition textfont",
    "heatmap": "type x y z xaxis yaxis zmin zmax colorscale showscale hoverinfo hovertemplate",
    "line": "color width dash",
    "marker": "color size symbol line opacity",
    "axis": "type range domain anchor tickvals ticktext showticklabels showgrid zeroline title",
    "shape": "type xref yref x0 x1 y0 y1 line",
    "note": "text xref yref x y xanchor yanchor xshift align showarrow font",
}


@pytest.mark.parametrize("name", EVERY)
def test_the_page_can_draw_every_part_of_every_figure(name):
    explorer = explorers.ALL[name]
    for settings in (explorer.defaults, *explorer.extremes()):
        figure = plain(explorer.figure(explorer.view(**settings)))
        parts = [(trace["type"], trace) for trace in figure["data"]]
        parts += [(key, trace[key]) for _, trace in parts for key in trace if key in DRAWN]
        layout = figure["layout"]
        axes = [axis for key, axis in layout.items() if re.match("[xy]axis", key)]
        parts += [("axis", axis) for axis in axes]
        parts += [("shape", shape) for shape in layout.get("shapes", [])]
        parts += [("note", note) for note in layout.get("annotations", [])]
        for kind, part in parts:
            assert set(part) <= set(DRAWN[kind].split()), (kind, part)
        for axis in axes:
            shown = axis.get("showticklabels", True) or axis.get("showgrid", True)
            assert "range" in axis and ("tickvals" in axis or not shown)
        assert {shape["type"] for shape in layout.get("shapes", [])} <= {"line", "rect"}
        notes = layout.get("annotations", [])
        assert not any(note["showarrow"] or "<" in note["text"] for note in notes)
        for trace in figure["data"]:
            symbol = trace.get("marker", {}).get("symbol", "circle")
            assert symbol in ("circle", "circle-open", "diamond", "diamond-open")
            assert trace.get("hoverinfo") == "skip" or "<extra>" in trace["hovertemplate"]


@pytest.mark.parametrize("name", EVERY)
def test_update_is_pure(name):
    explorer = explorers.ALL[name]
    other = list(explorer.extremes())[-1]
    before = json.dumps(plain(explorer.figure(explorer.view())))
    explorer.update(**other)
    assert json.dumps(plain(explorer.figure(explorer.view()))) == before


# ---- settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"place": 9}, "place must be from 0 to 7, not 9"),
        ({"place": 1.5}, "place must be 0 and steps of 1, not 1.5"),
        ({"place": "1"}, "place must be a number, not '1'"),
        ({"place": True}, "place must be a number, not True"),
        ({"place": 4}, "place must be at most 3 while width is 4, not 4"),
        ({"width": 3}, r"width must be one of \[2, 4, 8\], not 3"),
        ({"wave": "tan"}, r"wave must be one of \['sin', 'cos'\], not 'tan'"),
        ({"smooth": 1}, "smooth must be True or False, not 1"),
    ],
)
def test_a_wrong_value_is_named_with_its_rule(settings, message):
    with pytest.raises(ValueError, match=message):
        small().check(**settings)
    with pytest.raises(ValueError, match=message):
        Shown(small(), **settings)


def test_an_unknown_setting_is_named():
    with pytest.raises(TypeError, match=r"small has the settings .*, not \['depth'\]"):
        small().check(depth=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: Slider("a", "A", 0, 1, 1, 2), "a must be from 0 to 1, not 2"),
        (lambda: Slider("a", "A", 1, 1), "is empty"),
        (lambda: Slider("a", "A", 0, 1, 0.3), "a must be 0 and steps of 0.3, not 1"),
        (lambda: Slider("a", "A", choices=(2, 1), default=1), "must rise"),
        (lambda: Select("a", "A", (("x", "X"),), "y"), "not 'y'"),
        (lambda: small(controls=(Toggle("a", "A"), Toggle("a", "B"))), "share a name"),
        (lambda: small(controls=(Slider("a", "A", below="b"),)), "below 'b', not a control"),
    ],
)
def test_a_wrong_declaration_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        change()


def test_a_pushed_slider_moves_to_the_last_allowed_value():
    assert small().fit({"width": 2, "place": 7})["place"] == 1
    pairs = Slider("pair", "Pair", 0, 9, default=0, below="width", ratio=2)
    odd = small(controls=(Slider("width", "W", 1, 9, default=9), pairs))
    # Five pairs at width 9, the last one without a cosine.
    assert odd.fit({"pair": 9})["pair"] == 4
    assert odd.fit({"pair": 9, "width": 1})["pair"] == 0


def test_a_slider_in_fractions_has_the_values_that_its_steps_name():
    slider = Slider("x", "X", -0.3, 0.3, 0.1)
    assert slider.values() == [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]
    assert [markup.words(slider, x) for x in (-0.3, 0)] == ["−0.3", "0.0"]


def test_merge_lays_the_view_over_the_template():
    figure = small().figure(small().view(width=2))
    assert figure["data"][0]["line"] == {"color": "@sine"}
    assert figure["data"][0]["x"] == [0, 1]
    assert figure["layout"]["title"] == {"text": "sin"}
    with pytest.raises(ValueError, match="2 traces for 1"):
        small().figure(View([{}, {}]))


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ([1, 2], [3]),
        (1, 2),
        ("xy", "z"),
        (None, {"b": 1}),
        ({"b": 1}, None),
        ({"b": 1}, [{"b": 2}]),
    ],
)
def test_what_is_no_mapping_is_replaced_in_both_languages(node, old, now):
    """No explorer of the book does that, but the next one may."""
    old, now, both = {"a": old, "c": {"d": 1}}, {"a": now, "c": {"e": 2}}, {"d": 1, "e": 2}
    expected = {"a": now["a"], "c": both}
    assert (
        merge(old, now) == node(HERE.parent / "renderer/figure.mjs", "merge", old, now) == expected
    )


# ---- the page's face


class Reader(HTMLParser):
    """Collects the elements of a face by tag, and the text of some."""

    def __init__(self, source):
        super().__init__()
        self.elements, self.open, self.text = [], [], {}
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.open.append(tag if tag not in ("script", "p") else (dict(attrs).get("class") or tag))

    def handle_data(self, data):
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], "") + data

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture
def on_page(monkeypatch):
    monkeypatch.setenv("PE_LIB_PAGE", "1")


@pytest.fixture
def in_notebook(monkeypatch):
    monkeypatch.delenv("PE_LIB_PAGE", raising=False)
    monkeypatch.delitem(sys.modules, "google.colab", raising=False)


@pytest.mark.parametrize("name", EVERY)
def test_the_page_gets_a_whole_face_and_no_widget(name, on_page):
    explorer = explorers.ALL[name]
    bundle = Shown(explorer)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    read = Reader(bundle["text/html"])
    text = explorer.text()
    assert read.text["pe-sentence"] == text.sentence
    assert [svg["aria-label"] for svg in read.all("svg")] == [explorer.alt]
    assert len(read.all("th")) == len(text.header)
    assert len(read.all("td")) == len(text.header) * len(text.rows)
    named = {a["name"]: a["id"] for tag in ("input", "select") for a in read.all(tag)}
    assert list(named) and set(named) == set(explorer.defaults)
    assert {label["for"] for label in read.all("label")} == set(named.values())
    ids = [a["id"] for _, a in read.elements if "id" in a]
    assert len(ids) == len(set(ids))
    # Disabled until a script stands behind them, and said in words where none runs.
    assert "disabled" in read.all("fieldset")[0]
    assert "need JavaScript" in bundle["text/html"]


def test_the_page_carries_template_and_settings_once(on_page):
    source = Shown(small(), place=3)._repr_mimebundle_()["text/html"]
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', source)[1])
    assert data["start"] == {"width": 4, "place": 3, "wave": "sin", "smooth": False}
    assert data["template"]["data"][0]["line"] == {"color": "@sine"}
    assert data["tokens"]["@sine"] == f"var(--pe-sine, {palette.SINE})"
    assert "@diverging" not in data["tokens"]
    slider = next(a for a in Reader(source).all("input") if a["name"] == "place")
    assert (slider["min"], slider["max"], slider["value"]) == ("0", "3", "3")
    assert slider["aria-valuetext"] == "3 positions"
    assert "Is 1 &lt; 2?" in source


@pytest.mark.parametrize("name", EVERY)
def test_a_slider_is_read_out_once_and_the_question_is_a_heading(name):
    """By its value's text; what stands beside it is an output, which would be read out as well."""
    explorer = explorers.ALL[name]
    read = Reader(markup.explorer_html(explorer, explorer.defaults))
    sliders = [given for given in read.all("input") if given["type"] == "range"]
    assert all(given["aria-valuetext"] for given in sliders)
    assert [given["aria-live"] for given in read.all("output")] == ["off"] * len(sliders)
    [section], [heading] = read.all("section"), read.all("h3")
    assert section["aria-labelledby"] == heading["id"]


def test_what_a_script_would_end_is_kept_from_ending_it(on_page):
    evil = small(template={"data": [{}], "layout": {"width": 400, "height": 300, "t": "</script>"}})
    source = markup.explorer_html(evil, evil.check())
    carried = re.search(r'<script type="application/json">(.*?)</script>', source)[1]
    assert json.loads(carried)["template"]["layout"]["t"] == "</script>"


def test_without_a_module_the_page_says_how_to_run_it(on_page):
    source = Shown(small())._repr_mimebundle_()["text/html"]
    read = Reader(source)
    assert "JupyterLab" in read.text["pe-note pe-message"]
    assert "disabled" in read.all("fieldset")[0]
    assert '"module":false' in source


def test_an_explorer_without_controls_is_a_figure(on_page):
    still = small(controls=(), update=lambda: small().view())
    source = Shown(still)._repr_mimebundle_()["text/html"]
    assert "<form" not in source and 'class="pe-sentence"' in source
    assert 'class="pe-note pe-message" hidden' in source


@pytest.mark.parametrize(
    ("value", "expected"),
    [(1, "1 position"), (0, "0 positions"), (20000, "20,000 positions"), (-3, "−3 positions")],
)
def test_values_are_said_in_words(value, expected):
    slider = Slider("p", "P", -5, 30000, default=0, unit="positions")
    assert markup.words(slider, value) == expected
    assert markup.words(Slider("x", "X", 0, 1, 0.25, 0), 0.5) == "0.50"


# ---- Colab


def test_colab_gets_scripts_inline_and_asks_for_nothing(in_notebook, monkeypatch):
    monkeypatch.setitem(sys.modules, "google.colab", types.ModuleType("google.colab"))
    source = explorers.show("waves")._repr_mimebundle_()["text/html"]
    assert WIDGET not in explorers.show("waves")._repr_mimebundle_()
    assert not re.findall(r"https?://(?!www\.w3\.org/)", source)
    order = re.findall(r'\["([\w/]+\.mjs)", "', source)
    for path in order:
        folder = (HERE.parent / path).parent
        named = re.findall(r'from "(\.[\w./]+)"', (HERE.parent / path).read_text(encoding="utf-8"))
        needs = {(folder / name).resolve().relative_to(HERE.parent).as_posix() for name in named}
        assert needs <= set(order[: order.index(path)]), path
    assert {"renderer/page.mjs", "explorers/waves.mjs", "numbers.mjs"} <= set(order)
    assert "<style>" in source


def test_an_unknown_explorer_is_named():
    with pytest.raises(ValueError, match=r"an explorer is one of .*'waves'.*, not 'wave'"):
        explorers.show("wave")


# ---- the live notebook


def test_a_live_notebook_gets_the_widget_and_a_still(in_notebook):
    bundle = Shown(small())._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", WIDGET}
    assert "<form" not in bundle["text/html"] and "run the cell" in bundle["text/html"]
    assert bundle["text/plain"].startswith("explorers.show('small', width=4")


def test_moving_a_widget_drives_update_and_can_be_read(in_notebook):
    shown = Shown(small())
    widgets = shown.widget and shown._widgets
    widgets["width"].value = 8
    widgets["place"].value = 6
    widgets["wave"].value = "cos"
    assert shown.settings == {"width": 8, "place": 6, "wave": "cos", "smooth": False}
    assert shown.value.traces[0]["y"] == pytest.approx(np.cos(np.arange(8)))
    assert shown._figure.data[0].y == pytest.approx(np.cos(np.arange(8)))
    assert shown._figure.layout.title.text == "cos"
    assert shown._sentence.value == "At 6."
    # The width pushes the place, and its slider ends there.
    widgets["width"].value = 2
    assert shown.settings["place"] == widgets["place"].value == widgets["place"].max == 1
    shown.settings["place"] = 0
    assert shown.settings["place"] == 1


def click(shown: Shown, trace: int, x: float, y: float) -> dict:
    """Click on a point of a figure in a notebook, and return the settings after it."""
    points = Points(point_inds=[0], xs=[x], ys=[y], trace_name=None, trace_index=trace)
    drawn = shown.widget and shown._figure.data[trace]
    drawn._dispatch_on_click(points, InputDeviceState())
    return shown.settings


def test_a_click_on_the_figure_selects(in_notebook):
    shown = explorers.show("fingerprint", d_model=32)
    assert click(shown, 0, 17, 40) == shown.explorer.defaults | {
        "d_model": 32,
        "column": 17,
        "position": 40,
    }
    assert click(shown, 1, 4, 0.3)["column"] == 4, "in the lower panel"
    assert shown._widgets["column"].value == 4 and "Column 4" in shown._sentence.value
    # A shift counts from the patch; its panel's first handle is the patch itself.
    grid = explorers.show("grid")
    assert click(grid, 0, 3, 9) == grid.explorer.defaults | {"column": 3, "row": 9}
    # In a matrix, what counts is how far apart row and column are.
    assert click(explorers.show("similarity"), 5, 10, 33)["offset"] == 23
    # Cells are counted row by row.
    assert click(explorers.show("outer_product"), 2, 3, 2)["step"] == 2 * 4 + 3 + 1
    # The first point of a curve is held, and the others select nothing.
    rotary = explorers.show("rotary")
    assert click(rotary, 1, 0.5, 10) == rotary.explorer.defaults
    # An option of a select field has its number as its coordinate.
    chosen = click(explorers.show("gallery"), 0, 2, 1)
    controls = {control.name: control for control in explorers.ALL["gallery"].controls}
    assert chosen["check"] == controls["check"].values()[2]
    assert chosen["exhibit"] == controls["exhibit"].values()[1]
    # A word changes places with the next one, the last with the one before.
    order = explorers.show("order")
    click(order, 7, 0, 0)
    assert order.value.traces[7]["text"] == "dog The chased another dog".split()
    click(order, 7, 0, 4)
    assert order.value.traces[7]["text"] == "dog The chased dog another".split()
    assert click(order, 0, 2, 1) == order.settings, "the outputs select nothing"


def test_python_moves_the_widgets(in_notebook):
    shown = Shown(small())
    assert shown.widget
    view = shown.set(width=8, place=7)
    assert view is shown.value
    assert (shown._widgets["width"].value, shown._widgets["place"].value) == (8, 7)
    with pytest.raises(ValueError, match="place must be at most 1"):
        shown.set(width=2)
    assert shown.settings["width"] == 8


@pytest.mark.parametrize("name", EVERY)
def test_every_explorer_is_live_in_a_notebook(name, in_notebook):
    shown = explorers.show(name)
    assert isinstance(shown, Shown) and shown.widget
    target = list(shown.explorer.extremes())[-1]
    # What limits another moves first, as for a reader who wants to get there.
    for control in sorted(shown.explorer.controls, key=lambda c: bool(getattr(c, "below", None))):
        shown._widgets[control.name].value = target[control.name]
    assert shown.settings == target
    expected = palette.resolve(plain(shown.explorer.figure(shown.explorer.view(**target))))
    for drawn, trace in zip(shown._figure.data, expected["data"], strict=True):
        for key in ("x", "y", "z"):
            if key in trace:
                given = np.array(trace[key], dtype=float)
                assert np.array(drawn[key], dtype=float) == pytest.approx(given, nan_ok=True)
    assert len(shown._figure.layout.shapes) == len(expected["layout"].get("shapes", []))


def test_without_ipywidgets_the_still_stays(in_notebook, monkeypatch):
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    bundle = Shown(small())._repr_mimebundle_()
    assert WIDGET not in bundle
    assert "The controls need ipywidgets" in bundle["text/html"]
