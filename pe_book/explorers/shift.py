"""Chapter 4: a shift by k turns every pair by k*omega_j, wherever it starts."""

from pe_book.declare import (
    Explorer,
    Prediction,
    RotateHandle,
    Slider,
    Symbol,
    Wording,
    heat_map,
    line,
)


def hand(color: str, axes: int = 1) -> dict:
    """Return a trace from the center to a point on the circle."""
    tip = {"color": color, "size": [0.1, 13]}
    hover = "sine %{x:.3f}, cosine %{y:.3f}<extra></extra>"
    return line(color, axes, width=3.5, mode="lines+markers", marker=tip, hovertemplate=hover)


def entries(columns: int, axes: int, hover: str) -> dict:
    """Return the colors of two rows of entries."""
    hover = f"{hover}: %{{z:.3f}}<extra></extra>"
    return heat_map(axes, x=list(range(columns)), y=[0, 1], hovertemplate=hover)


def note(axes: str, x: float, y: float, text: str, color: str = "@ink") -> dict:
    """Return a word at a place among the entries."""
    place = {"xref": "x" + axes, "yref": "y" + axes, "x": x, "y": y}
    return place | {"text": text, "font": {"color": color}}


def places(width: float, circle: tuple, left: float, top: float, cell: float, space: float) -> dict:
    """Return a layout's axes, all in pixels of its plot area.

    `circle` is the width, the height and the radius of the clock, whose area begins at the upper
    left. The block begins at `left` and `top`, with entries of `cell` pixels, and the two rows
    follow it, each after a `space`.
    """
    across, up, radius = circle
    height = max(up, top + 2 * cell + 24)
    bare = {"showgrid": False, "showticklabels": False}
    clock = {"x": [0, across / width], "y": [1 - up / height, 1]}
    reach = {"x": across / 2 / radius, "y": up / 2 / radius}
    axes = {
        f"{axis}axis{number}": bare
        | {"domain": clock[axis], "range": [-reach[axis], reach[axis]]}
        | {"anchor": f"{'yx'[axis == 'y']}{number}"}
        # The hand and the angle that a prediction hides have axes of their own over the same place.
        for number in ("", 5)
        for axis in "xy"
    }
    beginnings = (left, left + 2 * cell + space, left + 3 * cell + 2.3 * space)
    down = [1 - (top + 2 * cell) / height, 1 - top / height]
    for number, begin, columns in zip((2, 3, 4), beginnings, (2, 1, 1), strict=True):
        axes[f"xaxis{number}"] = bare | {
            "domain": [begin / width, (begin + columns * cell) / width],
            "range": [-0.5, columns - 0.5],
        }
        axes[f"yaxis{number}"] = bare | {
            "domain": down,
            "range": [1.5, -0.5],
            "tickvals": [0, 1],
            "ticktext": ["sine", "cosine"],
            "showticklabels": number == 2,
        }
    edge = {"l": 8, "r": 8, "t": 4, "b": 4}
    return axes | {"width": width + 16, "height": height + 8, "margin": edge}


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
        "label": "{}",
        "p": "p = {:fixed(0)}",
        "shifted": "p + k = {:fixed(0)}",
        "turn": "turn by {:fixed(1)}°",
        "vector": "row {:fixed(0)}",
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
            line("@muted", width=1, mode="lines+markers", marker={"color": "@muted"}),
            line("@pair", 5, width=3),
            hand("@position"),
            hand("@offset", 5),
            entries(2, 2, "block"),
            entries(1, 3, "row p"),
            entries(1, 4, "row p + k"),
        ],
        "layout": {
            **places(404, circle=(404, 276, 88), left=92, top=300, cell=57, space=20),
            "annotations": [
                note("2", 0.5, 1.78, "the same at every p", "@muted"),
                note("2", 1.7, 0.5, "·"),
                note("4", -0.8, 0.5, "="),
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
        hidden=(1, 3, 4, 6),
        high=359,
        close=10,
    ),
    wide_layout=places(704, circle=(376, 320, 104), left=452, top=111, cell=49, space=23),
    slide_layout=places(552, circle=(552, 340, 110), left=147, top=388, cell=60, space=40),
    symbols=(
        Symbol("p", settings=("position",), traces=(2,)),
        Symbol("k", settings=("offset",), traces=(1, 3)),
        Symbol("ω", settings=("pair", "d_model", "base"), traces=(1,)),
    ),
    alt=(
        "A circle with two hands, for the pair at position p and at p + k, and the arc between "
        "them. Around it stand the positions of one whole turn. "
        "Beside it the 2 by 2 rotation block times the pair in row p is the pair in row p + k, in "
        "numbers."
    ),
)
