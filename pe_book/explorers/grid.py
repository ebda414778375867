"""Chapter 9: which shifts of an image's patches are rotations?"""

import numpy as np

from pe_book.declare import Explorer, Select, Slider, View, heading
from pe_book.numbers import fixed, plural
from pe_lib.encoding import positional_encoding
from pe_lib.practice import grid_encoding, grid_rotation
from pe_lib.rotation import rotation_matrix
from pe_lib.similarity import similarity

SIDE = 12
D_MODEL = 64
#: Errors below this are the rounding of sums taken in another order.
NOTHING = 1e-9
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
    errors = np.full((SIDE, SIDE), np.nan)
    for r in range(max(0, -down), min(SIDE, SIDE - down)):
        for c in range(max(0, -across), min(SIDE, SIDE - across)):
            off = np.abs(matrix @ rows[r, c] - rows[r + down, c + across]).max()
            errors[r, c] = off if off > NOTHING else 0.0
    worst = float(np.nanmax(errors))
    there = (row + down, column + across)
    inside = 0 <= min(there) and max(there) < SIDE
    return View(
        traces=[
            {"z": alike},
            {"x": [column], "y": [row]},
            # Never empty: plotly takes an empty line out of the legend.
            {"x": [there[1]], "y": [there[0] if inside else None]},
            {"z": errors},
        ],
        sentence=say(table, row, column, down, across, alike, worst),
        table=(
            ["patch", "row", "column", "similarity to the chosen patch"],
            [
                [name, fixed(r), fixed(c), fixed(alike[r, c], 3)]
                for name, r, c in (
                    ("the chosen patch", row, column),
                    ("shifted", *there),
                    ("same row, other edge", row, SIDE - 1 - column),
                    ("same column, other edge", SIDE - 1 - row, column),
                    ("opposite corner", SIDE - 1 - row, SIDE - 1 - column),
                )
                if 0 <= r < SIDE and 0 <= c < SIDE
            ],
        ),
    )


def say(table, row, column, down, across, alike, worst) -> str:
    """Return what is seen, in words."""
    place = f"row {fixed(row + down)}, column {fixed(column + across)}"
    if not (0 <= row + down < SIDE and 0 <= column + across < SIDE):
        start = f"From row {fixed(row)}, column {fixed(column)} this shift leaves the image."
    else:
        start = (
            f"From row {fixed(row)}, column {fixed(column)} to {place} the similarity is "
            f"{fixed(alike[row + down, column + across], 3)}."
        )
    if worst == 0:
        middle = "One rotation makes this shift at every patch, with no error but rounding."
    else:
        middle = (
            f"The rotation that fits the small table is off by up to {fixed(worst, 3)}, "
            "and no other one fits."
        )
    if table == "running":
        below, right = fixed(similarity(SIDE, D_MODEL), 3), fixed(similarity(1, D_MODEL), 3)
        end = (
            f"But the patch below counts as {plural(SIDE, 'step')}: its similarity is {below}, "
            f"against {right} for the patch to the right."
        )
    elif table == "resized" and worst > 0:
        end = "The average of two rows is shorter than a row, and a rotation keeps all lengths."
    else:
        end = "Rows and columns turn pairs of their own."
    return f"{start} {middle} {end}"


CELLS = {
    "type": "heatmap",
    "x": list(range(SIDE)),
    "y": list(range(SIDE)),
    "colorscale": "@sequential",
    "showscale": False,
}
TICKS = {"tickvals": [0, 4, 8], "showgrid": False, "zeroline": False}


def mark(color: str, symbol: str, name: str) -> dict:
    """Return the marker of a patch."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "marker": {"color": color, "size": 12, "symbol": symbol},
        "hoverinfo": "skip",
    }


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
            CELLS
            | {
                "zmin": 0.3,
                "zmax": 1,
                "hovertemplate": "row %{y}, column %{x}: %{z:.3f}<extra></extra>",
            },
            mark("@position", "circle", "the patch"),
            mark("@offset", "diamond", "the patch shifted"),
            CELLS
            | {
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": 0,
                "zmax": 0.15,
                "hovertemplate": "row %{y}, column %{x}: error %{z:.3f}<extra></extra>",
            },
        ],
        "layout": {
            "width": 420,
            "height": 302,
            "margin": {"l": 40, "r": 8, "t": 40, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "xaxis": TICKS
            | {
                "domain": [0, 0.46],
                "range": [-0.5, SIDE - 0.5],
                "title": {"text": "column", "standoff": 5},
            },
            "yaxis": TICKS
            | {
                "domain": [0, 0.82],
                "range": [SIDE - 0.5, -0.5],
                "title": {"text": "row", "standoff": 5},
            },
            "xaxis2": TICKS
            | {
                "anchor": "y2",
                "domain": [0.54, 1],
                "range": [-0.5, SIDE - 0.5],
                "title": {"text": "column", "standoff": 5},
            },
            "yaxis2": TICKS
            | {
                "anchor": "x2",
                "domain": [0, 0.82],
                "range": [SIDE - 0.5, -0.5],
                "showticklabels": False,
            },
            "annotations": [
                heading("similarity to the patch", 0, 0.82),
                heading("error of one rotation", 0.54, 0.82),
            ],
        },
    },
    update=update,
    alt=(
        "Two grids of 12 by 12 patches. Left, the similarity of the chosen patch to each patch: "
        "highest at the patch, falling along its row and its column. Right, how wrong one "
        "rotation is at each patch: not at all, unless the table was resized and the shift is odd."
    ),
)
