"""Two functions that apply RoPE: what has to be done to one to get the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.compare.rope_function import FAR, ZERO, RopeFunction, Turns
from pe_check.identify.answer import finding
from pe_check.identify.schedule import FrequencySchedule, schedule

#: Angles that are off by less than this, in radians, are as exact as float32 gives them here.
SHARP = 2e-3
#: Blocks of random positions at which functions are compared.
BLOCKS = 8
#: How a rule of frequencies begins that needs no words.
USUAL = "exponents 2j/d, "
#: What the frequencies of a function may show that is not a choice.
CAUSES = ("sign lost", "another width", "odd exponents", "frequencies reversed", "floor division")
#: A function of (x, positions) in numpy.
Turn = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False, repr=False)
class RopeDifference:
    """What two functions turn, side by side; each value is a pair (of the first, of the second)."""

    #: Why a function is not a rotation; "" if it is one.
    broken: tuple[str, str]
    layout: tuple[str, str]
    direction: tuple[int, int]  # 1 if the first column of a pair turns towards the second, or -1
    base: tuple[float | None, float | None]  # None if the frequencies follow no single base
    frequencies: tuple[np.ndarray, np.ndarray]  # radians per position
    start: tuple[float, float]  # the position of place 0
    amplitude: tuple[float, float]
    axis: tuple[int, int]  # of the input, along which the position counts
    #: Columns to take: second(x) = first(x[..., order])[..., argsort(order)], all else being equal.
    order: np.ndarray
    #: What has to be done to the first to get the second; nothing if they are the same.
    steps: tuple[str, ...]
    #: The first as it was measured, changed by the steps: a function of (x, positions) in numpy.
    convert: Turn = field(repr=False)
    #: What is left between it and the second, relative to the largest entry.
    error: float
    #: How much of that rounding explains.
    allowed: float
    #: The farthest position at which they were compared.
    farthest: int
    #: The first position at which they differ by more; None if there is none.
    differ_from: int | None

    @property
    def same(self) -> bool:
        """Whether nothing has to be done, and they agree within the precision of the inputs."""
        return not any(self.broken) and not self.steps and self.error <= self.allowed

    @property
    def sentence(self) -> str:
        """All of it in one sentence, with what was left when it was done."""
        reasons = [
            f"The {name} is not a rotation: {reason}."
            for name, reason in zip(("first", "second"), self.broken, strict=True)
            if reason
        ]
        if reasons:
            return " ".join(reasons)
        if self.same:
            return f"Nothing has to be done: they agree within {self.error:.1g} {self._where}."
        if not self.steps:
            return f"They differ by {self.error:.1g} {self._where}, in a way that isn't known here."
        steps = "; ".join(self.steps)
        left = "they agree within" if self.differ_from is None else "they still differ by"
        done = f"{left} {self.error:.1g} {self._where}"
        return f"To get the second from the first: {steps}. Done so, {done}."

    @property
    def _where(self) -> str:
        if self.differ_from:
            return f"from position {self.differ_from} on"
        return f"at positions 0 to {self.farthest:,}"

    def __repr__(self) -> str:
        return self.sentence


def compare_rope(
    first: Callable[..., Any],
    second: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (16, 64),
) -> RopeDifference:
    """Return what has to be done to one function that applies RoPE to get another one.

    Both are asked what they do to each column alone, at positions up to 4095. What differs is then
    put right, and the result compared with the second function.

    Parameters
    ----------
    first, second : callable
        Functions of (x, positions), or of x alone, that return x turned. Positions are whole
        numbers, one for each place on the axis along which a function turns.
    x : array or tuple of int
        An example of the input, whose last axis is the width of a head: a numpy, torch or jax
        array, whose kind and type the functions get. A tuple stands for random numpy numbers of
        that shape; with an axis of heads, such as (16, 4, 64), the axis of positions is found.

    Returns
    -------
    RopeDifference
        It prints its sentence. Its attributes hold layout, direction, base, start, amplitude and
        axis of both, the order of columns, and the changed function. If one of them is not a
        rotation, `broken` tells why, and there are no steps.

    Raises
    ------
    TypeError, ValueError
        If a function turns no pairs of columns, or returns another shape than it got.

    Examples
    --------
    >>> import numpy as np
    >>> from pe_lib.variants import rope
    >>> def ours(x, positions):
    ...     return rope(x, positions=positions)
    >>> def theirs(x, positions):
    ...     a, b = np.split(x, 2, axis=-1)
    ...     angles = np.multiply.outer(positions, 500_000.0 ** (-np.arange(32) / 32))
    ...     return np.hstack([a * np.cos(angles) - b * np.sin(angles),
    ...                       b * np.cos(angles) + a * np.sin(angles)])
    >>> found = compare_rope(ours, theirs)
    >>> found.base, found.direction, found.layout[1], found.error < 1e-9
    ((10000.0, 500000.0), (-1, 1), 'halves (j, j + 32)', True)

    Source: Su et al. 2021 (RoFormer), equation 34; chapter 9, "Equal to a reference".
    """
    ropes = RopeFunction(first, x, "first"), RopeFunction(second, x, "second")
    a, b = (rope.turns() for rope in ropes)
    rules = _rule(a), _rule(b)
    order = _order(a, b)
    broken = a.broken, b.broken
    steps = () if any(broken) else tuple(_steps(a, b, order, rules))
    omega = b.omega if rules[1] is None else rules[1].step * rules[1].omega
    convert = b._replace(omega=omega).turn  # the first with all done to it that the steps tell
    bits = min(a.bits, b.bits)
    allowed = 4 * ZERO[bits] + min(a.off, SHARP) + min(b.off, SHARP)
    positions, errors = _near(ropes[1], convert if steps else ropes[0])
    differ = positions[errors > allowed]
    return RopeDifference(
        broken=broken,
        layout=(a.layout, b.layout),
        direction=(a.direction, b.direction),
        base=(rules[0] and rules[0].base, rules[1] and rules[1].base),
        frequencies=(np.abs(a.omega), np.abs(b.omega)),
        start=(a.start, b.start),
        amplitude=(a.amplitude, b.amplitude),
        axis=(a.axis, b.axis),
        order=order,
        steps=steps,
        convert=convert,
        error=float(errors.max()),
        allowed=allowed,
        farthest=int(positions.max()),
        differ_from=int(differ.min()) if len(differ) else None,
    )


def _order(a: Turns, b: Turns) -> np.ndarray:
    """Return which column of the second's input each column of the first's is."""
    order = np.arange(a.width)
    n = min(len(a.pairs), len(b.pairs))
    order[a.pairs[:n].ravel()] = b.pairs[:n].ravel()
    rest = [np.setdiff1d(np.arange(a.width), turns.pairs[:n]) for turns in (a, b)]
    order[rest[0]] = rest[1]
    return order


def _margin(turns: Turns) -> np.ndarray:
    """Return how far a frequency may be off: what an angle is, at the farthest position."""
    return ZERO[turns.bits] / 100 + 1e-7 * np.abs(turns.omega)


def _rule(turns: Turns) -> FrequencySchedule | None:
    """Return the rule of the frequencies; None without one, and in bfloat16, which hides it."""
    if turns.broken or turns.bits == 8:
        return None
    return schedule(turns.omega, _margin(turns))


def _near(function: RopeFunction, convert: Turn) -> tuple[np.ndarray, np.ndarray]:
    """Return positions not seen so far, and how far the changed function is off at each."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=function.x.shape)
    n = function.length
    if not function.takes_positions:
        return _compared(function, convert, x, np.arange(n))
    blocks = rng.integers(0, FAR, (BLOCKS, n))
    blocks[0, 0] = FAR - 1
    parts = [_compared(function, convert, x, block) for block in blocks]
    return np.concatenate([at for at, _ in parts]), np.concatenate([off for _, off in parts])


