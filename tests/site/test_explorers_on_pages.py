"""Every explorer on the built site, moved as a reader moves it, answers as its `update` says."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from bs4 import BeautifulSoup

from pe_book import explorers
from pe_book.declare import Select, Slider, Toggle, Words
from tests.rendered import figure_of, text_of
from tests.site.explored import (
    BUILT,
    PAGES_WITH_EXPLORERS,
    PLACES,
    SEEN,
    Explored,
    drag,
    explored_on,
    explorers_on,
    keys_on,
)
from tests.site.reader import CHAPTERS, DESK, SCREENS, STORY, THEMES, fake_timers, make_first_move

# The figure is written in the color of the text around it, and that color is another than before.
# So many of its words have a color of their own.
IN_INK_BUT = """([name, before, colored]) => {
  const section = document.querySelector(`#explorer-${name}`);
  const ink = getComputedStyle(section).color;
  return ink !== before && [...section.querySelectorAll(".pe-sheet text")]
    .filter((text) => getComputedStyle(text).fill !== ink).length === colored;
}"""


def step(slider) -> None:
    """One step to the right, at the right end one to the left."""
    at_end = slider.evaluate("(slider) => slider.value === slider.max")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


def test_every_explorer_is_on_a_page():
    assert {*explorers_on(STORY), *(name for _, name in PLACES)} == set(explorers.ALL)


@pytest.mark.parametrize("path", [*PAGES_WITH_EXPLORERS, STORY])
def test_each_explorer_is_in_the_outline_of_its_page(path):
    """Its question is a heading, at most one level below the heading before it."""
    html = BeautifulSoup((BUILT / path).read_text("utf-8"), "html.parser")
    headings = html.main.find_all(re.compile("^h[1-6]$"))
    levels = [int(heading.name[1]) for heading in headings]
    asked = [heading.get_text() for heading in html.main.select(".pe-explorer :is(h2, h3, h4)")]
    assert asked == [explorers.ALL[name].question for name in keys_on(path).values()]
    assert all(below <= above + 1 for above, below in pairwise(levels))


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
    ink = all_here[0].section.evaluate("(section) => getComputedStyle(section).color")
    visit.look(theme=other)
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, switched to {other}"):
            changed[here.key] = here.settings()
            figure = figure_of(here.explorer, **changed[here.key])
            notes = figure["layout"].get("annotations", [])
            colors = [note.get("font", {}).get("color", "@ink") for note in notes]
            colored = sum(color != "@ink" for color in colors) + sum(
                sum(place is not None for place in trace["y"])
                for trace in figure["data"]
                if trace.get("textfont", {}).get("color", "@ink") != "@ink"
            )
            if figure.get("scene"):
                [still, _] = ElementTree.fromstring(
                    f"<stills>{text_of(here.explorer, **changed[here.key]).svg}</stills>"
                )
                texts = [each for each in still.iter() if each.tag.endswith("}text")]
                colored = sum(each.get("fill") != "currentColor" for each in texts)
            here.show()
            page.wait_for_function(IN_INK_BUT, arg=[here.key, ink, colored])
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


def test_explorers_with_a_play_button():
    assert {"counter", "shift", "waves"} <= {name for _, name, _ in PLAYED}


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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_front_page_shows_a_whole_explorer_above_the_fold(width, height, open_page, book_url):
    visit = open_page(f"{book_url}/index.html")
    visit.page.set_viewport_size({"width": width, "height": height})
    visit.page.evaluate("scrollTo(0, 0)")
    visit.page.locator(".pe-tiles > li").first.wait_for(state="attached")
    for what in ("h1", ".pe-preset", ".pe-swap", ".pe-figure", ".pe-sentence", "a.book-start"):
        box = visit.page.locator(f".bd-article {what}").first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, (what, box)
    assert visit.page.locator("a.book-start").get_attribute("href") == CHAPTERS[0]


def test_invalid_settings_in_the_address_are_ignored(explore):
    path, name = next(place for place in PLACES if place[1] == "waves")
    values = "position=-7,base=nan,length=x"
    assert {part.partition("=")[0] for part in values.split(",")} <= {*explorers.ALL[name].defaults}
    here = explore(path, name, f"#{name}:{values},nothing=3;else:x=1")
    assert here.settings() == here.start
    assert not here.visit.take_problems()


@pytest.mark.parametrize(("path", "name"), PLACES[:2])
def test_a_drag_makes_one_history_entry_and_one_announcement(path, name, explore):
    here = explore(path, name, script=fake_timers("ANNOUNCE_DELAY_MS"))
    before = here.page.evaluate("history.length")
    here.section.evaluate(
        """(section) => {
          window.announced = [];
          const status = section.querySelector(".pe-status");
          new MutationObserver(() => announced.push(status.textContent))
            .observe(status, { childList: true, characterData: true, subtree: true });
          section.addEventListener("input", () => fireTimers());
        }"""
    )
    drag(here.page, here.first_slider(), *np.linspace(0.1, 0.9, 20))
    assert here.page.evaluate("announced") == []
    assert here.page.evaluate("fireTimers()") == 1
    here.section.evaluate(SEEN)
    assert here.page.evaluate("announced") == [here.sentence()]
    assert here.page.evaluate("fireTimers()") == 0
    assert here.page.evaluate("history.length") == before + 1


def test_a_step_edits_texts_in_place(explore):
    """An exchanged text node would have the styles of the whole page matched anew."""
    here = explore("chapters/04_offsets_are_rotations.html", "shift")
    here.first_slider().press("ArrowRight")
    here.section.evaluate(SEEN)
    before = here.sentence()
    here.section.evaluate(
        """(section) => {
          window.exchanged = [];
          const note = ({ target }) => exchanged.push(target.outerHTML);
          for (const part of section.querySelectorAll(".pe-sentence, .pe-controls, .pe-sheet"))
            new MutationObserver((records) => records.forEach(note))
              .observe(part, { childList: true, subtree: true });
        }"""
    )
    here.first_slider().press("ArrowRight")
    here.section.evaluate(SEEN)
    assert here.sentence() != before
    assert here.page.evaluate("exchanged") == []
