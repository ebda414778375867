"""Scripts of the build that run in node; npm's packages are those of the book's folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

from pe_book.renderer.node import node_executable


def run_node(root: Path, script: str, job: dict[str, Any]) -> None:
    """Run a script beside this module in the book's folder, with its job on standard input."""
    done = subprocess.run(
        [node_executable(), Path(__file__).with_name(script)],
        input=json.dumps(job),
        capture_output=True,
        encoding="utf-8",
        cwd=root,
    )
    if done.returncode:
        raise ExtensionError(f"A script of the build failed (npm ci?):\n{done.stderr}")
