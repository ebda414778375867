"""npm's packages that the pages carry are fetched where they are missing.

`jupyter-book build .` knows nothing of npm. `make build` has fetched them before; this stays as
long as the pages carry files from npm.
"""

import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from tools.install import install_front_end

MISSING = (
    "npm's packages are missing, and cannot be fetched without the network: run `make build`, "
    "or `npm ci`, with it once."
)


def fetch_packages(app: Sphinx, config) -> None:
    """Install npm's packages into node_modules, by the npm of this Python's environment."""
    if (Path(app.confdir) / "node_modules").is_dir():
        return
    try:
        install_front_end(Path(sys.prefix), "pages")
    except (OSError, SystemExit) as error:
        raise ExtensionError(f"{error}\n{MISSING}") from None


def setup(app: Sphinx) -> None:
    app.connect("config-inited", fetch_packages, priority=100)
