"""Chapter 6: where a head looks that was made to look k back, once words are added to the table."""

from pe_book.declare import (
    FILLS_COLUMN,
    DragHandle,
    Explorer,
    Slider,
    Wording,
    heading,
    line,
    markers,
)

ROWS = 64
FARTHEST = 16  # back


ACROSS = {"range": [-1, ROWS], "tickvals": list(range(0, ROWS, 8)), "showgrid": False}
AS_MADE = "That’s where it was built to look. Its score leads the next one by {lead:fixed(1)}."
WORDING = Wording(
    line="The largest weight, {weight:fixed(2)}, is {back:plural(position)} back.",
    sentences={
        "back": AS_MADE,
        "own word": "It was built for position {wanted}, and looks at the query’s own. It turns a "
        "word vector by only {offset:plural(position)}, so the word’s own key still resembles it.",
        "other word": "It was built for position {wanted}. The word vectors add more to another "
        "score than the table takes away.",
    },
    columns=[
        ("position of the key", "{}"),
        ("score", "{:fixed(1)}"),
        ("weight", "{:fixed(3)}"),
    ],
    words={"at": "k back", "query": "p"},
)
EXPLORER = Explorer(
    name="look_back",
    question="We built a head to look k back. Where does it look?",
    controls=(
        Slider("offset", "Offset k, back", 0, FARTHEST, 1, 3, "positions"),
        Slider("sharpness", "Sharpness of the scores", default=1, choices=(1, 2, 4, 8, 16)),
        Slider("words", "Length of the word vectors", 0, 12, 1, 0),
        Slider("position", "Position p of the query", FARTHEST, ROWS - 1, 1, 30),
    ),
    template={
        "data": [
            line("@ink", width=2),
            markers("@offset"),
            line("@ink", 2, width=6),
            line("@offset", 2, width=6),
            markers("@position"),
        ],
        "layout": {
            "width": 420,
            "height": 330,
            "margin": {"l": 46, "r": 8, "t": 26, "b": 42},
            "xaxis": ACROSS | {"showticklabels": False},
            "yaxis": {"domain": [0.53, 1], "range": [60, 460], "tickvals": [100, 200, 300, 400]},
            "xaxis2": ACROSS | {"title": "position of the key"},
            "yaxis2": {"domain": [0, 0.43]},
            "annotations": [
                heading("score of each key", 0, 1),
                heading("weight of each key", 0, 0.43),
            ],
        },
    },
    wording=WORDING,
    handles=(DragHandle(x="position", tip=(4, 0)), DragHandle(x="position", axes=("x2", "y2"))),
    wide_layout=FILLS_COLUMN,
    alt=(
        "Two panels over the positions of the keys. Above, the score of each key for one query; on "
        "the table alone it peaks k positions before the query. Below, the weights that the "
        "softmax makes of the scores: few keys share them when the scores are sharp."
    ),
)
