"""Does a text come out the same token by token, from a cache, as at once?"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.testing.baseline import Baseline, baseline
from pe_check.testing.failure import agree, difference
from pe_check.testing.function import FunctionUnderTest


def assert_cached_equals_full(
    attention: Callable[..., Any],
    x: ArrayLike | tuple[int, ...] = (2, 24, 64),
    *,
    order_matters: bool = True,
    tolerance: float | None = None,
) -> None:
    """Assert that a text comes out the same from a cache as computed at once.

    The text is given as a prompt of half of it and then token by token, as a prompt of one token,
    and as two parts.

    Parameters
    ----------
    attention : callable
        A causal function of (x, cache) that returns (output, cache). The cache is None at first
        and otherwise what was returned last, whatever it is. The output has axes (batch, length,
        width), or an axis of heads beside the length. If the function also takes position_ids
        (batch, new tokens) by that name, a failure names the position the new token got.
    x : array or tuple of int
        An example of the input, as in `assert_order_matters`.
    order_matters : bool
        False for a layer that has no positions; otherwise their absence is a failure.
    tolerance : float, optional
        How large a difference may be, relative to the largest output.

    Raises
    ------
    AssertionError
        In one line: the size, the position, the head, and the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> import numpy as np
    >>> from pe_lib import attention
    >>> from pe_lib.variants import rope
    >>> def step(x, cache):
    ...     old = np.empty((0, 64)) if cache is None else cache
    ...     x = np.vstack([old, x])
    ...     turned = rope(x)
    ...     return attention(turned, turned, x, causal=True)[len(old):], x
    >>> assert_cached_equals_full(step, (24, 64))

    Source: chapter 9, "Cached".
    """
    program = FunctionUnderTest(attention, x, texts=2)
    if program.length < 4:
        raise ValueError(f"x must have at least 4 tokens, but it has {program.length}")
    first = program.length // 2
    whole = baseline(program, None, order_matters=order_matters, tolerance=tolerance)
    length = program.length
    ways = {
        f"token by token after a prompt of {first}": [first, *[1] * (length - first)],
        "token by token": [1] * length,
        f"in two parts, of {first} and {length - first} tokens": [first, length - first],
    }
    for way, sizes in ways.items():
        worst = difference(np.concatenate(list(_parts(program, sizes)), axis=1), whole.output)
        claim = f"computed {way}, the output is not that of the whole text"
        whole.require(worst, claim, lambda: _mistake(program, whole, first))


def _parts(program: FunctionUnderTest, sizes: list[int]) -> Iterator[np.ndarray]:
    """Yield the outputs of parts of the text, each from the cache of those before."""
    cache, begin = None, 0
    for size in sizes:
        output, cache = program.with_cache(program.x[:, begin : begin + size], cache=cache)
        yield output
        begin += size


def _mistake(program: FunctionUnderTest, whole: Baseline, first: int) -> str:
    """Return what makes a text from the cache differ."""

    def right(outputs: np.ndarray, begin: int) -> bool:
        there = whole.output[:, begin : begin + outputs.shape[1]]
        return agree(outputs, there, whole.allowed)

    prefix, step = _parts(program, [first, 1])
    if not right(prefix, 0):
        other = program.x.copy()
        other[:, first:] = np.random.default_rng(1).normal(size=other[:, first:].shape)
        if right(program(other, None)[:, :first], 0):
            return (
                "angles depend on the length of the text, as in dynamic scaling or LongRoPE: what "
                "is in the cache was computed for a shorter one"
            )
        return "the attention is not causal: tokens see those after them, which are not cached yet"
    alone = program(program.x[:, first : first + 1], None)
    if agree(step, alone, whole.allowed):
        return "the cache is not used: a new token sees itself alone"
    if right(step, first):
        if not right(list(_parts(program, [first, 1, 1]))[2], first + 1):
            return (
                "the second token after the prompt is wrong and the first one is not: keys are "
                "turned again in each step, or the position is not advanced"
            )
        return "a part of several tokens is wrong: its mask or its positions ignore the cache"
    position = _position_given(program, first, step, whole.allowed)
    if position is not None:
        return position
    if right(list(_parts(program, [1, 1]))[1], 1):
        return (
            "cached keys are turned again in each step: after a prompt of one token, whose "
            "position 0 turns nothing, the next token is right"
        )
    return (
        f"the new token does not get position {first}: it is counted from 0, or the cache's length "
        "is added wrongly"
    )


def _position_given(
    program: FunctionUnderTest, first: int, step: np.ndarray, allowed: float
) -> str | None:
    """Return which position the new token got, if the function lets it be given."""
    try:
        inspect.signature(program.function).bind(None, None, position_ids=None)
    except (TypeError, ValueError):
        return None
    texts = len(program.x)
    for position in (0, first - 1, first + 1, 2 * first, 2 * first - 1, 2 * first + 1):
        _, cache = program.with_cache(program.x[:, :first], cache=None)
        ids = np.full((texts, 1), position)
        token = program.x[:, first : first + 1]
        output, _ = program.with_cache(token, cache=cache, position_ids=ids)
        if agree(step, output, allowed):
            return f"the new token, number {first}, gets position {position}{_why(position, first)}"
    return None


def _why(position: int, first: int) -> str:
    """Return how a program comes to a wrong position."""
    if position == 0:
        return ": it is counted from 0 again, without the cache's length"
    if abs(position - 2 * first) <= 1:
        return ": the cache's length is added twice"
    return f": one too {'many' if position > first else 'few'}"
