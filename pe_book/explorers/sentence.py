"""Chapters 1, 6 and 7: who chased whom, and does the model know it?"""

from pe_book.declare import Explorer, Select, SentenceInput, Slider, Switch, Toggle, Wording
from pe_book.declare.wording import COLORS
from pe_book.model.sentences import ENCODINGS
from pe_book.model.sentences.grammar import (
    ADJECTIVES,
    ADVERBS,
    ARTICLES,
    NOUNS,
    VERBS,
)
from pe_book.model.sentences.model import N_HEADS

LONGEST = 45
LATEST_START = 32
LAYERS = 2


EXPLORER = Explorer(
    name="sentence",
    question="Who chased whom, and how does the model know?",
    controls=(
        SentenceInput(
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
                "a bear and the fox",
                "today the shy girl fed a dog and the cat was watched by the old fox",
                "the dog chased the cat and the boy heard a fox and a bear was fed by the girl",
                "today the big dog chased the old cat and the shy boy heard a small fox again and "
                "a red bear was fed by the fast girl and yesterday the old cook liked the "
                "mouse and a cat was watched by the big dog again",
            ),
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
        Toggle("rows", "Colors of the rows"),
    ),
    template={
        "data": [],
        "layout": {"width": 760, "height": 216},
        "scene": {"scale": "@diverging"},
    },
    wording=Wording(
        sentences={
            "bag": "Without positions the network sees {n:plural(word)} in no order. Who "
            "{verb:did} whom? It can only guess.",
            "one answer": "Same {n:plural(word)} in, {answer:same} out. The network can’t tell who "
            "{verb:did} whom.",
            "clocks": "The clocks belong to the places.",
            "reads": "With {encoding:model}, the network reads: {readings:listed}.",
            "nobody": "With {encoding:model}, the network can’t find anyone doing anything.",
            "unsure": "It isn’t sure of {undecided:listed}.",
            "right": "All {n} words are right.",
            "both right": "{encoding:now} it gets {answer:both} right.",
            "wrong": "{mistakes} of {n} words {mistakes:are} wrong: {wrong:listed}.",
            "unread": "The learned table has 64 rows, so it can’t read {unread} of the words.",
            "no grammar": "It never saw a sentence like this, so there’s no right answer.",
            "long": "The sentence has {n} words. In training, none had more than 16.",
            "looks": "Below the tiles a line leads from each word to a dot at each word that it "
            "looks at; a thicker line is a larger weight, and below 10% none is drawn.",
            "seen": "It begins at position {start}, and training used all positions up to 15.",
            "unseen": "It ends at position {last}; training used those up to 15.",
        },
        columns=[
            ("sentence", "{}"),
            ("position p", "{}"),
            ("word", "{}"),
            ("the network says", "{}"),
            ("confidence", "{:share}"),
            ("correct answer", "{}"),
        ],
        words={
            "are": {"1": "is", "other": "are"},
            "did": {"none": "acts on", "other": "{}"},
            "now": {
                "sinusoidal": "Now",
                "causal": "With a causal mask",
                "learned": "With learned positions,",
                "rope": "With RoPE,",
                "alibi": "With ALiBi,",
            },
            "same": "same answer",
            "both": "both sentences",
            "share": {"none": "—", "other": "{:percent(0)}"},
            "model": {
                "causal": "no encoding but a causal mask",
                "sinusoidal": "positions",
                "learned": "learned positions",
                "rope": "RoPE",
                "alibi": "ALiBi",
            },
        },
        colors=COLORS | {"readings": "reading", "answer": "reading"},
    ),
    switch=Switch("Give it positions", {"encoding": "none"}, {"encoding": "sinusoidal"}),
    alt="A sentence as a row of tiles, and with two nouns the same words with the nouns exchanged. "
    "Between the two are the clocks of each place, if it has a position. Each tile is filled as "
    "far as the network takes its word for the one who acts, and arrows lead from who acts to who "
    "is acted upon.",
)
assert {value for value, _ in EXPLORER.controls[1].options} == set(ENCODINGS)
