"""Every explorer on the built site, moved as a reader moves it, answers as its `update` says."""

from __future__ import annotations

import numpy as np
import pytest

from pe_book import explorers
from pe_book.declare import Select, Slider, Toggle, Words
from tests.rendered import text_of
from tests.site.explored import (
    PAGES_WITH_EXPLORERS,
    PLACES,
    Explored,
    drag,
    explored_on,
    explorers_on,
)
from tests.site.reader import DESK, SCREENS, STORY, THEMES, make_first_move


def step(slider) -> None:
    """One step to the right, at the right end one to the left."""
    at_end = slider.evaluate("(slider) => slider.value === slider.max")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


def test_every_explorer_is_on_a_page():
    assert {*explorers_on(STORY), *(name for _, name in PLACES)} == set(explorers.ALL)


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", PAGES_WITH_EXPLORERS)
def test_explorers_respond_to_every_control(path, width, book_url, open_page, faults):
    """In one theme, and switched to the other; on a phone also by Back and loaded again."""
    first, other = THEMES if width == DESK else THEMES[::-1]
    visit = open_page(f"{book_url}/{path}", width=width, theme=first)
    page, all_here = visit.page, explored_on(visit, path)
    changed = {}
    make_first_move(page)  # else what is clicked may move away while the page is laid out
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, {first}"):
            use_every_control(here)
            assert not visit.take_problems()
    visit.look(theme=other)
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, switched to {other}"):
            changed[here.key] = here.settings()
            here.show()
            here.expect(changed[here.key])
            assert not visit.take_problems()
    if width == DESK:  # what an address and the history restore is the same at any width
        return
    with faults.at("back and forward"):
        assert_history_restores(all_here, changed)
        assert not visit.take_problems()
    page.wait_for_function("location.hash.length > 1")
    page.reload(wait_until="load")
    make_first_move(page)
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, loaded in {other}"):
            assert_reload_and_reset(here, changed[here.key])
            assert not visit.take_problems()
    page.wait_for_function("location.hash === ''")


def use_every_control(here: Explored) -> None:
    here.wake()
    here.open_table()
    seen = here.look()
    assert seen["settings"] == here.start
    assert seen["sentence"] == text_of(here.explorer, **here.start).sentence
    height = here.section.bounding_box()["height"]
    for control in here.explorer.controls:
        element, before = here.control(control.name), seen["settings"]
        if isinstance(control, Toggle):
            element.click()
        elif isinstance(control, Select):
            others = [v for v in control.values() if v != before[control.name]]
            element.select_option(others[-1])
        elif isinstance(control, Words):
            element.fill(control.examples[0])
            element.press("Enter")
        else:
            step(element)
            seen = here.look()
            moved = here.explorer.fit(before | {control.name: seen["settings"][control.name]})
            assert moved[control.name] != before[control.name]
            here.expect(moved, seen)
            here.page.keyboard.press("Home")
            assert element.evaluate(AT_START)
            drag(here.page, element, 0.2, 0.5, 0.7)
            assert not element.evaluate(AT_START)
        seen = here.look()
        now = seen["settings"]
        assert now[control.name] != before[control.name] or isinstance(control, Slider)
        here.expect(now, seen)
    # The drawing moved nothing on the page but lines of text.
    section, figure, sheet = here.section.evaluate(SIZES)
    assert np.abs(np.subtract(figure, sheet)).max() < 1
    assert abs(section[1] - height) < 400


AT_START = "(slider) => slider.value === slider.min"
SIZES = """(section) => [section, ...section.querySelectorAll(".pe-figure, .pe-sheet")]
  .map((e) => e.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


def assert_reload_and_reset(here: Explored, changed: dict) -> None:
    here.wake()
    here.open_table()
    here.expect(changed)
    here.reset()
    here.expect(here.start)


def assert_history_restores(all_here: list[Explored], changed: dict) -> None:
    """Each explorer's visit was one step, in the page's order."""
    for here in reversed(all_here):
        here.page.wait_for_url(f"**{here.key}:*")
        here.page.go_back()
        here.show()
        here.expect(here.start)
    assert "#" not in here.page.url
    for here in all_here:
        here.page.go_forward()
        here.show()
        here.expect(changed[here.key])


# Intervals go off when the test says so.
TICKING = """
  globalThis.ticking = new Map();
  globalThis.setInterval = (call, delay) => {
    const id = ticking.size + 1;
    ticking.set(id, { call, delay });
    return id;
  };
  globalThis.clearInterval = (id) => ticking.delete(id);
"""
TICK = "(times) => { while (times--) for (const { call } of [...ticking.values()]) call(); }"
DELAYS = "() => [...ticking.values()].map(({ delay }) => delay)"
PLAYED = [
    (path, name, control)
    for path, name in PLACES
    for control in explorers.ALL[name].controls
    if isinstance(control, Slider) and control.pace
]


@pytest.mark.parametrize(("path", "name", "control"), PLAYED, ids=[name for _, name, _ in PLAYED])
def test_play_stops_on_pause_and_on_other_input(path, name, control, explore):
    here = explore(path, name, script=TICKING)
    slider, start = here.control(control.name), here.settings()
    button = here.section.locator(".pe-play")
    button.focus()
    here.page.keyboard.press("Enter")
    assert button.inner_text() == "Pause"
    assert here.page.evaluate(DELAYS) == [1000 / control.pace]
    here.section.locator(".pe-still").wait_for(state="hidden")
    here.page.evaluate(TICK, 3)
    # What moves between its steps sets out at once.
    first = int(control.continuous)
    values = list(control.values())
    begin = 0 if control.restarts else values.index(start[control.name])
    moved = start | {control.name: values[begin + 3 + first]}
    here.open_table()
    here.expect(moved)
    assert "#" not in here.page.url
    button.press("Space")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    here.page.wait_for_url(f"**#{name}:{control.name}={moved[control.name]}*")
    # From the end it goes on at the start.
    slider.press("End")
    button.click()
    here.page.evaluate(TICK, 1 - first)
    # One that starts over with each press has set out from there again.
    here.expect(start | {control.name: values[first if control.restarts else 0]})
    slider.press("ArrowRight")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    button.click()
    here.reset()
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    here.page.emulate_media(reduced_motion="reduce")
    button.click()
    assert here.page.evaluate(DELAYS) == [1000]
    here.page.evaluate("scrollTo(0, 0)")
    here.page.locator("footer").last.scroll_into_view_if_needed()
    here.page.wait_for_function("ticking.size === 0")
    assert not here.visit.take_problems()
