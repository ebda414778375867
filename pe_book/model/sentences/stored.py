"""The trained weights as files: float16 in base64, in JSON that a page can import, too."""

import base64
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from pe_book.model.sentences.grammar import LABELS, TRAINED_WORDS, VOCABULARY
from pe_book.model.sentences.model import ENCODINGS, Model, added_table

_FOLDER = resources.files("pe_book.model.sentences")


def trained(encoding: str) -> Model:
    """Return the stored model of one of ENCODINGS, read when it is first asked for."""
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding must be one of {', '.join(ENCODINGS)}, but it is {encoding!r}")
    return _trained(encoding)


@cache
def _trained(encoding: str) -> Model:
    return load(encoding, _FOLDER)


def load(encoding: str, folder: Traversable) -> Model:
    """Return the model that `store` has written into a folder."""
    kept = json.loads((folder / f"sentences_{encoding}.json").read_text(encoding="utf-8"))
    numbers = np.frombuffer(base64.b64decode(kept["float16"]), dtype="<f2").astype(float)
    ends = np.cumsum([np.prod(shape) for shape in kept["shapes"].values()])
    parts = np.split(numbers, ends[:-1])
    weights = {
        name: part.reshape(shape)
        for (name, shape), part in zip(kept["shapes"].items(), parts, strict=True)
    }
    return Model(encoding, weights, added_table(encoding, weights))


def store(model: Model, about: Mapping[str, Any], folder: Path) -> None:
    """Write a model's weights into a folder, with what is known about their training."""
    numbers = np.concatenate([array.ravel() for array in model.weights.values()])
    kept = {
        **about,
        "words": VOCABULARY,
        "labels": LABELS,
        "shapes": {name: array.shape for name, array in model.weights.items()},
        "float16": base64.b64encode(numbers.astype("<f2").tobytes()).decode(),
    }
    text = json.dumps(kept, separators=(",", ":")) + "\n"
    file = folder / f"sentences_{model.encoding}.json"
    file.write_text(text, encoding="utf-8", newline="\n")


@cache
def scores() -> list[dict[str, Any]]:
    """Return the test scores of all trained models: for each model and test, those of each seed."""
    return json.loads((_FOLDER / "scores.json").read_text(encoding="utf-8"))["scores"]


def nouns_right(
    model: str, words: tuple[int, int] = (1, TRAINED_WORDS), start: int = 0, direction: bool = False
) -> list[float]:
    """Return the share of nouns that each seed of a model reads right in one of the tests."""
    asked = {"model": model, "words": list(words), "start": start, "direction": direction}
    for found in scores():
        if asked.items() <= found.items():
            return found["nouns"]
    raise ValueError(f"not among the tests of the scores: {asked}")


@cache
def measurements() -> dict[str, Any]:
    """Return the measurements that `measure` has stored: a result and its method by name."""
    return json.loads((_FOLDER / "measurements.json").read_text(encoding="utf-8"))
