"""Train the models of all encodings, test them, and store weights and scores.

`python -m pe_book.sentences.train` takes five minutes on one core. The weights of the first seed
are kept for the pages, the scores of all three for the text.
"""

import json
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pe_book.sentences.grammar import TRAINED_WORDS
from pe_book.sentences.model import ENCODINGS, Model
from pe_book.sentences.network import Recipe, train
from pe_book.sentences.reading import held_out_sentences, score_of
from pe_book.sentences.stored import store

SEEDS = (0, 1, 2)
#: Shortest and longest sentence of each group that is tested, in words.
LENGTHS = ((1, TRAINED_WORDS), (17, 22), (23, 30), (31, 45))
TESTED = 600
#: The start test: sentences of at most so many words that begin at these positions. Up to the
#: eighth, every position was used in training.
SHORT = 8
STARTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 48)


def scores_of(model: Model) -> list[dict[str, Any]]:
    """Return a model's scores at all lengths, and on short sentences at all starts."""
    tests = [(*length, 0) for length in LENGTHS] + [(1, SHORT, start) for start in STARTS]
    found = []
    for shortest, longest, start in tests:
        score = score_of(model, held_out_sentences(TESTED, shortest, longest), start)
        shares = {name: round(share, 4) for name, share in score._asdict().items()}
        found.append({"words": [shortest, longest], "start": start, **shares})
    return found


def print_steps(what: str, done: int, total: int) -> None:
    """Show the steps of a training on one line."""
    if done % 50 == 0 or done == total:
        print(f"\r{what}: step {done}/{total}", end="\n" if done == total else "", flush=True)


def main() -> None:
    """Train everything and store it beside this file."""
    # More threads only wait for each other in a model of this size.
    torch.set_num_threads(1)
    folder = Path(__file__).parent
    versions = {"torch": torch.__version__, "numpy": np.__version__}
    lines = []
    for encoding, seed in product(ENCODINGS, SEEDS):
        model = train(Recipe(encoding, seed), partial(print_steps, f"{encoding}, seed {seed}"))
        scores = scores_of(model)
        lines += [json.dumps({"encoding": encoding, "seed": seed, **each}) for each in scores]
        if seed == SEEDS[0]:
            trained_length = {name: scores[0][name] for name in ("nouns", "sentences")}
            store(model, {"seed": seed, **versions, **trained_length}, folder.parent / "data")
    listed = ",\n".join(lines)
    text = f'{{"versions": {json.dumps(versions)}, "scores": [\n{listed}\n]}}\n'
    (folder / "scores.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
