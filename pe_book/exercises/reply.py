"""The shared half of every exercise: run the reader's function, compare it, say what is wrong."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Reply:
    """What a reader sees after a check: the verdict, and why; it counts as true when right."""

    right: bool
    text: str

    def __bool__(self) -> bool:
        return self.right

    def __str__(self) -> str:
        return f"{'Right' if self.right else 'Not yet'}. {self.text}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        mark, verdict = ("✓", "Right.") if self.right else ("✗", "Not yet.")
        kind = "right" if self.right else "wrong"
        return (
            f'<div class="pe-reply" data-verdict="{kind}" role="status" '
            'style="border-left:4px solid currentColor;padding:.4em .8em">'
            f'<p style="margin:0"><span aria-hidden="true">{mark}</span> '
            f"<strong>{verdict}</strong> {html.escape(self.text)}</p></div>"
        )


@dataclass(frozen=True)
class Known:
    """A known mistake: a function that makes it, and what to tell the reader who makes it too."""

    wrong: Callable[..., np.ndarray]
    text: str


@dataclass(frozen=True)
class Answer:
    """What the reader's function gave for one case, and the error that counts as rounding."""

    arguments: tuple
    values: np.ndarray
    allowed: float

    def off(self, truth: np.ndarray) -> np.ndarray:
        """Return where the values are not those of the truth; errors count in 1 + |truth|."""
        return ~(np.abs(self.values - truth) <= self.allowed * (1 + np.abs(truth)))

    def agrees(self, truth: np.ndarray) -> bool:
        """Return whether the values are those of the truth, in the same shape."""
        return self.values.shape == np.shape(truth) and not self.off(truth).any()


@dataclass(frozen=True)
class Exercise:
    """What a reader's function is held to: the right function on some cases, the plainest first.

    `known` are the mistakes that have a reply of their own, `axes` what the axes of an answer
    count, and `praise` is the reply to a right one. Cases are made when they are needed.
    """

    truth: Callable[..., np.ndarray]
    cases: Callable[[], Sequence[tuple]]
    known: Sequence[Known]
    axes: Sequence[str]
    praise: str

    def judge(self, function: Callable) -> Reply:
        """Compare a function with the right one on every case, and name the mistake if known."""
        answers, broken = [], ""
        for arguments in self.cases():
            answer = run(function, arguments)
            if isinstance(answer, Answer):
                answers.append(answer)
            else:
                broken = broken or answer
        wrong = [answer for answer in answers if not answer.agrees(self.truth(*answer.arguments))]
        if not wrong and broken:
            return Reply(False, f"The other cases are right, but {broken}" if answers else broken)
        if not wrong:
            return Reply(True, self.praise)
        for mistake in self.known:
            if _made(mistake, answers):
                return Reply(False, mistake.text)
        first = wrong[0]
        return Reply(False, _difference(first, self.truth(*first.arguments), self.axes))


def run(function: Callable, arguments: tuple) -> Answer | str:
    """Call the reader's function; return its answer, or a sentence that says what went wrong.

    The function gets copies of arrays, and nothing that it raises gets out of here.

    >>> run(lambda n: None, (3,))
    'function(3) returned None. Does the function end in a return?'
    """
    if not callable(function):
        return f"hand over the function itself, without calling it; this is {function!r}."
    try:
        given = function(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    except Exception as error:
        return f"{call(arguments)} raised {type(error).__name__}: {error}"
    if given is None:
        return f"{call(arguments)} returned None. Does the function end in a return?"
    try:
        values = real(given)
    except Exception:  # a tensor that wants gradients raises what it likes
        kind = type(given).__name__
        return f"{call(arguments)} returned {kind}, which is not an array of real numbers."
    # float32 work is not marked down for its rounding.
    coarse = str(getattr(given, "dtype", "float64")).endswith(("float32", "float16"))
    return Answer(arguments, values, 1e-4 if coarse else 1e-9)


def real(given: object) -> np.ndarray:
    """Return a reader's array in float64; numpy would drop an imaginary part and read strings."""
    values = np.asarray(given)
    if values.dtype.kind in "cSU":
        raise TypeError(f"the values must be real numbers, not {values.dtype}")
    return values.astype(float)


def call(arguments: tuple) -> str:
    """Write a call of the reader's function.

    >>> call((12, 10_000.0, np.ones((3, 2)), np.array([7, 0])))
    'function(12, 10000, array of shape (3, 2), [7, 0])'
    """
    return f"function({', '.join(map(_argument, arguments))})"


def _argument(value: float | np.ndarray) -> str:
    if not isinstance(value, np.ndarray):
        return f"{value:g}"
    return str(value.tolist()) if value.ndim == 1 else f"array of shape {value.shape}"


def _difference(answer: Answer, truth: np.ndarray, axes: Sequence[str]) -> str:
    """Return the sentence that points at the first entry that differs."""
    values, truth, where = answer.values, np.asarray(truth), call(answer.arguments)
    if values.shape != truth.shape:
        turned = " It is transposed." if values.shape == truth.shape[::-1] else ""
        return f"{where} has shape {values.shape}; it should have shape {truth.shape}.{turned}"
    if not np.all(np.isfinite(values)):
        return f"{where} holds NaN or infinity."
    off = answer.off(truth)
    first = tuple(int(i) for i in np.argwhere(off)[0])
    place = ", ".join(f"{name} {i}" for name, i in zip(axes, first, strict=True))
    return (
        f"{where} first differs at {place}: "
        f"it is {values[first]:.6g} and should be {truth[first]:.6g} "
        f"({int(off.sum())} of {off.size} entries differ)."
    )


def _made(mistake: Known, answers: Sequence[Answer]) -> bool:
    """Return whether a known mistake gives the reader's answer in every case that it can."""
    seen = 0
    for answer in answers:
        try:
            expected = mistake.wrong(*answer.arguments)
        except (ValueError, IndexError):
            continue
        if not answer.agrees(expected):
            return False
        seen += 1
    return seen > 0
