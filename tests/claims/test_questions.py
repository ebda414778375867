"""Numbers in questions and their replies are computed where they stand, in f-strings."""

import ast
import re

import pytest

from tests.claims import ROOT
from tests.claims.needs_none import IN_QUESTIONS
from tests.claims.prose import Prose

FILES = sorted((ROOT / "pe_book" / "questions").glob("chapter_*.py"))


def typed(node: ast.AST) -> list[str]:
    """Return the texts with a space, which are no names, in their order; … is what is computed."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(v.value if isinstance(v, ast.Constant) else "…" for v in node.values)
    else:
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(text, str):
        return [readable(text)] if " " in text else []
    return [text for child in ast.iter_child_nodes(node) for text in typed(child)]


def readable(html: str) -> str:
    """Return a text without code and tags."""
    text = re.sub(r"<code>.*?</code>", "`code`", html)
    text = re.sub(r"<su[bp]>.*?</su[bp]>", "^", text)
    return re.sub(r"</?\w+>", "", text)


def uncomputed(text: str) -> list[str]:
    """Return the numbers of a text that IN_QUESTIONS does not know."""
    prose = Prose.of(text)
    free = [m.span() for p in IN_QUESTIONS for m in re.finditer(p, prose.text)]
    return [
        prose.text[a:b]
        for a, b in prose.numbers()
        if not any(start <= a and b <= end for start, end in free)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_number_is_typed_that_can_be_computed(path):
    numbers = [
        f"{path.relative_to(ROOT)}: compute {number} in “{text}” by an f-string, "
        "or add a pattern to IN_QUESTIONS"
        for text in typed(ast.parse(path.read_text(encoding="utf-8")))
        for number in uncomputed(text)
    ]
    assert not numbers, "\n".join(numbers)
