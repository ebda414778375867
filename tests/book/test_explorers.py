"""The contract of the explorers: declarations, settings, views, the page's face, the notebook's."""

import base64
import gzip
import io
import itertools
import json
import random
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from bs4 import BeautifulSoup
from matplotlib.image import imread

from pe_book import explorers
from pe_book.declare import Explorer, Select, Slider, Toggle, Wording, merge
from pe_book.drawing import palette
from pe_book.renderer import bundle, markup
from pe_book.renderer import node as node_module
from pe_book.renderer.node import Rendering
from tests.rendered import figure_of, text_of, view_of

HERE = Path(explorers.__file__).parent
EVERY = sorted(explorers.ALL)
CHAPTERS = HERE.parents[1] / "chapters"


def small(**changes) -> Explorer:
    """An explorer with one control of each kind."""

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


def test_every_explorer_is_shown_on_a_page():
    chapters = [json.loads(path.read_text("utf-8")) for path in CHAPTERS.glob("*.ipynb")]
    cells = [cell for chapter in chapters for cell in chapter["cells"]]
    code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
    for page in ("index.md", "pages/in_five_minutes.md"):
        text = (CHAPTERS.parent / page).read_text("utf-8")
        code += re.sub(r"(?m)^```{explorer} (\w+)$", r'explorers.show("\1")', text)
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
        view, text = view_of(explorer, **setting), text_of(explorer, **setting)
        assert len(explorer.template["data"]) == len(view.traces)
        assert text.sentence.strip().endswith(".")
        written = " ".join([text.sentence, *text.header, *itertools.chain(*text.rows)])
        assert not re.search(r"nan|inf\b|None|e[-+]\d\d|[{}]", written)
        assert all(len(row) == len(text.header) for row in text.rows)


# What renderer/figure.mjs reads, and what it leaves aside.
DRAWN = {
    "scatter": "type mode x y xaxis yaxis name showlegend hoverinfo hovertemplate opacity "
    "line marker text textposition textfont slides",
    "heatmap": "type x y z xaxis yaxis zmin zmax colorscale showscale hoverinfo hovertemplate "
    "slides",
    "line": "color width dash",
    "marker": "color size symbol line opacity",
    "axis": "type range domain anchor tickvals ticktext showticklabels showgrid zeroline title",
    "shape": "type xref yref x0 x1 y0 y1 line fillcolor opacity",
    "note": "text xref yref x y xanchor yanchor xshift align showarrow font",
}


@pytest.mark.parametrize("name", EVERY)
def test_the_page_can_draw_every_part_of_every_figure(name):
    explorer = explorers.ALL[name]
    for settings in (explorer.defaults, *explorer.extremes()):
        figure = figure_of(explorer, **settings)
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
    before = figure_of(explorer)
    view_of(explorer, **other)
    assert figure_of(explorer) == before


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
    assert merge(old, now) == node(HERE.parent / "renderer/view.mjs", "merge", old, now) == expected


# ---- the HTML


class Reader(HTMLParser):
    """Collects the elements of HTML by tag, and the text of some."""

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


RENDERING = Rendering("<svg></svg>", "At 3.", [("", "At 3.")], ["x"], [["0"], ["1"]], "")


def said_in(source: str) -> str:
    return BeautifulSoup(source, "html.parser").select_one(".pe-sentence").get_text()


@pytest.fixture
def on_page(monkeypatch):
    monkeypatch.setenv("PE_LIB_PAGE", "1")


@pytest.fixture
def in_notebook(monkeypatch):
    monkeypatch.delenv("PE_LIB_PAGE", raising=False)


@pytest.mark.parametrize("name", EVERY)
def test_the_page_gets_a_whole_explorer_and_no_widget(name, on_page):
    explorer = explorers.ALL[name]
    bundle = explorers.show(name)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    read = Reader(bundle["text/html"])
    text = text_of(explorer)
    assert said_in(bundle["text/html"]) == text.sentence
    labels = [svg["aria-label"] for svg in read.all("svg") if "aria-label" in svg]
    # Many have a still for a wide column and one for a narrow one, of which one is shown.
    has_two = "scene" in explorer.template or explorer.wide_layout
    assert labels == [explorer.alt] * (2 if has_two else 1)
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


@pytest.mark.parametrize("name", [n for n in EVERY if "scene" not in explorers.ALL[n].template])
def test_the_still_draws_every_trace_and_each_heat_map_pixel_by_pixel(name):
    explorer = explorers.ALL[name]
    stills = ElementTree.fromstring(f"<stills>{text_of(explorer).svg}</stills>")
    assert len(stills) == (2 if explorer.wide_layout else 1)
    for still in stills:
        assert_draws_everything(still, figure_of(explorer))


def assert_draws_everything(root: ElementTree.Element, drawn: dict) -> None:
    maps = [trace for trace in drawn["data"] if trace["type"] == "heatmap"]
    groups = [each for each in root.iter() if each.tag.endswith("}g")]
    assert len(groups) == sum(trace["type"] == "scatter" for trace in drawn["data"])
    images = [each.get("href") for each in root.iter() if each.tag.endswith("image")]
    assert len(images) == len(maps)
    for address, trace in zip(images, maps, strict=True):
        pixels = imread(io.BytesIO(base64.b64decode(address.partition(",")[2])))
        values = np.array(trace["z"], dtype=float)
        low, high = drawn["layout"][trace.get("yaxis", "y").replace("y", "yaxis")]["range"]
        values = values[::-1] if (high > low) == (trace["y"][-1] > trace["y"][0]) else values
        if len(values) == 1:
            values = np.array(trace["z"], dtype=float)
        assert pixels.shape == (*values.shape, 4)
        assert ((pixels[..., 3] == 0) == np.isnan(values)).all()
        scale = palette.tokens()[trace["colorscale"]]
        ends = [[int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)] for _, color in scale]
        for limit, color in ((trace["zmin"], ends[0]), (trace["zmax"], ends[-1])):
            for found in pixels[values == limit]:
                assert np.abs(found[:3] - color).max() < 0.02


