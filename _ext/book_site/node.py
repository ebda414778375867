"""Scripts of the build that run in node; npm's packages are those of the book's folder."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from pe_book.renderer.node import node_executable

# Called by its API, which finds the binary whether npm ran its install script or not.
ESBUILD = 'require("esbuild").buildSync(%s)'


def run(root: Path, arguments: list[str], given: str = "") -> None:
    done = subprocess.run(
        [node_executable(), *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        cwd=root,
    )
    if done.returncode:
        raise ExtensionError(f"A script of the build failed (npm ci?):\n{done.stderr}")


def run_node(app: Sphinx, script: str, job: str) -> None:
    """Run a script beside this module, with its job on standard input."""
    run(Path(app.confdir), [str(Path(__file__).with_name(script))], job)


def esbuild(root: Path, **options: Any) -> None:
    """Build minified modules by esbuild's options."""
    common = {"minify": True, "format": "esm", "target": "es2022", "logLevel": "error"}
    run(root, ["-e", ESBUILD % json.dumps(common | options)])
