"""Checked questions, answered on a page without a kernel and in a notebook alike.

A question declares its answer, and the wrong answers that a known misconception leads to. It is
shown as native inputs; `question.mjs` checks in the browser. Nothing is sent.
All texts are HTML: <var>, <sub>, <sup>, no LaTeX.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cache
from importlib import resources
from itertools import combinations
from string import ascii_uppercase

from pe_book.drawing.picture import Picture
from pe_book.notebook.cells import Source
from pe_book.notebook.host import host
from pe_book.text.numbers import brief
from pe_book.text.plain import one_line, plain

#: By which the options of a choice are named, wherever it is asked.
LETTERS = ascii_uppercase
#: What is said before a reply, and to answers that a question does not declare.
MESSAGES = {
    "right": "✓ Right.",
    "wrong": "✗ Not yet.",
    "unread": "I can’t read that as a number. Write it like 0.25, 2/3, 1e-4 or 2π.",
    "empty": "Write your answer first.",
    "ambiguous": "That could mean two things. Use parentheses: 1/(2π) or (1/2)π.",
    "choose": "Choose an answer first.",
    "close": "Close, but not close enough. Keep more digits along the way.",
    "sign": "The size is right, but the sign isn’t.",
}


@dataclass(frozen=True)
class Distractor:
    """A wrong value that a known misconception leads to, and the reply that names it."""

    value: float
    reply: str


@dataclass(frozen=True)
class Option:
    """An answer to choose, with its reply."""

    text: str
    reply: str
    right: bool = False


@dataclass(frozen=True, repr=False)
class Question:
    """What numeric questions and choices share.

    `name` is the chapter or quiz and the variable that holds the question, "chapter_3.longest": the
    package gives it. `exhibit` makes what the page shows before the question, for places that show
    it alone.
    """

    text: str
    exhibit: Callable[[], Picture | Source] | None = field(default=None, kw_only=True)
    name: str = field(default="", kw_only=True)

    def data(self) -> dict:
        """Return all that `question.mjs` needs to check an answer."""
        raise NotImplementedError

    def answers(self) -> Sequence[Option]:
        """Return the right answer and every wrong one that is known."""
        raise NotImplementedError

    def _inputs(self) -> str:
        raise NotImplementedError

    def _tools(self) -> str:
        """Return the controls beside the button that checks an answer."""
        return ""

    @property
    def html_id(self) -> str:
        if not self.name:
            raise ValueError(
                "a question without a name: take it from the package pe_book.questions"
            )
        return "question-" + self.name.replace(".", "-").replace("_", "-")

    def _asked(self) -> str:
        """Return what is asked for, below the text, in plain text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{plain(self.text)}\n{self._asked()}"

    def _repr_html_(self) -> str:
        data = json.dumps(self.data(), ensure_ascii=False).replace("<", "\\u003c")
        right = next(answer for answer in self.answers() if answer.right)
        form = (
            # method="dialog" outside a dialog: without JavaScript the button sends nothing.
            f'<form class="pe-question" id="{self.html_id}" data-question="{self.name}" '
            'method="dialog" autocomplete="off">'
            f"<fieldset><legend>{self.text}</legend>{self._inputs()}"
            f'<button type="submit">Check</button>{self._tools()}</fieldset>'
            f'<p class="pe-reply" role="status" id="{self.html_id}-reply"></p>'
            f"<noscript><details><summary>Answer</summary>"
            f"{right.text.removesuffix('.')}. {right.reply}</details></noscript>"
            f'<script type="application/json">{data}</script></form>'
        )
        if host() == "page":
            return form  # the page itself loads the style and the script
        style, script = _asset("question.css"), _asset("question.mjs")
        return f'<style>{style}</style>{form}<script type="module">{script}</script>'


@dataclass(frozen=True, repr=False)
class Numeric(Question):
    """A question whose answer is a number, computed by `pe_lib`, not typed.

    `explanation` is the reply to the right answer, `hint` to any answer that is not declared.
    A reader may write the unit or leave it out. The tolerance is relative, absolute where a value
    is 0: by default three digits are enough. `numbers` are those that it is computed from, and
    `redraw` makes the question with others, for a seed (`fresh.py`).
    """

    _: KW_ONLY
    answer: float
    explanation: str
    hint: str
    wrong: Sequence[Distractor] = ()
    unit: str = ""
    tolerance: float = 0.005
    numbers: Mapping[str, object] = field(default_factory=dict)
    redraw: "Callable[[int], Numeric] | None" = None

    def with_numbers(self, seed: int) -> "Numeric":
        """Return the question with numbers drawn by the seed."""
        if self.redraw is None:
            raise ValueError(f"{self.name} has no fresh numbers")
        return replace(self.redraw(seed), name=self.name)

    def tells_apart(self) -> bool:
        """Whether each known answer is farther from all others than the tolerance reaches."""
        values = [float(self.answer), *(float(wrong.value) for wrong in self.wrong)]
        return all(
            abs(one - other) > 2 * self.tolerance * max(abs(one) or 1, abs(other) or 1)
            for one, other in combinations(values, 2)
        )

    def data(self) -> dict:
        return {
            "messages": MESSAGES,
            "answer": float(self.answer),
            "tolerance": self.tolerance,
            "unit": self.unit,
            "explanation": self.explanation,
            "hint": self.hint,
            "wrong": [{"value": float(w.value), "reply": w.reply} for w in self.wrong],
        }

    def answers(self) -> list[Option]:
        def option(value: float, reply: str, right: bool = False) -> Option:
            return Option(f"{brief(value)} {self.unit}".strip(), reply, right)

        return [
            option(self.answer, self.explanation, right=True),
            *(option(wrong.value, wrong.reply) for wrong in self.wrong),
        ]

    def _tools(self) -> str:
        # Other numbers come from the site.
        if self.redraw is None or host() != "page":
            return ""
        failed = "New numbers couldn’t be loaded."
        return (
            f' <button type="button" class="pe-numbers" data-failed="{failed}" hidden>'
            f"Other numbers</button>"
        )

    def _asked(self) -> str:
        return f"Your answer: ____ {plain(self.unit)}".rstrip()

    def _inputs(self) -> str:
        unit = f" <span>{self.unit}</span>" if self.unit else ""
        return (
            f'<label for="{self.html_id}-answer">Your answer</label> '
            f'<input type="text" id="{self.html_id}-answer" name="answer" size="12"'
            f' aria-describedby="{self.html_id}-reply" spellcheck="false">{unit} '
        )