def _compared(
    function: RopeFunction, convert: Turn, x: np.ndarray, positions: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return positions, and how far apart two functions are at each, by the largest entry."""
    right = function(x, positions)
    off = np.moveaxis(np.abs(convert(x, positions) - right), function.axis, 0)
    return positions, off.reshape(len(positions), -1).max(axis=1) / np.abs(right).max()


def _finding(rule: FrequencySchedule | None) -> str:
    return rule.finding if rule else ""


def _steps(
    a: Turns,
    b: Turns,
    order: np.ndarray,
    rules: tuple[FrequencySchedule | None, FrequencySchedule | None],
) -> Iterator[str]:
    """Yield what has to be done, each in a few words."""
    coarse = min(a.bits, b.bits) == 8  # slow pairs do not show
    if a.axis != b.axis:
        yield f"count positions along axis {b.axis} of x instead of axis {a.axis}"
    if len(a.pairs) != len(b.pairs) and not coarse:
        yield f"turn {2 * len(b.pairs)} of the {b.width} columns instead of {2 * len(a.pairs)}"
    if a.layout != b.layout:
        yield (
            f"reorder the columns of each head from {a.layout} to {b.layout}, x[..., order] with "
            f"order {', '.join(map(str, order[:6].tolist()))}, …, and back"
        )
    if not np.array_equal(a.output_order, b.output_order):
        yield "put the columns of the output into the order of the second's"
    if a.direction != b.direction:
        yield "turn the other way, by -p for p"
    yield from _frequency_steps(a, b, rules)
    if a.start != b.start:
        yield f"add {b.start * a.direction * b.direction - a.start:.6g} to the positions"
    if abs(a.amplitude / b.amplitude - 1) > max(1e-6, 3 * ZERO[min(a.bits, b.bits)]):
        yield f"multiply what is turned by {b.amplitude / a.amplitude:.6g}"
    if (a.off > SHARP) != (b.off > SHARP):
        verb, turns = ("do not round", a) if a.off > SHARP else ("round", b)
        far = f"off by {turns.off:.2g} radians at position {turns.off_at}"
        yield f"{verb} positions or angles: {far}"


def _cause(rules: tuple[FrequencySchedule | None, FrequencySchedule | None]) -> str:
    """Return what is unusual in the frequencies of one function and not of the other."""
    names = [_finding(rule) for rule in rules]
    for name, whose in zip(names, ("first", "second"), strict=True):
        if name in CAUSES and names[0] != names[1]:
            return f" (in the {whose}: {finding(name).meaning})"
    return ""


def _frequency_steps(
    a: Turns, b: Turns, rules: tuple[FrequencySchedule | None, FrequencySchedule | None]
) -> Iterator[str]:
    n = min(len(a.omega), len(b.omega))
    apart = np.abs(a.direction * a.omega[:n] - b.direction * b.omega[:n])
    differ = np.any(apart > 4 * (_margin(a)[:n] + _margin(b)[:n]))
    if min(a.bits, b.bits) == 8:
        if differ:
            yield "change the frequencies: to which ones bfloat16 hides, so compare in float32"
        return
    if not differ and len(a.omega) == len(b.omega):
        return
    if rules[1] is None:
        yield "use the second's frequencies, which follow no rule that is known here"
        return
    texts = [str(rule) if rule else "" for rule in rules]
    if all(not text or text.startswith(USUAL) for text in texts):
        texts = [text.removeprefix(USUAL) for text in texts]
    if texts[0] != texts[1]:
        other = f" instead of {texts[0].removeprefix('base ')}" if texts[0] else ""
        yield f"use {texts[1]}{other}{_cause(rules)}"
    if rules[0] and abs(rules[0].step / rules[1].step) != 1:
        yield f"divide all frequencies by {abs(rules[0].step / rules[1].step):.6g}"
