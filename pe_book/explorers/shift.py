"""Chapter 4: a shift by k turns every pair by k*omega_j, wherever it starts."""

import numpy as np

from pe_book.declare import (
    Explorer,
    Prediction,
    RotateHandle,
    Slider,
    Symbol,
    Wording,
    heading,
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
WORDING = Wording(
    sentences={
        "turned": "From position {position} to {end}, pair {pair} turns by {offset} × "
        "{omega:significant} = {angle:fixed(3)} radians ({degrees:fixed(1)}°{turns:whole}); "
        "move the position, and the angle and the block stay the same.",
        "identity": "With an offset of 0 nothing turns: the block is the identity, at position "
        "{end} as at any other.",
    },
    columns=[
        ("values", "{:row}"),
        ("sine (column {sine})", "{:entry}"),
        ("cosine (column {cosine})", "{:entry}"),
    ],
    # As the hands and the angle between them are drawn.
    colors={"position": "position", "end": "offset", "degrees": "pair"},
    words={
        "entry": "{:fixed(3)}",
        "whole": {"0": "", "other": ", {:plural(whole turn)} and more"},
        "row": {
            "start": "pair at position {position}",
            "end": "pair at position {end}",
            "new sine": "block: new sine is old (sine, cosine) times",
            "new cosine": "block: new cosine is old (sine, cosine) times",
        },
    },
)
EXPLORER = Explorer(
    name="shift",
    question="How far does a pair turn from position p to p + k?",
    controls=(
        Slider("position", "Position p", 0, 200, 1, 12, pace=1.5, continuous=True),
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
            "xaxis": OUTER | {"domain": [0, 0.52], "title": {"text": "sine", "standoff": 5}},
            # A unit is as long up as across, so that the circle is round.
            "yaxis": OUTER
            | {
                "domain": [0, 0.9],
                "range": [-1.39, 1.39],
                "title": {"text": "cosine", "standoff": 5},
            },
            "xaxis2": {
                "domain": [0.68, 1],
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
                "ticktext": ["sine", "cosine"],
                "showgrid": False,
            },
            "annotations": [
                heading("pair on its circle", 0, 0.92),
                heading("its 2 × 2 block", 0.68, 0.92),
            ],
        },
    },
    wording=WORDING,
    handles=(
        RotateHandle("offset", tip=(3, 1), radians="omega"),
        RotateHandle("position", tip=(2, 1), radians="omega"),
    ),
    prediction=Prediction(
        "hand",
        ask="The hand stands at position p. Place the hand of position p + k on the circle: tap "
        "there, or turn it. Then reveal it.",
        label="hand at position {}, in degrees from the top",
        right="Right, to {largest:fixed(0)} degrees: k times ω is {degrees:fixed(0)} degrees, from "
        "wherever the hand starts.",
        wrong="Your hand is {largest:fixed(0)} degrees away: k times ω is {degrees:fixed(0)} "
        "degrees, from where the hand stands at position p.",
        hidden=(1, 3, 4),
        high=359,
        close=10,
    ),
    symbols=(
        Symbol("p", settings=("position",), traces=(2,)),
        Symbol("k", settings=("offset",), traces=(1, 3)),
        Symbol("ω", settings=("pair", "d_model", "base"), traces=(1,)),
    ),
    law="With the figure's settings: p = {position}, k = {offset}, ω = {omega:significant}, "
    "so kω = {angle:fixed(3)}.",
    alt=(
        "A circle with two hands, for the pair at position p and at p + k, and the arc between "
        "them. "
        "Beside it the 2 by 2 rotation block that takes the first hand to the second, in numbers."
    ),
)
