"""What a function that applies RoPE turns: measured from what it does to single columns."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import as_type_of, random_numbers, significant_bits, to_numpy
from pe_check.identify.measure import wrap
from pe_lib.checks import real_array

#: Positions whose angles show the frequencies: every number format holds them.
NEAR = 128
#: Positions at which rounding shows, in any order.
FAR = 4096
#: Entries of a turn below this are rounding, by the significant bits of the output.
ZERO = {53: 1e-9, 24: 1e-5, 11: 4e-3, 8: 3e-2}


class Turns(NamedTuple):
    """The pairs of columns that turn, how fast, from where, and how they grow."""

    width: int
    axis: int  # along which the position counts, of the input's axes
    pairs: np.ndarray  # (n, 2), in the order of their columns, or the fastest first
    omega: np.ndarray  # (n,) radians per position; above 0 from the first column to the second
    start: float
    amplitude: float
    bits: int
    #: The largest difference between an angle and omega * position, in radians, and where.
    off: float
    off_at: int
    #: Why this is not a rotation; "" if it is one.
    broken: str
    #: Where each column of the input comes out; DeepSeek's program puts neighbors into halves.
    output_order: np.ndarray

    @property
    def direction(self) -> int:
        """1 if the first column of a pair turns towards the second, or -1."""
        return int(np.sign(np.median(np.sign(self.omega))))

    @property
    def layout(self) -> str:
        """The layout in words."""
        by_first = self.pairs[np.argsort(self.pairs[:, 0])]
        listed = ", ".join(f"({first}, {second})" for first, second in by_first[:3].tolist())
        return _usual_layout(by_first) or f"pairs {listed}, …"

    def turn(self, x: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Turn an array by what was measured; one position for each place on the axis."""
        shape = [1] * (x.ndim - 1) + [len(self.omega)]
        shape[self.axis] = len(positions)
        angles = np.multiply.outer(positions + self.start, self.omega).reshape(shape)
        first, second = x[..., self.pairs[:, 0]], x[..., self.pairs[:, 1]]
        turned = x.copy()
        turned[..., self.pairs[:, 0]] = first * np.cos(angles) - second * np.sin(angles)
        turned[..., self.pairs[:, 1]] = first * np.sin(angles) + second * np.cos(angles)
        turned[..., self.pairs] *= self.amplitude
        return turned[..., self.output_order]


def _usual_layout(pairs: np.ndarray) -> str:
    """Return the layout if it is a usual one; the slowest pairs of halves may not be seen."""
    first, second = pairs.T
    j, apart = np.arange(len(pairs)), int(second[0] - first[0])
    if np.array_equal(first, 2 * j) and np.array_equal(second, 2 * j + 1):
        return "neighbors (2j, 2j + 1)"
    halves = np.array_equal(first, j) and np.array_equal(second, j + apart) and apart >= len(j)
    return f"halves (j, j + {apart})" if halves else ""


