"""What every exercise is made of: cases, known mistakes with their replies, and a comparison."""

import functools
import inspect
import linecache
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pe_book.exercises.call import (
    Answer,
    Failure,
    call,
    name_of,
    not_a_function,
    run,
)
from pe_book.exercises.compared import compared
from pe_book.exercises.reply import Reply
from pe_book.text.plain import one_line

Judge = Callable[[Callable], Reply]


@dataclass(frozen=True)
class KnownMistake:
    """A known mistake: a function that makes it, and what to tell the reader who makes it too."""

    wrong: Callable
    text: str


_CHANGE = re.compile(r"`([^`]*)`\s*=>\s*`([^`]*)`")
_MISTAKE = re.compile(
    r"((?:^\s*`[^`]*`\s*=>\s*`[^`]*`\s*)+)->\s+(.*?)\s*(?=^\s*`[^`]*`\s*=>|\Z)",
    re.MULTILINE | re.DOTALL,
)


class Mistakes(list[KnownMistake]):
    """The known mistakes of an exercise, the first that fits first.

    Most are edits of the right function: what is in its source, what replaces it, and the reply.

    >>> def square(n):
    ...     return n * n
    >>> mistakes = Mistakes(square)
    >>> mistakes.edits('''
    ...     `n * n` => `2 * n`
    ...         -> This is twice the number.
    ... ''')
    >>> mistakes[0].wrong(5), mistakes[0].text
    (10, 'This is twice the number.')
    """

    def __init__(self, right: Callable | None = None) -> None:
        super().__init__()
        self._right = right

    def edits(self, written: str) -> None:
        """Add mistakes as they are written: one or more changes each, and after an arrow the reply.

        Raises ValueError if some of it is none of these.
        """
        for changes, reply in _MISTAKE.findall(written):
            wrong = edited(self._right, dict(_CHANGE.findall(changes)))
            self.append(KnownMistake(wrong, one_line(reply)))
        if rest := _MISTAKE.sub("", written).strip():
            raise ValueError(f"not `old` => `new` and -> reply: {rest!r}")

    def add(self, text: str) -> Callable[[Callable], Callable]:
        """Return a decorator that adds a wrong function, with the reply to it."""

        def decorate(wrong: Callable) -> Callable:
            self.append(KnownMistake(wrong, text))
            return wrong

        return decorate


def edited(function: Callable, changes: Mapping[str, str]) -> Callable:
    """Return a function in whose source each text to change is another one, wherever it stands.

    Raises ValueError if the source lacks one of these texts.
    """
    source = _source_of(function)
    found = set()

    def change(match: re.Match) -> str:
        found.add(match[0])
        return changes[match[0]]

    changed = re.sub("|".join(map(re.escape, changes)), change, source)
    if missing := changes.keys() - found:
        raise ValueError(f"{function.__name__} has no {missing.pop()!r}")
    file = f"<{function.__module__}.{function.__name__} with {dict(changes)}>"
    linecache.cache[file] = (len(changed), None, changed.splitlines(keepends=True), file)
    names: dict[str, Callable] = {}
    exec(compile(changed, file, "exec"), function.__globals__, names)
    return names[function.__name__]


_source_of = functools.cache(inspect.getsource)  # which parses the whole file


@dataclass(frozen=True)
class Exercise:
    """What a reader's function is compared with: the right function on some cases, simplest first.

    `known` are the mistakes that have a reply of their own, `axes` what the axes of an answer
    count, and `praise` is the reply to a right one. `recognize` may name a mistake that is not
    among the known ones.
    """

    truth: Callable[..., np.ndarray]
    cases: Sequence[tuple]
    known: Sequence[KnownMistake]
    axes: Sequence[str]
    praise: str
    recognize: Callable[[Callable], str] = lambda function: ""

    def judge(self, function: Callable) -> Reply:
        """Compare a function with the right one on every case, and name the mistake if known."""
        results = [run(function, arguments) for arguments in self.cases]
        answers = [result for result in results if isinstance(result, Answer)]
        failures = [result for result in results if isinstance(result, Failure)]
        wrong = [answer for answer in answers if not answer.agrees(self.truth(*answer.arguments))]
        if not wrong and not failures:
            return Reply(True, self.praise)
        known = self.known_mistake(results) or self.recognize(function)
        if wrong and isinstance(results[0], Answer):
            truth = np.asarray(self.truth(*wrong[0].arguments))
            picture = compared(wrong[0].values, truth, self.axes)
            return Reply(False, known or self.difference(function, wrong[0]), picture)
        others = "The other cases are" if len(failures) == 1 else "Other cases are"
        error = (
            failures[0].text if wrong or not answers else f"{others} right, but {failures[0].text}"
        )
        return Reply(False, f"{error} {known}".strip())

    def known_mistake(self, results: Sequence[Answer | Failure]) -> str:
        """Return the reply to the first known mistake with these results; "" without one.

        Of mistakes with the same values, the one that returns integers, too, or does not, counts.
        """
        alike = []
        for mistake in self.known:
            expected = [run(mistake.wrong, arguments) for arguments in self.cases]
            if self._alike(results, expected):
                alike.append((_integers(expected) != _integers(results), mistake.text))
        return min(alike, key=lambda found: found[0], default=(False, ""))[1]

    def _alike(self, results: Sequence, expected: Sequence) -> bool:
        """Return whether a mistake explains the results: the same wrong answer or the same error.

        Nothing may contradict it. A case where their shapes differ, or where only one of the two
        fails, proves nothing: readers treat odd widths in many ways.
        """
        pairs = list(zip(results, expected, strict=True))
        answers = [(a, b) for a, b in pairs if isinstance(a, Answer) and isinstance(b, Answer)]
        answers = [(a, b) for a, b in answers if a.values.shape == b.values.shape]
        if not all(a.agrees(b.values) for a, b in answers):
            return False
        if not all(a.agrees(self.truth(*a.arguments)) for a, _ in answers):
            return True
        failures = [(a, b) for a, b in pairs if isinstance(a, Failure) or isinstance(b, Failure)]
        errors = [tuple(getattr(result, "error", "") for result in pair) for pair in failures]
        return bool(errors) and all(a == b for a, b in errors)

    def difference(self, function: Callable, answer: Answer) -> str:
        """Return the sentence that points at the first entry that differs from the truth."""
        values, where = answer.values, call(function, answer.arguments)
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


def check(judge: Judge) -> Judge:
    """Decorate the check of an exercise: it judges functions alone, and its reply names them."""

    @functools.wraps(judge)
    def checked(function: Callable) -> Reply:
        if not callable(function):
            return Reply(False, not_a_function(function))
        reply = judge(function)
        name = name_of(function)
        if not name or name in reply.text:
            return reply
        return replace(reply, text=f"{name}: {reply.text}")

    return checked


def _integers(results: Sequence[Answer | Failure]) -> bool:
    return any(isinstance(result, Answer) and result.integers for result in results)


def _first(where: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(where)[0])
