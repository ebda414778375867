"""Chapter 4: a shift by k turns every pair by k*omega_j, wherever it starts."""

import math

import numpy as np

from pe_book.declare import Explorer, Slider, View, heading
from pe_book.numbers import fixed, plural, significant
from pe_lib.frequency import angular_frequencies

ARC_POINTS = 241


def update(position: int, offset: int, pair: int, d_model: int, base: float) -> View:
    """Return the pair at both positions, the arc between them, and the block that leads across."""
    omega = float(angular_frequencies(d_model, base)[pair])
    start, end = position * omega, (position + offset) * omega
    angle = offset * omega
    from_, to = (math.sin(start), math.cos(start)), (math.sin(end), math.cos(end))
    block = [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    # The arc's radius grows with each turn, so that whole turns stay visible.
    steps = np.linspace(0, 1, ARC_POINTS)
    radius = 0.25 + 0.55 * min(1, abs(angle) / (14 * math.pi)) * steps
    along = start + angle * steps
    reached = fixed(position + offset)
    turned = f"{fixed(offset)} × {significant(omega)} = {fixed(angle, 3)} radians"
    whole = math.floor(abs(angle) / (2 * math.pi))
    turned += f" ({fixed(math.degrees(angle), 1)}°"
    turned += f", {plural(whole, 'whole turn')} and more)" if whole else ")"
    sentence = (
        f"From position {fixed(position)} to {reached}, pair {fixed(pair)} turns by {turned}; "
        "move the position, and the angle and the block stay the same."
    )
    if offset == 0:
        sentence = (
            "With an offset of 0 nothing turns: the block is the identity, "
            f"at position {reached} as at any other."
        )
    return View(
        traces=[
            {},
            {"x": radius * np.sin(along), "y": radius * np.cos(along)},
            {"x": [0, from_[0]], "y": [0, from_[1]]},
            {"x": [0, to[0]], "y": [0, to[1]]},
            {"z": block},
        ],
        layout={
            "annotations": [
                heading("pair on its circle", 0, 0.92),
                heading("its 2 × 2 block", 0.66, 0.92),
                *(
                    {
                        "xref": "x2",
                        "yref": "y2",
                        "x": column,
                        "y": row,
                        "text": fixed(block[row][column], 3),
                        "showarrow": False,
                        "font": {
                            "size": 12,
                            "color": "#ffffff" if abs(block[row][column]) > 0.55 else "#1a1a1a",
                        },
                    }
                    for row in range(2)
                    for column in range(2)
                ),
            ],
        },
        sentence=sentence,
        table=(
            [
                "values",
                f"sine (column {fixed(2 * pair)})",
                f"cosine (column {fixed(2 * pair + 1)})",
            ],
            [
                [f"pair at position {fixed(position)}", fixed(from_[0], 3), fixed(from_[1], 3)],
                [f"pair at position {reached}", fixed(to[0], 3), fixed(to[1], 3)],
                ["block: new sine is old (sine, cosine) times", *(fixed(v, 3) for v in block[0])],
                ["block: new cosine is old (sine, cosine) times", *(fixed(v, 3) for v in block[1])],
            ],
        ),
    )


def hand(color: str, name: str) -> dict:
    """Return a trace from the center to a point on the circle."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "line": {"color": color, "width": 3},
        "marker": {"color": color, "size": [0.1, 12], "opacity": 1},
        "hovertemplate": "sine %{x:.3f}, cosine %{y:.3f}<extra></extra>",
    }


TURN = np.linspace(0, 2 * np.pi, 121)
OUTER = {"range": [-1.15, 1.15], "tickvals": [-1, 0, 1], "zeroline": False}
EXPLORER = Explorer(
    name="shift",
    question="How far does a pair turn from position p to p + k?",
    controls=(
        Slider("position", "Position p", 0, 200, 1, 12, pace=8),
        Slider("offset", "Offset k", -40, 40, 1, 5, "positions"),
        Slider("pair", "Pair j", 0, 255, 1, 2, below="d_model", ratio=2),
        Slider(
            "d_model",
            "Width d",
            default=16,
            unit="columns",
            choices=(2, 4, 8, 16, 32, 64, 128, 512),
        ),
        Slider("base", "Base B", default=10000, choices=(10, 100, 1000, 10000, 500000)),
    ),
    template={
        "data": [
            {
                "type": "scatter",
                "mode": "lines",
                "x": np.sin(TURN).tolist(),
                "y": np.cos(TURN).tolist(),
                "line": {"color": "@muted", "width": 1},
                "hoverinfo": "skip",
                "showlegend": False,
            },
            {
                "type": "scatter",
                "mode": "lines",
                "name": "k·ω",
                "line": {"color": "@pair", "width": 2.5},
                "hoverinfo": "skip",
            },
            hand("@position", "position p"),
            hand("@offset", "position p + k"),
            {
                "type": "heatmap",
                "xaxis": "x2",
                "yaxis": "y2",
                "x": [0, 1],
                "y": [0, 1],
                "zmin": -1,
                "zmax": 1,
                "colorscale": "@diverging",
                "showscale": False,
                "hoverinfo": "skip",
            },
        ],
        "layout": {
            "width": 420,
            "height": 330,
            "margin": {"l": 48, "r": 8, "t": 36, "b": 40},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom"},
            "xaxis": OUTER | {"domain": [0, 0.56], "title": {"text": "sine", "standoff": 5}},
            # A unit is as long up as across, so that the circle is round.
            "yaxis": OUTER
            | {
                "domain": [0, 0.9],
                "range": [-1.29, 1.29],
                "title": {"text": "cosine", "standoff": 5},
            },
            "xaxis2": {
                "domain": [0.66, 1],
                "anchor": "y2",
                "range": [-0.5, 1.5],
                "tickvals": [0, 1],
                "ticktext": ["sine", "cosine"],
                "title": {"text": "from", "standoff": 5},
                "showgrid": False,
            },
            "yaxis2": {
                "domain": [0.25, 0.9],
                "anchor": "x2",
                "range": [1.5, -0.5],
                "tickvals": [0, 1],
                "ticktext": ["sin", "cos"],
                "showgrid": False,
            },
        },
    },
    update=update,
    alt=(
        "A circle with two hands, for the pair at position p and at p + k, and the arc between "
        "them. "
        "Beside it the 2 by 2 rotation block that takes the first hand to the second, in numbers."
    ),
)
