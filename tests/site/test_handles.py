"""What the reader takes hold of in a figure moves its settings: by mouse, by finger, by a tap."""

import pytest

from pe_book import explorers
from pe_book.declare import Reorder, Select
from tests.rendered import text_of
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


def along(axis: dict, value: float) -> float:
    """Return where a value stands within the margins, as a share."""
    (start, end), (low, high) = axis["range"], axis["domain"]
    return low + (high - low) * (value - start) / (end - start)
