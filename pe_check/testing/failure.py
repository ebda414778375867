"""Where two outputs differ most, and the one line of the failure."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pe_check.testing.function import SEEN, FunctionUnderTest

#: What gives attention weights other sizes, if those of x are too much alike or all 0 and 1; the
#: first that does is named.
FACTORS = (30.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001)


class Difference(NamedTuple):
    """The largest difference between two outputs, relative to the largest entry, and its place."""

    size: float
    text: int
    position: int
    head: int | None

    def __str__(self) -> str:
        head = "" if self.head is None else f", head {self.head}"
        text = f", text {self.text}" if self.text else ""
        place = f"at position {self.position}{head}{text}"
        if np.isnan(self.size):
            return f"NaN or infinite {place}"
        return f"off by {self.size:.2g} of the largest entry, {place}"


def difference(found: np.ndarray, right: np.ndarray) -> Difference:
    """Return where two outputs (batch, length, heads, width) differ most."""
    if found.shape != right.shape:
        raise ValueError(f"outputs must have one shape, but have {found.shape} and {right.shape}")
    errors = np.abs(found - right)
    lost = ~np.isfinite(errors)
    errors = np.where(lost, np.inf, errors)
    text, position, head, _ = map(int, np.unravel_index(errors.argmax(), errors.shape))
    largest = float(np.max(np.abs(right[np.isfinite(right)]), initial=0.0)) or 1.0
    size = float("nan") if lost.any() else float(errors.max()) / largest
    return Difference(size, text, position, head if errors.shape[2] > 1 else None)


def agree(found: np.ndarray, right: np.ndarray, allowed: float) -> bool:
    """Return whether two outputs are the same up to a share of the largest entry."""
    return difference(found, right).size <= allowed


def fail(claim: str, worst: Difference | str, mistake: str) -> AssertionError:
    """Return the error of a check, in one line."""
    return AssertionError(f"{claim}: {worst}. Likely mistake: {mistake}")


def first_line(error: Exception) -> str:
    """Return an error's message, in one line."""
    return (str(error).splitlines() or ["without a message"])[0]


def require_repeatable(program: FunctionUnderTest, x: np.ndarray, *others: Any) -> np.ndarray:
    """Return the output of a call, if an equal call gives the same."""
    first, second = program(x, *others), program(x, *others)
    if not agree(second, first, program.same):
        raise fail(
            "two equal calls give different outputs",
            difference(second, first),
            "dropout is on (in PyTorch, call module.eval()), or a state is kept between calls",
        )
    return first


def require_seen(program: FunctionUnderTest, effect: Callable[[float], float], claim: str) -> float:
    """Return the effect of what is checked; without one the check could not fail, and fails.

    The effect is a function of a factor of x: a small x makes all attention weights alike.
    """
    seen = effect(1.0)
    if seen > SEEN * program.same:
        return seen
    factor = next((size for size in FACTORS if effect(size) > SEEN * program.same), None)
    if factor is not None:
        weights = "nearly equal" if factor > 1 else "nearly 0 and 1"
        mistake = f"none, but attention weights are {weights}: hand over {factor:g} * x"
    elif seen > program.same:
        mistake = "none, but the effect is little more than rounding: check in float32"
    else:
        mistake = (
            "positions are not used: every token gets the same ones, or another axis (batch, "
            "heads) is taken for that of the tokens"
        )
    raise fail(claim, f"changed by {seen:.1g} of the largest entry", mistake)
