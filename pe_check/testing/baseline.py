"""What checks that compare a text with itself alone share: their opening, and their failure."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pe_check.testing.failure import Difference, fail, require_repeatable
from pe_check.testing.function import FunctionUnderTest
from pe_check.testing.order import require_order

#: A difference below this share of what other positions do is one of rounding.
SLIGHT = 0.02
ROUNDED_ON_THE_WAY = (
    "none, if numbers are rounded on the way, as sines in bfloat16 are: then set a tolerance"
)


class Baseline(NamedTuple):
    """The output of the whole, how far others may be from it, and what positions change in it."""

    output: np.ndarray
    allowed: float
    effect: float

    def require(self, worst: Difference, claim: str, mistake: Callable[[], str]) -> None:
        """Raise an AssertionError with the likely mistake if a difference is too large."""
        if not worst.size <= self.allowed:
            slight = worst.size < SLIGHT * self.effect
            raise fail(claim, worst, ROUNDED_ON_THE_WAY if slight else mistake())


def baseline(
    program: FunctionUnderTest, *others: Any, order_matters: bool, tolerance: float | None
) -> Baseline:
    """Return what outputs are compared with, if calls can be repeated and positions count.

    The others are what the function takes beside x.
    """
    output = require_repeatable(program, program.x, *others)
    effect = require_order(program, *others) if order_matters else 0.0
    return Baseline(output, program.same if tolerance is None else tolerance, effect)
