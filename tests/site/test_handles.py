"""What the reader takes hold of in a figure moves its settings: by mouse, by finger, by a tap."""

import itertools
import math
import re

import pytest

from pe_book import explorers
from pe_book.declare import Reorder, RotateHandle, Select
from tests.rendered import text_of, view_of
from tests.site.explored import (
    PLACES,
    Explored,
)
from tests.site.fingers import swipe, tap
from tests.site.reader import fake_timers, make_first_move

#: Of each explorer the select fields that begin at their first option.
FIRST_OPTIONS = {
    name: [
        control.name
        for control in explorer.controls
        if isinstance(control, Select) and control.default == control.values()[0]
    ]
    for name, explorer in explorers.ALL.items()
}
HELD = [(path, name) for path, name in PLACES if explorers.ALL[name].handles]


def middle(handle) -> tuple[float, float]:
    box = handle.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("path", dict.fromkeys(path for path, _ in HELD))
def test_each_handle_moves_its_settings_and_the_sentence_follows(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}")
    make_first_move(visit.page)
    for name in (name for page, name in HELD if page == path):
        assert_handles_move(Explored(visit, name), faults)
    assert not visit.take_problems()


def assert_handles_move(here: Explored, faults) -> None:
    here.wake()
    assert here.section.locator(".pe-handle").count() == len(here.explorer.handles)
    for number, drag in enumerate(here.explorer.handles):
        with faults.at(f"{here.key}, handle {number}"):
            handle = here.section.locator(".pe-handle").nth(number)
            # In the explorer's upper part a handle may lie below another one.
            handle.scroll_into_view_if_needed()
            x, y = middle(handle)
            # A word goes to the next place, which is as far away as its handle is wide or high; the
            # first word cannot go back, and the last one not on. Of all other steps, the longest is
            # to the next pair of a matrix.
            box, reorders = handle.bounding_box(), isinstance(drag, Reorder)
            far = box["width" if drag.along == "x" else "height"] if reorders else 60
            back = -far if getattr(drag, "place", 0) else far
            # The first of several options has none to its left.
            is_first = drag.settings()[0] in FIRST_OPTIONS[here.explorer.name]
            right, down = (back, back) if reorders else (far if is_first else -far, far)
            handle.dispatch_event("pointerdown", event(x, y))
            for part in (0.25, 0.5, 0.75, 1):
                handle.dispatch_event("pointermove", event(x + right * part, y + down * part))
            handle.dispatch_event("pointerup", event(x + right, y + down))
            settings = here.settings()
            moved = {key: settings[key] for key in drag.settings()}
            assert moved != {key: here.explorer.defaults[key] for key in moved}
            # A slider that is limited by another one is pushed down with it.
            assert settings == here.explorer.fit(here.explorer.defaults | moved)
            assert here.sentence() == text_of(here.explorer, **settings).sentence
            here.page.wait_for_function("(name) => location.hash.includes(name)", arg=here.key)
            here.reset()


def event(x: float, y: float) -> dict:
    pointer = {"pointerId": 1, "isPrimary": True, "button": 0, "pointerType": "mouse"}
    return pointer | {"clientX": x, "clientY": y, "bubbles": True, "cancelable": True}


def test_an_explorer_keeps_its_height_while_a_finger_moves_it(book_url, open_page):
    path = next(path for path, name in HELD if name == "shift")
    here = Explored(open_page(f"{book_url}/{path}"), "shift")
    here.wake()

    def height() -> int:
        return here.section.evaluate("(e) => e.offsetHeight")

    # As in a talk, where the slides are scaled.
    here.section.evaluate("(e) => { e.parentElement.style.transform = 'scale(0.5)'; }")
    before = height()
    handle = here.section.locator(".pe-handle").first
    handle.dispatch_event("pointerdown", event(*middle(handle)) | {"pointerType": "touch"})
    lengthen = "(sentence) => { sentence.textContent = 'and so on '.repeat(200); }"
    here.section.locator(".pe-sentence").evaluate(lengthen)
    assert height() == before
    handle.dispatch_event("pointerup", event(*middle(handle)))
    assert height() > before + 100


def test_the_line_below_a_law_keeps_its_height_while_a_finger_moves_its_explorer(
    book_url, open_page
):
    path = next(path for path, name in HELD if name == "arrows")
    here = Explored(open_page(f"{book_url}/{path}"), "arrows")
    here.wake()
    law = here.page.locator(".pe-law[data-of=arrows]")
    before = law.bounding_box()["height"]
    handle = here.section.locator(".pe-handle").first
    handle.dispatch_event("pointerdown", event(*middle(handle)) | {"pointerType": "touch"})
    law.evaluate("(line) => { line.textContent = 'and so on '.repeat(200); }")
    assert law.bounding_box()["height"] == before
    handle.dispatch_event("pointerup", event(*middle(handle)))
    assert law.bounding_box()["height"] > before + 100


