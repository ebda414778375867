"""The shared half of every exercise: run the reader's function, compare it, say what is wrong."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

#: What a reader's code may raise and does not get out of here; Ctrl-C does.
ACCIDENTS = (Exception, SystemExit)

#: The error that counts as rounding, by the bytes of a number: of float16, of float32 work.
ROUNDING = {2: 1e-3, 4: 2e-5}


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
        with np.errstate(all="ignore"):  # infinity less infinity is off, without a warning
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
        answers, broken = [], []
        for arguments in self.cases():
            answer = run(function, arguments)
            (answers if isinstance(answer, Answer) else broken).append(answer)
        wrong = [answer for answer in answers if not answer.agrees(self.truth(*answer.arguments))]
        if not wrong and broken:
            others = "The other cases are" if len(broken) == 1 else "Other cases are"
            return Reply(False, f"{others} right, but {broken[0]}" if answers else broken[0])
        if not wrong:
            return Reply(True, self.praise)
        for mistake in self.known:
            if _made(mistake, answers):
                return Reply(False, mistake.text)
        return Reply(False, self.difference(wrong[0]))

    def difference(self, answer: Answer) -> str:
        """Return the sentence that points at the first entry that differs from the truth."""
        values, where = answer.values, call(answer.arguments)
        truth = np.asarray(self.truth(*answer.arguments))
        if values.shape != truth.shape:
            turned = " It is transposed." if values.shape == truth.shape[::-1] else ""
            return f"{where} has shape {values.shape}; it should have shape {truth.shape}.{turned}"
        off = answer.off(truth)
        first = _first(off)
        if not np.isfinite(values).all():
            first = _first(~np.isfinite(values))
            what = "NaN" if np.isnan(values[first]) else "infinity"
            return f"{where} holds {what} at {self._place(first)}."
        is_, should_be = (f"{entry[first]:.6g}" for entry in (values, truth))
        if is_ == should_be:
            is_, should_be = (repr(float(entry[first])) for entry in (values, truth))
        if not truth.ndim:
            return f"{where} is {is_}; it should be {should_be}."
        return (
            f"{where} first differs at {self._place(first)}: it is {is_} and should be "
            f"{should_be} ({int(off.sum())} of {off.size} entries differ)."
        )

    def _place(self, index: tuple[int, ...]) -> str:
        return ", ".join(f"{name} {i}" for name, i in zip(self.axes, index, strict=True))


def run(function: Callable, arguments: tuple) -> Answer | str:
    """Call the reader's function; return its answer, or a sentence that says what went wrong.

    The function gets copies of arrays, and nothing that it raises gets out of here.

    >>> run(lambda n: None, (3,))
    'function(3) returned None. Does the function end in a return?'
    """
    if not callable(function):
        return not_a_function(function)
    try:
        given = function(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    except ACCIDENTS as error:
        return f"{call(arguments)} raised {described(error)}"
    if given is None:
        return f"{call(arguments)} returned None. Does the function end in a return?"
    try:
        values, allowed = real(given)
    except ACCIDENTS as error:  # a tensor that wants gradients raises what it likes
        kind = type(given).__name__
        return (
            f"{call(arguments)} returned {kind}, which is not an array of real numbers "
            f"({described(error)})."
        )
    return Answer(arguments, values, allowed)


def not_a_function(given: object) -> str:
    """Return what to say where a function was asked for and something else came."""
    kind = type(given).__name__
    return f"hand over the function itself, without calling it; this is of type {kind}."


def described(error: BaseException) -> str:
    """Return an error's type and text; the text may raise an error of its own.

    >>> described(KeyError("d")), described(SystemExit())
    ("KeyError: 'd'", 'SystemExit')
    """
    try:
        text = str(error)
    except ACCIDENTS:
        text = "its text cannot be shown"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def real(given: object) -> tuple[np.ndarray, float]:
    """Return a reader's array in float64, and the error that counts as rounding in its own dtype.

    Left to itself, numpy would drop an imaginary part, uncover masked entries and read strings.
    """
    if np.ma.is_masked(given):
        raise TypeError("some entries are masked")
    values = np.asarray(given)
    if values.dtype == object:  # a whole number beyond 64 bits makes objects of all the others
        if any(isinstance(entry, int) and abs(entry) >= 2**63 for entry in values.flat):
            raise OverflowError("a whole number in it is beyond 64 bits")
        raise TypeError("the values must be real numbers, not Python objects (dtype object)")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"the values must be real numbers, not {values.dtype}")
    coarse = values.dtype.kind == "f"
    with np.errstate(over="ignore"):  # a long double beyond float64 becomes infinity
        return values.astype(float), ROUNDING.get(values.itemsize, 1e-9) if coarse else 1e-9


def call(arguments: tuple) -> str:
    """Write a call of the reader's function.

    >>> call((12, 10_000.0, np.ones((3, 2)), np.array([7, 0.125])))
    'function(12, 10000, array of shape (3, 2), [7, 0.125])'
    """
    return f"function({', '.join(map(_argument, arguments))})"


def _argument(value: float | np.ndarray) -> str:
    if not isinstance(value, np.ndarray):
        return f"{value:g}"
    if value.ndim != 1:
        return f"array of shape {value.shape}"
    return f"[{', '.join(f'{entry:g}' for entry in value)}]"


def _first(where: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(where)[0])


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
