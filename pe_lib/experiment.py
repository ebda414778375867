"""Chapter 6's experiment: train with each encoding, test at trained and at unseen positions.

`run` trains; `stored` reads the result of one such run, which the book's sentences are held to.
`python -m pe_lib.experiment` runs it again and stores the result.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import resources
from pathlib import Path

import numpy as np

from pe_lib.transformer import ENCODINGS, Task, accuracy_by_position, train

SEEDS = (0, 1, 2)
#: Longest test, in positions; the training length is `Task().length`.
TEST_LENGTH = 64
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

    Args:
        encodings: names from `pe_lib.transformer.ENCODINGS`.
        seeds: of weights and sequences.
        task: what is learned; the default is the chapter's.
        test_length: length of the test sequences, in positions.
        progress: called with the number of steps done and the number to do.

    Returns:
        For each encoding the accuracy at every position, shape (n_seeds, test_length). The first
        positions, which have nothing to repeat, are NaN.

    >>> run(["none"], [0], task=Task(steps=2), test_length=40)["none"].shape
    (1, 40)
    """
    task = Task() if task is None else task
    total = len(encodings) * len(seeds) * task.steps
    accuracies: dict[str, list[np.ndarray]] = {}
    finished = 0
    for encoding in encodings:
        accuracies[encoding] = []
        for seed in seeds:
            report = progress and partial(_onward, progress, finished, total)
            training = train(encoding, task, seed, progress=report)
            finished += task.steps
            accuracies[encoding].append(accuracy_by_position(training.model, test_length))
    return {encoding: np.array(found) for encoding, found in accuracies.items()}


def _onward(progress: Callable, before: int, total: int, done: int, _: int) -> None:
    """Report the steps of one model as steps of the whole run."""
    progress(before + done, total)


def split(accuracy: np.ndarray, trained_length: int = Task().length) -> dict[str, np.ndarray]:
    """Return the mean accuracy of each seed at trained and at unseen positions, apart.

    Args:
        accuracy: (n_seeds, length), as `run` gives it.
        trained_length: positions from here on were never seen in training.

    Returns:
        "trained", "unseen" and "all", each of shape (n_seeds,).

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

    >>> sorted(stored()) == sorted(ENCODINGS)
    True
    """
    text = resources.files("pe_lib").joinpath(_FILE).read_text(encoding="utf-8")
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
