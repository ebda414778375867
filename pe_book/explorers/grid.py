"""Chapter 10: which shifts of an image's patches are rotations?"""

from math import sqrt

import numpy as np

from pe_book.declare import (
    DragHandle,
    Explorer,
    Select,
    Slider,
    View,
    Wording,
    color_key,
    key_axes,
)
from pe_lib.encoding import positional_encoding
from pe_lib.practice import grid_encoding, grid_rotation
from pe_lib.rotation import rotation_matrix
from pe_lib.similarity import similarity

SIDE = 12
D_MODEL = 64
#: Errors below this are the rounding of sums taken in another order.
NOTHING = 1e-9
LARGEST = 0.15  # of the errors, for the size of their circles
TABLES = {
    "axes": "rows and columns apart",
    "running": "patches counted 0, 1, 2, …",
    "resized": "resized from half the size",
}


def table_of(table: str) -> np.ndarray:
    """Return the rows of all patches, (SIDE, SIDE, D_MODEL)."""
    if table == "axes":
        rows = grid_encoding(SIDE, SIDE, D_MODEL)
    elif table == "running":
        rows = positional_encoding(SIDE * SIDE, D_MODEL)
    else:
        small = positional_encoding(SIDE // 2 + 1, D_MODEL // 2)
        places = np.arange(SIDE)
        resized = (small[places // 2] + small[(places + 1) // 2]) / 2
        across = np.tile(resized, (SIDE, 1))
        rows = np.hstack([np.repeat(resized, SIDE, axis=0), across])
    return rows.reshape(SIDE, SIDE, D_MODEL)


def shift_of(table: str, down: int, across: int) -> np.ndarray:
    """Return the one rotation that should take every patch so far down and across."""
    if table == "running":
        return rotation_matrix(SIDE * down + across, D_MODEL)
    step = 1 if table == "axes" else 2
    return grid_rotation(down / step, across / step, D_MODEL)


def update(table: str, row: int, column: int, down: int, across: int) -> View:
    """Return the similarity of one patch to all, and the error of one rotation at each patch."""
    rows = table_of(table)
    alike = rows @ rows[row, column] / (D_MODEL / 2)
    matrix = shift_of(table, down, across)
    errors = {}
    for r in range(max(0, -down), min(SIDE, SIDE - down)):
        for c in range(max(0, -across), min(SIDE, SIDE - across)):
            off = float(np.abs(matrix @ rows[r, c] - rows[r + down, c + across]).max())
            if off > NOTHING:
                errors[r, c] = off
    worst = max(errors.values(), default=0.0)
    there = (row + down, column + across)
    inside = 0 <= min(there) and max(there) < SIDE
    return View(
        traces=[
            {"z": alike},
            {},
            # Never empty: plotly takes an empty trace out of the legend.
            {
                "x": [0, *(c for _, c in errors)],
                "y": [None, *(r for r, _ in errors)],
                "marker": {"size": [8, *(sqrt(off / LARGEST) * 16 for off in errors.values())]},
            },
            {"x": [column, there[1]], "y": [row, there[0]]},
            {"x": [column], "y": [row]},
            {"x": [there[1]], "y": [there[0] if inside else None]},
        ],
        said=[
            "similarity" if inside else "outside",
            "one rotation" if worst == 0 else "no rotation",
            "running" if table == "running" else "resized" if worst > 0 else "own pairs",
        ],
        values={
            "new_row": there[0],
            "new_column": there[1],
            "similarity": alike[there] if inside else None,
            "worst": worst,
            "side": SIDE,
            "below": similarity(SIDE, D_MODEL),
            "right": similarity(1, D_MODEL),
        },
        rows=[
            [name, r, c, alike[r, c]]
            for name, r, c in (
                ("chosen", row, column),
                ("shifted", *there),
                ("same row", row, SIDE - 1 - column),
                ("same column", SIDE - 1 - row, column),
                ("opposite", SIDE - 1 - row, SIDE - 1 - column),
            )
            if 0 <= r < SIDE and 0 <= c < SIDE
        ],
    )


KEY = color_key("@sequential", 0.25, 1, "2")
TICKS = {"tickvals": [0, 4, 8], "showgrid": False, "zeroline": False}


def mark(color: str, symbol: str, name: str, size: float) -> dict:
    """Return the marker of a patch."""
    edge = {"color": "@paper", "width": 1.5}
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "marker": {"color": color, "size": size, "symbol": symbol, "line": edge},
        "hoverinfo": "skip",
    }


WORDING = Wording(
    sentences={
        "similarity": "From row {row}, column {column} to row {new_row}, column {new_column} the "
        "similarity is {similarity:fixed(3)}.",
        "outside": "From row {row}, column {column} this shift leaves the image.",
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
        "patch": {
            "chosen": "the chosen patch",
            "shifted": "shifted",
            "same row": "same row, other edge",
            "same column": "same column, other edge",
            "opposite": "opposite corner",
        }
    },
)
EXPLORER = Explorer(
    name="grid",
    question="Which shifts of an image's patches are rotations?",
    controls=(
        Select("table", "Table", tuple(TABLES.items()), "axes"),
        Slider("row", "Row", 0, SIDE - 1, 1, 4),
        Slider("column", "Column", 0, SIDE - 1, 1, 5),
        Slider("down", "Shift down", -6, 6, 1, 1, "steps"),
        Slider("across", "Shift right", -6, 6, 1, 2, "steps"),
    ),
    template={
        "data": [
            {
                "type": "heatmap",
                "x": list(range(SIDE)),
                "y": list(range(SIDE)),
                "zmin": KEY["zmin"],
                "zmax": KEY["zmax"],
                "colorscale": KEY["colorscale"],
                "showscale": False,
                "hovertemplate": "row %{y}, column %{x}: %{z:.3f}<extra></extra>",
            },
            KEY,
            mark("@cosine", "circle", "error of the rotation", 8),
            {
                "type": "scatter",
                "mode": "lines",
                "line": {"color": "@offset", "width": 3},
                "showlegend": False,
                "hoverinfo": "skip",
            },
            mark("@position", "circle", "the patch", 18),
            mark("@offset", "diamond", "shifted", 16),
        ],
        "layout": {
            "width": 420,
            "height": 486,
            "margin": {"l": 44, "r": 30, "t": 50, "b": 24},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            # The image is square: 346 pixels each way.
            "xaxis": TICKS
            | {
                "domain": [0, 1],
                "range": [-0.5, SIDE - 0.5],
                "title": {"text": "column", "standoff": 5},
            },
            "yaxis": TICKS
            | {
                "domain": [1 - 346 / 412, 1],
                "range": [SIDE - 0.5, -0.5],
                "title": {"text": "row", "standoff": 5},
            },
            **key_axes(KEY, (0, 1), (0, 0.035), {0.25: "0.25", 0.5: "0.5", 0.75: "0.75", 1: "1"}),
        },
    },
    update=update,
    wording=WORDING,
    handles=(
        DragHandle(x="column", y="row"),
        # The last handle lies on top: where the two overlap, the shift is held.
        DragHandle(x="across", y="down", origin=("column", "row"), tip=(5, 0)),
    ),
    alt=(
        "An image of 12 by 12 patches, each colored by its similarity to the chosen patch: highest "
        "at the patch, falling along its row and its column. A line leads to the patch that the "
        "shift reaches. Circles show where one rotation is wrong, and how much: nowhere, unless "
        "the table was resized and the shift is odd."
    ),
)
