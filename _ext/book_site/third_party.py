"""Third-party files from the npm packages that package-lock.json pins, copied to the site.

They are not in the repository, and pages load nothing from other hosts. The files go through
`html_extra_path`: files in .js or .css under `_static` would be loaded by every page. The texts of
their licenses, and of what the theme puts on the pages, are in `vendor/licenses.txt`.
"""

import importlib.metadata
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

# Path in node_modules -> path on the site. Every browser that runs the explorers reads woff2.
FILES = {
    "reveal.js/dist/reveal.mjs": "vendor/reveal/reveal.mjs",
    "reveal.js/dist/reveal.css": "vendor/reveal/reveal.css",
    "katex/dist/katex.min.css": "vendor/katex/katex.min.css",
    "katex/dist/fonts/*.woff2": "vendor/katex/fonts/",
}
#: Fonts in forms of which the site has no files.
NOT_SHIPPED = re.compile(r',url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)')
LICENSES = "vendor/licenses.txt"
#: Packages of PyPI with files on the pages.
PYPI = (
    *("sphinx", "pydata-sphinx-theme", "sphinx-book-theme", "sphinx-copybutton"),
    *("myst-nb", "pygments"),
)
LICENSE_FILE = re.compile(r"(licen[cs]e|copying)(\.\w+)*", re.I)


def licenses(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the packages that pages are made of, and the files with their licenses."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    for folder, package in lock["packages"].items():
        if folder and not package.get("dev") and (root / folder).is_dir():
            for file in sorted((root / folder).iterdir()):
                if LICENSE_FILE.fullmatch(file.name) and file.is_file():
                    yield folder.removeprefix("node_modules/"), file
    for name in PYPI:
        for file in importlib.metadata.files(name) or ():
            if LICENSE_FILE.fullmatch(file.name):
                yield name, Path(str(file.locate()))


def stage(root: Path, target: Path) -> None:
    """Copy `FILES` into `target`; a missing one is an error that names the command to run."""
    shutil.rmtree(target, ignore_errors=True)
    for pattern, destination in FILES.items():
        found = sorted((root / "node_modules").glob(pattern))
        if not found:
            raise ExtensionError(f"node_modules/{pattern} is missing: run `npm ci`")
        for file in found:
            copy = target / destination
            if destination.endswith("/"):
                copy /= file.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            if copy.suffix == ".css":
                style = copy.read_text(encoding="utf-8")
                copy.write_text(NOT_SHIPPED.sub("", style), encoding="utf-8")
    texts = (f"{name}\n\n{file.read_text(encoding='utf-8')}" for name, file in licenses(root))
    (target / LICENSES).write_text(f"\n{'-' * 80}\n\n".join(texts), encoding="utf-8")


def add_files(app: Sphinx, config) -> None:
    root = Path(app.confdir)
    target = root / "_build" / "site_extra"
    stage(root, target)
    config.html_extra_path.append(str(target))


def setup(app: Sphinx) -> None:
    app.connect("config-inited", add_files)
