"""pe_lib imports numpy and the standard library alone, and knows nothing of the book."""

import ast
import sys
from pathlib import Path

import pytest

import pe_lib

LIBRARY = Path(pe_lib.__file__).parent
ALLOWED = {"numpy", "pe_lib"} | sys.stdlib_module_names


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob("*.py")), ids=lambda path: path.name)
def test_a_module_imports_only_allowed_packages(path):
    source = path.read_text(encoding="utf-8")
    imported = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported += [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported.append((node.module or "").split(".")[0])
    assert {*imported} <= ALLOWED | ({"torch"} if path.name == "pytorch.py" else set())
    assert "pe_book" not in source  # nor in a doctest
