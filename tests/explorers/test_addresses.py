"""What an explorer makes of the texts in an address, at the ends of each scale and beyond them."""

from pathlib import Path

import pytest

from pe_book.declare import Select, SentenceInput, Slider, Toggle
from pe_book.explorers import ALL
from tests.rendered import fit

MODULE = Path(__file__).with_name("address.mjs")


def short(value) -> str:
    """Return the name of an explorer or of a control, for the name of a test."""
    return getattr(value, "name", value)


every_control = pytest.mark.parametrize(
    ("name", "control"),
    [(name, control) for name, each in ALL.items() for control in each.controls],
    ids=short,
)


@pytest.fixture
def from_address(node):
    """Return the settings of an explorer after an address with these texts."""

    def settings(name: str, texts: dict[str, str], start: dict | None = None) -> dict:
        explorer = ALL[name]
        specs = [control.spec() for control in explorer.controls]
        found = node(MODULE, "settingsFrom", specs, texts, start or explorer.defaults)
        return explorer.check(**found)

    return settings


def written(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@every_control
def test_a_value_on_the_scale_is_taken(name, control, from_address):
    values = list(control.values())
    for value in {values[0], values[-1], values[len(values) // 2]}:
        found = from_address(name, {control.name: written(value)})
        assert found == fit(ALL[name], ALL[name].defaults | {control.name: value})


def beyond(control) -> list[str]:
    """Return texts that stand for no value of a control."""
    if isinstance(control, Slider):
        step = 1 if control.choices else control.step
        ends = [control.min - step, control.max + step, control.max * 1000 + step, -1e300]
        between = [(a + b) / 2 for a, b in zip(control.choices, control.choices[1:], strict=False)]
        return [*map(str, [*ends, *between]), "NaN", "Infinity", "-Infinity", "x", "1e999", "1,5"]
    if isinstance(control, SentenceInput):
        (_, words), *_ = control.groups
        return ["", "xyzzy", f"{words[0]} {words[0]}".upper(), " ".join([words[0]] * 99), "1"]
    assert isinstance(control, Select | Toggle)
    return ["", "x", "NaN", "0", "1", "TRUE", "constructor", "__proto__"]


@every_control
def test_a_text_beyond_the_scale_leaves_the_setting_as_it_was(name, control, from_address):
    explorer = ALL[name]
    # A toggle stands on, so that a text that is taken for "false" is seen.
    on = {each.name: True for each in explorer.controls if isinstance(each, Toggle)}
    start = fit(explorer, explorer.defaults | on)
    taken = {written(value) for value in control.values()}
    for text in {*beyond(control)} - taken:
        assert from_address(name, {control.name: text}, start) == start, text


SLIDERS = [
    (name, control)
    for name, explorer in ALL.items()
    for control in explorer.controls
    if isinstance(control, Slider)
]


@pytest.mark.parametrize(
    ("name", "slider"), [each for each in SLIDERS if not each[1].choices], ids=short
)
def test_a_number_between_two_steps_becomes_the_nearer_one(name, slider, from_address):
    low, high, *_ = slider.values()
    for part, value in ((0.4, low), (0.6, high)):
        found = from_address(name, {slider.name: str(low + part * (high - low))})
        assert found[slider.name] == value


@pytest.mark.parametrize(("name", "slider"), [each for each in SLIDERS if each[1].below], ids=short)
def test_a_slider_stays_below_the_one_that_limits_it(name, slider, from_address):
    explorer = ALL[name]
    limit = next(each for each in explorer.controls if each.name == slider.below)
    for value in (limit.values()[0], limit.values()[-1]):
        wanted = {slider.below: value, slider.name: slider.values()[-1]}
        texts = {key: str(number) for key, number in wanted.items()}
        assert from_address(name, texts) == fit(explorer, explorer.defaults | wanted)
