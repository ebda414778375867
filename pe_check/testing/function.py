"""The function under test and its arrays: numpy, torch or jax in and out, numpy in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pe_check.arrays import as_type_of, random_numbers, significant_bits, to_numpy

#: How far outputs may differ that are equal except for the order of their sums, relative to the
#: largest entry; by the significant bits of their type.
SAME = {53: 1e-9, 24: 1e-4, 11: 1e-2, 8: 3e-2}
#: An effect is seen if it is this many times what rounding does.
SEEN = 4


class FunctionUnderTest:
    """The function under test, called with numpy arrays that are put into its own kind.

    The example `x` has axes (batch, length, ...), or (length, ...) for a function of a single text
    without a batch axis. A tuple of whole numbers stands for random numbers of that shape.
    """

    def __init__(self, function: Callable[..., Any], x: ArrayLike | tuple[int, ...], texts: int):
        if not callable(function):
            raise TypeError(f"attention must be a function, but it is a {type(function).__name__}")
        self.function = function
        self.like = random_numbers(x) if isinstance(x, tuple) else x
        values = to_numpy(self.like, "x")
        if values.ndim < 2 or not values.size:
            raise ValueError(f"x must have axes (batch, length, width), not {values.shape}")
        self.batched = values.ndim > 2
        texts = texts if self.batched else 1
        values = values if self.batched else values[np.newaxis]
        self.x = np.concatenate([values] * -(-texts // len(values)))[:texts]
        if len(values) < texts:  # more texts than were given: the others are in another order
            rng = np.random.default_rng(0)
            for text in range(len(values), texts):
                self.x[text] = self.x[text, rng.permutation(self.length)]
        self._bits = 24

    @property
    def same(self) -> float:
        """How far outputs may differ that are equal, relative to the largest entry."""
        return SAME[self._bits]

    @property
    def length(self) -> int:
        """The number of tokens of the example."""
        return int(self.x.shape[1])

    def __call__(self, x: np.ndarray, *others: Any) -> np.ndarray:
        """Return the output (batch, length, heads, width), the first of what is returned."""
        return self._output(self.function(*self.given(x, *others)), x.shape[1])

    def with_cache(
        self, x: np.ndarray, *others: Any, cache: Any, **named: np.ndarray
    ) -> tuple[np.ndarray, Any]:
        """Return the output and the new cache; the cache so far is handed over as it is."""
        by_name = dict(zip(named, self.given(*named.values()), strict=True))
        returned = self.function(*self.given(x, *others), cache, **by_name)
        if not isinstance(returned, tuple | list) or len(returned) < 2:
            raise TypeError("attention must return (output, cache) when it is given a cache")
        return self._output(returned, x.shape[1]), returned[-1]

    def given(self, *arguments: Any) -> list[Any]:
        """Return arguments as the function takes them."""
        return [
            as_type_of(argument if self.batched else argument[0], self.like)
            if isinstance(argument, np.ndarray)
            else argument
            for argument in arguments
        ]

    def _output(self, returned: Any, length: int) -> np.ndarray:
        first = returned[0] if isinstance(returned, tuple | list) else returned
        self._bits = significant_bits(first)
        array = to_numpy(first, "the output", finite=False)
        array = array if self.batched else array[np.newaxis]
        if array.ndim == 3 and array.shape[1] == length:
            return array[:, :, np.newaxis]
        if array.ndim == 4 and array.shape[1] == length:
            return array
        if array.ndim == 4 and array.shape[2] == length:
            return array.swapaxes(1, 2)
        asked = "(batch, length, width), or with an axis of heads beside the length"
        raise ValueError(f"the output must have axes {asked}, not {array.shape} at length {length}")
