"""Chapter 4: a row goes into the matrix of an offset, pair by pair, and comes out shifted."""

from pe_book.declare import DragHandle, Explorer, Slider, Wording, heading
from pe_book.declare.panels import line

D_MODEL = 8
PAIRS = D_MODEL // 2


def heat(axis: str, hover: str) -> dict:
    """Return the colors of the entries between two axes."""
    place = {"xaxis": "x" + axis, "yaxis": "y" + axis, "zmin": -1, "zmax": 1}
    style = {"type": "heatmap", "colorscale": "@diverging"}
    return style | place | {"hovertemplate": f"{hover}: %{{z:.3f}}<extra></extra>"}


def axis(low: float, high: float, count: int, title: str = "", **more: str) -> dict:
    """Return an axis along `count` entries; with a title, the entries are numbered."""
    shown = {"showticklabels": bool(title), "tickvals": list(range(count))}
    named = {"title": title} if title else {}
    return {"domain": [low, high], "showgrid": False} | shown | named | more


def headed(text: str, x: float, y: float, color: str, side: str = "left") -> dict:
    """Return a heading that begins or ends at x."""
    return heading(text, x, y, color) | {"xanchor": side}


#: A little more than the entries, so that no frame is cut.
ACROSS, DOWN = [-0.56, D_MODEL - 0.44], [D_MODEL - 0.44, -0.56]
ONE_ACROSS, ONE_DOWN = [-0.53, 0.53], [0.56, -0.56]
LEFT, RIGHT = 0.835, 0.87
BELOW, ABOVE = 0.815, 0.9

WORDING = Wording(
    sentences={
        "turned": "Columns {sine} and {cosine} of row {position} meet one block only, that of pair "
        "{pair}, which turns ({sine_in:entry}, {cosine_in:entry}) by {offset} × "
        "{omega:significant} = {angle:fixed(3)} radians: ({sine_out:entry}, {cosine_out:entry}) "
        "comes out.",
        "arrives": "All eight entries that come out are those of row {end}.",
    },
    columns=[
        ("column", "{}"),
        ("in: row {position}", "{:fixed(3)}"),
        ("out: matrix times row", "{:fixed(3)}"),
        ("row {end} by the formula", "{:fixed(3)}"),
    ],
    words={"entry": "{:fixed(2)}"},
    colors={"position": "position", "end": "offset", "pair": "pair"},
)
EXPLORER = Explorer(
    name="block_matrix",
    question="What does the matrix of offset k do to row p?",
    controls=(
        Slider("position", "Position p", 0, 200, 1, 5, pace=1.5),
        Slider("offset", "Offset k", -40, 40, 1, 3, "positions"),
        Slider("pair", "Pair j", 0, PAIRS - 1, 1, 1),
    ),
    template={
        "data": [
            heat("", "row %{y}, column %{x}")
            | {"x": list(range(D_MODEL)), "y": list(range(D_MODEL))},
            heat("2", "in, column %{x}") | {"x": list(range(D_MODEL)), "y": [0]},
            heat("3", "out, column %{y}") | {"x": [0], "y": list(range(D_MODEL))},
            line("@pair", width=1.5),
            line("@pair", width=4),
            line("@position", 2, width=4),
            line("@offset", 3, width=4),
        ],
        "layout": {
            "width": 420,
            "height": 384,
            "margin": {"l": 42, "r": 6, "t": 22, "b": 42},
            "xaxis": axis(0, LEFT, D_MODEL, "column of row p", range=ACROSS),
            "yaxis": axis(0, BELOW, D_MODEL, "column of row p + k", range=DOWN),
            "xaxis2": axis(0, LEFT, D_MODEL, anchor="y2", range=ACROSS),
            "yaxis2": axis(ABOVE, 1, 1, anchor="x2", range=ONE_DOWN),
            "xaxis3": axis(RIGHT, 1, 1, anchor="y3", range=ONE_ACROSS),
            "yaxis3": axis(0, BELOW, D_MODEL, anchor="x3", range=DOWN),
            "annotations": [
                headed("row p goes in", 0, 1.005, "@position"),
                headed("the matrix of offset k", 0, BELOW + 0.005, "@pair"),
                headed("out: row p + k", 1, BELOW + 0.005, "@offset", "right"),
            ],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="pair", scale=(0.5, 2), tip=(5, 0), style="bare"),),
    alt=(
        "A matrix of eight by eight with four framed blocks of two by two along its diagonal and "
        "zeros elsewhere. Row p stands above it, so that each entry is over the column that it "
        "goes into; the row that comes out stands at the right. Pale bands lead the chosen "
        "pair down into its block and on to the right."
    ),
)
