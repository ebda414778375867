"""Chapter 11's second experiment: are the new angles of slow pairs why the sinusoidal table fails?

The task and the network are those of `three_back`; only the frequencies in the table differ.
`stored` reads the accuracies of one run, which chapter 11 shows; `python -m
pe_book.model.experiments.unseen_angles` runs it again and stores them.
"""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np

from pe_book.model.experiments import three_back
from pe_book.model.transformer import Model, Task, train
from pe_lib.frequency import angular_frequencies

_FILE = "unseen_angles.json"

#: What is trained and tested, by the names that chapter 11 uses.
CASES = ("as it stands", "slow pairs held", "fast pairs only", "6 within 32", "32 within 32")


def ladders(task: Task) -> dict[str, np.ndarray]:
    """Return the frequencies of each case that has a training of its own.

    Those within the trained length have wavelengths from a turn of pair 0 to the length itself, so
    that every pair has shown all of its angles in training.
    """
    omega = angular_frequencies(task.d_model)
    shortest = 2 * np.pi
    within = {
        f"{count} within 32": shortest / np.geomspace(shortest, task.length, count)
        for count in (6, 32)
    }
    return {"as it stands": omega, "fast pairs only": omega[finished(omega, task)]} | within


def finished(omega: np.ndarray, task: Task) -> np.ndarray:
    """Return whether each pair makes a turn within the trained length."""
    return omega * task.length >= 2 * np.pi


def table(omega: np.ndarray, task: Task) -> np.ndarray:
    """Return the table (max_len, d_model) of some frequencies; columns that are left over are 0."""
    rows = np.zeros((task.max_len, task.d_model))
    angles = np.multiply.outer(np.arange(task.max_len), omega)
    rows[:, 0 : 2 * len(omega) : 2] = np.sin(angles)
    rows[:, 1 : 2 * len(omega) : 2] = np.cos(angles)
    return rows


def hold_slow_pairs(model: Model) -> Model:
    """Return the model with its unfinished pairs kept as they are at the last trained row."""
    rows, task = model.fixed["table"].copy(), model.task
    slow = np.repeat(~finished(angular_frequencies(task.d_model), task), 2)
    rows[task.length :, slow] = rows[task.length - 1, slow]
    return model._replace(fixed={"table": rows})


def train_cases(seeds: Sequence[int] = three_back.SEEDS) -> dict[str, list[Model]]:
    """Train one model for each case and seed; those with slow pairs held are not trained anew."""
    task = Task()
    models = {
        name: [train("sinusoid", task, seed, fixed={"table": table(omega, task)}) for seed in seeds]
        for name, omega in ladders(task).items()
    }
    models["slow pairs held"] = [hold_slow_pairs(model) for model in models["as it stands"]]
    return {name: models[name] for name in CASES}


def stored() -> dict[str, np.ndarray]:
    """Return the stored accuracies by case, (n_seeds, test length), which chapter 11 shows."""
    return three_back.read(resources.files("pe_book.model.experiments") / _FILE)


if __name__ == "__main__":
    accuracies = three_back.accuracies(train_cases())
    three_back.write(accuracies, Path(__file__).with_name(_FILE))
