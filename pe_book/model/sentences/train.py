"""Train the models of all encodings, test them, and store weights and scores.

`python -m pe_book.model.sentences.train` takes half an hour on one core. The weights of the first
seed are kept for the pages, the scores of all ten for the text.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from pe_book.model.sentences.grammar import TRAINED_WORDS
from pe_book.model.sentences.model import ENCODINGS, Model
from pe_book.model.sentences.network import Recipe, train
from pe_book.model.sentences.reading import Score, held_out_sentences, score_of
from pe_book.model.sentences.stored import store

SEEDS = range(10)
#: What is trained with each seed: the encodings, and two of them with the other's base.
RECIPES = {
    **{encoding: Recipe(encoding) for encoding in ENCODINGS},
    "sinusoidal, base 100": Recipe("sinusoidal", base=100),
    "rope, base 10000": Recipe("rope", base=10_000),
}
#: Shortest and longest sentence of each group that is tested, in words.
LENGTHS = ((1, TRAINED_WORDS), (17, 22), (23, 30), (31, 45))
TESTED = 600
#: The start test: sentences of at most so many words that begin at these positions. Up to the
#: eighth, every position was used in training.
SHORT = 8
STARTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 48)


class HeldOut(NamedTuple):
    """Which held-out sentences a model is tested on."""

    #: fewest and most words of a sentence
    words: tuple[int, int] = LENGTHS[0]
    #: the position of the first word
    start: int = 0
    #: whether direction alone tells who acts
    direction: bool = False


TESTS = (
    *(HeldOut(length) for length in LENGTHS),
    HeldOut(direction=True),
    *(HeldOut((1, SHORT), start) for start in STARTS),
)


def score_in(model: Model, test: HeldOut) -> Score:
    """Return a model's score in one test, rounded to four digits."""
    asked = held_out_sentences(TESTED, *test.words, direction=test.direction)
    return Score(*(round(share, 4) for share in score_of(model, asked, test.start)))


def main() -> None:
    """Train everything and store it beside this file."""
    # More threads only wait for each other in a model of this size.
    torch.set_num_threads(1)
    folder = Path(__file__).parent
    versions = {"torch": torch.__version__, "numpy": np.__version__}
    lines = []
    for name, recipe in RECIPES.items():
        by_seed = []
        for seed in SEEDS:
            print(f"{name}, seed {seed}", flush=True)
            model = train(recipe._replace(seed=seed))
            by_seed.append([score_in(model, test) for test in TESTS])
            if seed == SEEDS[0] and name in ENCODINGS:
                about = {"seed": seed, **versions, **by_seed[0][0]._asdict()}
                store(model, about, folder)
        for test, scores in zip(TESTS, zip(*by_seed, strict=True), strict=True):
            nouns, sentences = zip(*scores, strict=True)
            shares = {"nouns": nouns, "sentences": sentences}
            lines.append(json.dumps({"model": name, **test._asdict(), **shares}))
    listed = ",\n".join(lines)
    text = f'{{"versions": {json.dumps(versions)}, "scores": [\n{listed}\n]}}\n'
    (folder / "scores.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
