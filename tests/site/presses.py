"""Press, drag and release in explorers of fresh tabs, and count the tabs that crash.

    python -m tests.site.presses                   ten tabs for each way, in two Chromiums (hours)
    python -m tests.site.presses --tabs 3 --page 04 --way mouse --built /old/_build/html

Every explorer of every page is moved in every way; in one tab right after the page has loaded, in
the next ones later.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from book.browser import FLAGS, desktop_browser, installed_browser
from tests.page_crashes import take_crashes, watch_for_crashes
from tests.site.fingers import swipe
from tests.site.reader import HEIGHT, ROOT, make_first_move

# Milliseconds after the page has loaded, or once the reader's first move has laid it out whole: on
# a busy machine that takes longer than any of these.
AT_REST = "rest"
MOMENTS = ("0", "300", "1000", AT_REST)
# Where presses begin and how far they lead, as shares of the figure. A press on a handle prevents
# what browsers do with one by themselves, such as selecting text; most of a figure is no handle.
BEGINNINGS = ((0.3, 0.45), (0.5, 0.7))
ACROSS, UP = 0.15, 0.1
STEPS = 6


def paths_in_figure(section) -> Iterator[list[tuple[float, float]]]:
    """Yield the places of each press, drag and release, in the viewport's pixels."""
    figure = section.locator(".pe-figure")
    figure.scroll_into_view_if_needed()
    box = figure.bounding_box()
    for x, y in BEGINNINGS:
        yield [
            (
                box["x"] + box["width"] * (x + ACROSS * step / STEPS),
                box["y"] + box["height"] * (y - UP * step / STEPS),
            )
            for step in range(STEPS + 1)
        ]


def by_mouse(page, section) -> None:
    for (x, y), *_, last in paths_in_figure(section):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(*last, steps=STEPS)
        page.mouse.up()


def by_touch(page, section) -> None:
    for places in paths_in_figure(section):
        swipe(page, *places)


def by_pen(page, section) -> None:
    session = page.context.new_cdp_session(page)
    for places in paths_in_figure(section):
        kinds = ["mousePressed", *["mouseMoved"] * STEPS, "mouseReleased"]
        for kind, (x, y) in zip(kinds, [*places, places[-1]], strict=True):
            held = {"button": "left", "buttons": int(kind != "mouseReleased"), "clickCount": 1}
            event = {"type": kind, "x": x, "y": y, "pointerType": "pen", **held}
            session.send("Input.dispatchMouseEvent", event)


def by_keys(page, section) -> None:
    for control in section.locator("fieldset :is(input, select, button):visible").all():
        control.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)


def by_sliders(page, section) -> None:
    for slider in section.locator("input[type=range]:visible").all():
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 0.3 * box["width"], y)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.7 * box["width"], y, steps=STEPS)
        page.mouse.up()


WAYS: dict[str, Callable] = {
    "mouse": by_mouse,
    "touch": by_touch,
    "pen": by_pen,
    "keys": by_keys,
    "sliders": by_sliders,
}


def press_in_fresh_tab(browser, url: str, names: Sequence[str], way: str, moment: str) -> None:
    """Open a page and move these of its explorers; page_crashes.py records a crash."""
    from playwright.sync_api import Error

    context = browser.new_context(
        viewport={"width": 1280, "height": HEIGHT}, has_touch=way == "touch", bypass_csp=True
    )
    page = context.new_page()
    crashed = []
    page.on("crash", lambda: crashed.append(True))
    try:
        page.goto(url, wait_until="load")
        if moment == AT_REST:
            make_first_move(page)
        for name in names:
            section = page.locator(f"#explorer-{name}")
            section.scroll_into_view_if_needed()
            page.wait_for_timeout(300 if moment == AT_REST else int(moment))
            WAYS[way](page, section)
            page.wait_for_timeout(100)
    except Error:
        if not crashed:
            raise
    finally:
        context.close()


@contextlib.contextmanager
def launched(chromium, program: str):
    """Start a Chromium, whose crashes are recorded; the full one in its new headless mode."""
    browser = chromium.launch(executable_path=program, args=list(FLAGS))
    watch_for_crashes(browser)
    yield browser
    browser.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.server import served
    from tests.site.explored import PLACES

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tabs", type=int, default=10)
    parser.add_argument("--built", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--page", default="", help="part of a page's path")
    parser.add_argument("--way", choices=WAYS)
    parser.add_argument("--moment", choices=MOMENTS)
    given = parser.parse_args()
    moments = [given.moment] if given.moment else MOMENTS
    places = [(path, name) for path, name in PLACES if given.page in path]
    for program in dict.fromkeys(filter(None, (desktop_browser(), installed_browser()))):
        with (
            sync_playwright() as playwright,
            launched(playwright.chromium, program) as browser,
            served(given.built) as address,
        ):
            print(f"{program} {browser.version}")
            for path, name in places:
                counts = {}
                for way in [given.way] if given.way else WAYS:
                    for moment in islice(cycle(moments), given.tabs):
                        press_in_fresh_tab(browser, f"{address}/{path}", [name], way, moment)
                    counts[way] = len(take_crashes())
                found = ", ".join(f"{way} {count}" for way, count in counts.items())
                print(f"{path} {name}: crashes in {given.tabs} tabs each: {found}", flush=True)


if __name__ == "__main__":
    main()
