"""Alternative texts and captions of the figures say what is drawn of their examples."""

import re

import numpy as np
import pytest

from book.paths import ROOT
from pe_lib.variants import alibi_slopes
from tests.book.figure_examples import (
    BUCKETS,
    EIGHT,
    READINGS,
    THREE,
    WORDS,
    drawn,
    hollow_beyond,
    image_of,
    line_at,
    panels,
    side,
)
from tests.claims import word


def differs_most_on() -> str:
    """Return on which side the sums of the two places of a word differ most."""
    total = image_of("chapter_2.added", 2)
    difference = np.abs(total[1] - total[4])
    return "left" if difference[:4].sum() > 2 * difference[4:].sum() else "right"


def images(name) -> int:
    return sum(bool(panel.images) for panel in panels(name) if panel.get_label() != "<colorbar>")


def identity_at(name) -> str:
    """Return at which end of the diagonal a block is nearly the identity."""
    return "lower" if np.allclose(image_of(name)[-2:, -2:], np.eye(2), atol=0.01) else "upper"


def largest_dot() -> float:
    return max(dots.get_sizes()[0] for dots in panels("chapter_11.where_it_looks")[0].collections)


def grow(steps) -> bool:
    lengths = np.diff(np.flatnonzero(np.diff(steps)))
    return lengths[-1] > lengths[-6] > lengths[0]


#: What the texts of a figure say, with what is computed from the drawing filled in.
SAID = {
    "chapter_1.read_twice": lambda name: [
        "For all other words it cannot decide"
        if all(abs(r.probabilities[[0, 1, 3, 4], 0] - 0.5).max() < 0.02 for r in READINGS)
        else "it decides",
    ],
    "chapter_1.weights_of_a_word": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"one {'row' if len(image_of(name)) == len(THREE) else 'column'} for each word",
        "the same weights: dog 0.28, chased 0.14, and cat 0.58",
    ],
    "chapter_3.fooled": lambda name: [
        "after 6283 positions all of 4 are back, and the rows are 0.19 apart",
    ],
    "chapter_4.rigid": lambda name: [f"{' and '.join(['0', '5'])}. Each dial", "3.0, 0.3"],
    "chapter_4.looks_back": lambda name: [
        f"the largest weight of every row from 3 on is {8 - image_of(name)[8].argmax()} back",
    ],
    "chapter_1.moved": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"one {'row' if len(image_of(name)) == len(WORDS) else 'column'} for each word",
    ],
    "chapter_2.added": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"mostly in the {differs_most_on()} columns",
    ],
    "chapter_2.two_heights": lambda name: [
        "one on the {} and one on the {} side".format(
            *("rising" if np.cos(0.1 * p) > 0 else "falling" for p in (5, 26))
        ),
    ],
    "chapter_3.ruler": lambda name: [f"Dots {hollow_beyond(50)} of the line L = 50 are hollow"],
    "chapter_3.arcs": lambda name: [
        f"The first {(EIGHT <= 100).sum()} are covered all the way around",
        f"Pairs 0 to {(EIGHT <= 100).sum() - 1} have",
    ],
    "chapter_3.margins": lambda name: [
        f"With 8 it stays {'above' if line_at(name, 2)[1].min() > 0.5 else 'below'} half a unit",
    ],
    "chapter_4.dot_products": lambda name: [
        f"It is {'dark' if (image_of(name).argmax(axis=1) == range(64)).all() else 'light'} along",
    ],
    "chapter_5.measured_times": lambda name: ["8192 rows and 1024 columns, fastest first"],
    "chapter_6.head": lambda name: [f"3 keys to its {side(name)}"],
    "chapter_11.where_it_looks": lambda name: [
        f"{'Larger' if largest_dot() == 40 else 'Smaller'} dots stand for more queries",
    ],
    "chapter_7.biases": lambda name: [
        f"slope 1/2: {line_at(name, 0)[1][0]:.2f} at offset {line_at(name, 0)[0][0]:.0f}",
    ],
    "chapter_7.late_starts": lambda name: [
        "table: lowest at position {:.0f}, {:.2f}".format(*line_at(name, 0)[:, 1]),
    ],
    "chapter_10.buckets": lambda name: [
        f"then in {'longer' if all(map(grow, BUCKETS.values())) else 'shorter'} and longer steps",
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_texts_say_what_is_drawn(name):
    picture = drawn(name)[1]
    for phrase in SAID[name](name):
        assert phrase in f"{picture.alt} {picture.caption}"


def test_a_head_is_the_one_that_the_legend_of_a_cell_names():
    """Of ALiBi's slopes, in the code of a chapter."""
    named = {"steepest": int(np.argmax(alibi_slopes(8))), "second": 1, "third": 2, "last": 7}
    code = "\n".join(path.read_text("utf-8") for path in sorted(ROOT.glob("chapters/*.ipynb")))
    found = re.findall(r"ALiBi, (\w+) head\W+slopes\[(\d+)\]", code)
    assert len(found) == 2
    for head, index in found:
        assert named[head] == int(index), head
