"""What an explorer is made of is imported one way, in Python and in JavaScript."""

import ast
import re
import shutil
from pathlib import Path

import pytest

import pe_book

BOOK = Path(pe_book.__file__).parent
# Each may import what stands before it, and nothing else of pe_book.
ORDER = [
    "text",
    "notebook",
    "ported",
    "data",
    "drawing",
    "model",
    "mistakes",
    "declare",
    "renderer",
    "explorers",
]


def imported(file: Path, book: Path) -> set[str]:
    """Return the parts of the book that a module imports, inside of its functions too."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".mjs":
        names = re.findall(r'(?:from |import\()"(\.[\w./]+)"', text)
        paths = [file.parent / name for name in names]
        return {path.resolve().relative_to(book).parts[0].split(".")[0] for path in paths}
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("pe_book.")}


def backward_imports(book: Path) -> list[str]:
    """Return the imports that go against the order."""
    found = []
    for file in sorted([*book.rglob("*.py"), *book.rglob("*.mjs")]):
        part = file.relative_to(book).parts[0].split(".")[0]
        if part in ORDER:
            allowed = {part, *ORDER[: ORDER.index(part)]}
            found += [
                f"{file.relative_to(book)} imports {other}"
                for other in sorted(imported(file, book) - allowed)
            ]
    return found


def test_imports_go_one_way():
    assert backward_imports(BOOK) == []


@pytest.mark.parametrize(
    ("file", "line", "other"),
    [
        (
            "declare/explorer.py",
            "def f():\n    from pe_book.renderer.notebook import Shown",
            "renderer",
        ),
        ("ported/seeded_random.py", "import pe_book.declare.panels", "declare"),
        ("text/numbers.py", "from pe_book import explorers", "explorers"),
        ("renderer/markup.py", "from pe_book.questions import chapter_questions", "questions"),
        ("declare/panels.mjs", 'import { start } from "../renderer/page.mjs";', "renderer"),
    ],
)
def test_a_backward_import_is_detected(tmp_path, file, line, other):
    book = tmp_path / "pe_book"
    shutil.copytree(BOOK, book, ignore=shutil.ignore_patterns("__pycache__"))
    with (book / file).open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    assert backward_imports(book) == [f"{file} imports {other}"]
