"""pe_lib stands on numpy and the standard library alone, and knows nothing of the book."""

import ast
import sys
from pathlib import Path

import pytest

import pe_lib

LIBRARY = Path(pe_lib.__file__).parent
ALLOWED = {"numpy", "pe_lib"} | sys.stdlib_module_names


def foreign_imports(source: str, file_name: str) -> list[str]:
    """Return the packages that a module of pe_lib imports, anywhere in it, and must not."""
    allowed = ALLOWED | ({"torch"} if file_name == "pytorch.py" else set())
    modules = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules.append("." * node.level + (node.module or ""))
    return [name for name in modules if name.split(".")[0] not in allowed]


@pytest.mark.parametrize(
    "path", sorted(LIBRARY.rglob("*.py")), ids=lambda path: str(path.relative_to(LIBRARY))
)
def test_a_module_imports_only_allowed_packages(path):
    source = path.read_text(encoding="utf-8")
    assert foreign_imports(source, path.name) == []
    assert "pe_book" not in source  # nor in a doctest


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("import pe_book", ["pe_book"]),
        ("from pe_book.text.numbers import say", ["pe_book.text.numbers"]),
        ("def f():\n    import scipy.special as special", ["scipy.special"]),
        ("import math, mpmath", ["mpmath"]),
        ("import torch", ["torch"]),
        ("from . import checks", ["."]),
        ("import math\nimport numpy as np\nfrom pe_lib.checks import check_int", []),
    ],
)
def test_a_forbidden_import_is_detected(planted, found):
    assert foreign_imports(planted, "law.py") == found


def test_only_pytorch_py_may_import_torch():
    assert foreign_imports("import torch", "pytorch.py") == []
