"""Chapter 2: the positions counted in binary, and the same positions in the encoding."""

import numpy as np

from pe_book.declare import Explorer, Slider, Toggle, View, heading
from pe_book.numbers import fixed, percent, plural, significant
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
    spare = [None] * (PAIRS - pairs)
    if not lowest_first:
        bits = [row[::-1] for row in bits]
    shown_bits = [[*row, *spare] if lowest_first else [*spare, *row] for row in bits]
    periods = wavelengths(2 * pairs, base)
    digits = "".join(str(bit) for bit in bits[position])
    flips = sum(int(position) >> b != int(position + 1) >> b for b in range(pairs))
    end = "first" if lowest_first else "last"
    shown = "is" if position < 2**pairs else "starts with" if lowest_first else "ends in"
    names = [fixed(j) for j in range(pairs)]
    start = 0 if lowest_first else PAIRS - pairs
    slower = base ** (1 / pairs)
    return View(
        traces=[
            {"z": shown_bits},
            {"z": [[*row, *spare, *spare] for row in table.tolist()]},
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
        sentence=(
            f"Position {fixed(position)} {shown} {digits}. The step to {fixed(position + 1)} flips "
            f"{fixed(flips)} of {plural(pairs, 'bit')}. Bit 0, written {end}, is the fastest: it "
            f"flips at "
            f"every step, and each next bit half as often. Pair 0, always first, is the "
            f"fastest: it "
            f"turns {percent(1 / periods[0])} of a circle per step, and each next pair "
            f"{significant(slower)} times more slowly."
        ),
        table=(
            [
                "bit and pair",
                "bit repeats every",
                "pair turns once in",
                "bit now",
                "sine now",
                "cosine now",
            ],
            [
                [
                    fixed(j),
                    plural(2 ** (j + 1), "position"),
                    f"{significant(periods[j])} positions",
                    fixed(int(position) >> j & 1),
                    fixed(table[position, 2 * j], 3),
                    fixed(table[position, 2 * j + 1], 3),
                ]
                for j in range(pairs)
            ],
        ),
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


HEAT = {"type": "heatmap", "showscale": False, "y": list(range(ROWS))}
DOWN = {"range": [ROWS - 0.5, -0.5], "tickvals": list(range(0, ROWS, 4)), "showgrid": False}
START = {"position": 7, "pairs": 5, "base": 10000, "lowest_first": False}
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
                "zmin": 0,
                "zmax": 1.5,
                "colorscale": "@sequential",
                "hovertemplate": "position %{y}: %{z}<extra></extra>",
            },
            HEAT
            | {
                "x": list(range(2 * PAIRS)),
                "xaxis": "x2",
                "yaxis": "y2",
                "zmin": -1,
                "zmax": 1,
                "colorscale": "@diverging",
                "hovertemplate": "position %{y}, column %{x}: %{z:.3f}<extra></extra>",
            },
        ],
        "layout": {
            "width": 420,
            "height": 420,
            "margin": {"l": 44, "r": 8, "t": 30, "b": 40},
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
            "annotations": [heading("in binary", 0, 1), heading("in the encoding", 0.5, 1)],
        },
    },
    update=update,
    alt=(
        "Two heat maps with a row for each of 32 positions. Left: its binary digits, of which the "
        "lowest alternates at every row. Right: its encoding, of which the first pair changes "
        "fastest."
    ),
)
