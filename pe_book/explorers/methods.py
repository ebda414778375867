"""Chapter 7: one query under four methods, and what happens when all positions move on."""

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
METHODS = (
    ("table", "table added to the input"),
    ("rope", "RoPE"),
    ("alibi", "ALiBi, no mask"),
    ("none", "none"),
)
PANELS = (1, 2, 3, 4)
NAMES = [f"{s} {word}" for s, word in enumerate(WORDS)]
# The letters of a slide are larger than its rows.
EVERY_SECOND = [name if s % 2 else "" for s, name in enumerate(NAMES)]
WEIGHT = "weight"
# Of the panels, by row and by column, on a phone.
ACROSS = ([0, 0.475], [0.525, 1])
DOWN = ([0.525, 0.895], [0, 0.37])


def bars(panel: int) -> list[dict]:
    """Return the weights from position 0 as bars, how far each has moved, and where it is now."""

    def hover(when: str) -> dict:
        text = "word %{y}: %{x:.3f}<extra>" + when + "</extra>"
        return {"hovertemplate": text}

    before = {"opacity": 0.4, "line": {"color": "@position", "width": 11}}
    moved = {"color": "@offset", "size": 9}
    return [
        line("@position", panel, **before) | hover("from position 0"),
        line("@offset", panel, width=5),
        line("@offset", panel, mode="markers", marker=moved) | hover("after the shift"),
    ]


def axes(panel: int) -> dict:
    """Return the axes of one panel; only the left ones name the words."""
    across, down = (panel - 1) % 2, (panel - 1) // 2
    number = panel if panel > 1 else ""
    return {
        f"xaxis{number}": {
            "domain": ACROSS[across],
            "tickvals": [0, 0.25, 0.5],
            **({"title": WEIGHT} if down else {}),
        },
        f"yaxis{number}": {
            "domain": DOWN[down],
            "range": [len(WORDS) - 0.4, -0.6],
            "tickvals": list(range(len(WORDS))),
            "ticktext": NAMES,
            "showticklabels": across == 0,
            "showgrid": False,
        },
    }


def side_by_side(panel: int) -> dict:
    """Return what changes of the axes of a panel where all four are side by side."""
    number = panel if panel > 1 else ""
    left = 0.255 * (panel - 1)
    x = {"domain": [left, left + 0.235], "title": WEIGHT}
    y = {"domain": [0, 0.8], "showticklabels": panel == 1}
    return {f"xaxis{number}": x, f"yaxis{number}": y}


WORDING = Wording(
    sentences={
        "largest": "With {method:method}, word {query}, “{word}”, gives the largest weight, "
        "{largest:fixed(2)}, to “{found_word}”, word{several:s} {found:listed}.",
        "no shift": "Move the shift to see what changes when all positions do.",
        "changed": "The shift by {shift:plural(position)} has changed weights by up to "
        "{change:fixed(3)}: the rows added are others.",
        "unchanged": "The shift by {shift:plural(position)} changes no weight: {method:unchanged}.",
    },
    columns=[
        ("word", "{}"),
        ("position", "{}"),
        ("weight", "{:fixed(3)}"),
        ("without the shift", "{:fixed(3)}"),
    ],
    words={
        "method": {
            "rope": "RoPE",
            "alibi": "ALiBi",
            "table": "the table added",
            "none": "no position",
        },
        "panel": {
            "rope": "RoPE",
            "alibi": "ALiBi",
            "table": "table added",
            "none": "no position",
        },
        "moved": {"0": "no change", "other": "moved by {:fixed(2)}"},
        "before": "bars: from {} on",
        "after": {"0": "dots: not shifted", "other": "dots: from {} on"},
        "s": {"true": "s", "false": ""},
        "unchanged": {
            "rope": "all queries and keys turn further by the same angles, and no dot product sees "
            "that",
            "alibi": "all distances stay as they were",
            "none": "no position enters the scores",
        },
    },
)
EXPLORER = Explorer(
    name="methods",
    question="What does a query see of a shift of all positions?",
    controls=(
        Slider(
            "shift",
            "Shift of all positions",
            default=100,
            unit="positions",
            choices=(0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000),
        ),
        Slider("query", "Word whose query it is", 0, len(WORDS) - 1, 1, 7),
        Select("method", "Method in the sentence", METHODS, "table"),
    ),
    template={
        "data": [trace for panel in PANELS for trace in bars(panel)],
        "layout": {
            "width": 420,
            "height": 560,
            "margin": {"l": 84, "r": 8, "t": 30, "b": 42},
            **{name: axis for panel in PANELS for name, axis in axes(panel).items()},
        },
    },
    wording=WORDING,
    handles=tuple(
        DragHandle(y="query", axes=(f"x{number}", f"y{number}"), style="bare")
        for number in ("", 2, 3, 4)
    ),
    wide_layout=FILLS_COLUMN
    | {"margin": {"l": 146, "t": 28, "b": 40}}
    | {name: axis for panel in PANELS for name, axis in side_by_side(panel).items()},
    slide_layout=FILLS_SLIDE
    | {"margin": {"l": 114, "t": 30, "b": 56}}
    | {
        "yaxis": {"domain": [0.545, 0.895], "ticktext": EVERY_SECOND},
        "yaxis2": {"domain": [0.545, 0.895]},
        "yaxis3": {"domain": [0, 0.35], "ticktext": EVERY_SECOND},
        "yaxis4": {"domain": [0, 0.35]},
    },
    alt=(
        "Four panels, one for each method: the table added, RoPE, ALiBi and no position. In each, "
        "bars show the weights that one of eleven words gives to all, at positions from 0 on, and "
        "dots the weights after a shift of all positions. With the table added the dots stand away "
        "from the ends of the bars; in the other three they stand on them."
    ),
)
