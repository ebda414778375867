"""Training by Adam, and the share of right answers at each position afterwards."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import DTypeLike

from pe_book.model.transformer.model import Model, Task, forward, loss_and_gradients, new_model
from pe_lib.checks import check_int


def train(
    encoding: str,
    task: Task | None = None,
    seed: int = 0,
    *,
    dtype: DTypeLike = np.float32,
    fixed: Mapping[str, np.ndarray] | None = None,
    last_start: int = 0,
) -> Model:
    """Return a model trained from scratch on random sequences.

    The seed settles the first weights and every sequence. What is fixed, such as the table, takes
    the place of the encoding's own. Each batch begins at a random position up to `last_start`.
    """
    task = Task() if task is None else task
    model = new_model(encoding, task, seed, dtype)
    dtype = model.weights["embedding"].dtype.type
    for name, array in (fixed or {}).items():
        model.fixed[name] = np.asarray(array, model.fixed[name].dtype)
    rng = np.random.default_rng([int(seed), 1])
    first = {name: np.zeros_like(weight) for name, weight in model.weights.items()}
    second = {name: np.zeros_like(weight) for name, weight in model.weights.items()}
    for step in range(task.steps):
        tokens = rng.integers(task.vocabulary, size=(task.batch, task.length))
        start = int(rng.integers(last_start + 1)) if last_start else 0
        _, gradients = loss_and_gradients(model, tokens, start)
        rate = dtype(task.learning_rate / (1 - 0.9 ** (step + 1)))
        correction = dtype((1 - 0.999 ** (step + 1)) ** -0.5)
        for name, gradient in gradients.items():
            first[name] += dtype(0.1) * (gradient - first[name])
            second[name] += dtype(0.001) * (gradient * gradient - second[name])
            size = correction * np.sqrt(second[name]) + dtype(1e-8)
            model.weights[name] -= rate * first[name] / size
    return model


def accuracy_by_position(model: Model, length: int) -> np.ndarray:
    """Return the share (length,) of 400 random sequences in which each position is right.

    It is NaN at the first look_back positions, which have nothing to repeat. The sequences are
    never those of training.
    """
    task = model.task
    length = check_int(length, "length", low=task.look_back + 1, high=task.max_len)
    rng = np.random.default_rng([0, 2, length])
    tokens = rng.integers(task.vocabulary, size=(400, length))
    answers = forward(model, tokens)["logits"].argmax(axis=-1)
    shares = np.full(length, np.nan)
    shares[task.look_back :] = (answers[:, task.look_back :] == tokens[:, : -task.look_back]).mean(
        axis=0
    )
    return shares
