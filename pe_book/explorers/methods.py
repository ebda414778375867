"""Chapter 7: the weights of one query while all positions move on, by the table and a method."""

from pe_book.declare import (
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    line,
)

WORDS = "the dog chased the cat and another cat chased the dog".split()
METHODS = (("rope", "RoPE"), ("alibi", "ALiBi, no mask"), ("none", "no position"))
NAMES = [f"{s} {word}" for s, word in enumerate(WORDS)]
# The letters of a slide are larger than its rows.
EVERY_SECOND = [name if s % 2 else "" for s, name in enumerate(NAMES)]
FARTHEST = 100


def bars(panel: int) -> list[dict]:
    """Return the weights from position 0 as bars, how far each has moved, and where it is now."""

    before = {"opacity": 0.4, "line": {"color": "@position", "width": 11}}
    moved = {"color": "@offset", "size": 9}
    return [
        line("@position", panel, **before),
        line("@offset", panel, width=5),
        line("@offset", panel, mode="markers", marker=moved),
    ]


def axes(panel: int) -> dict:
    """Return the axes of one panel; only the left one names the words."""
    number = panel if panel > 1 else ""
    return {
        f"xaxis{number}": {
            "domain": [[0, 0.475], [0.525, 1]][panel - 1],
            "tickvals": [0, 0.25, 0.5],
            "title": "weight",
        },
        f"yaxis{number}": {
            "range": [len(WORDS) - 0.4, -0.6],
            "tickvals": list(range(len(WORDS))),
            "ticktext": NAMES,
            "showticklabels": panel == 1,
            "showgrid": False,
        },
    }


WORDING = Wording(
    line="Weights change by up to {table:fixed(2)}; {method:name}: {change:change}.",
    sentences={
        "start": "Press play: all positions move on together.",
        "rope": "RoPE doesn’t notice: all queries and keys turn by the same extra angle.",
        "alibi": "ALiBi doesn’t notice: all distances stay as they were.",
        "none": "Without positions there’s nothing to notice.",
    },
    columns=[
        ("word", "{}"),
        ("weight with the table", "{:fixed(3)}"),
        ("from position 0", "{:fixed(3)}"),
        ("weight with {method:name}", "{:fixed(3)}"),
        ("from position 0", "{:fixed(3)}"),
    ],
    words={
        "name": {"rope": "RoPE", "alibi": "ALiBi", "none": "no position"},
        "panel": {"table": "table added", "rope": "RoPE", "alibi": "ALiBi", "none": "no position"},
        "change": {"0": "none", "other": "{:fixed(2)}"},
        "before": "bars: at the start",
        "after": "dots: now",
    },
)
SHIFT = Slider(
    "shift",
    "Shift of all positions",
    0,
    FARTHEST,
    1,
    0,
    "positions",
    pace=6,
    continuous=True,
)
EXPLORER = Explorer(
    name="methods",
    question="Shift every position. Who notices?",
    controls=(
        SHIFT,
        Select("method", "Beside the table", METHODS, "rope"),
        Slider("query", "Word whose query it is", 0, len(WORDS) - 1, 1, 7),
    ),
    template={
        "data": [*bars(1), *bars(2)],
        "layout": {
            "width": 420,
            "height": 350,
            "margin": {"l": 84, "r": 8, "t": 44, "b": 42},
            **axes(1),
            **axes(2),
        },
    },
    wording=WORDING,
    handles=tuple(
        DragHandle(y="query", axes=(f"x{number}", f"y{number}"), style="bare") for number in ("", 2)
    ),
    wide_layout=FILLS_COLUMN | {"margin": {"l": 146, "t": 44, "b": 40}},
    slide_layout=FILLS_SLIDE
    | {"margin": {"l": 136, "t": 56, "b": 56}, "yaxis": {"ticktext": EVERY_SECOND}},
    alt=(
        "Two panels, the table added and another method. In each, bars show the weights that one "
        "of eleven words gives to all, at positions from 0 on, and dots the weights after a shift "
        "of all positions. With the table added the dots leave the ends of the bars; with the "
        "other methods they stay on them."
    ),
)
