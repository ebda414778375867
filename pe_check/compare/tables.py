"""Two tables of position vectors: what has to be done to one to get the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import to_table
from pe_check.identify import Identification, identify
from pe_check.identify.model import Form, Model
from pe_check.identify.rounding import storage, to_stored
from pe_check.identify.rules import forms, pair_rules

#: Entries that differ by less than this share of the largest may be the same table, rounded.
ALIKE = 0.02
#: How far an entry that is made again may be off, as a share of its angle.
ANGLE = 2.0**-51


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
    #: Columns to take: second = first[:, order], all else being equal; None if none are known.
    order: np.ndarray | None = None

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


def diff(first: ArrayLike, second: ArrayLike) -> TableDifference:
    """Return what has to be done to one table of position vectors to get another one.

    `identify` finds the rule of each: the layout, the exponents, the base, the positions and the
    amplitude. What differs is a step, and what the second's rule makes is compared with the second.

    Parameters
    ----------
    first, second : array_like
        Tables (seq_len, d_model), also with axes of length 1.

    Returns
    -------
    TableDifference
        It prints its sentence. Its attributes hold the steps, the order of columns, and what is
        left.

    Raises
    ------
    TypeError, ValueError
        If a table is not one of finite real numbers.

    Examples
    --------
    >>> from pe_lib import positional_encoding, tensor2tensor_encoding
    >>> table = positional_encoding(64, 16)
    >>> diff(table, positional_encoding(64, 16, start=1))  # doctest: +ELLIPSIS
    To get the second from the first: begin at position 1 instead of 0. Done so, they agree ...
    >>> diff(table, tensor2tensor_encoding(64, 16)).done
    True

    Source: the conventions of chapter 8, each of which is one of the steps.
    """
    a, b = to_table(first, "first"), to_table(second, "second")
    steps = []
    if a.shape != b.shape and a.shape == b.shape[::-1]:
        a, steps = a.T, ["exchange rows and columns"]
    if a.shape[1] != b.shape[1]:
        wrong = f"the first has {a.shape[1]} columns, the second {b.shape[1]}"
        return TableDifference((wrong,), False, float("inf"), (0, 0))
    if len(a) != len(b):
        steps.append(f"{'stop after' if len(a) > len(b) else 'go on to'} {len(b)} rows")
    n = min(len(a), len(b))
    apart = float(np.abs(a[:n] - b[:n]).max())
    if apart <= max(_rounding(a), _rounding(b)):
        return _finished(steps, a[:n], b[:n])
    found = identify(a), identify(b)
    made_a, made_b = _made(found[0], a), _made(found[1], b)
    if made_a is not None and made_b is not None:
        order = _order(made_a.form, made_b.form)
        differences = list(_steps(found, made_a, made_b, order))
        if differences:
            right, _, angles = made_b.values(np.arange(len(b)))
            by_angle = ANGLE * float(np.abs(angles).max()) * abs(made_b.amplitude)
            return _finished([*steps, *differences], right, b, by_angle, order)
    if apart <= ALIKE * np.abs(b).max():
        return _finished(steps, a[:n], b[:n])
    both = zip(("first", "second"), found, strict=True)
    texts = [f"the {name} is: {_findings(answer)}" for name, answer in both]
    return TableDifference((*steps, *texts), False, float("inf"), (0, 0))


def _made(found: Identification, table: np.ndarray) -> Model | None:
    """Return what makes a table by the rule that was found; None if none was, or it does not."""
    d = table.shape[1]
    rule = next((rule for rule in pair_rules(d) if rule.exponents == found.exponents), None)
    kinds = {form.layout: form for form in forms(d) if form.kind == "pair"}
    form = kinds.get(found.layout or "")
    if rule is None or form is None or found.base is None or found.amplitude is None:
        return None
    omega = found.base ** -(rule.first + rule.slope * form.j)
    start, step = found.start or 0.0, found.step or 0.0
    constant = found.constant or 0.0
    model = Model(form, start, step, omega, amplitude=found.amplitude, constant=constant)
    errors = np.abs(model.values(np.arange(len(table)))[0] - table)
    return model if errors.max() <= ALIKE * np.abs(table).max() else None


def _order(first: Form, second: Form) -> np.ndarray:
    """Return which column of the first each column of the second is."""
    columns = zip(first.j.tolist(), first.cosine.tolist(), strict=True)
    place = {kind: column for column, kind in enumerate(columns)}
    wanted = zip(second.j.tolist(), second.cosine.tolist(), strict=True)
    return np.array([place[kind] for kind in wanted])


def _steps(
    found: tuple[Identification, Identification], first: Model, second: Model, order: np.ndarray
) -> Iterator[str]:
    """Yield what is different between two rules, each in a few words."""
    a, b = found
    if a.layout != b.layout:
        listed = ", ".join(map(str, order[:6].tolist()))
        layouts = f"from {a.layout} to {b.layout}"
        yield f"reorder the columns {layouts} (first[:, order], order {listed}, …)"
    if a.exponents != b.exponents:
        yield f"use exponents {b.exponents} instead of {a.exponents}"
    if not np.isclose(a.base or 0.0, b.base or 0.0, rtol=1e-6):
        yield f"use base {b.base:,.8g} instead of {a.base:,.8g}"
    signs = np.sign([first.step, second.step])
    if signs[0] != signs[1]:
        yield "change the sign of the sines"
    if not np.isclose(*np.abs([first.step, second.step])):
        yield f"let rows be {second.step:.6g} positions apart instead of {first.step:.6g}"
    if not np.isclose(*(signs * [first.start, second.start])):
        yield f"begin at position {second.start:.6g} instead of {first.start:.6g}"
    if not np.isclose(first.amplitude, second.amplitude, rtol=1e-6):
        yield f"multiply by {second.amplitude / first.amplitude:.6g}"
    if first.constant != second.constant:
        yield f"add {second.constant - first.constant:.6g}"


def _findings(answer: Identification) -> str:
    """Return what a table is, in one line."""
    text = " ".join(finding.text for finding in answer.findings) or answer.headline
    return text.rstrip(".")


def _rounding(table: np.ndarray) -> float:
    """Return how far entries may be off by the type that a table is stored in."""
    type_ = storage(table, table.dtype)
    return 4 * (type_.relative * float(np.abs(table).max()) + type_.absolute)


def _finished(
    steps: list[str],
    made: np.ndarray,
    b: np.ndarray,
    by_angle: float = 0.0,
    order: np.ndarray | None = None,
) -> TableDifference:
    """Return the difference with what is left between the changed first and the second."""
    dtype = storage(b, b.dtype).storage
    if dtype in ("bfloat16", "float16", "float32") and not np.array_equal(made, b):
        rounded = to_stored(made, dtype).astype(float)
        if np.abs(rounded - b).max() < 0.5 * np.abs(made - b).max():
            steps, made = [*steps, f"round to {dtype}"], rounded
    errors = np.abs(made - b)
    row, column = map(int, np.unravel_index(errors.argmax(), errors.shape))
    allowed = max(_rounding(made), _rounding(b)) + by_angle
    return TableDifference(tuple(steps), True, float(errors.max()), (row, column), allowed, order)
