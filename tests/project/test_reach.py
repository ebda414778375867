"""What a notebook's outputs may depend on is found from its words, and nothing in use is missed."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "_ext"))

from book_site.outputs import PACKAGES, code_of  # noqa: E402
from book_site.reach import LOOSE, Address, Packages, defined_by  # noqa: E402

SMALL = {
    "lib/__init__.py": "from lib.maths import double\n",
    "lib/maths.py": '''\
"""Mathematics."""
import functools
from lib import checks

FACTOR, OTHER = 2, 3
LIMITS = {}
LIMITS["low"] = 0


def double(x):
    """Return twice x."""
    # by the factor
    return FACTOR * checks.number(x)


@functools.cache
def triple(x):
    return OTHER * x


class Table:
    """A table."""

    def row(self):
        return triple(1)


if __name__ == "__main__":
    print(triple(1))
''',
    "lib/checks.py": "def number(x):\n    return x\n\n\ndef text(x):\n    return x\n",
    "lib/stored.py": (
        "from pathlib import Path\n\nFILE = 'measured.json'\n\n\n"
        "def stored():\n    return Path(FILE), 'rows.npy'\n\n\ndef other():\n    return number(1)\n"
    ),
    "lib/measured.json": "[1]\n",
    "lib/rows.npy": "[1]\n",
    "lib/source.py": "def source_of_module(name):\n    return name\n",
    "lib/shown/__init__.py": (
        "import importlib\nimport pkgutil\n\nALL = {}\n"
        "for found in pkgutil.iter_modules(__path__):\n"
        "    module = importlib.import_module(f'{__name__}.{found.name}')\n"
        "    ALL[found.name] = getattr(module, 'SHOWN')\n"
    ),
    "lib/shown/first.py": "from ..maths import Table\n\nSHOWN = Table()\nHIDDEN = 1\n",
    "lib/shown/second.py": "from . import first\n\nSHOWN = 2\n",
    "lib/shown/second.mjs": "export const shown = 2;\n",
}
NOTEBOOKS = {
    "doubles": "import lib\n\nlib.double(3)",
    "rows": "from lib.maths import Table as T\n\nT().row()",
    "shows": "from lib import shown\n\nshown.second",
    "lists": "from lib.shown import ALL\n\nALL",
    "reads": "import lib.stored\n\nlib.stored.stored()",
    "source": "import lib\nfrom lib import source\n\nsource.source_of_module('maths')",
    "nothing": "numbers = [1, 2]\nprint(numbers)",
}
USES_MATHS = {"doubles", "rows", "source", "lists"}
# A change of one file: what stands there, what comes in its place, whose outputs are stale then.
MATHS, CHECKS = "lib/maths.py", "lib/checks.py"
CHANGES = {
    "a function": (MATHS, "number(x)", "number(2 * x)", {"doubles", "source"}),
    "what it calls": (
        CHECKS,
        "number(x):\n    return x",
        "number(x):\n    return -x",
        {"doubles", "source"},
    ),
    "a constant": (MATHS, "FACTOR, OTHER = 2, 3", "FACTOR, OTHER = 2, 4", USES_MATHS),
    "a comment": (MATHS, "# by the factor", "# by its factor", {"doubles", "source"}),
    "a docstring": (MATHS, "Return twice x.", "Return\n\n    two x.", set()),
    "a module's docstring": (MATHS, "Mathematics.", "Some mathematics.", set()),
    "a decorator": (MATHS, "@functools.cache\n", "", {"rows", "lists", "source"}),
    "a method": (MATHS, "return triple(1)", "return triple(2)", {"rows", "lists", "source"}),
    "code beside definitions": (MATHS, '["low"] = 0', '["low"] = 1', USES_MATHS),
    "a module as a program": (MATHS, "print(triple(1))", "print()", {"source"}),
    "where a name comes from": ("lib/__init__.py", "lib.maths", "lib.stored", {"doubles"}),
    "an unused function": (CHECKS, "text(x):\n    return x", "text(x):\n    return -x", set()),
    "a data file": ("lib/measured.json", "1", "2", {"reads"}),
    "an array": ("lib/rows.npy", "1", "2", {"reads"}),
    "a name in a string": ("lib/shown/second.py", "SHOWN = 2", "SHOWN = 3", {"shows", "lists"}),
    "its neighbor": ("lib/shown/first.py", "SHOWN = Table()", "SHOWN = 1", {"lists"}),
    "a look-up": ("lib/shown/__init__.py", "ALL = {}", "ALL = dict()", {"shows", "lists"}),
    "a new twin": ("lib/shown/first.mjs", None, "export const shown = 1;", {"lists"}),
    "what a twin says": ("lib/shown/second.mjs", "2", "3", set()),
}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small library of its own."""
    for name, text in SMALL.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def fingerprints(root: Path) -> dict[str, str]:
    packages = Packages(root, ("lib",))
    return {name: packages.fingerprint(code) for name, code in NOTEBOOKS.items()}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_makes_the_outputs_stale_that_it_can_reach_and_no_others(change, small):
    name, old, new, expected = CHANGES[change]
    before = fingerprints(small)
    text = SMALL.get(name, "")
    assert old is None or text.count(old) == 1
    (small / name).write_text(text.replace(old, new) if old else new, encoding="utf-8")
    after = fingerprints(small)
    assert {name for name in NOTEBOOKS if after[name] != before[name]} == expected


