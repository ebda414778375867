"""The HTML of an explorer: whole without a script, and with all that a script asks for."""

import base64
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from pe_book import explorers
from pe_book.declare import Slider
from pe_book.drawing import palette
from pe_book.explorers import ALL
from pe_book.renderer import markup
from pe_book.renderer.node import Rendering
from tests.explorers.small_explorer import sentence_in, small
from tests.rendered import figure_of, stills_of, text_of

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


RENDERING = Rendering("<svg></svg>", "At 3.", [("", "At 3.")], ["x"], [["0"], ["1"]])


@pytest.fixture
def on_page(monkeypatch):
    monkeypatch.setenv("PE_BOOK_BUILD", "1")


@pytest.mark.parametrize("name", ALL)
def test_the_page_gets_a_whole_explorer_and_no_widget(name, on_page):
    explorer = ALL[name]
    bundle = explorers.show(name)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    read = Reader(bundle["text/html"])
    text = text_of(explorer)
    assert sentence_in(bundle["text/html"]) == text.sentence
    labels = [svg["aria-label"] for svg in read.all("svg") if "aria-label" in svg]
    # Many have a still for a wide column and one for a narrow one, of which one is shown.
    has_two = "scene" in explorer.template or explorer.wide_layout
    assert labels == [explorer.alt] * (2 if has_two else 1)
    assert len(read.all("th")) == len(text.header)
    assert len(read.all("td")) == len(text.header) * len(text.rows)
    named = {a["name"]: a["id"] for tag in ("input", "select") for a in read.all(tag)}
    assert list(named) and set(named) == set(explorer.defaults)
    assert {label["for"] for label in read.all("label")} == set(named.values())
    # A slider is read out once, by its value's text, and the question is a heading.
    sliders = [given for given in read.all("input") if given["type"] == "range"]
    assert all(given["aria-valuetext"] for given in sliders)
    assert [given["aria-live"] for given in read.all("output")] == ["off"] * len(sliders)
    [section], [heading] = read.all("section"), read.all("h3")
    assert section["aria-labelledby"] == heading["id"]
    ids = [a["id"] for _, a in read.elements if "id" in a]
    assert len(ids) == len(set(ids))
    # Disabled until a script stands behind them, and said in words where none runs.
    assert "disabled" in read.all("fieldset")[0]
    assert "need JavaScript" in bundle["text/html"]


@pytest.mark.parametrize("name", [n for n in ALL if "scene" not in ALL[n].template])
def test_the_still_draws_every_trace_and_each_heat_map_pixel_by_pixel(name):
    explorer = ALL[name]
    stills = stills_of(explorer)
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
    assert markup.slider_text(slider, value) == expected
    assert markup.slider_text(Slider("x", "X", 0, 1, 0.25, 0), 0.5) == "0.50"


def test_an_unknown_explorer_is_named():
    with pytest.raises(ValueError, match=r"an explorer is one of .*'waves'.*, not 'wave'"):
        explorers.show("wave")
