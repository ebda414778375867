"""A finger on the screen."""

from __future__ import annotations

from tests.site.reader import SETTLED


def swipe(page, *places: tuple[float, float]) -> None:
    """Move a finger from the first place over the others, and wait until the page has answered."""
    session = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(places) - 1)]
    for kind, (x, y) in zip(kinds, places, strict=True):
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate(SETTLED)
