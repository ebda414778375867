"""The coding exercises as tests need them: their names, and their cells in the chapters."""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from types import ModuleType

import pytest

from book.paths import ROOT

#: The modules that have a check of their name.
NAMES = [
    file.stem
    for file in sorted((ROOT / "pe_book" / "exercises").glob("*.py"))
    if re.search(rf"(?m)^(def )?check_{file.stem}\b", file.read_text(encoding="utf-8"))
]
PARTS = ("task", "start", "explanation", "solution")


def each(names: Iterable[str], slow: Iterable[str] = ()) -> pytest.MarkDecorator:
    """Return a mark that runs a test for each of some exercises; `-k exercise:name` selects one."""
    cases = [
        pytest.param(name, id=f"exercise:{name}", marks=[pytest.mark.slow] if name in slow else [])
        for name in names
    ]
    return pytest.mark.parametrize("name", cases)


each_exercise = each(NAMES)


def module_of(name: str) -> ModuleType:
    return import_module(f"pe_book.exercises.{name}")


@cache
def chapters() -> dict[str, list[dict]]:
    """Return the cells of every chapter, each source as one text, by the name of its file."""
    return {
        file.name: [
            cell | {"source": "".join(cell["source"])}
            for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        ]
        for file in sorted((ROOT / "chapters").glob("*.ipynb"))
    }


@cache
def cells_of(name: str) -> dict[str, dict]:
    """Return an exercise's cells: the one with its tag, the task before it, the solution after it.

    Raises ValueError if not one cell has the tag.
    """
    found = [
        cells[place - 1 : place + 3]
        for cells in chapters().values()
        for place, cell in enumerate(cells)
        if f"exercise-{name}" in cell["metadata"].get("tags", [])
    ]
    if len(found) != 1:
        raise ValueError(
            f"pe_book/exercises/{name}.py: {len(found)} cells of the chapters have the tag "
            f"exercise-{name}; the one with its starting code should have it"
        )
    return dict(zip(PARTS, found[0], strict=True))


def code_of(name: str, part: str) -> str:
    return cells_of(name)[part]["source"]


def typed(name: str, function: str) -> str:
    """Return the live cell of an exercise with the reader's function for the one that is there."""
    start = code_of(name, "start")
    lines = start.splitlines()
    [old] = [node for node in ast.parse(start).body if isinstance(node, ast.FunctionDef)]
    function = re.sub(r"(?m)^def \w+\(", f"def {old.name}(", function, count=1)
    return "\n".join([*lines[: old.lineno - 1], function, *lines[old.end_lineno :]])


def source_of(function: Callable) -> str:
    """Return the source of a function without its decorators."""
    source = textwrap.dedent(inspect.getsource(function))
    return source[re.search(r"(?m)^def ", source).start() :]
