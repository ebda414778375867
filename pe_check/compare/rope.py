"""Two functions that apply RoPE: what has to be done to one to get the other."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.compare.turns import FAR, SHARP, ZERO, Rope, Turns

#: A function of (x, positions) in numpy.
Turn = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True, eq=False, repr=False)
class RopeDifference:
    """What two functions turn, side by side; each value is a pair (of the first, of the second)."""

    layout: tuple[str, str]
    direction: tuple[int, int]  # 1 if the first column of a pair turns towards the second, or -1
    base: tuple[float | None, float | None]  # None if the frequencies follow no single base
    interpolation: tuple[float, float]  # frequencies are divided by this
    frequencies: tuple[np.ndarray, np.ndarray]  # radians per position, the fastest first
    start: tuple[float, float]  # the position of place 0
    amplitude: tuple[float, float]
    axis: tuple[int, int]  # of the input, along which the position counts
    precision: tuple[float, float]  # how far an angle is off, at most, in radians
    #: Columns to take: second(x) = first(x[..., order])[..., argsort(order)], all else being equal.
    order: np.ndarray
    #: What has to be done to the first to get the second; nothing if they are the same.
    steps: tuple[str, ...]
    #: The first, changed by the steps: a function of (x, positions) in numpy.
    convert: Turn = field(repr=False)
    #: What is left between it and the second, relative to the largest entry.
    error: float = 0.0

    @property
    def same(self) -> bool:
        """Whether nothing has to be done."""
        return not self.steps

    @property
    def sentence(self) -> str:
        """All of it in one sentence, with what was left when it was done."""
        if self.same:
            return f"Nothing has to be done: they agree within {self.error:.1g}."
        return (
            f"To get the second from the first: {'; '.join(self.steps)}. "
            f"Done so, they agree within {self.error:.1g}."
        )

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
        It prints its sentence. Its attributes hold layout, direction, base, interpolation, start,
        amplitude, axis and precision of both, the order of columns, and the changed function.

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
    ropes = Rope(first, x, "first"), Rope(second, x, "second")
    a, b = (one.turns() for one in ropes)
    order = _order(a, b)
    convert = _converted(ropes[0], a, b, order)
    steps = tuple(_steps(a, b, order))
    result = RopeDifference(
        layout=(a.layout, b.layout),
        direction=(_direction(a), _direction(b)),
        base=(_base(a)[0], _base(b)[0]),
        interpolation=(_base(a)[1], _base(b)[1]),
        frequencies=(np.abs(a.omega), np.abs(b.omega)),
        start=(a.start, b.start),
        amplitude=(a.amplitude, b.amplitude),
        axis=(a.axis, b.axis),
        precision=(a.off, b.off),
        order=order,
        steps=steps,
        convert=convert,
    )
    object.__setattr__(result, "error", _left(ropes[1], convert))
    return result


def _direction(turns: Turns) -> int:
    return int(np.sign(np.median(np.sign(turns.omega))))


def _order(a: Turns, b: Turns) -> np.ndarray:
    """Return which column of the second's input each column of the first's stands for."""
    order = np.arange(a.width)
    n = min(len(a.pairs), len(b.pairs))
    order[a.pairs[:n].ravel()] = b.pairs[:n].ravel()
    rest = [np.setdiff1d(np.arange(a.width), one.pairs[:n]) for one in (a, b)]
    order[rest[0]] = rest[1]
    return order


def _base(turns: Turns) -> tuple[float | None, float]:
    """Return the base of the frequencies, and what they are divided by; None, 1 without a base."""
    omega, n = np.abs(turns.omega), len(turns.omega)
    if n < 2:
        return None, 1.0
    j = np.arange(n)
    # A frequency is as exact as the angle at the farthest position it was read from.
    noise = ZERO[turns.bits] / (100 * omega) + 1e-7
    slope, first = np.polyfit(j, np.log(omega), 1, w=1 / noise)
    off = np.abs(np.log(omega) - (first + slope * j))
    if np.any(off > 4 * noise) or slope >= 0:
        return None, 1.0
    return _round(math.exp(-slope * n)), _round(math.exp(-first))


def _round(number: float) -> float:
    """Return a number with as few digits as measuring it allows."""
    for digits in range(1, 7):
        rounded = float(f"{number:.{digits}g}")
        if abs(rounded / number - 1) < 2e-5:
            return rounded
    return number


def _converted(function: Rope, a: Turns, b: Turns, order: np.ndarray) -> Turn:
    """Return the first function, changed into the second: itself where its frequencies serve."""
    inverse = np.argsort(order)
    alike = len(a.omega) == len(b.omega) and a.axis == b.axis and function.takes_positions
    sign = float(np.sign(np.median(a.omega[: len(b.omega)] * b.omega[: len(a.omega)])))
    if not (alike and np.allclose(a.omega * sign, b.omega, rtol=1e-4) and a.off < SHARP > b.off):
        return b.turn

    def changed(x: np.ndarray, positions: np.ndarray) -> np.ndarray:
        places = np.rint(sign * (positions + b.start) - a.start).astype(int)
        turned = function(np.ascontiguousarray(x[..., order]), places)[..., inverse]
        turned[..., b.pairs] *= b.amplitude / a.amplitude
        return turned

    whole = float(b.start).is_integer() and float(a.start).is_integer()
    return changed if whole else b.turn


def _left(function: Rope, convert: Turn) -> float:
    """Return how far the changed function is from the second, at positions not seen so far."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=function.x.shape)
    positions = np.arange(function.length)
    if function.takes_positions:
        positions = rng.integers(0, FAR, function.length)
    right = function(x, positions)
    return float(np.abs(convert(x, positions) - right).max() / np.abs(right).max())