@dataclass(frozen=True, repr=False)
class Choice(Question):
    """A question with one right answer among a few; every option has its own reply."""

    options: Sequence[Option]

    def __post_init__(self):
        if (rights := sum(option.right for option in self.options)) != 1:
            raise ValueError(f"{self.text!r}: exactly one option is right, not {rights}")

    def data(self) -> dict:
        options = [{"right": o.right, "reply": o.reply} for o in self.options]
        return {"messages": MESSAGES, "options": options}

    def answers(self) -> Sequence[Option]:
        return self.options

    def _asked(self) -> str:
        named = zip(LETTERS, self.options, strict=False)
        return "\n".join(f"{letter}. {plain(option.text)}" for letter, option in named)

    def _inputs(self) -> str:
        return "".join(
            f'<label class="pe-option"><input type="radio" name="answer" value="{index}">'
            f"<b>{letter}.</b> <span>{option.text}</span></label>"
            for index, (letter, option) in enumerate(zip(LETTERS, self.options, strict=False))
        )


def choice(written: str, exhibit: Callable[[], Picture | Source] | None = None) -> Choice:
    """Return a choice as it is written: the question, then its options, each with a reply.

    The right option is marked "(x)" and the others "( )"; an arrow leads to the reply.

    >>> triangle = choice('''
    ...     How many sides has a triangle?
    ...
    ...     ( ) Four.
    ...         -> That is a square.
    ...     (x) Three.
    ...         -> Its name says so.
    ... ''')
    >>> triangle.text, triangle.options[1]
    ('How many sides has a triangle?', Option(text='Three.', reply='Its name says so.', right=True))
    """
    text, parts = _parts(written)
    options = [Option(*_with_reply(part), right=mark == "x") for mark, part in parts]
    return Choice(text, options, exhibit=exhibit)


def numeric(
    written: str,
    *,
    unit: str = "",
    tolerance: float = 0.005,
    exhibit: Callable[[], Picture | Source] | None = None,
    **values: float,
) -> Numeric:
    """Return a numeric question as it is written: the question, then a reply to each known value.

    The values have names: "(x)" marks the right one, "( )" each that a misconception leads to.
    "(?)" is the hint.

    >>> area = numeric('''
    ...     What is the area of a square of side 3?
    ...
    ...     (x) answer -> 3 times 3.
    ...     ( ) length -> That is its length around.
    ...     (?) Count unit squares.
    ... ''', answer=9, length=12)
    >>> area.answer, area.hint, area.wrong
    (9, 'Count unit squares.', [Distractor(value=12, reply='That is its length around.')])
    """
    text, parts = _parts(written)
    marks = [mark for mark, _ in parts]
    if marks.count("x") != 1 or marks.count("?") != 1:
        raise ValueError(f"{text!r} must have one right answer, (x), and one hint, (?)")
    replies = [_with_reply(part) for mark, part in parts if mark != "?"]
    if {name for name, _ in replies} != values.keys():
        raise ValueError(f"{text!r} has replies to {sorted(dict(replies))}, not {sorted(values)}")
    [right] = [_with_reply(part) for mark, part in parts if mark == "x"]
    return Numeric(
        text,
        answer=values[right[0]],
        explanation=right[1],
        hint=parts[marks.index("?")][1],
        wrong=[Distractor(values[name], reply) for name, reply in replies if name != right[0]],
        unit=unit,
        tolerance=tolerance,
        exhibit=exhibit,
    )


def _parts(written: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the question, and what follows it: each part with its mark, on one line."""
    text, *rest = re.split(r"^ *\(([x ?])\) ", written, flags=re.MULTILINE)
    parts = zip(rest[0::2], map(one_line, rest[1::2]), strict=True)
    return one_line(text), list(parts)


def _with_reply(part: str) -> tuple[str, str]:
    answer, arrow, reply = part.partition(" -> ")
    if not arrow:
        raise ValueError(f"{answer!r} has no reply: write -> before it")
    return answer, reply


@cache
def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