class RopeFunction:
    """A function that applies RoPE, called with numpy arrays."""

    def __init__(self, function: Callable[..., Any], x: ArrayLike | tuple[int, ...], name: str):
        if not callable(function):
            raise TypeError(f"{name} must be a function, but it is a {type(function).__name__}")
        self.function, self.name = function, name
        self.like = random_numbers(x) if isinstance(x, tuple) else x
        self.x = to_numpy(self.like, "x")
        if self.x.ndim < 2 or not self.x.size:
            raise ValueError(f"x must have axes (…, length, width), but has {self.x.shape}")
        self.bits = 53
        self.takes_positions = _takes_two(function)
        self.axis = self._axis()

    def __call__(self, x: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Return what the function gives for an array, at positions if it takes some."""
        given = [as_type_of(x, self.like)]
        if self.takes_positions:
            given.append(as_type_of(positions, self.like))
        returned = self.function(*given)
        self.bits = significant_bits(returned)
        array = real_array(to_numpy(returned, f"what {self.name} returns"), self.name)
        if array.shape != x.shape:
            raise ValueError(f"{self.name} must return shape {x.shape}, not {array.shape}")
        return array

    @property
    def length(self) -> int:
        """How many positions there are in an input."""
        return int(self.x.shape[self.axis])

    def _axis(self) -> int:
        """Return the axis of the input along which the turns change."""
        ones = np.broadcast_to(self.x[(0,) * (self.x.ndim - 1)], self.x.shape).copy()
        errors = []
        for axis in range(self.x.ndim - 1):
            if self.x.shape[axis] < 2:
                continue
            try:
                turned = self(ones, np.arange(self.x.shape[axis]))
            except Exception as error:
                errors.append(error)
                continue
            for along in range(self.x.ndim - 1):
                if np.ptp(turned, axis=along).max() > ZERO[self.bits] * np.abs(turned).max():
                    return along
        if errors:
            kind, shape = type(errors[-1]).__name__, self.x.shape
            raise ValueError(
                f"{self.name} raises {kind} for x of shape {shape}: {errors[-1]}"
            ) from errors[-1]
        raise ValueError(f"{self.name} turns nothing: the same input comes out alike everywhere")

    def turns(self) -> Turns:
        """Return what the function turns, from its answers to one column after the other."""
        places, matrices = self._matrices()
        zero, output_order = ZERO[self.bits], _permutation(matrices[0], ZERO[self.bits])
        matrices = matrices[:, np.argsort(output_order)]
        pairs = _pairs(matrices, zero, self.name)
        angles, sizes = _angles(matrices, pairs)
        near = np.flatnonzero(places < NEAR)
        omega, phase = _fitted_line(places[near], angles[near])
        if not _usual_layout(pairs):
            order = np.argsort(-np.abs(omega), kind="stable")
            pairs, omega, phase, angles = pairs[order], omega[order], phase[order], angles[:, order]
        start = _start(omega, phase, zero)
        off = np.abs(wrap(angles - np.multiply.outer(places + start, omega))).max(axis=1)
        worst = int(off.argmax())
        return Turns(
            self.x.shape[-1],
            self.axis,
            pairs,
            omega,
            start,
            float(np.median(sizes[near])),
            self.bits,
            float(off[worst]),
            int(places[worst]),
            _why_no_rotation(matrices, pairs, 4 * zero),
            output_order,
        )

    def _matrices(self) -> tuple[np.ndarray, np.ndarray]:
        """Return positions, and what is done there to the columns: (positions, width, width)."""
        blocks = list(self._positions())
        width = self.x.shape[-1]
        matrices = np.empty((sum(map(len, blocks)), width, width))
        for column in range(width):
            x = np.zeros_like(self.x)
            x[..., column] = 1.0
            rows = [
                np.moveaxis(self(x, block), self.axis, 0).reshape(self.length, -1, width)[:, 0]
                for block in blocks
            ]
            matrices[:, :, column] = np.concatenate(rows)
        return np.concatenate(blocks), matrices

    def _positions(self) -> Iterator[np.ndarray]:
        """Yield positions to ask for, as many at a time as the input has."""
        n = self.length
        yield np.arange(n)
        if self.takes_positions:
            wanted = np.unique(np.geomspace(1, FAR - 1, 4 * max(n, 16)).astype(int))
            for begin in range(0, len(wanted), n):
                part = wanted[begin : begin + n]
                yield np.append(part, [part[-1]] * (n - len(part))).astype(int)


def _takes_two(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # written in C
        return True
    return True


def _permutation(matrix: np.ndarray, zero: float) -> np.ndarray:
    """Return which column of the input each one of the output is, at position 0."""
    order = np.abs(matrix).argmax(axis=1)
    moved = np.count_nonzero(np.abs(matrix) > zero, axis=1).max() == 1
    return order if moved and len(set(order)) == len(order) else np.arange(len(order))


def _pairs(matrices: np.ndarray, zero: float, name: str) -> np.ndarray:
    """Return the columns that turn together."""
    mixed = np.abs(matrices).max(axis=0) > zero * np.abs(matrices).max()
    np.fill_diagonal(mixed, False)
    mixed |= mixed.T
    if not mixed.any():
        raise ValueError(f"{name} turns no pair of columns")
    if mixed.sum(axis=1).max() > 1:
        column = int(mixed.sum(axis=1).argmax())
        others = np.flatnonzero(mixed[column]).tolist()
        raise ValueError(f"{name} turns no pairs: column {column} is mixed with {others[:4]}")
    return np.argwhere(np.triu(mixed))


def _why_no_rotation(matrices: np.ndarray, pairs: np.ndarray, zero: float) -> str:
    """Return why pairs of columns are not rotated; "" if they are."""
    i, j = pairs.T
    (a, b), (c, d) = (
        (matrices[:, row, i], matrices[:, row, j]) for row in (i, j)
    )  # the block [[a, b], [c, d]] of each pair

    def zeros(*values: np.ndarray) -> bool:
        return all(np.abs(value).max() <= zero for value in values)

    squares = a**2 + b**2
    if zeros(a - d, b + c):
        return (
            ""
            if zeros(squares - squares[:1])
            else "the length of a pair changes with position (xPos does so on purpose)"
        )
    first, second = pairs[0].tolist()
    both = f"columns {first} and {second}"
    if zeros(a - d, b - c):
        return f"the minus of rotate_half is missing: {both} both get a sum"
    if zeros(c + a * b, d - a + b**2):
        return f"it is updated in place: column {second} is made of the new column {first}"
    if zeros(squares - 1, c**2 + d**2 - 1):
        return (
            f"{both} of a pair get different angles: pairs are in one layout, halves or neighbors, "
            "and cosines and sines in the other"
        )
    return f"the length of {both} is not kept"


def _angles(matrices: np.ndarray, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the angles of each pair from its first column to its second, and their sizes."""
    first, second = pairs.T
    z = matrices[:, first, first] + 1j * matrices[:, second, first]
    return np.angle(z), np.abs(z)


def _fitted_line(places: np.ndarray, angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return slope and start of angles that grow evenly, from near places to far ones."""
    places, first = np.unique(places, return_index=True)
    angles = angles[first]
    phase = angles[0] - 0.0
    omega = wrap(angles[1] - angles[0]) / (places[1] - places[0])
    for place, angle in zip(places[2:], angles[2:], strict=True):
        omega = omega + wrap(angle - phase - omega * place) / place
    return omega, phase


def _start(omega: np.ndarray, phase: np.ndarray, zero: float) -> float:
    """Return the position of place 0: read off the slow pairs first, as on a clock."""
    start = 0.0
    for speed, angle in sorted(zip(omega, phase, strict=True), key=lambda pair: abs(pair[0])):
        if abs(speed) > 100 * zero:
            start += float(wrap(angle - speed * start)) / speed
    nearest = round(start)
    return float(nearest) if abs(start - nearest) < max(1e-6, 10 * zero) else start
