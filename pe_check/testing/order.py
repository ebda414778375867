"""Does the order of tokens count, and does a text come out the same wherever it begins?"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.testing.failure import (
    agree,
    difference,
    fail,
    first_line,
    require_repeatable,
    require_seen,
)
from pe_check.testing.function import SEEN, FunctionUnderTest
from pe_lib.checks import POSITION_LIMIT, check_int

#: A shift may do this share of what other positions do: so much do sines in bfloat16 change.
SHIFTED = 0.02
#: An effect below this share of what other positions do is one of rounding.
ROUNDED = 0.1
#: From where on a type skips whole numbers.
SKIPS = {"bfloat16": 256, "float16": 2048}

_CLAIM = "the output changes when the text is shifted by {start}"


def assert_order_matters(
    attention: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (2, 24, 64),
) -> None:
    """Assert that the last token's output changes if the tokens before it change places.

    Without positions it does not change. Equal texts of a batch have to come out equal, too.

    Parameters
    ----------
    attention : callable
        A function of x that returns the output, with axes (batch, length, width), or with an axis
        of heads beside the length. Of a tuple that it returns, the first counts.
    x : array or tuple of int
        An example of the input, (batch, length, width) or, for a function of one text, (length,
        width): a numpy, torch or jax array, whose kind, type and device the function gets. A tuple
        stands for random numpy numbers of that shape.

    Raises
    ------
    AssertionError
        In one line: the size and the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> from pe_lib import attention, positional_encoding
    >>> table = positional_encoding(24, 64)
    >>> assert_order_matters(lambda x: attention(x + table, x + table, x), (24, 64))
    >>> assert_order_matters(lambda x: attention(x, x, x), (24, 64))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: the last output does not change ... Likely mistake: positions are not used...

    Source: chapter 1, whose proof says that attention alone does not know the order.
    """
    program = FunctionUnderTest(attention, x, texts=2)
    equal_texts = np.repeat(program.x[:1], len(program.x), axis=0)
    outputs = require_repeatable(program, equal_texts)
    if not agree(outputs, np.repeat(outputs[:1], len(outputs), axis=0), program.same):
        worst = difference(outputs, np.repeat(outputs[:1], len(outputs), axis=0))
        mistake = "the batch axis is taken for that of the tokens (batch_first?)"
        raise fail("equal texts of one batch have different outputs", worst, mistake)
    require_order(program)


def require_order(program: FunctionUnderTest, *others: Any) -> float:
    """Return by how much the last output changes if the tokens before it change places.

    If it does not, that is a failure. The others are what the function takes beside x.
    """
    order = np.append(_other_order(program.length - 1), program.length - 1)

    def effect(factor: float) -> float:
        x = factor * program.x
        moved, usual = program(x[:, order], *others), program(x, *others)
        return difference(moved[:, -1:], usual[:, -1:]).size

    claim = "the last output does not change when the tokens before it change places"
    return require_seen(program, effect, claim)


def _other_order(n: int) -> np.ndarray:
    """Return n places in another order: the odd ones, then the even ones."""
    return np.concatenate([np.arange(1, n, 2), np.arange(0, n, 2)])


def assert_shift_invariant(
    attention: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (1, 24, 64),
    *,
    shifts: Sequence[int] = (1, 100, 3000),
    tolerance: float | None = None,
) -> None:
    """Assert that a text comes out the same at every start, as relative positions make it.

    It also fails if positions make no difference at all.

    Parameters
    ----------
    attention : callable
        A function of (x, position_ids) that returns the output, with axes (batch, length, width),
        or with an axis of heads beside the length. position_ids are whole numbers, (batch, length).
        Of a tuple that it returns, the first counts.
    x : array or tuple of int
        An example of the input, as in `assert_order_matters`.
    shifts : sequence of int
        The starts at which the text is compared with itself at 0. Large ones show rounding.
    tolerance : float, optional
        How large a change may be, relative to the largest output.

    Raises
    ------
    AssertionError
        In one line: the shift, the size, the position, the head, and the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> from pe_lib import attention
    >>> from pe_lib.variants import rope
    >>> def both(x, p):
    ...     return attention(rope(x, positions=p), rope(x, positions=p), x)
    >>> def queries_alone(x, p):
    ...     return attention(rope(x, positions=p), x, x)
    >>> assert_shift_invariant(both, (24, 64))
    >>> assert_shift_invariant(queries_alone, (24, 64))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: the output changes ... Likely mistake: the keys are not turned...

    Source: chapter 9, "Shifted"; Su et al. 2021 (RoFormer), equation 11.
    """
    if not len(shifts):
        raise ValueError("shifts must hold at least one shift, but it is empty")
    starts = [check_int(shift, "a shift", low=1, high=POSITION_LIMIT // 2) for shift in shifts]
    shift = _Shift(FunctionUnderTest(attention, x, texts=1))
    allowed = shift.allowed if tolerance is None else tolerance
    for number, start in enumerate(starts):
        there = shift.at(start)
        worst = difference(there, shift.here)
        if not worst.size <= allowed:
            slight = worst.size < ROUNDED * shift.effect
            mistake = shift.mistake(start, late=number > 0 or slight)
            raise fail(_CLAIM.format(start=start), worst, mistake)


class _Shift:
    """A program beside itself at other positions."""

    def __init__(self, program: FunctionUnderTest):
        self.program = program
        self.places = np.arange(program.length)
        self.here = require_repeatable(program, program.x, self._ids(self.places))
        claim = "the output does not change when the position_ids are exchanged"
        self.effect = require_seen(program, self._effect, claim)
        self.allowed = max(program.same, SHIFTED * self.effect)

    def _effect(self, factor: float) -> float:
        x, other = factor * self.program.x, _other_order(self.program.length)
        return difference(
            self.program(x, self._ids(other)), self.program(x, self._ids(self.places))
        ).size

    def _ids(self, places: np.ndarray) -> np.ndarray:
        return np.repeat(places[np.newaxis], len(self.program.x), axis=0)

    def at(self, start: int) -> np.ndarray:
        """Return the output of the text that begins at a position, if there is one."""
        try:
            return self.program(self.program.x, self._ids(self.places + start))
        except Exception as error:
            problem = f"attention raises {type(error).__name__}, {first_line(error)}"
            raise fail(_CLAIM.format(start=start), problem, self._why_it_raises(start)) from error

    def _why_it_raises(self, start: int) -> str:
        """Return which positions raise an error."""
        if not self._works(1):
            return "it fails for every start but 0, so it needs a position 0"
        last = self._last_that_works(start)
        return f"position {last + 1} is out of range (the last valid one is {last})"

    def _works(self, position: int) -> bool:
        try:
            self.program(self.program.x[:, :1], self._ids(np.array([position])))
        except Exception:
            return False
        return True

    def _last_that_works(self, start: int) -> int:
        """Return the largest position that raises no error."""
        later = range(self.program.length, start + self.program.length - 1)
        n_working = bisect_left(later, True, key=lambda position: not self._works(position))
        return later.start + n_working - 1

    def mistake(self, start: int, *, late: bool) -> str:
        """Return what makes a shifted text differ; `late` if a smaller shift did not, or little."""
        token = self.program.x[:, :1]
        alone = [self.program(token, self._ids(np.array([place]))) for place in (0, start)]
        if not agree(alone[0], alone[1], self.allowed):
            return (
                "values are turned, or a table of absolute positions is added: the output of a "
                "single token depends on its position"
            )
        if self._same_last([0, 1, 2], [5, 3, 2], but_not=[0, 1, 5]):
            return "the keys are not turned by their position_ids, only the queries"
        if self._same_last([0, 1, 2], [0, 2, 1], but_not=[3, 1, 2], last_equal=True):
            return "the queries are not turned by their position_ids, only the keys"
        if self._same_last([5, 0, 2], [6, 3, 1], but_not=[5, 3, 1], last_equal=True):
            return "queries and keys are turned in opposite directions: scores contain p + s"
        if self._clamps(start):
            last = 1 + bisect_left(range(1, start), True, key=self._clamps)
            return f"positions from {last} on are clamped to {last}: the table ends there"
        for name, first in SKIPS.items():
            if self._skips_from(first):
                return (
                    f"positions are rounded to {name}, in which {first + 1} is {first}: compute "
                    "positions and angles in float32"
                )
        if late and agree(self.at(start), self.at(start + 1), self.allowed):
            return (
                "angles depend on the length of the text, as in dynamic scaling: a shift by 1 from "
                f"{start} on changes nothing"
            )
        if late:
            return (
                "angles are rounded, the more the larger they are: compute inv_freq, positions and "
                "angles in float32, and round their sines and cosines"
            )
        return "queries and keys are turned by different angles"

    def _skips_from(self, first: int) -> bool:
        """Return whether whole numbers from here on, and none before, are rounded to even ones."""

        def same(first: int, second: int) -> bool:
            return self._same_last([0, first], [0, second], but_not=[0, 0])

        merged = same(first, first + 1) and same(first + 3, first + 4)
        return merged and not any(same(p, p + 1) for p in (first // 2, first - 9, first - 2))

    def _clamps(self, position: int) -> bool:
        """Return whether no position after this one is another one."""
        return all(
            self._same_last([0, position], [0, position + more], but_not=[0, 0])
            for more in (1, 100)
        )

    def _same_last(
        self,
        first: list[int],
        second: list[int],
        *,
        but_not: list[int],
        last_equal: bool = False,
    ) -> bool:
        """Return whether a few tokens' last output is the same at two places but not at a third.

        The tokens are made smaller if that lets the third place show more.
        """
        tokens = self.program.x[:, : len(first)].copy()
        if last_equal:
            tokens[:, -1] = tokens[:, -2]
        changes = []
        for factor in (1.0, 0.5, 0.25):
            here, there, elsewhere = (
                self.program(factor * tokens, self._ids(np.array(places)))[:, -1:]
                for places in (first, second, but_not)
            )
            changes.append((difference(elsewhere, here).size, difference(there, here).size))
        shown, changed = max(changes)
        return changed <= self.program.same < shown / SEEN
