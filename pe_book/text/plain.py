"""Texts of the book as plain text, where no HTML is shown, and from several lines of source."""

import html
import re

RAISED = re.compile(r"<(sup|sub)>(.*?)</\1>", re.DOTALL)
MARKS = {"sup": "^", "sub": "_"}
TAG = re.compile(r"</?(?!su[pb]\b)[a-z][^>]*>", re.IGNORECASE)


def plain(text: str) -> str:
    """Return HTML as plain text, exponents and indices with ^ and _.

    >>> plain("<var>B</var><sup>−2<var>j</var></sup>, ω<sub><var>j</var></sub> &lt; 1")
    'B^(−2j), ω_j < 1'
    """
    return html.unescape(RAISED.sub(_marked, TAG.sub("", text)))


def one_line(text: str) -> str:
    """Return a text on one line; spaces that do not break stay.

    >>> one_line("Two pairs\\n    turn.")
    'Two pairs turn.'
    """
    return re.sub(r"[ \n]+", " ", text).strip(" ")


def _marked(found: re.Match[str]) -> str:
    kind, inner = found.groups()
    return f"{MARKS[kind]}{inner if len(inner) == 1 else f'({inner})'}"