def test_the_page_carries_template_and_settings_once():
    source = markup.explorer_html(small(), small().check(place=3), RENDERING)
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
    read = Reader(markup.explorer_html(explorer, explorer.defaults, RENDERING))
    sliders = [given for given in read.all("input") if given["type"] == "range"]
    assert all(given["aria-valuetext"] for given in sliders)
    assert [given["aria-live"] for given in read.all("output")] == ["off"] * len(sliders)
    [section], [heading] = read.all("section"), read.all("h3")
    assert section["aria-labelledby"] == heading["id"]


def test_what_a_script_would_end_is_kept_from_ending_it():
    evil = small(template={"data": [{}], "layout": {"width": 400, "height": 300, "t": "</script>"}})
    source = markup.explorer_html(evil, evil.check(), RENDERING)
    carried = re.search(r'<script type="application/json">(.*?)</script>', source)[1]
    assert json.loads(carried)["template"]["layout"]["t"] == "</script>"


def test_an_explorer_without_controls_is_a_figure():
    still = small(controls=())
    source = markup.explorer_html(still, {}, RENDERING)
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


def test_an_unknown_explorer_is_named():
    with pytest.raises(ValueError, match=r"an explorer is one of .*'waves'.*, not 'wave'"):
        explorers.show("wave")


# ---- the notebook


@pytest.mark.parametrize("name", EVERY)
def test_the_widget_carries_every_module_after_those_that_it_imports(name):
    source = bundle.widget_module(name)
    assert not re.findall(r"https?://(?!www\.w3\.org/)", source)
    packed = base64.b64decode(re.search(r'packed = "([^"]*)"', source)[1])
    content = json.loads(gzip.decompress(packed))
    order = [path for path, _ in content["sources"]]
    for path in order:
        folder = (HERE.parent / path).parent
        named = re.findall(r'from "(\.[\w./]+)"', (HERE.parent / path).read_text(encoding="utf-8"))
        needs = {(folder / name).resolve().relative_to(HERE.parent).as_posix() for name in named}
        assert needs <= set(order[: order.index(path)]), path
    assert {"renderer/widget.mjs", f"explorers/{name}.mjs", "renderer/predict.mjs"} <= set(order)
    assert ".pe-explorer" in content["style"]


def test_the_settings_of_a_widget_can_be_read_assigned_and_observed(in_notebook):
    waves = explorers.show("waves", d_model=32)
    assert waves.settings == explorers.ALL["waves"].defaults | {"d_model": 32}
    seen = []
    waves.observe(lambda change: seen.append(change["new"]), "settings")
    waves.settings = {"base": 100}
    assert waves.settings == explorers.ALL["waves"].defaults | {"d_model": 32, "base": 100}
    assert seen == [waves.settings]
    with pytest.raises(ValueError, match="base must be from 10 to 1000000, not 7"):
        waves.settings = {"base": 7}
    with pytest.raises(TypeError, match="waves has the settings"):
        waves.settings = {"bass": 10}
    assert seen == [waves.settings]
    assert repr(waves).startswith("explorers.show('waves', d_model=32, base=100")


def test_what_the_reader_sets_arrives_in_python(in_notebook):
    waves = explorers.show("waves")
    waves.set_state({"settings": waves.settings | {"position": 25}})
    assert waves.settings["position"] == 25


def test_a_cell_shows_the_still_and_the_widget_that_finds_it(in_notebook, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    waves = explorers.show("waves", position=3)
    waves._ipython_display_()
    still, widget = shown
    assert f'data-still="{waves.still}"' in still["text/html"]
    assert said_in(still["text/html"]) == text_of("waves", position=3).sentence
    assert "run the cell" in still["text/html"] and "<form" not in still["text/html"]
    assert widget["application/vnd.jupyter.widget-view+json"]["model_id"] == waves.model_id
    assert "anywidget" in widget["text/plain"]


def test_without_anywidget_the_still_says_what_is_missing(in_notebook, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "pe_book.renderer.widget", raising=False)
    shown = explorers.show("waves")
    bundle = shown._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert "<svg" in bundle["text/html"] and "anywidget" in bundle["text/html"]
    assert shown.settings == explorers.ALL["waves"].defaults


def test_without_node_the_notebook_says_that_there_is_no_still(in_notebook, monkeypatch):
    monkeypatch.setattr(node_module, "_node", node_module._Node())
    monkeypatch.setattr(node_module, "node_executable", lambda: "/no/node")
    source = markup.still_html(explorers.ALL["waves"], explorers.ALL["waves"].defaults)
    assert "<svg" not in source and "without node" in source


def test_a_fault_in_a_module_is_told(monkeypatch):
    with pytest.raises(RuntimeError, match="dModel must be a whole number"):
        node_module._ask(explorers.ALL["waves"], {"d_model": "wide"}, ["view"])
