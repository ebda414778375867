"""Two tables of position vectors: what has to be done to one to get the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import to_table
from pe_check.identify import Identification, identify
from pe_check.identify.rounding import storage, to_stored
from pe_check.identify.rules import pair_rules

#: Entries that differ by less than this share of the largest may be the same table, rounded.
ALIKE = 0.02
#: Rows by which one table may be behind the other, whatever the tables are.
SHIFTS = 8
#: The size for which two functions are asked for their tables.
SIZE = (96, 64)


class ColumnTransform(NamedTuple):
    """Rows and columns to take, and what to multiply the columns by."""

    shift: int
    order: np.ndarray
    factors: np.ndarray
    layout: str

    def __call__(self, table: np.ndarray) -> np.ndarray:
        """Return the rows that both have, as those of the second."""
        rows = table[self.shift :] if self.shift >= 0 else table[: self.shift]
        return rows[:, self.order] * self.factors


@dataclass(frozen=True, eq=False, repr=False)
class TableDifference:
    """What turns one table into another, and what is left when it is done."""

    #: What has to be done to the first to get the second; nothing if they are the same.
    steps: tuple[str, ...]
    #: Whether it was done, and the result compared; if not, no way was found.
    done: bool
    #: What is left, at most, and in which row and column of the second.
    error: float
    where: tuple[int, int]
    #: How much of that the rounding of the tables explains.
    allowed: float = 0.0
    #: second[p] is first[p + shift].
    shift: int = 0
    #: Columns to take: second = first[:, order], all else being equal; None if none are known.
    order: np.ndarray | None = None
    #: What `identify` finds in both.
    found: tuple[Identification, Identification] | None = field(default=None, repr=False)

    @property
    def same(self) -> bool:
        """Whether nothing has to be done, and they agree within the precision of the tables."""
        return self.done and not self.steps and self.error <= self.allowed

    @property
    def sentence(self) -> str:
        """All of it in one sentence."""
        row, column = self.where
        left = f"{self.error:.1g}" + (f", most at row {row}, column {column}" if self.error else "")
        steps = "; ".join(self.steps)
        if not self.done:
            return f"No way from the first to the second was found: {steps}"
        if self.same:
            return f"Nothing has to be done: they agree within {left}."
        if not self.steps:
            return f"They differ by {left}, in a way that is not known here."
        verb = "agree within" if self.error <= self.allowed else "still differ by"
        return f"To get the second from the first: {steps}. Done so, they {verb} {left}."

    def __repr__(self) -> str:
        return self.sentence


def diff(
    first: ArrayLike | Callable[..., ArrayLike], second: ArrayLike | Callable[..., ArrayLike]
) -> TableDifference:
    """Return what has to be done to one table of position vectors to get another one.

    Columns are reordered, signs and amplitudes changed and rows shifted until the tables agree;
    where that is not enough, `identify` finds the rule of each, and the first is made again by the
    rule of the second.

    Parameters
    ----------
    first, second : array_like or callable
        Tables (seq_len, d_model), also with axes of length 1; or functions of (seq_len, d_model).

    Returns
    -------
    TableDifference
        It prints its sentence. Its attributes hold the steps, shift and order of columns, what is
        left, and what `identify` finds in both.

    Raises
    ------
    TypeError, ValueError
        If a table is not one of finite real numbers.

    Examples
    --------
    >>> from pe_lib import positional_encoding, tensor2tensor_encoding
    >>> table = positional_encoding(64, 16)
    >>> diff(table, positional_encoding(64, 16, start=1))
    To get the second from the first: begin 1 row later. Done so, they agree within 0.
    >>> diff(table, tensor2tensor_encoding(64, 16)).done
    True

    Source: the conventions of chapter 8, each of which is one of the steps.
    """
    a, b = _tables(first, second)
    steps = []
    if a.shape != b.shape and a.shape == b.shape[::-1]:
        a, steps = a.T, ["exchange rows and columns"]
    if a.shape[1] != b.shape[1]:
        wrong = f"the first has {a.shape[1]} columns, the second {b.shape[1]}"
        return TableDifference((wrong,), False, float("inf"), (0, 0))
    transform = _transform(a, b) or _permutation(a, b)
    if transform is not None:
        return _finished([*steps, *_steps_of(transform)], a, b, transform)
    return _regenerate(a, b, steps)


def _tables(first: Any, second: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return both as tables; functions are asked for the size of the other, or a usual one."""
    given = {"first": first, "second": second}
    arrays = {name: to_table(value, name) for name, value in given.items() if not callable(value)}
    size = next((array.shape for array in arrays.values()), SIZE)
    tables = [
        arrays[name] if name in arrays else to_table(value(*size), name)
        for name, value in given.items()
    ]
    return tables[0], tables[1]


