"""Marks for a task of a problem set: in parts, each with its marks and a sentence that says why."""

import contextlib
import io
import textwrap
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pe_book.exercises.call import CAUGHT, Answer, described, not_a_function, run
from pe_book.exercises.exercise import Exercise, Judge, KnownMistake
from pe_book.exercises.reply import Reply

__all__ = ["Example", "KnownMistake", "Part", "Reply", "answers", "mark", "values"]

_LINES = {"subsequent_indent": " " * 4, "break_long_words": False, "break_on_hyphens": False}


@dataclass(frozen=True)
class Part:
    """A part of a task: its marks, all or none, what it tries, and who decides."""

    marks: int
    about: str
    judge: Judge


def mark(function: Callable, *parts: Part) -> int:
    """Print what a function earns in each part, and why; return the sum of its marks.

    What the function itself prints and warns of is dropped: nbgrader gives no mark to a cell with
    a line on stderr.

    >>> def square(n):
    ...     return 2 * n
    >>> mark(square, Part(2, "squares", values(lambda n: n * n, [(3,)], axes=())))
    0 of 2, squares: square(3) is 6; it should be 9.
    0
    """
    earned = 0
    for part in parts:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            warnings.catch_warnings(action="ignore"),
            np.errstate(all="ignore"),
        ):
            reply = part.judge(function)
        marks = part.marks if reply else 0
        # The pages of feedback do not wrap what is printed.
        print(textwrap.fill(f"{marks} of {part.marks}, {part.about}: {reply.text}", 88, **_LINES))
        earned += marks
    return earned


def values(
    truth: Callable,
    cases: Sequence[tuple],
    known: Sequence[KnownMistake] = (),
    *,
    axes: Sequence[str],
    praise: str = "right.",
) -> Judge:
    """Judge by the values on some cases: the reply gives the first that differs, and the rule."""
    exercise = Exercise(truth, cases, known, axes, praise)

    def judge(function: Callable) -> Reply:
        if not callable(function):
            return Reply(False, not_a_function(function))
        reply = exercise.judge(function)
        rules = [mistake.text for mistake in known]
        if reply or reply.text not in rules:
            return reply
        for arguments in cases:
            answer = run(function, arguments)
            if isinstance(answer, Answer) and not answer.agrees(truth(*arguments)):
                return Reply(False, f"{exercise.difference(function, answer)} {reply.text}")
        return reply

    return judge


@dataclass(frozen=True)
class Example:
    """What a function is called on, its name in a sentence, the right answer, and the reason."""

    name: str
    arguments: tuple
    answer: object
    explanation: str


def answers(examples: Sequence[Example], praise: str = "right.") -> Judge:
    """Judge by answers that are right or wrong as they stand: a word, a whole number."""

    def judge(function: Callable) -> Reply:
        if not callable(function):
            return Reply(False, not_a_function(function))
        for example in examples:
            try:
                answer = function(*example.arguments)
                right = bool(answer == example.answer)
            except CAUGHT as error:
                raised = described(error, function)
                return Reply(False, f"{example.name}: your function raised {raised}")
            if not right:
                return Reply(
                    False,
                    f"{example.name}: your answer is {_written(answer)}; it should be "
                    f"{_written(example.answer)}. {example.explanation}",
                )
        return Reply(True, praise)

    return judge


def _written(answer: object) -> str:
    """Write an answer as Python does, cut where it is long, without numpy's names of types."""
    text = repr(answer.item() if isinstance(answer, np.generic) else answer)
    return text if len(text) <= 40 else f"{text[:40]}…"
