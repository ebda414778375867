"""What an explorer is made of is imported one way, in Python and in JavaScript."""

import ast
import re
from pathlib import Path

import pytest

import pe_book

BOOK = Path(pe_book.__file__).parent
# Each may import what precedes it, and nothing else of pe_book.
ORDER = (
    *("text", "notebook", "ported", "data", "drawing", "model"),
    *("declare", "mistakes", "renderer", "explorers"),
)


def imported(file: Path) -> set[str]:
    """Return the folders of the book that a module imports, inside of its functions too."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".mjs":
        paths = re.findall(r'(?:from |import\()"(\.[\w./]+)"', text)
        return {(file.parent / path).resolve().relative_to(BOOK).parts[0] for path in paths}
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("pe_book.")}


@pytest.mark.parametrize("folder", ORDER)
def test_imports_go_one_way(folder):
    allowed = set(ORDER[: ORDER.index(folder) + 1])
    for file in [*(BOOK / folder).rglob("*.py"), *(BOOK / folder).rglob("*.mjs")]:
        assert imported(file) <= allowed, file.relative_to(BOOK)
