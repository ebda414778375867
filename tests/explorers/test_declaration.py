"""What an explorer declares, and the settings that it takes."""

import pytest

from book.paths import ROOT
from pe_book.declare import Select, Slider, Toggle, merge
from pe_book.renderer import markup
from tests.explorers.small_explorer import small
from tests.rendered import fit


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"place": 9}, "place must be from 0"),
        ({"place": 1.5}, "place must be 0 and steps"),
        ({"place": "1"}, "place must be a number"),
        ({"place": True}, "place must be a number"),
        ({"place": 4}, "place must be at most 3"),
        ({"width": 3}, "width must be one of"),
        ({"wave": "tan"}, "wave must be one of"),
        ({"smooth": 1}, "smooth must be True"),
    ],
)
def test_a_wrong_value_is_named_with_its_rule(settings, message):
    with pytest.raises(ValueError, match=message):
        small().check(**settings)


def test_an_unknown_setting_is_named():
    with pytest.raises(TypeError, match="depth"):
        small().check(depth=2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda: Slider("a", "A", 0, 1, 1, 2), "a must be from"),
        (lambda: Slider("a", "A", 1, 1), "is empty"),
        (lambda: Slider("a", "A", 0, 1, 0.3), "a must be 0 and steps"),
        (lambda: Slider("a", "A", choices=(2, 1), default=1), "must rise"),
        (lambda: Select("a", "A", (("x", "X"),), "y"), "not 'y'"),
        (lambda: Select("a", "A", ((1, "X"),), 1), "must be a text"),
        (lambda: small(controls=(Toggle("a", "A"), Toggle("a", "B"))), "share a name"),
        (lambda: small(controls=(Slider("a", "A", below="b"),)), "not a control"),
    ],
)
def test_a_wrong_declaration_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        change()


def test_a_pushed_slider_moves_to_the_last_allowed_value():
    assert fit(small(), {"width": 2, "place": 7})["place"] == 1
    pairs = Slider("pair", "Pair", 0, 9, default=0, below="width", ratio=2)
    odd = small(controls=(Slider("width", "W", 1, 9, default=9), pairs))
    # Five pairs at width 9, the last one without a cosine.
    assert fit(odd, {"pair": 9})["pair"] == 4
    assert fit(odd, {"pair": 9, "width": 1})["pair"] == 0


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
def test_only_mappings_are_merged_in_both_languages(node, old, now):
    old, now, both = {"a": old, "c": {"d": 1}}, {"a": now, "c": {"e": 2}}, {"d": 1, "e": 2}
    expected = {"a": now["a"], "c": both}
    assert (
        merge(old, now) == node(ROOT / "pe_book/renderer/view.mjs", "merge", old, now) == expected
    )
