"""RoPE in 15 minutes: a pair of a query and of a key as arrows, turned or with rows added."""

import math

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    RotateHandle,
    Slider,
    Toggle,
    Wording,
    line,
    markers,
)

STEP = 15  # degrees that this pair turns from one position to the next
FIRST, LAST, FARTHEST = 16, 48, 12
TEXT = range(LAST + FARTHEST + 1)


def arrow(color: str) -> dict:
    """Return an arrow, with a dot at its tip."""
    tip = {"color": color, "size": [0.1, 13]}
    return line(color, mode="lines+markers", marker=tip)


def band(color: str, width: float) -> dict:
    """Return an arc that is broad and pale."""
    return line(color, width=width, opacity=0.45)


QUERY, KEY = "@position", "@offset"
ROUND = [2 * math.pi * step / 120 for step in range(121)]
TURN = ([math.sin(angle) for angle in ROUND], [math.cos(angle) for angle in ROUND])
WORDING = Wording(
    line="{added:how}: the score is {score:fixed(2)}.",
    sentences={
        "turned": "Slide both words and the score stays: the arrows keep {apart}° between them.",
        "added": f"Slide both words down to {FIRST} and the score becomes {{first:fixed(2)}}.",
    },
    colors={"apart": "pair"},
    columns=[
        ("arrow", "{:arrow}"),
        ("column 2j", "{:fixed(3)}"),
        ("column 2j + 1", "{:fixed(3)}"),
        ("length", "{:fixed(3)}"),
    ],
    words={
        "how": {"true": "Rows added", "false": "Both arrows turned"},
        "arrow": {
            "query before": "query, before",
            "key before": "key, before",
            "query": "query, at its position",
            "key": "key, at its position",
        },
        "apart": "{:plural(word)} apart",
        "query": "query",
        "key": "key",
        "row": "+ row",
        "over": "score",
    },
)
EXPLORER = Explorer(
    name="arrows",
    question="What does the score know about the two positions?",
    controls=(
        Slider("position", "Slide both: query at m", FIRST, LAST, 1, 20, pace=1.5, continuous=True),
        Slider("offset", "Slide the key: offset k", -FARTHEST, FARTHEST, 1, 3, "positions"),
        Toggle("added", "Add a row instead of turning"),
        Slider("query", "Query’s direction", -180, 180, STEP, 0, "degrees"),
        Slider("key", "Key’s direction", -180, 180, STEP, 0, "degrees"),
    ),
    template={
        "data": [
            line("@muted", width=1, x=TURN[0], y=TURN[1]),
            *(band(color, 9) for color in (QUERY, KEY)),
            # The arrows before; a row goes on from there.
            *(line(color, width=1.5) for color in (QUERY, KEY)),
            band("@pair", 16),
            *(arrow(color) for color in (QUERY, KEY)),
            line("@ink", 2),
            markers("@ink", 2, size=10),
            markers("@muted", 3, size=5, x=list(TEXT), y=[0] * len(TEXT)),
            line("@pair", 3, width=6, opacity=0.7),
            *(markers(color, 3, size=15) for color in (QUERY, KEY)),
        ],
        "layout": {
            "width": 360,
            "height": 300,
            "margin": {"l": 8, "r": 10, "t": 16, "b": 42},
            # A unit is as long up as across, so that the circle is round.
            "xaxis": {"domain": [0, 0.497], **BARE_AXIS},
            "yaxis": {"domain": [0, 0.7025], **BARE_AXIS},
            "xaxis2": {
                "domain": [0.61, 1],
                "range": [FIRST - 1, LAST + 1],
                "tickvals": [16, 24, 32, 40, 48],
                "title": "query’s position",
            },
            "yaxis2": {"domain": [0, 0.62], "range": [-4.6, 4.6], "tickvals": [-4, 0, 4]},
            "xaxis3": {
                "range": [-1, LAST + FARTHEST + 1],
                "tickvals": list(range(0, LAST + FARTHEST + 1, 12)),
                "showgrid": False,
            },
            "yaxis3": {"domain": [0.8, 1], "range": [-1.6, 1.6], **BARE_AXIS},
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="position", axes=("x3", "y3"), tip=(12, 0)),
        DragHandle(x="offset", axes=("x3", "y3"), origin=("position", "position"), tip=(13, 0)),
        DragHandle(x="position", axes=("x2", "y2"), tip=(9, 0)),
        RotateHandle("query", tip=(6, 1), radians=math.radians(1), center="query_from"),
        RotateHandle("key", tip=(7, 1), radians=math.radians(1), center="key_from"),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "xaxis": {"domain": [0.06, 0.345]},
        "yaxis": {"domain": [0, 0.7]},
        "xaxis2": {"domain": [0.46, 1]},
    },
    alt=(
        "A query and a key as two words on a line of positions. Below, a circle with both as "
        "arrows, each turned by 15 degrees a position, or with the row of its position added. "
        "Beside it, the score while both words slide along the line: level where the arrows are "
        "turned, a wave where rows are added."
    ),
)
