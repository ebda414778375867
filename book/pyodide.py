"""Compiled packages for the browser's Python: the wheels of Pyodide's distribution.

They are fetched by the name and the SHA-256 that Pyodide's own lock file gives, into a folder that
no build clears. When numpy publishes its wheels for the browser on PyPI, this can go.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import urllib.request
from pathlib import Path

from book.paths import ROOT

FETCHED = ROOT / "_build" / "pyodide"
DISTRIBUTION = "https://cdn.jsdelivr.net/pyodide/v{version}/full/{name}"
WHEELS = "PYODIDE_WHEELS"
OTHER_WHEEL = (
    "{wheels}: {wheel} is not the file that Pyodide's lock names, so this site is for tests alone. "
    "Its SHA-256 is {found}, not {wanted}"
)


def distribution_wheel(pyodide: Path, package: str) -> Path:
    """Return a wheel of this Pyodide's distribution: from WHEELS, FETCHED, or downloaded."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    name, wanted = (lock["packages"][package][key] for key in ("file_name", "sha256"))
    if folder := os.environ.get(WHEELS):
        wheel = Path(folder) / name
        if not wheel.is_file():
            raise LookupError(f"{WHEELS}={folder} has no {name}")
        if (found := sha256(wheel)) != wanted:
            print(OTHER_WHEEL.format(wheels=WHEELS, wheel=wheel, found=found, wanted=wanted))
        return wheel
    wheel = FETCHED / name
    if not wheel.is_file() or sha256(wheel) != wanted:
        version = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]
        fetch(DISTRIBUTION.format(version=version, name=name), wheel, wanted)
    return wheel


def fetch(address: str, target: Path, wanted: str) -> None:
    """Download a file of a known SHA-256; `target` holds all of it or is left as it was."""
    print(f"Fetching {address}", flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        part = Path(folder, target.name)
        try:
            with urllib.request.urlopen(address, timeout=60) as answer, part.open("wb") as file:
                shutil.copyfileobj(answer, file)
        except OSError as error:
            raise OSError(f"{address} could not be fetched: {error}") from None
        if (found := sha256(part)) != wanted:
            raise OSError(f"{address} has the SHA-256 {found}, not {wanted}")
        part.replace(target)


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
