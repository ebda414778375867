"""Chapter 5: a column of positions times a row of frequencies fills the grid of angles."""

from pe_book.declare import BARE_AXIS, DragHandle, Explorer, Slider, Wording, heading, line
from pe_lib.frequency import angular_frequencies

POSITIONS = 5
PAIRS = 4
OMEGA = angular_frequencies(2 * PAIRS).tolist()


def number(column: int, row: int, axis: str, text: str | dict) -> dict:
    """Return a number in its cell."""
    return {"xref": "x" + axis, "yref": "y" + axis, "x": column, "y": row, "text": text}


def array(axis: str, columns: int, rows: int) -> dict:
    """Return the outline of a whole array."""
    ends = {"x0": -0.5, "x1": columns - 0.5, "y0": -0.5, "y1": rows - 0.5}
    style = {"type": "rect", "line": {"color": "@muted", "width": 1.5}}
    return style | ends | {"xref": "x" + axis, "yref": "y" + axis}


def axes(axis: str, across: tuple, up: tuple, columns: int, rows: int) -> dict:
    """Return the axes of an array, in which a cell is one unit wide and high."""
    x = {"domain": across, "range": [-0.55, columns - 0.45]}
    y = {"domain": up, "range": [rows - 0.45, -0.55]}
    return {"xaxis" + axis: x | BARE_AXIS, "yaxis" + axis: y | BARE_AXIS}


WORDING = Wording(
    sentences={
        "empty": "Nothing is filled yet: a column of 5 positions, and a row of 4 frequencies.",
        "started": "Step {step}: position {position} times frequency {omega:angle} is "
        "{angle:angle} radians. The row is stretched down and the column is stretched across, so "
        "every position meets every frequency once.",
    },
    columns=[
        ("position", "{}"),
        *((f"times ω of pair {j}", "{:cell}") for j in range(PAIRS)),
    ],
    words={"angle": "{:significant(1)}", "cell": {"none": "not filled", "other": "{:angle}"}},
)
LEFT, TOP = 0.25, 0.72
EXPLORER = Explorer(
    name="outer_product",
    question="How do 5 positions and 4 frequencies fill a grid of 20 angles?",
    controls=(Slider("step", "Cells filled", 0, POSITIONS * PAIRS, 1, 6, "cells", pace=2),),
    template={
        "data": [line("@position", 2, width=3), line("@pair", 3, width=3), line("@ink", width=3)],
        "layout": {
            "width": 420,
            "height": 330,
            "margin": {"l": 10, "r": 10, "t": 26, "b": 6},
            **axes("", (LEFT, 1), (0, TOP), PAIRS, POSITIONS),
            **axes("2", (0, LEFT - 0.06), (0, TOP), 1, POSITIONS),
            **axes("3", (LEFT, 1), (0.86, 1), PAIRS, 1),
            "shapes": [array("", PAIRS, POSITIONS), array("2", 1, POSITIONS), array("3", PAIRS, 1)],
            "annotations": [
                *(number(0, p, "2", str(p)) for p in range(POSITIONS)),
                *(number(j, 0, "3", f"{omega:.3g}") for j, omega in enumerate(OMEGA)),
                heading("frequencies, (1, 4)", LEFT, 1.005),
                heading("angles, (5, 4)", LEFT, TOP + 0.005),
                heading("p, (5, 1)", 0, TOP + 0.005),
                heading("×", (LEFT - 0.06) / 2, 0.93)
                | {"xanchor": "center", "yanchor": "middle", "font": {"size": 20}},
            ],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="step", columns=PAIRS, tip=(2, 0), style="bare"),),
    alt=(
        "A column of five positions at the left, a row of four frequencies on top, and a grid of "
        "five by four cells between them. Each filled cell is the product of its row's position "
        "and its column's frequency; the last one is framed, with the two numbers that it comes "
        "from."
    ),
)
