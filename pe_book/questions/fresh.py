"""Questions with fresh numbers: the same question, asked anew, so that its answer is not known.

A question that is computed from a few numbers is written as a function of them:

    @fresh(position=range(2, 10), d=(8, 12, 16))
    def entry(position: int = 5, d: int = 8) -> Numeric: ...

`entry` is then the question with its own numbers, and `entry.with_numbers(seed)` another one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pe_book.questions.question import Numeric

#: The seeds that a reader's page offers; an exam takes another one.
PUBLIC_SEEDS = range(1, 13)
#: Numeric questions that are asked with their own numbers alone, and why.
WITHOUT_FRESH_NUMBERS = {
    "chapter_1.causal_identical": "the answer is the same for all numbers",
    "chapter_8.norm_catches": "it counts what the chapter shows",
    "chapter_11.behind_the_average": "it is about the stored result of the experiment",
}
#: Draws after which the ranges are taken to be wrong.
MOST_DRAWS = 1000


@dataclass(frozen=True)
class Numbers:
    """What makes a question from its numbers, and the values from which each is drawn."""

    make: Callable[..., Numeric]
    ranges: Mapping[str, Sequence]

    def draw(self, seed: int) -> Numeric:
        """Return the question for a seed: not its own text, and answers that differ."""
        own, names = self.make().text, inspect.signature(self.make).parameters
        random = Random(f"{self.make.__module__}.{self.make.__name__} {seed}")
        for _ in range(MOST_DRAWS):
            drawn = {name: random.choice(self.ranges[name]) for name in names}
            question = self.make(**drawn)
            if question.text != own and question.tells_apart():
                return question
        raise ValueError(f"{self.make.__name__}: no numbers of {self.ranges} give answers apart")


def fresh(**ranges: Sequence) -> Callable[[Callable[..., Numeric]], Numeric]:
    """Make a question of a function: with its defaults, and with numbers drawn from the ranges."""

    def decorate(make: Callable[..., Numeric]) -> Numeric:
        if set(ranges) != set(inspect.signature(make).parameters):
            raise ValueError(
                f"{make.__name__} is drawn by {sorted(ranges)}, which it does not take"
            )
        return replace(make(), numbers=Numbers(make, ranges))

    return decorate
