"""Chapter 2: the positions counted in binary, and the same positions in the encoding."""

from dataclasses import replace

from pe_book.declare import (
    FILLS_COLUMN,
    POSITION,
    DragHandle,
    Explorer,
    Slider,
    Toggle,
    Wording,
    heading,
)

ROWS = 32
PAIRS = 8  # at most
BASES = (4, 16, 64, 100, 256, 1000, 10000)
HEAT = {"type": "heatmap", "y": list(range(ROWS))}
DOWN = {
    "range": [ROWS + 0.5, -0.5],
    "tickvals": list(range(0, ROWS, 4)),
    "showgrid": False,
}
START = {"position": 7, "pairs": 5, "base": 10000, "lowest_first": True}
WORDING = Wording(
    sentences={
        "main": "Position {position} {shown:shown} {bits}, and the step to {next} flips {flips} of "
        "{pairs:plural(bit)}. The {lowest_first:end} bit flips at every step, and each later one "
        "half as often. The first pair turns {share:percent} of a circle per step, and each later "
        "one is {slower:significant} times slower."
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
    question="Which columns change fastest?",
    controls=(
        replace(POSITION, label="row p", max=ROWS - 1, default=START["position"], pace=2),
        Slider("pairs", "bits, and pairs of columns", 2, PAIRS, 1, START["pairs"]),
        Slider("base", "base B", default=START["base"], choices=BASES),
        Toggle("lowest_first", "lowest bit first", START["lowest_first"]),
    ),
    template={
        "data": [
            HEAT
            | {
                "x": list(range(PAIRS)),
                "zmin": 0,
                "zmax": 1,
                "colorscale": "@sequential",
            },
            HEAT
            | {
                "x": list(range(2 * PAIRS)),
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": -1,
                "zmax": 1,
                "colorscale": "@diverging",
            },
        ],
        "layout": {
            "width": 420,
            "height": 400,
            "margin": {"l": 48, "r": 8, "t": 26, "b": 42},
            "xaxis": {
                "domain": [0, 0.4],
                "range": [-0.5, PAIRS - 0.5],
                "title": "bit",
                "showgrid": False,
            },
            "xaxis2": {
                "domain": [0.5, 1],
                "range": [-0.5, 2 * PAIRS - 0.5],
                "title": "pair (sine, cosine)",
                "showgrid": False,
            },
            "yaxis": DOWN | {"title": "position"},
            "yaxis2": DOWN | {"showticklabels": False},
            "annotations": [heading("in binary", 0, 1), heading("in the encoding", 0.5, 1)],
        },
    },
    wording=WORDING,
    handles=(DragHandle(y="position"), DragHandle(y="position", axes=("x2", "y2"))),
    wide_layout=FILLS_COLUMN | {"margin": {"t": 26}},
    alt=(
        "Two heat maps with a row for each of 32 positions. Left: its binary digits, of which the "
        "lowest alternates at every row. Right: its encoding, of which the first pair changes "
        "fastest."
    ),
)
