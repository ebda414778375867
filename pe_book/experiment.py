"""Chapter 6's experiment: train with each encoding, test at trained and at unseen positions.

`run` trains; `stored` reads the result of one such run, which the book's sentences are held to.
`python -m pe_book.experiment` runs it again and stores the result.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pe_lib.checks import whole_number
from pe_lib.transformer import ENCODINGS, Model, Task, accuracy_by_position, train

SEEDS = (0, 1, 2)
#: Longest test, in positions; the training length is `Task().length`.
TEST_LENGTH = 64
#: The lengths of `by_length`: shorter than trained, as trained, longer, much longer.
LENGTHS = (16, 32, 48, 64, 128)
_FILE = "experiment.json"


def run(
    encodings: Sequence[str] = ENCODINGS,
    seeds: Sequence[int] = SEEDS,
    *,
    task: Task | None = None,
    test_length: int = TEST_LENGTH,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, np.ndarray]:
    """Train one model for each encoding and seed, and test it on longer sequences.

    Parameters
    ----------
    encodings : sequence of str
        Names from `pe_lib.transformer.ENCODINGS`.
    seeds : sequence of int
        Of weights and sequences.
    task : Task, optional
        What is learned; the default is the chapter's.
    test_length : int
        Length of the test sequences, in positions.
    progress : callable, optional
        Called with the number of steps done and the number to do.

    Returns
    -------
    dict of str to (n_seeds, test_length) array
        For each encoding the accuracy at every position, a share of 1. The first positions, which
        have nothing to repeat, are NaN.

    Examples
    --------
    >>> run(["none"], [0], task=Task(steps=2), test_length=40)["none"].shape
    (1, 40)
    """
    return accuracies(train_models(encodings, seeds, task=task, progress=progress), test_length)


def accuracies(
    models: Mapping[str, Sequence[Model]], test_length: int = TEST_LENGTH
) -> dict[str, np.ndarray]:
    """Test trained models at every position of sequences of one length.

    Parameters
    ----------
    models : mapping of str to sequence of Model
        As `train_models` gives them.
    test_length : int
        Length of the test sequences, in positions.

    Returns
    -------
    dict of str to (n_seeds, test_length) array
        As `run` gives it.

    Examples
    --------
    >>> models = train_models(["none"], [0], task=Task(steps=2))
    >>> accuracies(models, 40)["none"].shape
    (1, 40)
    """
    return {
        encoding: np.array([accuracy_by_position(model, test_length) for model in trained])
        for encoding, trained in models.items()
    }


def train_models(
    encodings: Sequence[str] = ENCODINGS,
    seeds: Sequence[int] = SEEDS,
    *,
    task: Task | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, list[Model]]:
    """Train one model for each encoding and seed: the part of `run` that takes the time.

    Parameters
    ----------
    encodings, seeds, task, progress
        As for `run`.

    Returns
    -------
    dict of str to list of Model
        For each encoding its models, in the order of the seeds.

    Examples
    --------
    >>> len(train_models(["none"], [0, 1], task=Task(steps=2))["none"])
    2
    """
    task = Task() if task is None else task
    total = len(encodings) * len(seeds) * task.steps
    models: dict[str, list[Model]] = {encoding: [] for encoding in encodings}
    finished = 0
    for encoding in encodings:
        for seed in seeds:
            report = progress and partial(_onward, progress, finished, total)
            models[encoding].append(train(encoding, task, seed, progress=report).model)
            finished += task.steps
    return models


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

    Parameters
    ----------
    models : mapping of str to sequence of Model
        As `train_models` gives them.
    lengths : sequence of int
        Of the test sequences, in positions.

    Returns
    -------
    list of AtLength
        For each encoding and length the accuracies of all seeds, shape (n_seeds,).

    Examples
    --------
    >>> models = train_models(["none"], [0], task=Task(steps=2))
    >>> [(found.length, found.unseen.shape) for found in by_length(models, [32, 40])]
    [(32, (1,)), (40, (1,))]
    """
    found = []
    for encoding, trained in models.items():
        for length in lengths:
            shares = np.array([accuracy_by_position(model, length) for model in trained])
            known = trained[0].task.length
            beyond = shares[:, known:]
            unseen = beyond.mean(axis=1) if beyond.size else np.full(len(shares), np.nan)
            found.append(AtLength(encoding, length, np.nanmean(shares[:, :known], axis=1), unseen))
    return found


def best_without_order(length: int, vocabulary: int, *, n_sequences: int = 20_000) -> float:
    """Return how often the most frequent other token of a random sequence is the one asked for.

    A model without positions knows the token that it stands on, and which others occur how often,
    but not where. The one asked for is any of those others with equal chance, so that nobody can
    do better than to name the most frequent of them: this is the ceiling.

    Parameters
    ----------
    length : int
        Positions of the sequence, at least 2.
    vocabulary : int
        Number of tokens, all equally likely.
    n_sequences : int
        How many to draw, always the same ones.

    Returns
    -------
    float
        A share of 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not a whole number, or is below 1 (length: below 2).

    Examples
    --------
    >>> round(best_without_order(32, 16), 2)
    0.15
    """
    length = whole_number(length, "length", low=2)
    vocabulary = whole_number(vocabulary, "vocabulary", low=1)
    n_sequences = whole_number(n_sequences, "n_sequences", low=1)
    counts = np.random.default_rng(0).multinomial(
        length - 1, np.full(vocabulary, 1 / vocabulary), size=n_sequences
    )
    return float(counts.max(axis=1).mean() / (length - 1))


def _onward(progress: Callable, before: int, total: int, done: int, _: int) -> None:
    """Report the steps of one model as steps of the whole run."""
    progress(before + done, total)


def split(accuracy: np.ndarray, trained_length: int = Task().length) -> dict[str, np.ndarray]:
    """Return the mean accuracy of each seed at trained and at unseen positions, apart.

    Parameters
    ----------
    accuracy : (n_seeds, length) array
        Shares of 1, as `run` gives it.
    trained_length : int
        Positions from here on were never seen in training.

    Returns
    -------
    dict of str to (n_seeds,) array
        "trained", "unseen" and "all".

    Examples
    --------
    >>> split(np.array([[np.nan, 1.0, 0.0, 0.5]]), trained_length=2)["unseen"]
    array([0.25])
    """
    return {
        "trained": np.nanmean(accuracy[:, :trained_length], axis=1),
        "unseen": np.nanmean(accuracy[:, trained_length:], axis=1),
        "all": np.nanmean(accuracy, axis=1),
    }


def stored() -> dict[str, np.ndarray]:
    """Return the stored result of `run()`, the one that the book's sentences quote.

    Returns
    -------
    dict of str to (n_seeds, test_length) array
        As `run` gives it.

    Examples
    --------
    >>> sorted(stored()) == sorted(ENCODINGS)
    True
    """
    text = resources.files("pe_book").joinpath(_FILE).read_text(encoding="utf-8")
    return {name: np.array(rows, dtype=float) for name, rows in json.loads(text).items()}


def _store(accuracies: Mapping[str, np.ndarray]) -> None:
    lines = {
        name: [[None if np.isnan(a) else round(float(a), 4) for a in row] for row in rows]
        for name, rows in accuracies.items()
    }
    path = Path(__file__).with_name(_FILE)
    path.write_text(json.dumps(lines).replace("]], ", "]],\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    _store(run(progress=lambda done, total: print(f"\r{done}/{total}", end="", flush=True)))
    print()
