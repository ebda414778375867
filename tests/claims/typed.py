"""The texts of questions as they are typed: what a computation fills in stands as …."""

import ast
import re
from pathlib import Path

from tests.claims import Prose, tidy

SUPERSCRIPT = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")


def typed(file: Path) -> Prose:
    """Return all sentences of a module of questions, one after the other, without code and tags."""
    found: list[str] = []
    collect(ast.parse(file.read_text(encoding="utf-8")), found)
    return Prose(" | ".join(readable(text) for text in found))


def collect(node: ast.AST, found: list[str]) -> None:
    """Add the texts with a space, which are no names, in their order."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(v.value if isinstance(v, ast.Constant) else "…" for v in node.values)
    else:
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(text, str):
        found += [text] if " " in text else []
        return
    for child in ast.iter_child_nodes(node):
        collect(child, found)


def readable(html: str) -> str:
    """Return a text without code and tags; a whole exponent is written in superscript digits."""
    text = re.sub(r"<code>.*?</code>", "`code`", html)
    text = re.sub(r"<sup>([-−]?\d+)</sup>", lambda m: m[1].translate(SUPERSCRIPT), text)
    text = re.sub(r"<su[bp]>.*?</su[bp]>", "^", text)
    return tidy(re.sub(r"</?\w+>", "", text))
