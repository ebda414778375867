"""What an explorer declares, and the settings that it takes."""

import itertools
import json
import random
import re

import pytest

from pe_book import explorers
from pe_book.declare import Select, Slider, Toggle, merge
from pe_book.renderer import markup
from tests.book.small_explorer import EVERY, HERE, small
from tests.rendered import figure_of, text_of, view_of

CHAPTERS = HERE.parents[1] / "chapters"


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


# The words, encodings and heads of *sentence* have 1,512 combinations.
ENDS = [pytest.param(name, marks=pytest.mark.slow if name == "sentence" else ()) for name in EVERY]


@pytest.mark.parametrize("name", ENDS)
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


# What renderer/figure.mjs reads.
DRAWN = {
    "scatter": "type mode x y xaxis yaxis name showlegend hovertemplate opacity "
    "line marker text textfont slides",
    "heatmap": "type x y z xaxis yaxis zmin zmax colorscale hovertemplate slides",
    "line": "color width dash",
    "marker": "color size symbol line opacity",
    "axis": "type range domain anchor tickvals ticktext showticklabels showgrid title",
    "shape": "type xref yref x0 x1 y0 y1 line fillcolor opacity",
    "note": "text xref yref x y xanchor yanchor xshift font",
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
        assert not any("<" in note["text"] for note in notes)
        for trace in figure["data"]:
            symbol = trace.get("marker", {}).get("symbol", "circle")
            assert symbol in ("circle", "circle-open", "diamond", "diamond-open")
            assert "<extra>" in trace.get("hovertemplate", "<extra>")


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
        (lambda: Select("a", "A", ((1, "X"),), 1), "an option must be a text, not 1"),
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
    assert [markup.slider_text(slider, x) for x in (-0.3, 0)] == ["−0.3", "0.0"]


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