# --- The book itself ----------------------------------------------------------------------------

CHAPTERS = {
    path.stem[:2]: code_of(nbformat.read(path, as_version=4))
    for path in sorted((ROOT / "chapters").glob("*.ipynb"))
}


@pytest.fixture(scope="module")
def reached() -> dict[str, set[Address]]:
    """What each chapter reaches."""
    packages = Packages(ROOT, PACKAGES)
    return {chapter: set(packages.reached_from(code)) for chapter, code in CHAPTERS.items()}


def test_every_chapter_reaches_the_table_and_few_the_rest(reached):
    def chapters(module: str, name: str) -> set[str]:
        return {chapter for chapter, found in reached.items() if Address(module, name) in found}

    assert chapters("pe_lib.encoding", "positional_encoding") == set(CHAPTERS)
    assert chapters("pe_lib.variants", "yarn_frequencies") == {"07", "09"}
    assert chapters("pe_lib.pytorch", "PositionalEncoding") == {"05"}
    slopes = chapters("pe_lib.variants", "alibi_slopes")
    assert {"06", "07"} <= slopes
    assert slopes.isdisjoint({"01", "02", "03", "04", "05"})
    for chapter in CHAPTERS:
        assert chapters(f"pe_book.figures.chapter_{int(chapter)}", LOOSE) == {chapter}


CALLED = """
import json, os, sys
from IPython.core.interactiveshell import InteractiveShell
import nbformat

root, notebook = sys.argv[1:]
called = set()

def note(frame, event, _):
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith((root + "/pe_lib", root + "/pe_book")):
        return
    place = (os.path.relpath(code.co_filename, root), code.co_firstlineno)
    if place in called:
        return
    while frame:  # what runs while a module is imported is a matter of that module alone
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(root):
            return
        frame = frame.f_back
    called.add(place)

shell = InteractiveShell.instance()
for cell in nbformat.read(notebook, as_version=4).cells:
    if cell.cell_type == "code":
        sys.setprofile(note)
        result = shell.run_cell(cell.source, silent=True)
        shell.display_formatter.format(result.result)
        sys.setprofile(None)
        assert result.success
with open("called.json", "w") as file:
    json.dump(sorted(called), file)
"""


@pytest.mark.slow
@pytest.mark.parametrize("chapter", ["01", "05", "08"])
def test_whatever_a_notebook_calls_is_reached(chapter, reached, tmp_path):
    notebook = next((ROOT / "chapters").glob(f"{chapter}_*.ipynb"))
    environment = {**os.environ, "PE_LIB_PAGE": "1", "PYTHONPATH": str(ROOT)}
    environment["IPYTHONDIR"] = str(tmp_path / "ipython")
    subprocess.run(
        [sys.executable, "-c", CALLED, ROOT, notebook],
        cwd=tmp_path,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    called = json.loads((tmp_path / "called.json").read_text(encoding="utf-8"))
    assert len(called) > 80  # else nothing was seen; since 3.12 a comprehension is no call
    missed = []
    for file, line in called:
        module = re.sub(r"(/__init__)?\.py$", "", file).replace("/", ".")
        for statement in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
            nodes = [statement, *getattr(statement, "decorator_list", [])]
            if min(node.lineno for node in nodes) <= line <= statement.end_lineno:
                names = defined_by(statement)
                if not any(Address(module, name) in reached[chapter] for name in names):
                    missed.append((module, names))
    assert not missed
