"""Checked questions: declared here, answered on a page without a kernel and in a notebook alike.

A question knows its answer, and the wrong answers that a known misconception leads to. Its face is
made of native inputs; `question.mjs` checks in the browser. Nothing is sent.
All texts are HTML: <var>, <sub>, <sup>, no LaTeX.
"""

import html
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pe_book.host import host
from pe_book.numbers import brief


@dataclass(frozen=True)
class Wrong:
    """A wrong value that a known misconception leads to, and the reply that names it."""

    value: float
    reply: str


@dataclass(frozen=True)
class Option:
    """One answer, with the reply that it gets."""

    text: str
    reply: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """What numeric questions and choices share."""

    text: str

    def data(self) -> dict:
        """Return all that `question.mjs` needs to check an answer."""
        raise NotImplementedError

    def answers(self) -> Sequence[Option]:
        """Return the right answer and every wrong one that is known."""
        raise NotImplementedError

    def _inputs(self) -> str:
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The chapter and the variable in which it is declared, such as "chapter_3.longest"."""
        for path, module in sys.modules.items():
            if path.startswith(f"{__package__}.chapter_"):
                for variable, value in vars(module).items():
                    if value is self:
                        return f"{path.rpartition('.')[2]}.{variable}"
        raise LookupError(f"a question is a variable of a chapter_N.py here; {self.text!r} is not")

    @property
    def html_id(self) -> str:
        return "question-" + self.name.replace(".", "-").replace("_", "-")

    def _repr_html_(self) -> str:
        data = json.dumps(self.data(), ensure_ascii=False).replace("<", "\\u003c")
        right = next(answer for answer in self.answers() if answer.right)
        form = (
            # method="dialog" outside a dialog: without JavaScript the button sends nothing.
            f'<form class="pe-question" id="{self.html_id}" method="dialog" autocomplete="off">'
            f"<fieldset><legend>{self.text}</legend>{self._inputs()}"
            '<button type="submit">Check</button></fieldset>'
            f'<p class="pe-reply" role="status" id="{self.html_id}-reply"></p>'
            "<noscript><details><summary>Answer</summary>"
            f"{right.text.removesuffix('.')}. {right.reply}</details></noscript>"
            f'<script type="application/json">{data}</script></form>'
        )
        if host() == "page":
            return form  # the page itself loads the style and the script
        style, script = _asset("question.css"), _asset("question.mjs")
        return f'<style>{style}</style>{form}<script type="module">{script}</script>'


@dataclass(frozen=True)
class Numeric(Question):
    """A question whose answer is a number, computed by `pe_lib`, not typed.

    `because` replies to the right answer, `hint` to one that nobody foresaw. A reader may write the
    unit or leave it out. The tolerance is relative, absolute where a value is 0: by default three
    digits will do.
    """

    answer: float
    because: str
    hint: str
    wrong: Sequence[Wrong] = ()
    unit: str = ""
    tolerance: float = 0.005

    def data(self) -> dict:
        return {
            "answer": float(self.answer),
            "tolerance": self.tolerance,
            "unit": self.unit,
            "because": self.because,
            "hint": self.hint,
            "wrong": [{"value": float(w.value), "reply": w.reply} for w in self.wrong],
        }

    def answers(self) -> list[Option]:
        def option(value: float, reply: str, right: bool = False) -> Option:
            return Option(f"{brief(value)} {self.unit}".strip(), reply, right)

        return [
            option(self.answer, self.because, right=True),
            *(option(wrong.value, wrong.reply) for wrong in self.wrong),
        ]

    def _inputs(self) -> str:
        unit = f" <span>{self.unit}</span>" if self.unit else ""
        return (
            f'<label for="{self.html_id}-answer">Your answer</label> '
            f'<input type="text" id="{self.html_id}-answer" name="answer" size="12"'
            f' aria-describedby="{self.html_id}-reply" spellcheck="false">{unit} '
        )


@dataclass(frozen=True)
class Choice(Question):
    """A question with one right answer among a few; every option has its own reply."""

    options: Sequence[Option]

    def __post_init__(self):
        if (rights := sum(option.right for option in self.options)) != 1:
            raise ValueError(f"exactly one option is right, not {rights}, of {self.text!r}")

    def data(self) -> dict:
        return {"options": [{"right": o.right, "reply": o.reply} for o in self.options]}

    def answers(self) -> Sequence[Option]:
        return self.options

    def _inputs(self) -> str:
        return "".join(
            f'<label class="pe-option"><input type="radio" name="answer" value="{index}">'
            f"<span>{option.text}</span></label>"
            for index, option in enumerate(self.options)
        )


@cache
def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def plain(text: str) -> str:
    """Return HTML as plain text.

    >>> plain("<var>ω</var><sub>0</sub> &gt; 0")
    'ω0 > 0'
    """
    return html.unescape(re.sub(r"<[^>]*>", "", text))
