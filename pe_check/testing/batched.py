"""Does a text come out the same beside padding, and packed behind other texts, as alone?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.testing.baseline import Baseline, baseline
from pe_check.testing.failure import agree, difference
from pe_check.testing.function import FunctionUnderTest
from pe_lib.checks import check_bool, check_int

#: How many tokens are computed from the cache, one by one.
STEPS = 3
#: How many tokens of padding the shorter text gets.
N_PADS = 5


def assert_padding_invisible(
    attention: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (2, 24, 64),
    *,
    sides: Sequence[str] = ("left", "right"),
    cached: bool = False,
    order_matters: bool = True,
    tolerance: float | None = None,
) -> None:
    """Assert that a text comes out the same in a padded batch as alone.

    One text of the batch is padded, on the left and then on the right, and the others are not.

    Parameters
    ----------
    attention : callable
        A function of (x, mask) that returns the output, with axes (batch, length, width), or with
        an axis of heads beside the length. The mask (batch, length) is 1 for tokens and 0 for
        padding. With `cached` it is a function of (x, mask, cache) that returns (output, cache);
        the mask is then that of cached and new tokens together.
    x : array or tuple of int
        An example of the input, as in `assert_order_matters`; at least two texts.
    sides : sequence of str
        On which sides: "left", "right".
    cached : bool
        Whether the last tokens are computed one by one from the cache, behind a prompt that is
        padded on the left.
    order_matters : bool
        False for a layer that has no positions; otherwise their absence is a failure.
    tolerance : float, optional
        How large a difference may be, relative to the largest output.

    Raises
    ------
    AssertionError
        In one line: the side, the size, the position, the head, and the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> import numpy as np
    >>> from pe_lib.attention import softmax
    >>> def masked(x, mask):
    ...     scores = x @ x.swapaxes(1, 2) / 8
    ...     return softmax(np.where(mask[:, np.newaxis] == 1, scores, -1e9)) @ x
    >>> assert_padding_invisible(masked, order_matters=False)

    Source: chapter 9, "Padded".
    """
    program = FunctionUnderTest(attention, x, texts=2)
    shortest = N_PADS + STEPS + 2
    if program.length < shortest:
        raise ValueError(f"x must have at least {shortest} tokens, but it has {program.length}")
    if not len(sides):
        raise ValueError('sides must hold "left" or "right", but it is empty')
    if unknown := set(sides) - {"left", "right"}:
        raise ValueError(f'sides must be "left" or "right", but they hold {sorted(unknown)}')
    cached = check_bool(cached, "cached")
    ones = np.ones(program.x.shape[:2], int)
    others = (ones, None) if cached else (ones,)
    same = baseline(program, *others, order_matters=order_matters, tolerance=tolerance)
    batch = _Padded(program, cached, same)
    for side in ("left",) if cached else sides:
        batch.check(side)


class _Padded:
    """A batch whose first text is shorter than the others."""

    def __init__(self, program: FunctionUnderTest, cached: bool, same: Baseline):
        self.program, self.cached, self.same = program, cached, same
        self.rng = np.random.default_rng(1)

    def check(self, side: str) -> None:
        """Raise an AssertionError if a text differs from what it is alone."""
        length = self.program.length
        tokens = np.arange(length) >= N_PADS
        tokens = tokens if side == "left" else tokens[::-1]
        batch = self._output(self.program.x, self._mask(tokens))
        claim = f"in a batch with {N_PADS} tokens of padding on the {side}"
        claim += " and a cache" if self.cached else ""
        claim += ", the output is not that of the text alone"
        for text in reversed(range(len(self.program.x))):
            real = tokens if text == 0 else np.ones(length, bool)
            alone_x = self.program.x[text : text + 1, real]
            alone = self._output(alone_x, np.ones(alone_x.shape[:2], int))
            worst = difference(batch[text : text + 1, real], alone)._replace(text=text)
            mistake = partial(self._mistake, text, tokens, batch, side)
            self.same.require(worst, claim, mistake)

    def _mask(self, tokens: np.ndarray) -> np.ndarray:
        mask = np.ones(self.program.x.shape[:2], int)
        mask[0] = tokens
        return mask

    def _output(self, x: np.ndarray, mask: np.ndarray) -> np.ndarray:
        if not self.cached:
            return self.program(x, mask)
        cache, outputs, begin = None, [], 0
        for end in range(x.shape[1] - STEPS, x.shape[1] + 1):
            output, cache = self.program.with_cache(x[:, begin:end], mask[:, :end], cache=cache)
            outputs.append(output)
            begin = end
        return np.concatenate(outputs, axis=1)

    def _mistake(self, text: int, tokens: np.ndarray, batch: np.ndarray, side: str) -> str:
        """Return what makes a text differ in the batch."""
        allowed = self.same.allowed
        if text:
            return (
                "a text without padding is wrong beside one with padding: the mask or the positions"
                " of one text are taken for all"
            )
        other = self.program.x.copy()
        other[0, ~tokens] = self.rng.normal(size=other[0, ~tokens].shape)
        changed = self._output(other, self._mask(tokens))
        if not agree(changed[:1, tokens], batch[:1, tokens], allowed):
            return "padding is seen: other numbers in it change the text, so the mask hides nothing"
        alone_x = self.program.x[:1, tokens]
        alone = self._output(alone_x, np.ones(alone_x.shape[:2], int))
        n_prompt = alone.shape[1] - STEPS
        if self.cached and agree(batch[:1, tokens][:, :n_prompt], alone[:, :n_prompt], allowed):
            return (
                "the prompt is right and new tokens are not: their position is the length of the "
                "cache with its padding, or counted from 0; count the ones of the mask"
            )
        if side == "left":
            return (
                "positions count the padding: a token's position is the number of tokens before "
                "it, cumsum(mask) - 1"
            )
        return "the length or the end of the text is taken from the padded batch"


def assert_packed_equals_separate(
    attention: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (1, 24, 64),
    lengths: Sequence[int] | None = None,
    *,
    order_matters: bool = True,
    tolerance: float | None = None,
) -> None:
    """Assert that documents packed into one row come out as each does alone.

    Parameters
    ----------
    attention : callable
        A function of (x, lengths) that returns the output, with axes (batch, length, width), or
        with an axis of heads beside the length. lengths is the list of the documents' lengths; the
        function makes of it what it needs: a mask, position_ids, cu_seqlens.
    x : array or tuple of int
        An example of the input, as in `assert_order_matters`.
    lengths : sequence of int, optional
        The lengths of the documents, whose sum is that of x; left out, three unequal ones.
    order_matters : bool
        False for a layer that has no positions; otherwise their absence is a failure.
    tolerance : float, optional
        How large a difference may be, relative to the largest output.

    Raises
    ------
    AssertionError
        In one line: the document, the size, the position, the head, and the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> import numpy as np
    >>> from pe_lib.attention import softmax
    >>> from pe_lib.practice import same_document
    >>> def packed(x, lengths):
    ...     scores = np.where(same_document(lengths), x @ x.T / 8, -1e9)
    ...     return softmax(scores) @ x
    >>> assert_packed_equals_separate(packed, (24, 64), order_matters=False)

    Source: chapter 9, "Packed".
    """
    program = FunctionUnderTest(attention, x, texts=1)
    sizes = _lengths(program.length, lengths)
    same = baseline(program, [program.length], order_matters=order_matters, tolerance=tolerance)
    packed = program(program.x, sizes)
    begin = 0
    for number, size in enumerate(sizes):
        part = slice(begin, begin + size)
        alone = program(program.x[:, part], [size])
        claim = f"packed, document {number} has not the output that it has alone"
        mistake = partial(_packing_mistake, program, sizes, part, packed, same.allowed)
        same.require(difference(packed[:, part], alone), claim, mistake)
        begin += size


def _lengths(length: int, lengths: Sequence[int] | None) -> list[int]:
    """Return the lengths of the documents, all different if they are not given."""
    if lengths is None:
        first, second = max(1, length // 4), max(1, length // 3)
        sizes = [first, second, length - first - second]
    else:
        sizes = [check_int(size, "a length", low=1) for size in lengths]
    if sum(sizes) != length or len(sizes) < 2 or min(sizes) < 1:
        raise ValueError(f"lengths must be of two documents or more, {length} in all, not {sizes}")
    return sizes


def _packing_mistake(
    program: FunctionUnderTest, sizes: list[int], part: slice, packed: np.ndarray, allowed: float
) -> str:
    """Return what makes a document differ beside others."""
    for name, where in (("before", slice(0, part.start)), ("after", slice(part.stop, None))):
        mixed = program.x.copy()
        mixed[:, where] = np.random.default_rng(1).normal(size=mixed[:, where].shape)
        if mixed[:, where].size and not agree(
            program(mixed, sizes)[:, part], packed[:, part], allowed
        ):
            return (
                f"documents see each other: other numbers in those {name} it change this one. "
                "Positions that begin again separate nothing; a mask does"
            )
    start, last = part.start, part.stop - 1
    moved = program.x.copy()
    moved[:, start:last] = moved[:, start:last][:, ::-1]
    if last - start > 1 and agree(
        program(moved, sizes)[:, last : last + 1], packed[:, last : last + 1], allowed
    ):
        return "the positions of this document do not count: its earlier tokens may change places"
    return "positions go on counting from one document to the next: begin again at 0 in each"
