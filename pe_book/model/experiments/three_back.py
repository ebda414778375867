"""Chapter 11's experiment: train with each encoding, test at trained and at unseen positions.

`stored_models` and `stored` read one such run, which the chapter shows.
`python -m pe_book.model.experiments.three_back` trains again, in a minute, and stores both.
"""

import json
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pe_book.model.transformer import Model, Task, accuracy_by_position, forward, train
from pe_book.model.transformer.model import new_model
from pe_lib.attention import softmax
from pe_lib.checks import check_int
from pe_lib.variants import offsets

SEEDS = (0, 1, 2)
#: What chapter 11 shows; `baselines` has others.
ENCODINGS = ("none", "sinusoid", "learned", "rope", "alibi")
#: Longest test, in positions; the training length is `Task().length`.
TEST_LENGTH = 64
#: The lengths of `by_length`: shorter than trained, as trained, longer, much longer.
LENGTHS = (16, 32, 48, 64, 128)
_FILE, _MODELS = "three_back.json", "three_back_models.npz"


def train_models(
    encodings: Sequence[str] = ENCODINGS,
    seeds: Sequence[int] = SEEDS,
    *,
    task: Task | None = None,
) -> dict[str, list[Model]]:
    """Train one model for each encoding and seed, and print which is trained."""
    models: dict[str, list[Model]] = {encoding: [] for encoding in encodings}
    for encoding in encodings:
        for seed in seeds:
            print(f"{encoding}, seed {seed}", flush=True)
            models[encoding].append(train(encoding, task, seed))
    return models


def accuracies(
    models: Mapping[str, Sequence[Model]], test_length: int = TEST_LENGTH
) -> dict[str, np.ndarray]:
    """Return each encoding's accuracy at every position, (n_seeds, test_length), as shares of 1.

    The first positions, which have nothing to repeat, are NaN.
    """
    return {
        encoding: np.array([accuracy_by_position(model, test_length) for model in trained])
        for encoding, trained in models.items()
    }


def split(accuracy: np.ndarray, trained_length: int = Task().length) -> dict[str, np.ndarray]:
    """Return each seed's mean accuracy at "trained" and at "unseen" positions, and at "all".

    >>> split(np.array([[np.nan, 1.0, 0.0, 0.5]]), trained_length=2)["unseen"]
    array([0.25])
    """
    trained, unseen = accuracy[:, :trained_length], accuracy[:, trained_length:]
    return {
        "trained": np.nanmean(trained, axis=1),
        "unseen": np.nanmean(unseen, axis=1) if unseen.size else np.full(len(accuracy), np.nan),
        "all": np.nanmean(accuracy, axis=1),
    }


class AtLength(NamedTuple):
    """Accuracies at one test length, apart for trained and for unseen positions."""

    encoding: str
    length: int
    #: (n_seeds,) each; unseen is NaN where every position was trained
    trained: np.ndarray
    unseen: np.ndarray


def by_length(
    models: Mapping[str, Sequence[Model]], lengths: Sequence[int] = LENGTHS
) -> list[AtLength]:
    """Test trained models on sequences of several lengths.

    Trained positions are tested in the long sequences too: there the head has more keys to
    look past.
    """
    found = []
    for encoding, trained in models.items():
        for length in lengths:
            accuracy = accuracies({encoding: trained}, length)[encoding]
            parts = split(accuracy, trained[0].task.length)
            found.append(AtLength(encoding, length, parts["trained"], parts["unseen"]))
    return found


def looks_back(models: Sequence[Model], length: int = TEST_LENGTH) -> np.ndarray:
    """Return how many positions back each query's largest weight is, (n_models, 100, length).

    The models of one task read the same 100 random sequences. Below 0 a query looks ahead.
    """
    tokens = _sequences(models[0].task, length)
    found = [forward(model, tokens)["attention"].argmax(axis=-1) for model in models]
    return np.arange(length) - np.array(found)


def is_turns_away(back: np.ndarray, look_back: int = Task().look_back) -> np.ndarray:
    """Return whether each look back is right, whole turns of pair 0 aside, to within a position.

    >>> is_turns_away(np.array([3, 9, 10, 6, -3]))  # a turn is 6.28 positions long
    array([ True,  True,  True, False,  True])
    """
    turns = (back - look_back) / (2 * np.pi)
    return np.abs(turns - np.round(turns)) * 2 * np.pi <= 1


