"""Chapter 3: a dial for every pair, the waves that its hand draws, and a ruler of wavelengths."""

from pe_book.declare import (
    BARE_AXIS,
    FILLS_COLUMN,
    FILLS_SLIDE,
    DragHandle,
    Explorer,
    Slider,
    Wording,
    heading,
    markers,
)
from pe_book.declare.panels import line

DIALS = 8
WIDTHS = (4, 8, 16, 32, 64, 128, 256, 512)
BASES = (10, 100, 1000, 10_000, 100_000, 500_000, 1_000_000)
LENGTHS = (16, 32, 50, 64, 128, 256, 512, 1024, 2048, 5000, 8192)


def ruler(color: str, symbol: str, name: str) -> dict:
    """Return the template of the marks on the ruler, which are the key of the hands, too."""
    marker = {"color": color, "symbol": symbol, "size": 9}
    hover = "wavelength %{x:.4g} positions<extra></extra>"
    return markers(color, 3, name=name, marker=marker, hovertemplate=hover)


WORDING = Wording(
    sentences={
        "main": "One turn takes from {shortest:significant} to {longest:significant} positions. In "
        "a sequence of {length} positions, {unfinished} of {hands:plural(hand)} ({share:percent}) "
        "never {unfinished:complete} one. At position {position} the fastest has made "
        "{most_turns:significant} turns and the slowest {fewest_turns:significant}."
    },
    columns=[
        ("pair j", "{}"),
        ("ω, radians per position", "{:significant}"),
        ("wavelength, positions", "{:significant}"),
        ("turns so far", "{:significant}"),
        ("turns", "{:turns}"),
    ],
    words={
        "complete": {"1": "completes", "other": "complete"},
        "turns": {"none": "less than one", "other": "{:significant}"},
    },
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
            line("@muted", width=1.2),
            line("@pair", width=3.5),
            line("@offset", width=3.5),
            line("@ink", mode="text", textfont={"size": 13}),
            line("@sine", 2, width=2),
            line("@cosine", 2, width=1.2),
            ruler("@pair", "circle", "a turn within L"),
            ruler("@offset", "circle-open", "less than one"),
        ],
        "layout": {
            "width": 460,
            "height": 500,
            "margin": {"l": 54, "r": 14, "t": 24, "b": 28},
            "legend": {"x": 0, "y": 0.145, "yanchor": "bottom"},
            # A unit is as long up as across, so that the dials are round.
            "xaxis": {"range": [-0.5, DIALS - 0.5], **BARE_AXIS},
            "yaxis": {"domain": [0.839, 1], "range": [-0.94, 0.506], **BARE_AXIS},
            "xaxis2": {
                "showgrid": False,
            },
            "yaxis2": {
                "domain": [0.26, 0.765],
                "showgrid": False,
                "title": "pair j",
            },
            "xaxis3": {
                "type": "log",
                "range": [0.6, 7],
                "tickvals": [10**n for n in range(1, 8)],
                "ticktext": ["10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"],
            },
            "yaxis3": {"domain": [0, 0.1], "range": [-1, 1], **BARE_AXIS},
            "annotations": [
                heading("hands of the pairs at position p", 0, 1),
                heading("sine", 0, 0.77, "@sine"),
                heading("cosine", 0.1, 0.77, "@cosine"),
                heading("p", 0.25, 0.77, "@position"),
                heading("all wavelengths in positions; the line is L", 0, 0.1),
            ],
        },
    },
    wording=WORDING,
    handles=(
        DragHandle(x="position", axes=("x2", "y2")),
        # Among the wavelengths, which arrows would hide.
        DragHandle(x="length", axes=("x3", "y3"), style="ring"),
    ),
    wide_layout=FILLS_COLUMN
    | {
        "legend": {"x": 0.655, "y": 0.675},
        "xaxis": {"domain": [0, 0.6]},
        "yaxis": {"domain": [0.759, 1]},
        "yaxis2": {"domain": [0.02, 0.66]},
        "xaxis3": {"domain": [0.66, 1]},
        "yaxis3": {"domain": [0.9, 0.99]},
        "annotations": [
            heading("hands of the pairs at position p", 0, 1),
            heading("sine", 0, 0.665, "@sine"),
            heading("cosine", 0.06, 0.665, "@cosine"),
            heading("p", 0.14, 0.665, "@position"),
            heading("all wavelengths; the line is L", 0.66, 1),
        ],
    },
    slide_layout=FILLS_SLIDE | {"xaxis": {"domain": [0, 0.8]}, "yaxis2": {"domain": [0.3, 0.765]}},
    alt=(
        "Above, a row of up to eight dials, each one of the pairs, the first turning fastest. "
        "Below them the sine and cosine wave of each of these pairs around the chosen position. At "
        "the bottom a ruler with a log scale: every wavelength as a dot, and the length of the "
        "sequence as a line; dots to the right of the line are hollow, since their hands never "
        "complete a turn."
    ),
)
