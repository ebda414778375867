"""Chapter 2: the positions counted in binary, and the same positions in the encoding."""

import numpy as np

from pe_book.declare import (
    DragHandle,
    Explorer,
    Prediction,
    Slider,
    Toggle,
    View,
    Wording,
    color_key,
    heading,
    key_axes,
)
from pe_lib.encoding import positional_encoding
from pe_lib.frequency import wavelengths

ROWS = 32
PAIRS = 8  # at most
BASES = (4, 16, 64, 100, 256, 1000, 10000)


def update(position: int, pairs: int, base: float, lowest_first: bool) -> View:
    """Return the binary digits and the encoding of all positions shown, and what turns how fast."""
    positions = np.arange(ROWS)
    bits = (positions[:, np.newaxis] >> np.arange(pairs) & 1).tolist()
    table = positional_encoding(ROWS, 2 * pairs, base)
    following = [position + 1 >> bit & 1 for bit in range(pairs)]
    spare = [None] * (PAIRS - pairs)
    if not lowest_first:
        bits = [row[::-1] for row in bits]
    shown_bits = [[*row, *spare] if lowest_first else [*spare, *row] for row in bits]
    periods = wavelengths(2 * pairs, base)
    names = list(range(pairs))
    start = 0 if lowest_first else PAIRS - pairs
    return View(
        traces=[
            {"z": shown_bits},
            {"z": [[*row, *spare, *spare] for row in table.tolist()]},
            {},
            {},
        ],
        layout={
            "xaxis": {
                "tickvals": list(range(start, start + pairs)),
                "ticktext": names if lowest_first else names[::-1],
            },
            "xaxis2": {"tickvals": [2 * j + 0.5 for j in range(pairs)], "ticktext": names},
            "shapes": [
                row_frame("x", position, start, start + pairs),
                row_frame("x2", position, 0, 2 * pairs),
            ],
        },
        values={
            "shown": "whole" if position < 2**pairs else "start" if lowest_first else "end",
            "bits": "".join(str(bit) for bit in bits[position]),
            "next": position + 1,
            "flips": sum(int(position) >> b != int(position + 1) >> b for b in range(pairs)),
            "share": 1 / periods[0],
            "slower": base ** (1 / pairs),
            "places": list(range(start, start + pairs)),
            "answers": following if lowest_first else following[::-1],
        },
        rows=[
            [
                j,
                2 ** (j + 1),
                periods[j],
                int(position) >> j & 1,
                table[position, 2 * j],
                table[position, 2 * j + 1],
            ]
            for j in range(pairs)
        ],
    )


def row_frame(axis: str, position: int, first: int, stop: int) -> dict:
    """Return the frame around one row of a heat map."""
    return {
        "type": "rect",
        "xref": axis,
        "yref": axis.replace("x", "y"),
        "x0": first - 0.5,
        "x1": stop - 0.5,
        "y0": position - 0.5,
        "y1": position + 0.5,
        "line": {"color": "@position", "width": 2.5},
    }


BITS = color_key("@sequential", 0, 1, "3")
VALUES = color_key("@diverging", -1, 1, "4")
HEAT = {"type": "heatmap", "showscale": False, "y": list(range(ROWS))}
DOWN = {
    "range": [ROWS + 0.5, -0.5],
    "domain": [76 / 426, 1],
    "tickvals": list(range(0, ROWS, 4)),
    "showgrid": False,
}
START = {"position": 7, "pairs": 5, "base": 10000, "lowest_first": False}
WORDING = Wording(
    sentences={
        "main": "Position {position} {shown:shown} {bits}. The step to {next} flips {flips} of "
        "{pairs:plural(bit)}. Bit 0, written {lowest_first:end}, is the fastest: it flips at every "
        "step, and each next bit half as often. Pair 0, always first, is the fastest: it turns "
        "{share:percent} of a circle per step, and each next pair {slower:significant} times more "
        "slowly."
    },
    columns=[
        ("bit and pair", "{}"),
        ("bit repeats every", "{:plural(position)}"),
        ("pair turns once in", "{:significant} positions"),
        ("bit now", "{}"),
        ("sine now", "{:fixed(3)}"),
        ("cosine now", "{:fixed(3)}"),
    ],
    words={
        "shown": {"whole": "is", "start": "starts with", "end": "ends in"},
        "end": {"true": "first", "false": "last"},
    },
)
EXPLORER = Explorer(
    name="counter",
    question="Which bit flips fast, and which pair turns fast?",
    controls=(
        Slider("position", "Position p", 0, ROWS - 1, 1, START["position"], pace=2),
        Slider("pairs", "Bits, and pairs of columns", 2, PAIRS, 1, START["pairs"]),
        Slider("base", "Base B", default=START["base"], choices=BASES),
        Toggle("lowest_first", "Write the lowest bit first", START["lowest_first"]),
    ),
    template={
        "data": [
            HEAT
            | {
                "x": list(range(PAIRS)),
                "xaxis": "x",
                "yaxis": "y",
                "zmin": BITS["zmin"],
                "zmax": BITS["zmax"],
                "colorscale": BITS["colorscale"],
                "hovertemplate": "position %{y}: %{z}<extra></extra>",
            },
            HEAT
            | {
                "x": list(range(2 * PAIRS)),
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": VALUES["zmin"],
                "zmax": VALUES["zmax"],
                "colorscale": VALUES["colorscale"],
                "hovertemplate": "position %{y}, column %{x}: %{z:.3f}<extra></extra>",
            },
            BITS,
            VALUES,
        ],
        "layout": {
            "width": 420,
            "height": 480,
            "margin": {"l": 48, "r": 8, "t": 30, "b": 24},
            "showlegend": False,
            "xaxis": {
                "domain": [0, 0.4],
                "range": [-0.5, PAIRS - 0.5],
                "title": {"text": "bit", "standoff": 5},
                "showgrid": False,
            },
            "xaxis2": {
                "domain": [0.5, 1],
                "anchor": "y2",
                "range": [-0.5, 2 * PAIRS - 0.5],
                "title": {"text": "pair (sine, cosine)", "standoff": 5},
                "showgrid": False,
            },
            "yaxis": DOWN | {"title": {"text": "position", "standoff": 5}},
            "yaxis2": DOWN | {"anchor": "x2", "showticklabels": False},
            **key_axes(BITS, (0, 0.4), (0, 14 / 426), {0: "0", 1: "1"}),
            **key_axes(VALUES, (0.5, 1), (0, 14 / 426), {-1: "−1", 0: "0", 1: "1"}),
            "annotations": [heading("in binary", 0, 1), heading("in the encoding", 0.5, 1)],
        },
    },
    update=update,
    wording=WORDING,
    prediction=Prediction(
        "digits",
        ask="Which digits does the next row have? Tap its places in the left panel: filled is 1, "
        "empty is 0. Then reveal it.",
        label="digit in column {}",
        right="Right: {flips:plural(digit)} changed.",
        wrong="Wrong in {count:plural(place)}: {flips:plural(digit)} changed. A digit flips when "
        "all lower ones were 1.",
        hidden=(0, 1),
    ),
    handles=(DragHandle(y="position"), DragHandle(y="position", axes=("x2", "y2"))),
    alt=(
        "Two heat maps with a row for each of 32 positions. Left: its binary digits, of which the "
        "lowest alternates at every row. Right: its encoding, of which the first pair changes "
        "fastest."
    ),
)
