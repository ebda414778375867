"""Chapters 1, 6 and 7: who chased whom, and does the model know it?"""

import math

import numpy as np

from pe_book.declare import Explorer, Preset, Select, Slider, View, Wording, Words
from pe_book.sentences import ENCODINGS, LABELS, TRAINED_WORDS, examine
from pe_book.sentences.grammar import (
    ADJECTIVES,
    ADVERBS,
    ARTICLES,
    NOUNS,
    VERBS,
    right_labels,
    word_numbers,
)
from pe_book.sentences.model import N_HEADS

LONGEST = 25
LATEST_START = 32
#: Below so many words the rows are no wider apart.
FEWEST_ROWS = 5
LAYERS = 2
#: Lines for weights from each of these up to the next one; what is weaker is not drawn.
STRENGTHS = (0.1, 0.25, 0.5)
#: Points of a line from word to word, less one.
STEPS = 24
#: From the middle of a word to where lines leave it, and to where they come in, in rows.
APART = 0.18
#: The labels alone beside the arcs, or before their bars, which run from 0 to 1.
WITH_ARCS = {"domain": [0.56, 1], "range": [-1, -0.03]}
WITHOUT_ARCS = {"domain": [0, 1], "range": [-1, 1.02]}
COLORS = {"acts": "@sine", "action": "@position", "acted upon": "@cosine", "none": "@muted"}


def update(words: str, encoding: str, start: int, look: str) -> View:
    """Return what the model says of each word, and where each word looks."""
    reading = examine(words, encoding, start)
    confidence = reading.probabilities.max(axis=-1)
    right = right_labels(word_numbers(words))
    wrong = [
        word
        for word, said, label in zip(
            reading.words, reading.labels, right or reading.labels, strict=True
        )
        if said != label
    ]
    n = len(reading.words)
    rows = list(range(n))
    looks = look != "off"
    arcs: list[dict] = [{"x": [None], "y": [None]} for _ in (*STRENGTHS, "ends")]
    if looks:
        layer, head = (int(number) - 1 for number in look.split("."))
        arcs = _arcs(reading.attention[layer, head])
    axis_range = [max(n, FEWEST_ROWS) - 0.5, -0.5]
    bars = {"tickvals": rows, "ticktext": reading.words, "range": axis_range}
    return View(
        traces=[*(_bars(reading.labels, confidence, label) for label in LABELS), *arcs],
        layout={
            "xaxis": WITH_ARCS if looks else WITHOUT_ARCS,
            "yaxis": bars,
            "yaxis2": {"range": axis_range},
            "annotations": [
                {
                    "xref": "x",
                    "yref": "y",
                    "x": -0.96,
                    "y": row,
                    "xanchor": "left",
                    "yanchor": "middle",
                    "align": "left",
                    "text": {label: share},
                    "showarrow": False,
                }
                for row, label, share in zip(rows, reading.labels, confidence, strict=True)
            ],
        },
        said=_said(reading.labels, right, start, look),
        values={
            "labels": reading.labels,
            "confidence": confidence,
            "n": n,
            "last": start + n - 1,
            "acts": _nouns(reading, "acts"),
            "upon": _nouns(reading, "acted upon"),
            "wrong": wrong,
            "mistakes": len(wrong),
        },
        rows=[
            [start + i, word, label, share, right[i] if right else "—"]
            for i, (word, label, share) in enumerate(
                zip(reading.words, reading.labels, confidence, strict=True)
            )
        ],
    )


def _bars(labels: list[str], confidence: np.ndarray, label: str) -> dict:
    """Return the bars of all words with one label, as one broken line."""
    rows = [row for row, said in enumerate(labels) if said == label]
    return {
        "x": [x for row in rows for x in (0, confidence[row], None)] or [None],
        "y": [y for row in rows for y in (row, row, None)] or [None],
    }


def _arcs(weights: np.ndarray) -> list[dict]:
    """Return a line from each word to those that it looks at, by strength, and their ends."""
    n = len(weights)
    lines: list[dict] = [{"x": [], "y": []} for _ in STRENGTHS]
    ends: dict = {"x": [], "y": []}
    for word in range(n):
        for other in range(n):
            strength = sum(weights[word, other] >= least for least in STRENGTHS)
            if not strength:
                continue
            x, y = _arc(word, other, n)
            lines[strength - 1]["x"] += [*x, None]
            lines[strength - 1]["y"] += [*y, None]
            ends["x"].append(x[-1])
            ends["y"].append(y[-1])
    return [{axis: values or [None] for axis, values in trace.items()} for trace in (*lines, ends)]


def _arc(word: int, other: int, n: int) -> tuple[list[float], list[float]]:
    """Return half an ellipse that leaves a word above its middle and comes in below the other's."""
    turns = [math.pi * step / STEPS for step in range(STEPS + 1)]
    middle, half = (word + other) / 2, (other - word) / 2 + APART
    reach = 0.2 + 0.8 * abs(other - word) / max(n - 1, 1)
    return [reach * math.sin(t) for t in turns], [middle - half * math.cos(t) for t in turns]


def _nouns(reading, label: str) -> list[str]:
    found = [
        word
        for word, said in zip(reading.words, reading.labels, strict=True)
        if said == label and word in NOUNS
    ]
    return found or ["nobody"]


def _said(labels: list[str], right: list[str] | None, start: int, look: str) -> list[str]:
    """Return which sentences say what is seen."""
    n = len(labels)
    said = ["answer"]
    if right is None:
        said.append("no grammar")
    else:
        said.append("right" if labels == right else "wrong")
    if n > TRAINED_WORDS:
        said.append("long")
    if look != "off":
        said.append("looks")
    if start:
        said.append("unseen" if start + n > TRAINED_WORDS else "seen")
    return said


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
    update=update,
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
