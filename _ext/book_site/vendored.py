"""Third-party files from the npm packages that package-lock.json pins, copied to the site.

They are not in the repository, and pages load nothing from other hosts. The files go through
`html_extra_path`: files in .js or .css under `_static` would be loaded by every page.
"""

import shutil
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

# Path in node_modules -> path on the site. Every browser that runs the explorers reads woff2.
FILES = {
    "reveal.js/dist/reveal.mjs": "vendor/reveal/reveal.mjs",
    "reveal.js/dist/reveal.css": "vendor/reveal/reveal.css",
    "reveal.js/LICENSE": "vendor/reveal/LICENSE.txt",
    "katex/dist/katex.min.css": "vendor/katex/katex.min.css",
    "katex/dist/fonts/*.woff2": "vendor/katex/fonts/",
    "katex/LICENSE": "vendor/katex/LICENSE.txt",
    "workbox-core/LICENSE": "vendor/workbox/LICENSE.txt",
}


def stage(node_modules: Path, target: Path) -> None:
    """Copy `FILES` into `target`; a missing one is an error that names the command to run."""
    shutil.rmtree(target, ignore_errors=True)
    for pattern, destination in FILES.items():
        found = sorted(node_modules.glob(pattern))
        if not found:
            raise ExtensionError(
                f"{node_modules.name}/{pattern} is missing: run `npm ci` (make build does)"
            )
        for file in found:
            copy = target / destination
            if destination.endswith("/"):
                copy /= file.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def add_vendored(app: Sphinx, config) -> None:
    source = Path(app.confdir)
    target = source / "_build" / "site_extra"
    stage(source / "node_modules", target)
    config.html_extra_path.append(str(target))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_vendored)
