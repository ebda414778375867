"""Checked questions: one set of data, answered on a page without a kernel and in a notebook.

A question knows its answer, and the wrong answers that a known misconception leads to. `check` is
the logic; `_repr_html_` is the face, made of native inputs. `question.mjs`, its twin,
runs in the browser; the tests put every question to both. Nothing is stored and nothing is sent.
"""

import html
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import ClassVar

from pe_book.host import host
from pe_book.numbers import brief
from pe_book.questions.answers import readings

UNREAD = "I cannot read this as a number. Write it like 0.25, 2/3, 1e-4 or 2π."
CHOOSE = "Choose one of the answers first."
CLOSE = "Close, but not to the precision asked for. Keep more digits on the way."
SIGN = "The size is right and the sign is not."


@dataclass(frozen=True)
class Reply:
    """What the reader is told.

    Parameters
    ----------
    verdict : str
        "right", "wrong" or "unread".
    text : str
        HTML.

    Examples
    --------
    >>> Reply("unread", UNREAD).right
    False
    """

    verdict: str
    text: str

    @property
    def right(self) -> bool:
        return self.verdict == "right"


@dataclass(frozen=True)
class Wrong:
    """A wrong value that a known misconception leads to, and the reply that names it.

    Parameters
    ----------
    value : float
        In the unit of the question.
    reply : str
        HTML.
    """

    value: float
    reply: str


@dataclass(frozen=True)
class Option:
    """One answer of a choice, with the reply that it gets.

    Parameters
    ----------
    text, reply : str
        HTML.
    right : bool
        Whether it is the right one.
    """

    text: str
    reply: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """What numeric questions and choices share. Texts are HTML: <var>, <sub>, <sup>, no LaTeX.

    Parameters
    ----------
    name : str
        The full name, such as "chapter_1.same_sentence".
    text : str
        The question.
    """

    name: str
    text: str

    kind: ClassVar[str]

    def data(self) -> dict:
        """Return all that `question.mjs` needs to check an answer."""
        raise NotImplementedError

    def check(self, answer) -> Reply:
        """Return the reply to an answer, which may be anything: what cannot be read is "unread"."""
        raise NotImplementedError

    def _inputs(self) -> str:
        raise NotImplementedError

    def _solution(self) -> str:
        raise NotImplementedError

    @property
    def html_id(self) -> str:
        return "question-" + self.name.replace(".", "-").replace("_", "-")

    def _repr_html_(self) -> str:
        data = json.dumps(self.data(), ensure_ascii=False).replace("<", "\\u003c")
        script = "" if host() == "page" else f'<script type="module">{_asset("mjs")}</script>'
        return (
            f"<style>{_asset('css')}</style>"
            # method="dialog" outside a dialog: without JavaScript the button sends nothing.
            f'<form class="pe-question" id="{self.html_id}" method="dialog" autocomplete="off">'
            f"<fieldset><legend>{self.text}</legend>{self._inputs()}"
            '<button type="submit">Check</button></fieldset>'
            f'<p class="pe-reply" role="status" id="{self.html_id}-reply"></p>'
            f"<noscript><details><summary>Answer</summary>{self._solution()}</details></noscript>"
            f'<script type="application/json">{data}</script></form>{script}'
        )


