"""Calling a reader's function: its answer as numbers, or a sentence on what went wrong."""

import linecache
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

#: What a reader's code may raise and a check turns into a reply. Ctrl-C still gets out.
CAUGHT = (Exception, SystemExit)

#: The error that counts as rounding, by the bytes of a number: of float16, of float32 work.
ROUNDING = {2: 1e-3, 4: 2e-5}


@dataclass(frozen=True)
class Answer:
    """What a function returned for some arguments, and the error that counts as rounding."""

    arguments: tuple
    values: np.ndarray
    allowed: float
    #: Whether the values came as integers.
    integers: bool

    def off(self, truth: np.ndarray) -> np.ndarray:
        """Return where the values are not those of the truth; errors count in 1 + |truth|."""
        with np.errstate(all="ignore"):  # infinity less infinity is off, without a warning
            return ~(np.abs(self.values - truth) <= self.allowed * (1 + np.abs(truth)))

    def agrees(self, truth: np.ndarray) -> bool:
        """Return whether the values are those of the truth, in the same shape."""
        return self.values.shape == np.shape(truth) and not self.off(truth).any()


@dataclass(frozen=True)
class Failure:
    """A call that returned no numbers: a sentence on it, and the error in Python's words."""

    text: str
    error: str


def run(function: Callable, arguments: tuple) -> Answer | Failure:
    """Call the reader's function; return its answer, or what went wrong.

    The function gets copies of arrays, and no error that it raises gets out of here.

    >>> def third(n):
    ...     return None
    >>> run(third, (3,)).text
    'third(3) returned None. Does the function end in a `return`?'
    """
    called = call(function, arguments)
    try:
        given = function(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    except CAUGHT as error:
        text = f"{called} raised {described(error, function)}."
        return Failure(text, described(error))
    if given is None:
        return Failure(f"{called} returned None. Does the function end in a `return`?", "None")
    try:
        values, allowed = real(given)
    except CAUGHT as error:  # a tensor that wants gradients raises what it likes
        kind = type(given).__name__
        text = (
            f"{called} returned {kind}, which isn’t an array of real numbers ({described(error)})."
        )
        return Failure(text, described(error))
    return Answer(arguments, values, allowed, np.asarray(given).dtype.kind in "iu")


def real(given: object) -> tuple[np.ndarray, float]:
    """Return a reader's array in float64, and the error that counts as rounding in its own dtype.

    Left to itself, numpy would drop an imaginary part, uncover masked entries and read strings.
    """
    if np.ma.is_masked(given):
        raise TypeError("some entries are masked")
    values = np.asarray(given)
    if values.dtype == object:  # an integer beyond 64 bits makes objects of all the others
        if any(isinstance(entry, int) and abs(entry) >= 2**63 for entry in values.flat):
            raise OverflowError("an integer in it is beyond 64 bits")
        raise TypeError("the values must be real numbers, not Python objects (dtype object)")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"the values must be real numbers, not {values.dtype}")
    coarse = values.dtype.kind == "f"
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes infinity
        return values.astype(float), ROUNDING.get(values.itemsize, 1e-9) if coarse else 1e-9


def not_a_function(given: object) -> str:
    """Return what to say where a function was asked for and something else came."""
    kind = type(given).__name__
    return f"Pass the function itself, without calling it; this is of type {kind}."


def name_of(function: Callable) -> str:
    """Return the name that the reader gave a function; "" for a lambda."""
    name = getattr(function, "__name__", "")
    return name if isinstance(name, str) and name.isidentifier() else ""


def call(function: Callable, arguments: tuple) -> str:
    """Write a call of the reader's function.

    >>> call(np.mean, (12, 10_000.0, np.ones((3, 2)), np.array([7, 0.125])))
    'mean(12, 10000, array of shape (3, 2), [7, 0.125])'
    """
    return f"{name_of(function) or 'function'}({', '.join(map(_argument, arguments))})"


def _argument(value: float | np.ndarray) -> str:
    if not isinstance(value, np.ndarray):
        return f"{value:g}"
    if value.ndim != 1:
        return f"array of shape {value.shape}"
    return f"[{', '.join(f'{entry:g}' for entry in value)}]"


def described(error: BaseException, function: Callable | None = None) -> str:
    """Return an error's type and text, and the line of the function's file that it came from.

    >>> described(KeyError("d")), described(SystemExit())
    ("KeyError: 'd'", 'SystemExit')
    """
    try:
        text = str(error)
    except CAUGHT:
        text = "its text can’t be shown"
    named = f"{type(error).__name__}: {text}" if text else type(error).__name__
    code = getattr(function, "__code__", None)
    steps = traceback.walk_tb(error.__traceback__)
    lines = [n for frame, n in steps if code and frame.f_code.co_filename == code.co_filename]
    if not lines:
        return named
    line = linecache.getline(code.co_filename, lines[-1]).strip()
    return f"{named} (line {lines[-1]}" + (f": `{line}`)" if line else ")")
