"""Chapters 1, 6 and 7: who chased whom, and does the model know it?"""

from pe_book.declare import Explorer, Preset, Select, Slider, Wording, Words
from pe_book.sentences import ENCODINGS, LABELS
from pe_book.sentences.grammar import (
    ADJECTIVES,
    ADVERBS,
    ARTICLES,
    NOUNS,
    VERBS,
)
from pe_book.sentences.model import N_HEADS

LONGEST = 25
LATEST_START = 32
LAYERS = 2
WITHOUT_ARCS = {"domain": [0, 1], "range": [-1, 1.02]}
COLORS = {"acts": "@sine", "action": "@position", "acted upon": "@cosine", "none": "@muted"}


EXPLORER = Explorer(
    name="sentence",
    question="Who chased whom, and how does the model know?",
    controls=(
        Words(
            "words",
            "Your sentence",
            groups=(
                ("nouns", NOUNS),
                ("verbs", VERBS),
                ("articles", ARTICLES),
                ("adjectives", ADJECTIVES),
                ("adverbs", ADVERBS),
                ("others", ("was", "by", "and")),
            ),
            default="the dog chased the cat",
            longest=LONGEST,
            more=(
                "and the boy heard a fox",
                "and a bear was fed by the girl",
                "and the cook liked the mouse",
            ),
            examples=(
                "the cat was chased by the big dog",
                "dog chased cat",
                "today the shy girl fed a dog and the cat was watched by the old fox",
                "the dog chased the cat and the boy heard a fox and a bear was fed by the girl",
            ),
            answers=COLORS,
        ),
        Select(
            "encoding",
            "Encoding",
            (
                ("none", "none"),
                ("causal", "none, with a causal mask"),
                ("sinusoidal", "sinusoidal"),
                ("learned", "learned"),
                ("rope", "RoPE"),
                ("alibi", "ALiBi"),
            ),
            "sinusoidal",
        ),
        Slider("start", "Start at position", 0, LATEST_START, 1, 0),
        Select(
            "look",
            "Attention",
            (
                ("off", "not shown"),
                *(
                    (f"{layer}.{head}", f"block {layer}, head {head}")
                    for layer in range(1, LAYERS + 1)
                    for head in range(1, N_HEADS + 1)
                ),
            ),
            "off",
        ),
    ),
    template={
        "data": [
            *(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "line": {"color": COLORS[label], "width": 11},
                    "hovertemplate": "%{y}: %{x:.2f}<extra>" + label + "</extra>",
                }
                for label in LABELS
            ),
            *(
                {
                    "type": "scatter",
                    "mode": "lines",
                    "xaxis": "x2",
                    "yaxis": "y2",
                    "line": {"color": "@offset", "width": width},
                    "hoverinfo": "skip",
                }
                for width in (1, 2, 4)
            ),
            {
                "type": "scatter",
                "mode": "markers",
                "xaxis": "x2",
                "yaxis": "y2",
                "marker": {"color": "@offset", "size": 7},
                "hoverinfo": "skip",
            },
        ],
        "layout": {
            "width": 420,
            "height": 280,
            "margin": {"l": 76, "r": 8, "t": 8, "b": 8},
            "showlegend": False,
            "xaxis": WITHOUT_ARCS | {"tickvals": [], "showgrid": False},
            "yaxis": {"range": [4.5, -0.5], "showgrid": False, "tickvals": []},
            "xaxis2": {
                "domain": [0, 0.27],
                "range": [1.05, -0.05],
                "anchor": "y2",
                "tickvals": [],
                "showgrid": False,
            },
            "yaxis2": {
                "range": [4.5, -0.5],
                "anchor": "x2",
                "tickvals": [],
                "showgrid": False,
                "showticklabels": False,
            },
        },
    },
    wording=Wording(
        sentences={
            "answer": "With {encoding:model}, the model says who acts: {acts:listed(noun)}; "
            "who is acted upon: {upon:listed(noun)}.",
            "right": "All {n} words are right.",
            "wrong": "{mistakes} of {n} words are wrong: {wrong:listed}.",
            "no grammar": "Training had no such sentences, so no answer is right or wrong.",
            "long": "The sentence has {n} words; those of training had at most 16.",
            "looks": "Each line leads from a word to a dot, at a word that it looks at; a thicker "
            "line is a larger weight, and below 10% none is drawn.",
            "seen": "It begins at position {start}, and training used all positions up to 15.",
            "unseen": "It ends at position {last}; training used those up to 15.",
        },
        columns=[
            ("position p", "{}"),
            ("word", "{}"),
            ("the model says", "{}"),
            ("confidence", "{:percent(0)}"),
            ("right would be", "{}"),
        ],
        words={
            "model": {
                "none": "no encoding",
                "causal": "no encoding but a causal mask",
                "sinusoidal": "the sinusoidal table",
                "learned": "a learned table",
                "rope": "RoPE",
                "alibi": "ALiBi",
            },
            "noun": {"nobody": "no one", "other": "{}"},
            **{label: label + " {:percent(0)}" for label in LABELS},
        },
    ),
    presets=(
        Preset(
            "The sentence",
            tuple(
                (words, {"words": words})
                for words in ("the dog chased the cat", "the cat chased the dog")
            ),
        ),
        Preset(
            "The model reads it",
            (
                ("with positions", {"encoding": "sinusoidal"}),
                ("without positions", {"encoding": "none"}),
            ),
        ),
    ),
    alt="The words of a sentence, one below another, each with the label that the model gives it "
    "and a bar for its confidence; where chosen, lines from each word to those that it looks at.",
)
assert {value for value, _ in EXPLORER.controls[1].options} == set(ENCODINGS)
