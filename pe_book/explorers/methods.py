"""Chapter 7: one query under four methods, and what happens when all positions move on."""

from pe_book.declare import FILLS_COLUMN, DragHandle, Explorer, Select, Slider, Wording

WORDS = "the dog chased the cat and another cat chased the dog".split()
METHODS = (
    ("rope", "RoPE"),
    ("alibi", "ALiBi, no mask"),
    ("table", "table added to the input"),
    ("none", "none"),
)


def bar(color: str, width: int, name: str, **more) -> dict:
    """Return the template of horizontal bars."""
    shown = {"type": "scatter", "mode": "lines", "name": name}
    hover = "word %{y}: %{x:.3f}<extra>" + name + "</extra>"
    return shown | {"line": {"color": color, "width": width}, "hovertemplate": hover, **more}


WORDING = Wording(
    sentences={
        "largest": "With {method:method}, word {query}, “{word}”, gives the largest weight, "
        "{largest:fixed(2)}, to “{found_word}”, word{several:s} {found:listed}.",
        "no shift": "Move the shift to see what changes when all positions do.",
        "changed": "The shift by {shift:plural(position)} has changed weights by up to "
        "{change:fixed(3)}: the rows added are others, and W_q and W_k do not keep what they share "
        "with the first ones.",
        "unchanged": "The shift by {shift:plural(position)} changes no weight: {method:unchanged}.",
    },
    columns=[
        ("word", "{}"),
        ("position", "{}"),
        ("weight", "{:fixed(3)}"),
        ("without the shift", "{:fixed(3)}"),
    ],
    words={
        "method": {
            "rope": "RoPE",
            "alibi": "ALiBi",
            "table": "the table added",
            "none": "no position",
        },
        "s": {"true": "s", "false": ""},
        "unchanged": {
            "rope": "all queries and keys turn further by the same angles, and no dot product sees "
            "that",
            "alibi": "all distances stay as they were",
            "none": "no position enters the scores",
        },
    },
)
EXPLORER = Explorer(
    name="methods",
    question="What does a query see of a shift of all positions?",
    controls=(
        Select("method", "Method", METHODS, "table"),
        Slider("query", "Word whose query it is", 0, len(WORDS) - 1, 1, 7),
        Slider(
            "shift",
            "Shift of all positions",
            default=0,
            unit="positions",
            choices=(0, 1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000),
        ),
    ),
    template={
        "data": [
            bar("@pair", 16, "from position 0", opacity=0.6),
            bar("@ink", 5, "after the shift"),
        ],
        "layout": {
            "width": 420,
            "height": 380,
            "margin": {"l": 92, "r": 10, "t": 34, "b": 42},
            "showlegend": True,
            "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
            "xaxis": {
                # A little room between words and bars.
                "range": [-0.02, 0.82],
                "tickvals": [0, 0.2, 0.4, 0.6, 0.8],
                "title": {"text": "weight", "standoff": 5},
            },
            "yaxis": {
                "range": [len(WORDS) - 0.4, -0.6],
                "tickvals": list(range(len(WORDS))),
                "ticktext": [f"{s} {word}" for s, word in enumerate(WORDS)],
                "showgrid": False,
            },
        },
    },
    wording=WORDING,
    handles=(DragHandle(y="query"),),
    wide_layout=FILLS_COLUMN | {"margin": {"l": 160}},
    alt=(
        "A bar for each of eleven words: the weight that one of them gives to it. Wide bars show "
        "the words at positions from 0 on, narrow ones the same words after a shift. Only with the "
        "table added to the input do the two differ."
    ),
)
