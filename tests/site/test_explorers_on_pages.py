"""Every explorer on the built site, moved by key and by finger, answers as its `update` does."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from pe_book import explorers
from pe_book.declare import Select, SentenceInput, Toggle
from tests.rendered import fit, text_of
from tests.site.explored import PLACES, Explored, drag
from tests.site.page_checks import violations
from tests.site.reader import SETTLED

# Alone on its page for frames, an explorer is there in a third of the time.
NAMES = sorted({name for _, name in PLACES})
HELD = [name for name in NAMES if explorers.ALL[name].handles]


@pytest.mark.parametrize("name", NAMES)
def test_an_explorer_responds_to_every_control(name, explore, axe):
    """By key and mouse in the light theme, switched to the dark one, loaded again, and reset."""
    here = explore(f"embed/{name}.html", name)
    use_every_control(here)
    assert violations(here.page, axe) == []
    changed = here.settings()
    here.visit.look(theme="dark")
    here.expect(changed)
    here.page.wait_for_function("location.hash.length > 1")
    here.page.reload(wait_until="load")
    here.wake()
    here.open_table()
    here.expect(changed)
    here.reset()
    here.expect(here.start)
    here.page.wait_for_function("location.hash === ''")
    assert not here.visit.take_problems()


def use_every_control(here: Explored) -> None:
    here.wake()
    here.open_table()
    seen = here.look()
    assert seen["settings"] == here.start
    for control in here.explorer.controls:
        element, before = here.control(control.name), seen["settings"]
        if isinstance(control, Toggle):
            element.click()
        elif isinstance(control, Select):
            others = [v for v in control.values() if v != before[control.name]]
            element.select_option(others[-1])
        elif isinstance(control, SentenceInput):
            element.fill(control.examples[0])
            element.press("Enter")
        else:
            at_end = element.evaluate("(slider) => slider.value === slider.max")
            element.press("ArrowLeft" if at_end else "ArrowRight")
        seen = here.look()
        now = seen["settings"][control.name]
        assert now != before[control.name]
        here.expect(fit(here.explorer, before | {control.name: now}), seen)
    if here.section.locator("input[type=range]").count():
        drag(here.page, here.first_slider(), 0.2, 0.5, 0.7)
        seen = here.look()
        here.expect(seen["settings"], seen)
    said = here.section.locator(".pe-line, .pe-sentence").all_inner_texts()
    expect(here.section.locator(".pe-status")).to_have_text(" ".join(said))
    figure, sheet = here.section.evaluate(SIZES)
    assert np.abs(np.subtract(figure, sheet)).max() < 1


SIZES = """(section) => [...section.querySelectorAll(".pe-figure, .pe-sheet")]
  .map((e) => e.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


@pytest.mark.parametrize("name", HELD)
def test_a_finger_moves_a_handle_and_scrolls_elsewhere(name, explore):
    here = explore(f"embed/{name}.html", name, width=390, has_touch=True, is_mobile=True)
    here.page.add_style_tag(content="body { padding-bottom: 100vh }")
    here.wake()
    sheet = here.section.locator(".pe-sheet")
    sheet.evaluate("(e) => e.scrollIntoView({ block: 'center', behavior: 'instant' })")
    assert here.section.locator(".pe-handle").count() == len(here.explorer.handles)
    assert any(moves(here, handle) for handle in here.section.locator(".pe-handle:visible").all())
    settings = here.settings()
    assert here.sentence() == text_of(here.explorer, **settings).sentence
    box, at = sheet.bounding_box(), here.page.evaluate("scrollY")
    left, top = box["x"] + 0.97 * box["width"], box["y"] + 0.5 * box["height"]
    swipe(here.page, *((left, top - 20 * step) for step in range(8)))
    here.page.wait_for_function("(at) => scrollY !== at", arg=at)
    assert here.settings() == settings, "a swipe that scrolls moves nothing"


def swipe(page, *places: tuple[float, float]) -> None:
    """Move a finger from the first place over the others, and wait until the page has answered."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(places) - 1)]
    for kind, (x, y) in zip(kinds, places, strict=True):
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(SETTLED)


def moves(here: Explored, handle) -> bool:
    """Whether a finger on the handle changes the settings, in some direction."""
    box, start = handle.bounding_box(), here.settings()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for right, down in ((60, 0), (-60, 0), (0, 60), (0, -60)):
        swipe(here.page, *((x + right * part, y + down * part) for part in (0, 0.25, 0.5, 0.75, 1)))
        if here.settings() != start:
            return True
    return False


# Intervals fire when the test calls them.
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


def test_play_stops_on_pause_and_on_other_input(explore):
    here = explore("embed/waves.html", "waves", script=TICKING)
    [control] = [c for c in here.explorer.controls if getattr(c, "pace", None)]
    button = here.section.locator(".pe-play")
    button.press("Enter")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Pause", [1000 / control.pace])
    here.section.locator(".pe-still").wait_for(state="hidden")
    before = here.settings()
    here.page.evaluate(TICK, 3)
    assert here.settings()[control.name] != before[control.name]
    button.press("Space")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    button.click()
    slider = here.control(control.name)
    slider.press("End" if slider.evaluate("(e) => e.value === e.min") else "Home")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    assert not here.visit.take_problems()
