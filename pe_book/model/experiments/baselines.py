"""Chapter 11's further baselines: T5's bias, a causal mask, random starts; and more seeds.

The task and the network are those of `three_back`. `stored` reads the accuracies of one run, which
chapter 11 shows; `python -m pe_book.model.experiments.baselines` runs it again and stores them, in
some minutes.
"""

from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path

import numpy as np

from pe_book.model.experiments import three_back
from pe_book.model.transformer import Model, Task, train
from pe_book.model.transformer.model import BUCKETS
from pe_lib.practice import t5_buckets
from pe_lib.variants import alibi_bias, alibi_slopes, offsets

SEEDS = tuple(range(8))
#: Trained, and twice as long.
LENGTHS = (Task().length, three_back.TEST_LENGTH)
_FILE = "baselines.json"
_NUMBERS = "numbers of T5's bias"
#: What hides a key: no score of a trained head comes near it.
HIDDEN = -1e9


def causal(bias: np.ndarray) -> np.ndarray:
    """Return a bias (n, n) with the keys that come after each query hidden."""
    return np.where(offsets(len(bias)) > 0, HIDDEN, bias)


def near_buckets(task: Task) -> np.ndarray:
    """Return T5's buckets with a `max_distance` of the trained length, so that all are trained."""
    return t5_buckets(offsets(task.max_len), BUCKETS, max_distance=task.length)


def cases(task: Task) -> Mapping[str, tuple[str, dict]]:
    """Return, by the name in chapter 11, the encoding and the other arguments of `train`."""
    linear = {slope: alibi_bias(task.max_len, slope) for slope in (float(alibi_slopes(1)[0]), 1.0)}
    gentle, steep = map(causal, linear.values())
    anywhere = {"last_start": task.max_len - task.length}
    return {
        "sinusoid": ("sinusoid", {}),
        "sinusoid, random starts": ("sinusoid", anywhere),
        "learned, random starts": ("learned", anywhere),
        "RoPE": ("rope", {}),
        "T5's bias": ("t5", {}),
        "T5's bias, buckets to 32": ("t5", {"fixed": {"buckets": near_buckets(task)}}),
        "ALiBi, causal": ("alibi", {"fixed": {"bias": gentle}}),
        "ALiBi, causal, slope 1": ("alibi", {"fixed": {"bias": steep}}),
        "none, causal": ("alibi", {"fixed": {"bias": causal(np.zeros_like(gentle))}}),
    }


def train_case(name: str, seed: int, task: Task | None = None) -> Model:
    """Train one model of a case."""
    task = Task() if task is None else task
    encoding, arguments = cases(task)[name]
    return train(encoding, task, seed, **arguments)


def run(report: Callable[[str], None] = print) -> dict[str, np.ndarray]:
    """Train every case with every seed; return the accuracies by case and length, as stored.

    And the numbers of T5's bias, one for each bucket, with the first seed.
    """
    found = {}
    for name in cases(Task()):
        models = [train_case(name, seed) for seed in SEEDS]
        for length in LENGTHS:
            [accuracy] = three_back.accuracies({name: models}, length).values()
            found[f"{name} at {length}"] = accuracy
            shares = np.nanmean(accuracy, axis=1)
            report(f"{name} at length {length}: {np.array2string(shares, precision=3)}")
        if name == "T5's bias":
            found[_NUMBERS] = models[0].weights["numbers"][np.newaxis]
    return found


def stored(length: int = three_back.TEST_LENGTH) -> dict[str, np.ndarray]:
    """Return the stored accuracies by case, (n_seeds, length), at one of LENGTHS."""
    found = _read()
    return {name: found[f"{name} at {length}"] for name in cases(Task())}


def stored_numbers() -> np.ndarray:
    """Return the stored numbers of T5's bias, one for each bucket, with the first seed."""
    return _read()[_NUMBERS][0]


def _read() -> dict[str, np.ndarray]:
    return three_back.read(resources.files("pe_book.model.experiments") / _FILE)


if __name__ == "__main__":
    three_back.write(run(), Path(__file__).with_name(_FILE))