@dataclass(frozen=True)
class Numeric(Question):
    """A question whose answer is a number, computed by `pe_lib`, not typed.

    Parameters
    ----------
    name, text : str
        As for Question.
    answer : float
        The right value, in `unit`.
    because : str
        The reply to the right answer: why it is so. HTML.
    hint : str
        The reply to an answer that nobody foresaw. HTML.
    wrong : sequence of Wrong
        Foreseen wrong answers; of two equal ones the first replies.
    unit : str
        Stands behind the field; a reader may write it too.
    tolerance : float
        Relative (absolute where the answer is 0): by default three digits will do.

    Examples
    --------
    >>> half = Wrong(3.1416, "Half a turn.")
    >>> turn = Numeric("demo.turn", "2π?", 6.2832, "One turn.", "No.", [half])
    >>> turn.check("2π").verdict, turn.check("3.14").text, turn.check("about six").verdict
    ('right', 'Half a turn.', 'unread')
    """

    answer: float
    because: str
    hint: str
    wrong: Sequence[Wrong] = ()
    unit: str = ""
    tolerance: float = 0.005
    kind: ClassVar[str] = "numeric"

    def data(self) -> dict:
        return {
            "kind": self.kind,
            "answer": float(self.answer),
            "tolerance": self.tolerance,
            "unit": self.unit,
            "because": self.because,
            "hint": self.hint,
            "wrong": [{"value": float(w.value), "reply": w.reply} for w in self.wrong],
            "unread": UNREAD,
            "close": CLOSE,
            "sign": SIGN,
        }

    def check(self, answer: str | float) -> Reply:
        found = readings(answer, self.unit) if isinstance(answer, str) else [float(answer)]
        if not found or not all(math.isfinite(value) for value in found):
            return Reply("unread", UNREAD)
        if self._any_near(found, self.answer):
            return Reply("right", self.because)
        for wrong in self.wrong:
            if self._any_near(found, wrong.value):
                return Reply("wrong", wrong.reply)
        if self._any_near(found, -self.answer):
            return Reply("wrong", SIGN)
        if self._any_near(found, self.answer, slack=10.0):
            return Reply("wrong", CLOSE)
        return Reply("wrong", self.hint)

    def _any_near(self, found: Sequence[float], target: float, slack: float = 1.0) -> bool:
        allowed = self.tolerance * slack * (abs(target) or 1.0)
        return any(abs(value - target) <= allowed for value in found)

    def _inputs(self) -> str:
        unit = f" <span>{self.unit}</span>" if self.unit else ""
        return (
            f'<label for="{self.html_id}-answer">Your answer</label> '
            f'<input type="text" id="{self.html_id}-answer" name="answer" size="12"'
            f' aria-describedby="{self.html_id}-reply" spellcheck="false">{unit} '
        )

    def _solution(self) -> str:
        return f"{' '.join([brief(self.answer), self.unit]).strip()}. {self.because}"


@dataclass(frozen=True)
class Choice(Question):
    """A question with one right answer among a few; every option has its own reply.

    Parameters
    ----------
    name, text : str
        As for Question.
    options : sequence of Option
        Exactly one of them is right.

    Raises
    ------
    ValueError
        If not exactly one option is right.

    Examples
    --------
    >>> options = [Option("sine", "Yes.", right=True), Option("cosine", "No: that is column 1.")]
    >>> Choice("demo.column", "What is in column 0?", options).check(1).text
    'No: that is column 1.'
    """

    options: Sequence[Option] = field(default_factory=tuple)
    kind: ClassVar[str] = "choice"

    def __post_init__(self):
        if sum(option.right for option in self.options) != 1:
            raise ValueError(f"{self.name}: exactly one option is right")

    def data(self) -> dict:
        return {
            "kind": self.kind,
            "options": [
                {"verdict": "right" if o.right else "wrong", "reply": o.reply} for o in self.options
            ],
            "choose": CHOOSE,
        }

    def check(self, answer: str | int | None) -> Reply:
        """Return the reply to the option with this index, counted from 0."""
        index = str(answer).strip()
        if not (index.isascii() and index.isdigit()) or int(index) >= len(self.options):
            return Reply("unread", CHOOSE)
        option = self.options[int(index)]
        return Reply("right" if option.right else "wrong", option.reply)

    def _inputs(self) -> str:
        return "".join(
            f'<label class="pe-option"><input type="radio" name="answer" value="{index}">'
            f"<span>{option.text}</span></label>"
            for index, option in enumerate(self.options)
        )

    def _solution(self) -> str:
        right = next(option for option in self.options if option.right)
        return f"{right.text} {right.reply}"


@cache
def _asset(suffix: str) -> str:
    text = (
        resources.files("pe_book.questions")
        .joinpath(f"question.{suffix}")
        .read_text(encoding="utf-8")
    )
    # Inside <script> and <style> nothing is unescaped, so the text must not close its element.
    assert "</" + "script" not in text and "</" + "style" not in text
    return text


def plain(text: str) -> str:
    """Return a question's HTML as plain text, for tables of questions and for tests.

    Parameters
    ----------
    text : str
        HTML.

    Returns
    -------
    str

    Examples
    --------
    >>> plain("<var>ω</var><sub>0</sub> &gt; 0")
    'ω0 > 0'
    """
    out, inside = [], False
    for char in text:
        inside = char == "<" or (inside and char != ">")
        if not inside and char != ">":
            out.append(char)
    return html.unescape("".join(out))
