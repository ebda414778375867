"""Chapter 3: a dial for every pair, the waves that its hand draws, and a ruler of wavelengths."""

import numpy as np

from pe_book.declare import FILLS_SLIDE, DragHandle, Explorer, Slider, View, Wording, heading
from pe_lib.frequency import angular_frequencies, wavelengths

DIALS = 8
WIDTHS = (4, 8, 16, 32, 64, 128, 256, 512)
BASES = (10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000)
LENGTHS = (16, 32, 50, 64, 128, 256, 512, 1024, 2048, 5000, 8192)
SPAN = 64  # positions from the left to the right end of the waves
FINENESS = 3  # points of a fast wave for each position; a slow one needs no more than one
FAST = 0.3  # radians per position
RADIUS = 0.44
LANE = 0.42  # a wave's height, where two waves are 1 apart


def update(d_model: int, base: float, length: int, position: int) -> View:
    """Return hands and waves at `position`, and which wavelengths fit into `length`."""
    omega = angular_frequencies(d_model, base)
    periods = wavelengths(d_model, base).tolist()
    unfinished = [period > length for period in periods]
    shown = spread(len(omega), DIALS)
    first = max(0, min(position - SPAN // 2, length - 1 - SPAN))
    last = min(first + SPAN, length - 1)
    hands = [
        [slot for slot, j in enumerate(shown) if unfinished[j] is late] for late in (False, True)
    ]
    marks = [[p for p in periods if (p > length) is state] for state in (False, True)]
    turns = [position / period for period in periods]
    return View(
        traces=[
            circles(len(shown)),
            *(hand_lines(hands[state], shown, position * omega) for state in (0, 1)),
            {
                "x": list(range(len(shown))),
                "y": [-0.78] * len(shown),
                "text": shown,
            },
            *(lanes(first, last, omega[shown], function) for function in (np.sin, np.cos)),
            *({"x": fits, "y": [0] * len(fits)} for fits in marks),
        ],
        layout={
            "xaxis2": {"range": [first, last], "tickvals": ticks(first, last)},
            "yaxis2": {
                "tickvals": list(range(len(shown))),
                "ticktext": shown,
                "range": [len(shown) - 0.4, -0.6],
            },
            "shapes": [
                upright("x2", "y2", position, -0.6, len(shown) - 0.4, "@position"),
                upright("x3", "y3", length, -1, 1, "@offset"),
            ],
        },
        values={
            "shortest": periods[0],
            "longest": periods[-1],
            "unfinished": sum(unfinished),
            "hands": len(omega),
            "share": sum(unfinished) / len(omega),
            "most_turns": turns[0],
            "fewest_turns": turns[-1],
        },
        rows=[
            [j, omega[j], periods[j], turns[j], None if unfinished[j] else length / periods[j]]
            for j in range(len(omega))
        ],
    )


def spread(count: int, most: int) -> list[int]:
    """Return at most `most` of the numbers below `count`, evenly spaced, with both ends.

    >>> spread(3, 8), spread(32, 4)
    ([0, 1, 2], [0, 10, 21, 31])
    """
    if count <= most:
        return list(range(count))
    gaps = most - 1
    return [(2 * i * (count - 1) + gaps) // (2 * gaps) for i in range(most)]


def ticks(first: int, last: int) -> list[int]:
    """Return the positions to be named from `first` to `last`: at most five.

    >>> ticks(0, 15), ticks(100, 164)
    ([0, 4, 8, 12], [112, 128, 144, 160])
    """
    step = next(step for step in (4, 8, 16) if last - first <= 4 * step)
    return list(range(-(-first // step) * step, last + 1, step))


def circles(count: int) -> dict:
    """Return the rims of the dials, one broken line."""
    around = [2 * np.pi * i / 40 for i in range(41)]
    x = [x for s in range(count) for x in (*(s + RADIUS * np.sin(a) for a in around), None)]
    y = [y for _ in range(count) for y in (*(RADIUS * np.cos(a) for a in around), None)]
    return {"x": x, "y": y}


def hand_lines(slots: list[int], shown: list[int], angles: np.ndarray) -> dict:
    """Return hands as one broken line; angle 0 is up, and they turn as a clock's do."""
    x = [x for s in slots for x in (s, s + RADIUS * np.sin(angles[shown[s]]), None)]
    y = [y for s in slots for y in (0, RADIUS * np.cos(angles[shown[s]]), None)]
    return {"x": x, "y": y}


def lanes(first: int, last: int, omega: np.ndarray, function: np.ufunc) -> dict:
    """Return one wave for each frequency, each in its own lane, as one broken line."""
    x, y = [], []
    for slot, w in enumerate(omega):
        fineness = FINENESS if w > FAST else 1
        seen = first + np.arange((last - first) * fineness + 1) / fineness
        x += [*seen, None]
        y += [*(slot - LANE * function(seen * w)), None]
    return {"x": x, "y": y}


def upright(x: str, y: str, at: float, low: float, high: float, color: str) -> dict:
    """Return a vertical line through one panel."""
    line = {"type": "line", "xref": x, "yref": y, "x0": at, "x1": at, "y0": low, "y1": high}
    return line | {"line": {"color": color, "width": 2.5}}


def line(color: str, axis: str, width: float, **more) -> dict:
    """Return the template of a broken line on the axes with this number."""
    trace = {"type": "scatter", "mode": "lines", "xaxis": "x" + axis, "yaxis": "y" + axis}
    trace |= {"hoverinfo": "skip", "showlegend": False}
    return trace | {"line": {"color": color, "width": width}, **more}


def ruler(color: str, symbol: str, name: str) -> dict:
    """Return the template of the marks on the ruler, which are the key of the hands, too."""
    trace = {"type": "scatter", "mode": "markers", "xaxis": "x3", "yaxis": "y3", "name": name}
    trace |= {"hovertemplate": "wavelength %{x:.4g} positions<extra></extra>"}
    return trace | {"marker": {"color": color, "symbol": symbol, "size": 9}}


BARE = {"showgrid": False, "showticklabels": False}
WORDING = Wording(
    sentences={
        "main": "One turn takes from {shortest:significant} to {longest:significant} positions. In "
        "a sequence of {length} positions, {unfinished} of {hands:plural(hand)} ({share:percent}) "
        "never complete one. At position {position} the fastest has made {most_turns:significant} "
        "turns and the slowest {fewest_turns:significant}."
    },
    columns=[
        ("pair j", "{}"),
        ("ω, radians per position", "{:significant}"),
        ("wavelength, positions", "{:significant}"),
        ("turns so far", "{:significant}"),
        ("turns", "{:turns}"),
    ],
    words={"turns": {"none": "less than one", "other": "{:significant}"}},
)
EXPLORER = Explorer(
    name="waves",
    question="How fast does each pair turn, and which hands never complete a turn?",
    controls=(
        Slider("d_model", "Width d", choices=WIDTHS, default=64, unit="columns"),
        Slider("base", "Base B", choices=BASES, default=10_000),
        Slider(
            "length",
            "Length L of the sequence",
            choices=LENGTHS,
            default=64,
            unit="positions",
        ),
        Slider(
            "position",
            "Position p",
            0,
            LENGTHS[-1] - 1,
            default=20,
            below="length",
            pace=1.5,
            continuous=True,
        ),
    ),
    template={
        "data": [
            line("@muted", "", 1.2),
            line("@pair", "", 3.5),
            line("@offset", "", 3.5),
            {
                "type": "scatter",
                "mode": "text",
                "textposition": "middle center",
                "textfont": {"size": 13},
                "hoverinfo": "skip",
                "showlegend": False,
            },
            line("@sine", "2", 2),
            line("@cosine", "2", 1.2),
            ruler("@pair", "circle", "a turn within L"),
            ruler("@offset", "circle-open", "less than one"),
        ],
        "layout": {
            "width": 460,
            "height": 500,
            "margin": {"l": 54, "r": 14, "t": 24, "b": 28},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 0.145, "yanchor": "bottom"},
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"domain": [0, 1], "range": [-0.5, DIALS - 0.5], **BARE},
            "yaxis": {"domain": [0.839, 1], "range": [-0.94, 0.506], **BARE},
            "xaxis2": {
                "domain": [0, 1],
                "anchor": "y2",
                "showgrid": False,
            },
            "yaxis2": {
                "domain": [0.26, 0.765],
                "anchor": "x2",
                "showgrid": False,
                "title": {"text": "pair j"},
            },
            "xaxis3": {
                "domain": [0, 1],
                "anchor": "y3",
                "type": "log",
                "range": [0.6, 7],
                "tickvals": [10**n for n in range(1, 8)],
                "ticktext": ["10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"],
            },
            "yaxis3": {"domain": [0, 0.1], "anchor": "x3", "range": [-1, 1], **BARE},
            "annotations": [
                heading("hands of the pairs at position p", 0, 1),
                heading("sine", 0, 0.77, "@sine"),
                heading("cosine", 0.1, 0.77, "@cosine"),
                heading("p", 0.25, 0.77, "@position"),
                heading("all wavelengths in positions; the line is L", 0, 0.1),
            ],
        },
    },
    update=update,
    wording=WORDING,
    handles=(
        DragHandle(x="position", axes=("x2", "y2")),
        # Among the wavelengths, which arrows would hide.
        DragHandle(x="length", axes=("x3", "y3"), look="ring"),
    ),
    slide_layout=FILLS_SLIDE | {"xaxis": {"domain": [0, 0.8]}},
    alt=(
        "Above, a row of up to eight dials, each one of the pairs, the first turning fastest. "
        "Below them the sine and cosine wave of each of these pairs around the chosen position. At "
        "the bottom a ruler with a log scale: every wavelength as a dot, and the length of the "
        "sequence as a line; dots to the right of the line are hollow, since their hands never "
        "complete a turn."
    ),
)
