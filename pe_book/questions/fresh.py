"""Questions with fresh numbers: the same question, asked anew, so that its answer is not known.

A question that is computed from a few numbers is written as a function of them:

    @fresh(position=range(2, 10), d=(8, 12, 16))
    def entry(position: int = 5, d: int = 8) -> Numeric: ...

`entry` is then the question with its own numbers, and `entry.with_numbers(seed)` another one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from pe_book.questions.question import Numeric

#: The seeds that a reader's page offers; an exam takes another one.
PUBLIC_SEEDS = range(1, 13)
#: Draws after which the ranges are taken to be wrong.
MAX_DRAWS = 1000

Make = Callable[..., Numeric]


def fresh(**ranges: Sequence) -> Callable[[Make], Numeric]:
    """Make a question of a function: with its defaults, and with numbers drawn from the ranges."""

    def decorate(make: Make) -> Numeric:
        parameters = inspect.signature(make).parameters
        if set(ranges) != set(parameters):
            raise ValueError(f"{make.__name__} takes {[*parameters]}, not {sorted(ranges)}")
        own = _made(make, {name: each.default for name, each in parameters.items()})
        return replace(own, redraw=partial(_draw, make, ranges, own))

    return decorate


def _draw(make: Make, ranges: Mapping[str, Sequence], own: Numeric, seed: int) -> Numeric:
    """Return the question for a seed: not its own text, and answers that differ."""
    random = Random(f"{make.__module__}.{make.__name__} {seed}")
    for _ in range(MAX_DRAWS):
        question = _made(make, {name: random.choice(ranges[name]) for name in own.numbers})
        if question.text != own.text and question.tells_apart():
            return question
    raise ValueError(f"{make.__name__}: no numbers of {ranges} give answers apart")


def _made(make: Make, numbers: Mapping[str, object]) -> Numeric:
    return replace(make(**numbers), numbers=numbers)
