"""A small explorer for tests of what declares, shows and carries one."""

from pe_book.declare import Explorer, Select, Slider, Toggle, Wording


def small(**changes) -> Explorer:
    """An explorer with one control of each kind."""

    parts = {
        "name": "small",
        "question": "Is 1 < 2?",
        "controls": (
            Slider("width", "Width", choices=(2, 4, 8), default=4, unit="columns"),
            Slider("place", "Place", 0, 7, default=1, below="width", unit="positions"),
            Select("wave", "Wave", (("sin", "Sine"), ("cos", "Cosine")), "sin"),
            Toggle("smooth", "Smooth"),
        ),
        "template": {
            "data": [{"type": "scatter", "line": {"color": "@sine"}}],
            "layout": {"width": 400, "height": 300, "title": {"text": ""}},
        },
        "wording": Wording({"main": "At {place}."}, [("x", "{}")]),
        "alt": "A wave.",
    }
    return Explorer(**(parts | changes))