def test_a_hand_turns_with_the_pointer_and_counts_whole_turns(explore):
    here = explore(*next(place for place in HELD if place[1] == "shift"))
    here.wake()
    [turn] = [
        d for d in here.explorer.handles if isinstance(d, RotateHandle) and d.setting == "offset"
    ]
    handle = here.section.locator(".pe-handle").nth(here.explorer.handles.index(turn))
    omega = view_of(here.explorer).values["omega"]
    box = here.section.locator(".pe-sheet").bounding_box()
    scale = box["width"] / here.explorer.template["layout"]["width"]
    tip = middle(handle)
    angle = (here.explorer.defaults["position"] + here.explorer.defaults["offset"]) * omega
    radius = unit_radius(here.explorer) * scale
    center = (tip[0] - radius * math.sin(angle), tip[1] + radius * math.cos(angle))
    here.page.mouse.move(*tip)
    here.page.mouse.down()
    for step in range(1, 13):
        now = angle + step * 3.0 / 12
        here.page.mouse.move(
            center[0] + radius * math.sin(now), center[1] - radius * math.cos(now), steps=2
        )
    here.page.mouse.up()
    expected = here.explorer.defaults["offset"] + 3.0 / omega
    assert here.settings()["offset"] == pytest.approx(expected, abs=1)


def words_of(here) -> list[str]:
    """Return the words in the order in which they stand, once they have slid there."""
    here.section.locator(".pe-drawing:not([data-sliding])").wait_for()
    return here.section.locator("[data-trace='10'] text").evaluate_all(
        "(all) => all.sort((a, b) => a.getAttribute('x') - b.getAttribute('x'))"
        ".map((word) => word.textContent)"
    )


def test_a_word_is_dragged_to_another_place_and_a_tap_exchanges_it_with_the_next(explore):
    here = explore(*next(place for place in HELD if place[1] == "order"))
    here.wake()
    here.control("order").press("Home")
    handles = here.section.locator(".pe-handle")
    here.section.locator(".pe-sheet").scroll_into_view_if_needed()
    here.page.mouse.move(*middle(handles.nth(0)))
    here.page.mouse.down()
    here.page.mouse.move(*middle(handles.nth(3)), steps=8)
    here.page.mouse.up()
    assert words_of(here) == "dog chased the The cat".split()
    handles.nth(1).click()
    assert words_of(here) == "dog the chased The cat".split()
    handles.nth(4).click()
    assert words_of(here) == "dog the chased cat The".split()
    settings = here.settings()
    assert here.sentence() == text_of(here.explorer, **settings).sentence
    here.page.wait_for_url(f"**order:order={settings['order']}")


# Counts how often something in an explorer sets out, and lets "any" order be a certain one.
WATCH_SLIDES = """(section) => {
  Math.random = () => 0.2;
  window.slid = 0;
  const drawing = section.querySelector(".pe-drawing");
  new MutationObserver(() => { slid += drawing.hasAttribute("data-sliding"); })
    .observe(drawing, { attributeFilter: ["data-sliding"] });
}"""


def test_shuffle_takes_another_order_and_the_words_slide_there(explore):
    here = explore(*next(place for place in HELD if place[1] == "order"))
    here.wake()
    here.section.evaluate(WATCH_SLIDES)
    shuffle = here.section.get_by_role("button", name="Shuffle")
    for expected in (23, 24):
        shuffle.click()
        sentence = text_of(here.explorer, order=expected).sentence
        here.page.wait_for_url(f"**order:order={expected}")
        assert here.settings()["order"] == expected
        assert here.sentence() == sentence and " ".join(words_of(here)) in sentence
    assert here.page.evaluate("slid") == 2
    # A reader who wants no motion sees none.
    here.page.emulate_media(reduced_motion="reduce")
    shuffle.focus()
    here.page.keyboard.press("Enter")
    here.page.wait_for_url("**order:order=23")
    assert here.page.evaluate("slid") == 2


def unit_radius(explorer) -> float:
    """Return the circle's radius in the figure's own pixels."""
    layout = explorer.template["layout"]
    width = layout["width"] - layout["margin"]["l"] - layout["margin"]["r"]
    low, high = layout["xaxis"]["range"]
    return width * layout["xaxis"]["domain"][1] / (high - low)


