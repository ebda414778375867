"""Chapter 3: hands that come back, the waves that they draw, and a ruler of their wavelengths."""

from dataclasses import replace

from pe_book.declare import (
    BARE_AXIS,
    BASE,
    D_MODEL,
    POSITION,
    DragHandle,
    Explorer,
    Wording,
    heading,
    markers,
)
from pe_book.declare.panels import line

ROWS = 4  # of hands and waves, as in waves.mjs
# Finer near the start, as the ruler is, with places that the text names.
POSITIONS = tuple(
    sorted(
        {*range(100), *range(100, 1000, 10), *range(1000, 10_000, 100)}
        | {*range(10_000, 100_001, 1000), 512, 2048, 6283, 62_832}
    )
)
ACROSS = (0.55, 7)  # the ruler, in powers of ten


def places(width: float, row: float, ruler: float, margin: dict) -> dict:
    """Return a layout with rows of so many pixels above a ruler.

    A unit of the dials is a row, so that they are round.
    """
    between, cosine, inside = 62, 40, width - margin["l"] - margin["r"]
    high = ROWS * row + between + ruler
    above = [1 - ROWS * row / high, 1]
    dials, waves = row / inside, (row + 12) / inside
    headings = [
        heading("pair j", 0, 1),
        heading("sine", waves, 1, "@sine"),
        heading("cosine", waves + cosine / inside, 1, "@cosine"),
        heading("position p", 1, 1, "@position") | {"xanchor": "right"},
        heading("positions for one turn, large once it is made", 0, ruler / high, "@pair"),
    ]
    return {
        "width": width,
        "height": high + margin["t"] + margin["b"],
        "margin": margin,
        "xaxis": {"domain": [0, dials], "range": [-0.5, 0.5], **BARE_AXIS},
        "yaxis": {"domain": above, "range": [ROWS - 0.5, -0.5], "showgrid": False},
        "xaxis2": {"domain": [waves, 1], "showgrid": False},
        "yaxis2": {"domain": above, "range": [ROWS - 0.5, -0.5], **BARE_AXIS},
        "xaxis3": {
            "type": "log",
            "domain": [0, 1],
            "range": list(ACROSS),
            "tickvals": [10**n for n in range(1, 8)],
            "ticktext": ["10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"],
        },
        "yaxis3": {"domain": [0, ruler / high], "range": [-1, 1], **BARE_AXIS},
        "annotations": headings,
    }


WORDING = Wording(
    line="Fooled: {fooled} of {hands}, rows {distance:fixed(2)} apart.",
    sentences={
        "start": "At position 0 every hand points up. Walk into the text.",
        "main": "At position {position}, {fooled} of {hands:plural(hand)} {fooled:point} where "
        "{fooled:they} started, to within 15°, and {finished:have} made a full turn.",
        "fooled": "You did it: at position {position} all {hands} hands point where they started, "
        "to within 15°.",
    },
    columns=[
        ("pair j", "{}"),
        ("ω, radians per position", "{:significant}"),
        ("wavelength, positions", "{:significant}"),
        ("turns so far", "{:significant}"),
        ("degrees from the start", "{:fixed(0)}"),
    ],
    words={
        "landmark": "{}",
        "point": {"1": "points", "other": "point"},
        "they": {"1": "it", "other": "they"},
        "have": {"0": "none has", "1": "1 has", "other": "{} have"},
    },
)
EXPLORER = Explorer(
    name="waves",
    question="Can you fool every hand?",
    controls=(
        replace(POSITION, label="p words into the text", choices=POSITIONS, pace=8),
        replace(D_MODEL, default=8),
        BASE,
    ),
    template={
        "data": [
            line("@muted", width=1.2),
            line("@accent", width=3.5),
            line("@muted", width=1.2),
            line("@pair", width=3.5),
            line("@accent", width=3.5),
            line("@sine", 2, width=2.2),
            line("@cosine", 2, width=1.1),
            markers("@muted", 3, size=5),
            markers("@pair", 3, size=9),
            line("@ink", 3, mode="text", textfont={"size": 13}),
        ],
        "layout": places(420, 54, 44, {"l": 22, "r": 10, "t": 24, "b": 44}),
    },
    wording=WORDING,
    handles=(DragHandle(x="position", axes=("x3", "y3"), style="ring"),),
    wide_layout=places(720, 41, 38, {"l": 26, "r": 14, "t": 26, "b": 44}),
    alt=(
        "Up to four dials, one below the other, for pairs from the fastest to the slowest, each "
        "with the sine and cosine that its hand draws from the beginning of the text on. A dial "
        "whose hand is back where it started has a thick rim. Below, on a ruler with a log scale "
        "from a phrase to a book, every wavelength is a dot, large once its hand has made a full "
        "turn, and the position is a line."
    ),
)
