"""The formulas of the book's pages, each with the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from book.paths import ROOT
from tests.claims.prose import source

PAGES = [
    *sorted(ROOT.glob("chapters/*.ipynb")),
    *sorted(ROOT.glob("course/problem_set_*.ipynb")),
    *sorted(ROOT.glob("slides/*.md")),
    *sorted(path for folder in (".", "pages") for path in ROOT.glob(f"{folder}/*.md")),
]
every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
#: What is no formula: code, and the mark of a quotation before each of its lines.
LEFT_OUT = re.compile(r"(?s)^```.*?^```$|`[^`\n]+`", re.MULTILINE)
QUOTED = re.compile(r"(?m)^> ?")
FORMULA = re.compile(r"(?s)\$\$(.+?)\$\$|(?<![\\$])\$([^$]+?)\$")


@dataclass(frozen=True)
class Formula:
    """A formula in LaTeX, and the text around it, in which it is a pair of dollars."""

    latex: str
    before: str
    after: str


def text_of(path: Path) -> str:
    """Return the Markdown of a page, without comments and code."""
    return QUOTED.sub("", LEFT_OUT.sub("` `", source(path)))


def formulas(path: Path) -> Iterator[Formula]:
    text = text_of(path)
    for match in FORMULA.finditer(text):
        latex = " ".join((match[1] or match[2]).split())
        before, after = text[: match.start()], text[match.end() :]
        yield Formula(latex, " ".join(before[-200:].split()), " ".join(after[:80].split()))
