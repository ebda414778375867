"""The shared half of every exercise: run the reader's function, compare it, say what is wrong."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Reply:
    """What a reader sees after a check: whether the answer is right, and why or why not.

    It shows itself in a notebook, prints as plain text, and counts as true when right.

    Parameters
    ----------
    right : bool
        Whether the answer is right.
    text : str
        Why, or what is wrong; plain text.

    Examples
    --------
    >>> print(Reply(True, "The table is right."))
    Right. The table is right.
    """

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
    """A known wrong answer: a function that makes the same mistake, and what to tell the reader.

    Parameters
    ----------
    wrong : callable
        Takes the arguments of the exercise, returns the wrong array.
    text : str
        The reply; plain text.
    """

    wrong: Callable[..., np.ndarray]
    text: str


@dataclass(frozen=True)
class Answer:
    """What the reader's function gave for one case, and how far off its rounding may put it.

    Parameters
    ----------
    arguments : tuple
        The arguments of the case.
    values : float64 array
        What the function returned, of any shape.
    allowed : float
        Largest error that counts as rounding, relative and for values below 1 absolute.
    """

    arguments: tuple
    values: np.ndarray
    allowed: float


def run(function: Callable, arguments: tuple, call: str) -> Answer | str:
    """Call the reader's function; return its answer, or a sentence that says what went wrong.

    Parameters
    ----------
    function : callable
        The reader's function. It gets copies of arrays.
    arguments : tuple
        The arguments of the case.
    call : str
        The call as the sentence writes it.

    Returns
    -------
    Answer or str
        Nothing that the function raises gets out of here.

    Examples
    --------
    >>> run(lambda n: None, (3,), "function(3)")
    'function(3) returned None. Does the function end in a return?'
    """
    if not callable(function):
        return f"hand over the function itself, without calling it; this is {function!r}."
    try:
        given = function(*(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))
    except Exception as error:
        return f"{call} raised {type(error).__name__}: {error}"
    if given is None:
        return f"{call} returned None. Does the function end in a return?"
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        return f"{call} returned {type(given).__name__}, which is not an array of real numbers."
    # float32 work is not marked down for its rounding.
    coarse = str(getattr(given, "dtype", "float64")).endswith(("float32", "float16"))
    return Answer(arguments, values, 1e-4 if coarse else 1e-9)


def show(arguments: tuple) -> str:
    """Write a call of the reader's function with its numbers.

    Parameters
    ----------
    arguments : tuple of float

    Returns
    -------
    str

    Examples
    --------
    >>> show((12, 8))
    'function(12, 8)'
    """
    return f"function({', '.join(f'{a:g}' for a in arguments)})"


def agree(answer: np.ndarray, truth: np.ndarray, allowed: float) -> bool:
    """Return whether two arrays have the same shape and the same values up to rounding.

    Parameters
    ----------
    answer, truth : arrays
        Of any shape.
    allowed : float
        Largest |answer - truth|, in units of 1 + |truth|.

    Returns
    -------
    bool

    Examples
    --------
    >>> agree(np.ones(3), np.ones(3) + 1e-12, 1e-9), agree(np.ones(3), np.ones((1, 3)), 1e-9)
    (True, False)
    """
    truth = np.asarray(truth)
    return answer.shape == truth.shape and bool(
        np.all(np.abs(answer - truth) <= allowed * (1 + np.abs(truth)))
    )


def difference(answer: np.ndarray, truth: np.ndarray, call: str, axes: Sequence[str]) -> str:
    """Return the sentence that points at the first entry that differs.

    Parameters
    ----------
    answer, truth : arrays
        They differ in shape or in an entry.
    call : str
        The call as the sentence writes it.
    axes : sequence of str
        What each axis counts, such as ("position", "column").

    Returns
    -------
    str

    Examples
    --------
    >>> difference(np.array([1.0, 2.0]), np.array([1.0, 3.0]), "function(2)", ("pair",))
    'function(2) first differs at pair 1: it is 2 and should be 3 (1 of 2 entries differ).'
    """
    truth = np.asarray(truth)
    if answer.shape != truth.shape:
        turned = " It is transposed." if answer.shape == truth.shape[::-1] else ""
        return f"{call} has shape {answer.shape}; it should have shape {truth.shape}.{turned}"
    if not np.all(np.isfinite(answer)):
        return f"{call} holds NaN or infinity."
    off = ~(np.abs(answer - truth) <= 1e-9 * (1 + np.abs(truth)))
    first = tuple(int(i) for i in np.argwhere(off)[0])
    place = ", ".join(f"{name} {i}" for name, i in zip(axes, first, strict=False))
    return (
        f"{call} first differs at {place or 'its value'}: "
        f"it is {answer[first]:.6g} and should be {truth[first]:.6g} "
        f"({int(off.sum())} of {off.size} entries differ)."
    )


def judge(
    function: Callable,
    truth: Callable[..., np.ndarray],
    cases: Sequence[tuple],
    known: Sequence[Known],
    *,
    show: Callable[[tuple], str],
    axes: Sequence[str],
    praise: str,
) -> Reply:
    """Compare a function with the true one on every case and name the mistake if it is a known one.

    Parameters
    ----------
    function : callable
        The reader's function.
    truth : callable
        The right function, same arguments; returns an array.
    cases : sequence of tuple
        Arguments; the plainest first.
    known : sequence of Known
        Wrong functions with their replies, the most specific first.
    show : callable
        Writes a call with its arguments, for the messages.
    axes : sequence of str
        What the axes of the answer count, for the messages.
    praise : str
        The reply to a right answer.

    Returns
    -------
    Reply
        True if the function agrees on every case.

    Examples
    --------
    >>> known = [Known(lambda x: -np.sin(x), "The sign is wrong.")]
    >>> words = {"show": show, "axes": (), "praise": "A sine."}
    >>> judge(np.sin, np.sin, [(1,), (2,)], known, **words)
    Right. A sine.
    >>> judge(lambda x: -np.sin(x), np.sin, [(1,), (2,)], known, **words)
    Not yet. The sign is wrong.
    """
    answers, broken = [], ""
    for arguments in cases:
        answer = run(function, arguments, show(arguments))
        if isinstance(answer, Answer):
            answers.append(answer)
        else:
            broken = broken or answer
    wrong = [a for a in answers if not agree(a.values, truth(*a.arguments), a.allowed)]
    if not wrong and broken:
        return Reply(False, f"The other cases are right, but {broken}" if answers else broken)
    if not wrong:
        return Reply(True, praise)
    for mistake in known:
        if _made(mistake, answers):
            return Reply(False, mistake.text)
    first = wrong[0]
    return Reply(
        False, difference(first.values, truth(*first.arguments), show(first.arguments), axes)
    )


def _made(mistake: Known, answers: Sequence[Answer]) -> bool:
    """Return whether a known mistake gives the reader's answer in every case that it can."""
    seen = 0
    for answer in answers:
        try:
            expected = mistake.wrong(*answer.arguments)
        except (ValueError, IndexError):
            continue
        if not agree(answer.values, expected, answer.allowed):
            return False
        seen += 1
    return seen > 0
