"""Imports go one way: of the library, and of what an explorer is made of, in JavaScript too."""

import ast
import re
import sys
from pathlib import Path

import pytest

import pe_book
import pe_lib

BOOK, LIBRARY = (Path(package.__file__).parent for package in (pe_book, pe_lib))
# Each may import what precedes it, and nothing else of pe_book.
ORDER = (
    *("text", "notebook", "ported", "data", "drawing", "model"),
    *("declare", "mistakes", "renderer", "explorers"),
)


def names_imported(file: Path) -> set[str]:
    """Return the dotted names that a Python module imports, inside of its functions too."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def folders_imported(file: Path) -> set[str]:
    """Return the folders of the book that a module imports."""
    if file.suffix == ".mjs":
        paths = re.findall(r'(?:from |import\()"(\.[\w./]+)"', file.read_text(encoding="utf-8"))
        return {(file.parent / path).resolve().relative_to(BOOK).parts[0] for path in paths}
    return {name.split(".")[1] for name in names_imported(file) if name.startswith("pe_book.")}


@pytest.mark.parametrize("folder", ORDER)
def test_imports_go_one_way(folder):
    allowed = set(ORDER[: ORDER.index(folder) + 1])
    for file in [*(BOOK / folder).rglob("*.py"), *(BOOK / folder).rglob("*.mjs")]:
        assert folders_imported(file) <= allowed, file.relative_to(BOOK)


def test_the_library_imports_numpy_and_the_standard_library_alone():
    for file in LIBRARY.rglob("*.py"):
        allowed = {"numpy", "pe_lib", *(["torch"] if file.name == "pytorch.py" else [])}
        found = {name.split(".")[0] for name in names_imported(file)}
        assert found <= allowed | sys.stdlib_module_names, file.name
        assert "pe_book" not in file.read_text(encoding="utf-8"), file.name  # nor in a doctest
