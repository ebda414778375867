"""Scripts are bundled and minified by esbuild."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

from pe_book.renderer.node import node_executable

# Called by its API, which finds the binary whether npm ran its install script or not.
SCRIPT = """\
const { outputFiles = [] } = require("esbuild").buildSync(%s);
for (const file of outputFiles) console.log(file.text);
"""


def esbuild(root: Path, **options: Any) -> str:
    """Build minified modules by esbuild's options; return the text of what is not written."""
    common = {"minify": True, "format": "esm", "target": "es2022", "logLevel": "error"}
    done = subprocess.run(
        [node_executable(), "-e", SCRIPT % json.dumps(common | options)],
        capture_output=True,
        encoding="utf-8",
        cwd=root,
    )
    if done.returncode:
        scripts = ", ".join(Path(script).name for script in options["entryPoints"])
        raise ExtensionError(f"{scripts} could not be built (npm ci?):\n{done.stderr}")
    return done.stdout