def accuracy_within(model: Model, reach: int, length: int) -> float:
    """Return a RoPE model's accuracy where a query sees only keys less than `reach` away."""
    return _accuracy_where(model, np.abs(offsets(length)) < reach)


def accuracy_without(model: Model, back: Sequence[int], length: int) -> float:
    """Return a RoPE model's accuracy with the keys hidden that are so many positions back."""
    return _accuracy_where(model, ~np.isin(-offsets(length), back))


def _accuracy_where(model: Model, visible: np.ndarray) -> float:
    """Return a RoPE model's accuracy where each query sees only some keys, (length, length)."""
    task, tokens = model.task, _sequences(model.task, len(visible))
    a = forward(model, tokens)
    scores = a["q"] @ a["k"].swapaxes(1, 2) / np.sqrt(task.d_model)
    mixed = softmax(np.where(visible, scores, -np.inf)) @ a["v"]
    answers = (mixed @ model.weights["readout"]).argmax(axis=-1)
    return float((answers[:, task.look_back :] == tokens[:, : -task.look_back]).mean())


def weight_by_offset(model: Model, length: int) -> np.ndarray:
    """Return the mean weight of keys k back, (2 length - 1,), for k = 1 - length, …, length - 1."""
    attention = forward(model, _sequences(model.task, length))["attention"].mean(axis=0)
    return np.array([np.diagonal(attention, -k).mean() for k in range(1 - length, length)])


def _sequences(task: Task, length: int) -> np.ndarray:
    return np.random.default_rng(0).integers(task.vocabulary, size=(100, length))


def best_without_order(length: int, vocabulary: int) -> float:
    """Return the best accuracy without positions.

    A model without positions knows the current token and how often each of the others occurs, but
    not where. The one asked for is any of them with equal chance, so the best answer is the most
    frequent token. The accuracy is that of 20,000 random sequences.

    >>> round(best_without_order(32, 16), 2)
    0.15
    """
    length = check_int(length, "length", low=2)
    vocabulary = check_int(vocabulary, "vocabulary", low=1)
    counts = np.random.default_rng(0).multinomial(
        length - 1, np.full(vocabulary, 1 / vocabulary), size=20_000
    )
    return float(counts.max(axis=1).mean() / (length - 1))


def stored() -> dict[str, np.ndarray]:
    """Return the stored accuracies, which the book's sentences quote."""
    return read(resources.files("pe_book.model.experiments") / _FILE)


def stored_models() -> dict[str, list[Model]]:
    """Return the trained models, a list of one for each seed by encoding."""
    models = {}
    with resources.as_file(resources.files("pe_book.model.experiments") / _MODELS) as file:
        arrays = dict(np.load(file))
    for encoding in ENCODINGS:
        models[encoding] = []
        for seed in SEEDS:
            model = new_model(encoding, Task(), seed)
            for name in model.weights:
                model.weights[name] = arrays[f"{encoding}.{seed}.{name}"]
            models[encoding].append(model)
    return models


def read(file: Traversable) -> dict[str, np.ndarray]:
    """Return accuracies as `write` has stored them."""
    text = file.read_text(encoding="utf-8")
    return {name: np.array(rows, dtype=float) for name, rows in json.loads(text).items()}


def write(accuracies: Mapping[str, np.ndarray], path: Path) -> None:
    """Store accuracies as JSON, an encoding a line."""
    lines = {
        name: [[None if np.isnan(a) else round(float(a), 4) for a in row] for row in rows]
        for name, rows in accuracies.items()
    }
    path.write_text(
        json.dumps(lines).replace("]], ", "]],\n") + "\n", encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    models = train_models()
    write(accuracies(models), Path(__file__).with_name(_FILE))
    arrays = {
        f"{encoding}.{seed}.{name}": array
        for encoding, trained in models.items()
        for seed, model in zip(SEEDS, trained, strict=True)
        for name, array in model.weights.items()
    }
    np.savez_compressed(Path(__file__).with_name(_MODELS), **arrays)