def _steps(a: Turns, b: Turns, order: np.ndarray) -> Iterator[str]:
    """Yield what has to be done, each in a few words."""
    if a.axis != b.axis:
        yield f"count positions along axis {b.axis} of x in place of axis {a.axis}"
    if len(a.pairs) != len(b.pairs):
        yield f"turn {2 * len(b.pairs)} of the {b.width} columns in place of {2 * len(a.pairs)}"
    if not np.array_equal(order, np.arange(a.width)):
        yield (
            f"reorder the columns of each head from {a.layout} to {b.layout}, x[..., order] with "
            f"order {', '.join(map(str, order[:6].tolist()))}, …, and back"
        )
    if _direction(a) != _direction(b):
        yield "turn the other way, by -p for p"
    yield from _frequency_steps(a, b)
    if a.start != b.start:
        shift = b.start * _direction(a) * _direction(b) - a.start
        yield f"add {shift:.6g} to the positions"
    if abs(a.amplitude / b.amplitude - 1) > max(1e-6, 3 * ZERO[max(a.bits, b.bits)]):
        yield f"multiply what is turned by {b.amplitude / a.amplitude:.6g}"
    if a.rounded != b.rounded or (a.off > SHARP) != (b.off > SHARP):
        yield from filter(None, (_exactly(a, "first"), _coarsely(b)))


def _exactly(turns: Turns, which: str) -> str:
    """Return what to do about angles that are off; "" if none are."""
    if turns.off <= SHARP:
        return ""
    where = f"off by {turns.off:.2g} radians at position {turns.off_at}"
    what, _, dtype = turns.rounded.partition(" in ")
    inexact = f"{what}, which {dtype} rounds" if dtype else "angles"
    return f"compute in float32 the {inexact}: the {which}'s angles are {where}"


def _coarsely(turns: Turns) -> str:
    """Return how to round as this function does; "" if it does not."""
    if turns.off <= SHARP:
        return ""
    what, _, dtype = turns.rounded.partition(" in ")
    where = f"off by {turns.off:.2g} radians at position {turns.off_at}"
    rounded = f"round {what} to {dtype}" if dtype else "round angles in a way not known here"
    return f"{rounded}, as the second does, whose angles are {where}"


def _frequency_steps(a: Turns, b: Turns) -> Iterator[str]:
    n = min(len(a.omega), len(b.omega))
    ratio = np.abs(a.omega[:n] / b.omega[:n])
    noise = 4 * sum(ZERO[t.bits] / (100 * np.abs(t.omega[:n])) for t in (a, b)) + 1e-5
    if len(a.omega) == len(b.omega) and np.all(np.abs(np.log(ratio)) < noise):
        return
    (base_a, by_a), (base_b, by_b) = _base(a), _base(b)
    if base_a is not None and base_b is not None:
        if base_a != base_b:
            yield f"use base {base_b:,.8g} in place of {base_a:,.8g}{_ntk(base_a, base_b, n)}"
        if by_a != by_b:
            yield f"divide all frequencies by {by_b / by_a:.6g}"
        return
    same, full = int(np.sum(np.abs(ratio - 1) < 1e-3)), float(ratio.max())
    if same and full > 1.01:
        divided = int(np.sum(ratio > full * 0.999))
        yield (
            f"divide the frequencies by parts, {same} pairs by 1, {divided} by {full:.5g} and the "
            f"{n - same - divided} between by less, as in YaRN and Llama 3"
        )
    else:
        yield f"use the second's frequencies: the first's over them are {_few(ratio)}"


def _ntk(first: float, second: float, n: int) -> str:
    """Return by which whole number NTK-aware scaling makes the second base; "" if by none."""
    scale = (second / first) ** ((n - 1) / n)
    whole = round(scale)
    is_whole = whole > 1 and abs(scale / whole - 1) < 1e-4
    return f" (NTK-aware scaling by {whole})" if is_whole else ""


def _few(ratio: np.ndarray) -> str:
    return f"{ratio[0]:.4g}, {ratio[len(ratio) // 2]:.4g}, …, {ratio[-1]:.4g}"
