"""Chapter 10: which shifts of an image's patches are rotations?"""

import math

from pe_book.declare import (
    BARE_AXIS,
    DragHandle,
    Explorer,
    Select,
    Slider,
    Wording,
    heading,
    heat_map,
    line,
    markers,
)

SIDE = 12
TABLES = {
    "axes": "rows and columns apart",
    "running": "patches counted 0, 1, 2, …",
    "resized": "resized from half the size",
}


COLORS = {"zmin": 0.25, "zmax": 1, "colorscale": "@sequential"}
#: What the key of the colors shows.
KEY = [0.25 + 0.75 * i / 64 for i in range(65)]
TICKS = {"tickvals": [0, 4, 8], "showgrid": False}


def mark(color: str, symbol: str, size: float) -> dict:
    """Return the marker of a patch."""
    edge = {"color": "@paper", "width": 1.5}
    marker = {"color": color, "size": size, "symbol": symbol, "line": edge}
    return markers(color, marker=marker)


#: A house and the sun, over the patches that an image is cut into.
HOUSE = [(2.5, 6), (5.5, 3), (8.5, 6), (2.5, 6), (3, 6), (3, 10.5), (8, 10.5), (8, 6), None]
HOUSE += [(4.8, 10.5), (4.8, 8), (6.2, 8), (6.2, 10.5), None, (-0.5, 10.5), (11.5, 10.5), None]
HOUSE += [
    (9.6 + 1.1 * math.cos(turn * math.pi / 12), 1.4 + 1.1 * math.sin(turn * math.pi / 12))
    for turn in range(25)
]
CUTS = [
    point
    for place in range(SIDE - 1)
    for ends in (
        ((place + 0.5, -0.5), (place + 0.5, SIDE - 0.5)),
        ((-0.5, place + 0.5), (SIDE - 0.5, place + 0.5)),
    )
    for point in (*ends, None)
]


def drawing(color: str, points: list, width: float) -> dict:
    """Return a line through the points, broken where one is missing."""
    x, y = ([point and point[axis] for point in points] for axis in (0, 1))
    return line(color, width=width, x=x, y=y)


WORDING = Wording(
    line="Similarity after the shift: {similarity:similarity}",
    sentences={
        "one rotation": "One rotation makes this shift at every patch, with no error but rounding.",
        "no rotation": "The rotation that fits the small table is off by up to {worst:fixed(3)}, "
        "where the circles are, and no other one fits.",
        "running": "But the patch below is {side:plural(step)} away: its similarity is "
        "{below:fixed(3)}, against {right:fixed(3)} for the patch to the right.",
        "resized": "The average of two rows is shorter than a row, and a rotation keeps all "
        "lengths.",
        "own pairs": "Rows and columns turn pairs of their own.",
    },
    columns=[
        ("patch", "{:patch}"),
        ("row", "{}"),
        ("column", "{}"),
        ("similarity to the chosen patch", "{:fixed(3)}"),
    ],
    words={
        "similarity": {"none": "none.", "other": "{:fixed(3)}."},
        "error": "● error",
        "patch": {
            "chosen": "the chosen patch",
            "shifted": "shifted",
            "same row": "same row, other edge",
            "same column": "same column, other edge",
            "opposite": "opposite corner",
        },
    },
)
EXPLORER = Explorer(
    name="grid",
    question="Is a shift of an image a rotation?",
    controls=(
        Select("table", "Table", tuple(TABLES.items()), "axes"),
        Slider("row", "Row", 0, SIDE - 1, 1, 4),
        Slider("column", "Column", 0, SIDE - 1, 1, 5),
        Slider("down", "Shift down", -6, 6, 1, 1, "steps"),
        Slider("across", "Shift right", -6, 6, 1, 2, "steps"),
    ),
    template={
        "data": [
            heat_map(x=list(range(SIDE)), y=list(range(SIDE)), **COLORS),
            heat_map(2, x=KEY, y=[0], z=[KEY], **COLORS),
            drawing("@card", CUTS, 0.7),
            drawing("@card", HOUSE, 3),
            mark("@cosine", "circle", 8),
            line("@card", width=6),
            line("@offset", width=3),
            mark("@position", "circle", 18),
            mark("@offset", "diamond", 16),
        ],
        "layout": {
            "width": 360,
            "height": 404,
            "margin": {"l": 44, "r": 16, "t": 26, "b": 26},
            # The image is square: 300 pixels each way.
            "xaxis": TICKS | {"range": [-0.5, SIDE - 0.5]},
            "yaxis": TICKS
            | {
                "domain": [1 - 300 / 352, 1],
                "range": [SIDE - 0.5, -0.5],
                "title": "row",
            },
            "xaxis2": {"range": [0.25, 1], "tickvals": [0.25, 0.5, 0.75, 1], "showgrid": False},
            "yaxis2": BARE_AXIS | {"domain": [0, 0.03], "range": [-0.5, 0.5]},
            "annotations": [
                heading("● the patch", 0, 1.01, "@position"),
                heading("◆ shifted", 0.35, 1.01, "@offset"),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="row"),
        # The last handle lies on top: where the two overlap, the shift is held.
        DragHandle(x="across", y="down", origin=("column", "row"), tip=(8, 0)),
    ),
    alt=(
        "An image of a house, cut into 12 by 12 patches, each colored by its similarity to the "
        "chosen patch: highest at the patch, falling along its row and its column. A line leads "
        "to the patch that the shift reaches. Circles show where one rotation is wrong, and how "
        "much: nowhere, unless the table was resized and the shift is odd."
    ),
)
