"""Does a layer give the same whatever was asked before, of it or of another one?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.testing.failure import agree, difference, fail
from pe_check.testing.function import FunctionUnderTest

#: How many times longer than the example other inputs are.
LONGER = 20
KEPT = "a table of angles is kept from that call: in its type, for its length or its settings"
#: Other types of each kind of array, in which a layer is called.
TYPES = ("float16", "bfloat16", "float32", "float64")


def assert_calls_independent(
    make: Callable[..., Callable[..., Any]],
    x: ArrayLike | tuple[int, ...] = (2, 24, 64),
    *,
    settings: Sequence[Mapping[str, Any]] = (),
    tolerance: float | None = None,
) -> None:
    """Assert that a layer gives the same after calls in other types, lengths and settings.

    Tables of angles are kept between calls, and may keep the wrong thing: positions in the type of
    an earlier call, the length of an earlier text, or the base of another layer of the same size.

    Parameters
    ----------
    make : callable
        Builds a layer: a function of x that returns the output, with axes (batch, length, width),
        or with an axis of heads beside the length. It takes the settings below as keywords.
    x : array or tuple of int
        An example of the input, as in `assert_order_matters`.
    settings : sequence of mappings, optional
        Other settings, such as `{"base": 500.0}`, each of which has to change the output.
    tolerance : float, optional
        How large a difference may be, relative to the largest output.

    Raises
    ------
    AssertionError
        In one line: the call before, the size and place of the difference, the likely mistake.
    TypeError, ValueError
        If arguments or outputs are not of the kinds above.

    Examples
    --------
    >>> import numpy as np
    >>> from pe_lib.variants import rope
    >>> def make(base=10_000.0):
    ...     return lambda x: rope(x, base)
    >>> assert_calls_independent(make, (24, 64), settings=[{"base": 500.0}])
    >>> kept = {}
    >>> def keeps(base=10_000.0):
    ...     table = lambda x: kept.setdefault(x.shape, rope(np.ones(x.shape), base))
    ...     return lambda x: x + table(x)
    >>> assert_calls_independent(keeps, (24, 64), settings=[{"base": 500.0}])
    Traceback (most recent call last):
        ...
    AssertionError: base=500.0 changes nothing: ... Likely mistake: a table is kept ...

    Source: seven packages that keep tables of angles, of which six keep the wrong thing.
    """
    program = FunctionUnderTest(make(), x, texts=2)
    longer = np.concatenate([program.x] * LONGER, axis=1)
    inputs = [program.x]
    right = [program(program.x)]
    try:
        right.append(FunctionUnderTest(make(), x, texts=2)(longer))
        inputs.append(longer)
    except Exception:  # a table ends
        pass
    allowed = program.same if tolerance is None else tolerance

    def require(layer: FunctionUnderTest, when: str) -> None:
        for given, expected in zip(inputs, right, strict=True):
            found = layer(given)
            if not agree(found, expected, allowed):
                claim = f"the output is another one {when}"
                raise fail(claim, difference(found, expected), KEPT)

    for name, call in _other_calls(longer).items():
        layer = FunctionUnderTest(make(), x, texts=2)
        try:
            call(layer)
        except Exception:  # a layer need not take every type and length
            continue
        require(layer, f"after a call {name}")
    for other in settings:
        text = ", ".join(f"{name}={value!r}" for name, value in other.items())
        changed = FunctionUnderTest(make(**other), x, texts=2)(program.x)
        if agree(changed, right[0], allowed):
            mistake = "a table is kept for every layer of one size, whatever its settings are"
            raise fail(f"{text} changes nothing", difference(changed, right[0]), mistake)
        require(program, f"after a layer with {text}")
        require(FunctionUnderTest(make(), x, texts=2), f"in a new layer, after one with {text}")


def _other_calls(longer: np.ndarray) -> dict[str, Callable[[FunctionUnderTest], Any]]:
    """Return calls with other inputs: longer, shorter, and longer ones in other types."""

    def in_type(name: str, layer: FunctionUnderTest) -> Any:
        return layer.function(_as_type(layer.given(longer)[0], name))

    calls: dict[str, Callable[[FunctionUnderTest], Any]] = {
        f"in {name}": partial(in_type, name) for name in TYPES
    }
    calls["with a longer text"] = lambda layer: layer(longer)
    calls["with a shorter text"] = lambda layer: layer(layer.x[:, : max(1, layer.length // 2)])
    return calls


def _as_type(array: Any, name: str) -> Any:
    """Return an array of numpy, torch or jax in another type."""
    if hasattr(array, "detach"):
        return array.to(getattr(sys.modules["torch"], name))
    return array.astype(name)
