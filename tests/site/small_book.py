"""A small book under the real settings, extension and looks, for tests that break something."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from book.paths import ROOT

FIXTURE = Path(__file__).with_name("fixture")
# Taken from the real book, so that what is tested is what readers get.
SHARED = ("_config.yml", "CHANGELOG.md", "CITATION.cff", "package-lock.json", "pyproject.toml")
SHARED += ("_ext", "_static", "book", "tools")
LINKED = ("node_modules", "pe_lib", "pe_book")


def make_small_book(target: Path) -> Path:
    """Write the small book's sources into `target`, which does not exist yet."""
    shutil.copytree(FIXTURE, target)
    for name in SHARED:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copyfile
        copy(source, target / name)
    for name in LINKED:
        (target / name).symlink_to(ROOT / name, target_is_directory=True)
    lock = target / "node_modules" / "pyodide" / "pyodide-lock.json"
    name = json.loads(lock.read_text(encoding="utf-8"))["packages"]["numpy"]["file_name"]
    (target / "wheels").mkdir()
    with zipfile.ZipFile(target / "wheels" / name, "w") as wheel:
        wheel.writestr("numpy/__init__.py", "# nothing runs here")
    return target


def build(book: Path, **variables: str) -> subprocess.CompletedProcess:
    """Build a book as `make build` does, with no network, and hand over what was printed."""
    variables = {"PYODIDE_WHEELS": str(book / "wheels")} | variables
    return subprocess.run(
        [sys.executable, "-m", "tools", "build"],
        cwd=book,
        env={**os.environ, "PYTHONPATH": str(book), "NO_COLOR": "1", **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def pages_of(book: Path) -> Path:
    return book / "_build" / "html"