def _orders(d: int) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the usual orders of columns, in words and as the columns to take."""
    columns = np.arange(d)
    yield "", columns
    half = (d + 1) // 2
    interleaved = np.concatenate([columns[0::2], columns[1::2]])
    yield "from interleaved to halves", interleaved
    yield "from halves to interleaved", np.argsort(interleaved)
    if d % 2 == 0:
        yield "with the two of each pair exchanged", columns ^ 1
        yield "with the halves exchanged", np.roll(columns, half)
        swapped = np.concatenate([columns[1::2], columns[0::2]])
        yield "from interleaved to halves, the second ones first", swapped
        yield "from halves, the second ones first, to interleaved", np.argsort(swapped)


def _transform(
    a: np.ndarray, b: np.ndarray, shifts: range = range(-SHIFTS, SHIFTS + 1)
) -> ColumnTransform | None:
    """Return rows, columns and factors that turn a into b, if there are such."""
    for shift in sorted(shifts, key=abs):
        if abs(shift) >= min(len(a), len(b)):
            continue
        rows_a = a[shift:] if shift >= 0 else a
        rows_b = b if shift >= 0 else b[-shift:]
        n = min(len(rows_a), len(rows_b))
        for layout, order in _orders(a.shape[1]):
            factors = _factors(rows_a[:n, order], rows_b[:n])
            if factors is not None:
                return ColumnTransform(shift, order, factors, layout)
    return None


def _permutation(a: np.ndarray, b: np.ndarray) -> ColumnTransform | None:
    """Return the order in which the columns of a are those of b, if there is one."""
    n = min(len(a), len(b))
    squares = (a[:n] ** 2).sum(axis=0)[:, np.newaxis] + (b[:n] ** 2).sum(axis=0)
    order = (squares - 2 * a[:n].T @ b[:n]).argmin(axis=0)
    factors = _factors(a[:n, order], b[:n]) if len(set(order)) == len(order) else None
    return None if factors is None else ColumnTransform(0, order, factors, "anew")


def _factors(a: np.ndarray, b: np.ndarray) -> np.ndarray | None:
    """Return what each column is multiplied by: one number with two signs, or None."""
    squares = np.einsum("pc,pc->c", a, a)
    products = np.einsum("pc,pc->c", a, b)
    size = np.sqrt(np.einsum("pc,pc->", b, b) / max(float(squares.sum()), 1e-300))
    if not size:
        return None
    size = 1.0 if abs(size - 1) < max(_rounding(a), _rounding(b)) else float(f"{size:.6g}")
    signs = np.where(products < 0, -1.0, 1.0)
    errors = np.abs(a * (size * signs) - b)
    return size * signs if errors.max() <= ALIKE * np.abs(b).max() else None


def _rounding(table: np.ndarray) -> float:
    """Return how far entries may be off by the type that a table is stored in."""
    type_ = storage(table, table.dtype)
    return 4 * (type_.relative * float(np.abs(table).max()) + type_.absolute)


def _steps_of(transform: ColumnTransform) -> Iterator[str]:
    """Yield a transform in words."""
    if transform.layout:
        listed = ", ".join(map(str, transform.order[:6].tolist()))
        yield f"reorder the columns {transform.layout} (first[:, order], order {listed}, …)"
    if transform.shift:
        rows = f"{abs(transform.shift)} row{'s' if abs(transform.shift) > 1 else ''}"
        yield f"begin {rows} {'later' if transform.shift > 0 else 'earlier'}"
    negative = np.flatnonzero(transform.factors < 0)
    if len(negative):
        yield f"change the sign of columns {', '.join(map(str, negative[:4].tolist()))}" + (
            ", …" if len(negative) > 4 else ""
        )
    if abs(transform.factors[0]) != 1:
        yield f"multiply by {abs(transform.factors[0]):.6g}"


def _finished(
    steps: list[str],
    a: np.ndarray,
    b: np.ndarray,
    transform: ColumnTransform,
    found: tuple[Identification, Identification] | None = None,
) -> TableDifference:
    """Return the difference with what is left when the first is changed, and its precision."""
    moved, skipped = transform(a), max(0, -transform.shift)
    if transform.shift == 0 and len(a) != len(b):
        steps = [*steps, f"{'stop after' if len(a) > len(b) else 'go on to'} {len(b)} rows"]
    right = b[skipped:][: len(moved)]
    moved = moved[: len(right)]
    dtype = storage(b, b.dtype).storage
    if dtype in ("bfloat16", "float16", "float32") and not np.array_equal(moved, right):
        rounded = to_stored(moved, dtype).astype(float)
        if np.abs(rounded - right).max() < 0.5 * np.abs(moved - right).max():
            steps, moved = [*steps, f"round to {dtype}"], rounded
    errors = np.abs(moved - right)
    row, column = map(int, np.unravel_index(errors.argmax(), errors.shape))
    allowed = max(_rounding(a), _rounding(b))
    return TableDifference(
        tuple(steps),
        True,
        float(errors.max()),
        (row + skipped, column),
        allowed,
        transform.shift,
        transform.order,
        found,
    )


def _regenerate(a: np.ndarray, b: np.ndarray, steps: list[str]) -> TableDifference:
    """Return the difference of tables that are made by different rules."""
    found = identify(a), identify(b)
    made = [
        _canonical(answer, len(table), a.shape[1])
        for answer, table in zip(found, (a, b), strict=True)
    ]
    first, second = (
        None if rule is None else _transform(rule, table, range(1))
        for rule, table in zip(made, (a, b), strict=True)
    )
    if first is None or second is None or made[1] is None:
        both = zip(("first", "second"), found, strict=True)
        headlines = [f"the {name} is: {answer.headline}" for name, answer in both]
        return TableDifference((*steps, *headlines), False, float("inf"), (0, 0), found=found)
    order = np.argsort(first.order)[second.order]
    factors = second.factors / first.factors[order]
    layout = next((name for name, usual in _orders(len(order)) if (usual == order).all()), "anew")
    steps += [*_rule_steps(*found), *_steps_of(ColumnTransform(0, order, factors, layout))]
    return _finished(steps, made[1], b, second, found)


def _canonical(found: Identification, n_rows: int, d: int) -> np.ndarray | None:
    """Return the table of the rule that was found, interleaved, sines first; None without one."""
    rule = next((rule for rule in pair_rules(d) if rule.exponents == found.exponents), None)
    if found.base is None or found.start is None or found.step is None or rule is None:
        return None
    omega = found.base ** -(rule.first + rule.slope * np.arange((d + 1) // 2))
    angles = np.multiply.outer(found.start + found.step * np.arange(n_rows), omega)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_rows, -1)[:, :d]


def _rule_steps(a: Identification, b: Identification) -> Iterator[str]:
    """Yield what is different between two rules."""
    if a.exponents != b.exponents:
        yield f"use exponents {b.exponents} in place of {a.exponents}"
    if a.base != b.base:
        yield f"use base {b.base:,.8g} in place of {a.base:,.8g}"
    if a.step != b.step:
        yield f"let rows be {b.step:.6g} positions apart in place of {a.step:.6g}"
    if a.start != b.start:
        yield f"begin at position {b.start:.6g} in place of {a.start:.6g}"