def on_a_phone(explore, name: str, **options):
    """Open an explorer with its figure in the middle of a phone's screen, and return both."""
    place = next(place for place in HELD if place[1] == name)
    here = explore(*place, width=390, has_touch=True, is_mobile=True, **options)
    here.wake()
    sheet = here.section.locator(".pe-sheet")
    sheet.evaluate("(sheet) => sheet.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return here, sheet


def test_a_finger_drags_a_handle_taps_a_cell_and_scrolls_elsewhere(explore):
    here, sheet = on_a_phone(explore, "fingerprint", script=fake_timers("ANNOUNCE_DELAY_MS"))
    x, y = middle(here.section.locator(".pe-handle").first)
    swipe(here.page, (x, y), (x + 20, y + 10), (x + 40, y + 20))
    dragged = here.settings()
    assert dragged["column"] > here.explorer.defaults["column"]
    assert dragged["position"] > here.explorer.defaults["position"]
    x, y = middle(here.section.locator(".pe-handle").first)
    tap(here.page, x, y + 20)
    assert here.settings()["position"] > dragged["position"], "tapped beside the ring"
    box = sheet.bounding_box()
    tap(here.page, box["x"] + 0.3 * box["width"], box["y"] + 0.2 * box["height"])
    tapped = here.settings()
    assert tapped != dragged and here.sentence() == text_of(here.explorer, **tapped).sentence
    assert here.page.evaluate("fireTimers()") == 1
    before = here.page.evaluate("scrollY")
    left, top = box["x"] + 0.8 * box["width"], box["y"] + 0.3 * box["height"]
    swipe(here.page, *((left, top - 20 * step) for step in range(8)))
    here.page.wait_for_function("(before) => scrollY > before + 40", arg=before)
    assert here.settings() == tapped
    assert here.page.evaluate("fireTimers()") == 0, "a swipe announces nothing"


def test_a_slanting_swipe_that_scrolls_the_page_leaves_the_position(explore):
    here, sheet = on_a_phone(explore, "waves")
    box, before = sheet.bounding_box(), here.settings()
    at, scrolled = here.page.evaluate("scrollY"), "(before) => scrollY > before + 40"
    left, top = box["x"] + 0.7 * box["width"], box["y"] + 0.6 * box["height"]
    swipe(here.page, *((left - 6 * step, top - 20 * step) for step in range(8)))
    here.page.wait_for_function(scrolled, arg=at)
    assert here.settings() == before


#: How near two handles come to each other at the start, in pixels: those that slide along one
#: line stand a few positions apart.
APART = 12


@pytest.mark.parametrize("path", dict.fromkeys(path for path, _ in HELD))
def test_no_handle_lies_over_another_on_a_phone(path, book_url, open_page, faults):
    visit = open_page(f"{book_url}/{path}", width=390, has_touch=True, is_mobile=True)
    make_first_move(visit.page)
    for name in (name for page, name in HELD if page == path):
        here = Explored(visit, name)
        here.wake()
        with faults.at(here.key):
            places = [middle(each) for each in here.section.locator(".pe-handle:visible").all()]
            near = [
                (one, other)
                for one, other in itertools.combinations(places, 2)
                if math.dist(one, other) < APART
            ]
            assert not near


def test_a_tap_on_a_cell_says_its_row_and_column_and_selects_their_offset(explore):
    here, sheet = on_a_phone(explore, "similarity")
    box, layout = sheet.bounding_box(), here.explorer.template["layout"]
    scale = box["width"] / layout["width"]
    for row, column in ((10, 40), (29, 21), (0, 5)):
        # Off the middle of the cell, so that the two do not round to their difference.
        x = along(layout["xaxis2"], column - 0.27) * inside(layout, "width", "l", "r")
        up = along(layout["yaxis2"], row + 0.27) * inside(layout, "height", "t", "b")
        left = layout["margin"]["l"] + x
        top = layout["height"] - layout["margin"]["b"] - up
        tap(here.page, box["x"] + scale * left, box["y"] + scale * top)
        label = here.section.locator(".pe-hover").inner_text()
        assert re.match(rf"positions {row} and {column}: ", label)
        assert here.settings()["offset"] == abs(row - column)


def test_a_tap_on_a_card_selects_its_exhibit_and_one_on_a_bar_its_check(explore):
    here, sheet = on_a_phone(explore, "equations")
    box, layout = sheet.bounding_box(), here.explorer.template["layout"]
    scale = box["width"] / layout["width"]
    exhibits, checks = ([value for value, _ in c.options] for c in here.explorer.controls)

    def tap_at(axes: str, across: float, down: float) -> None:
        x = along(layout[f"xaxis{axes}"], across) * inside(layout, "width", "l", "r")
        up = along(layout[f"yaxis{axes}"], down) * inside(layout, "height", "t", "b")
        left = layout["margin"]["l"] + x
        top = layout["height"] - layout["margin"]["b"] - up
        tap(here.page, box["x"] + scale * left, box["y"] + scale * top)

    for exhibit, check in (
        (exhibits[0], checks[0]),
        (exhibits[-1], checks[-1]),
        ("base lost", "longer"),
    ):
        card = exhibits.index(exhibit)
        tap_at("", card % 3, card // 3)
        tap_at("2", 3, checks.index(check))
        assert here.settings() == {"exhibit": exhibit, "check": check}
        assert here.sentence() == text_of(here.explorer, exhibit=exhibit, check=check).sentence


def along(axis: dict, value: float) -> float:
    """Return where a value stands within the margins, as a share."""
    (start, end), (low, high) = axis["range"], axis["domain"]
    return low + (high - low) * (value - start) / (end - start)


def inside(layout: dict, side: str, *margins: str) -> float:
    """Return the size of the area within the margins, in the figure's own pixels."""
    return layout[side] - sum(layout["margin"][margin] for margin in margins)
