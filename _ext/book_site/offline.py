"""The book without a network, and on a phone's home screen: a service worker and a web manifest.

The worker is Workbox's, bundled with what `service_worker.mjs` says. Which files it keeps is known
here, so `workbox-build`, which would list them, is not needed. `_static/book.mjs` registers it, but
not on the reader's own machine, where a rebuilt page is to be seen at once.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from pathlib import Path
from posixpath import dirname, join, normpath

import numpy as np
from sphinx.application import Sphinx

from .esbuild import esbuild
from .live import INDEX

WORKER, MANIFEST = "sw.js", "manifest.webmanifest"
ICON_SIZES = (192, 512)
PAPER, WAVES = "#101826", ("#6db3f2", "#f0b354")  # as in favicon.svg
PAGES = ("*.html", "pages/*.html", "chapters/*.html", "slides/*.html")
#: What scripts ask for, besides what the pages name.
SCRIPTS = (
    "_static/*.mjs",
    "_static/pe_book/**/*.mjs",
    "_static/pe_book/**/*.json",
    "searchindex.js",
    "vendor/codemirror/*.mjs",
    "vendor/reveal/*.mjs",
    INDEX,
)
#: It is given out for addresses that do not exist.
NOT_KEPT = "404.html"
NAMED = re.compile(r'<(?:link|script|img)\b[^>]*?\s(?:href|src)="([^":]+)"')
URL = re.compile(r"url\(\s*['\"]?(?!data:)([^'\")]+)")


def found(out: Path, patterns: tuple[str, ...]) -> set[str]:
    files = (file for pattern in patterns for file in out.glob(pattern) if file.is_file())
    return {file.relative_to(out).as_posix() for file in files} - {NOT_KEPT}


def named(out: Path, name: str) -> set[str]:
    """Return the files of the site that a page or a stylesheet loads."""
    text = (out / name).read_text(encoding="utf-8")
    addresses = (NAMED if name.endswith(".html") else URL).findall(text)
    files = (normpath(join(dirname(name), re.split(r"[?#]", one)[0])) for one in addresses)
    return {file for file in files if (out / file).is_file()}


def kept_files(out: Path) -> list[str]:
    """Return the files that make up the book without Python."""
    kept = found(out, PAGES + SCRIPTS)
    for kind in (".html", ".css"):
        for name in [name for name in kept if name.endswith(kind)]:
            kept |= named(out, name)
    return sorted(kept)


def python_files(out: Path) -> list[str]:
    """Return the addresses from which live cells get Python."""
    index = out / INDEX
    if not index.exists():
        return []
    live = json.loads(index.read_text(encoding="utf-8"))
    return [live["worker"], *live["files"], *live["packages"]]


def entry(out: Path, name: str) -> dict[str, str]:
    """Return what Workbox is told of a file.

    With `integrity` the browser refuses an older copy, which a host may still send for some minutes
    after a new edition is published; it tries again at the next visit.
    """
    digest = hashlib.sha256((out / name).read_bytes())
    integrity = f"sha256-{b64encode(digest.digest()).decode()}"
    return {"url": name, "revision": digest.hexdigest()[:12], "integrity": integrity}


def bundle(root: Path) -> str:
    """Return the worker's script with all that it imports."""
    return esbuild(
        root,
        entryPoints=[str(Path(__file__).with_name("service_worker.mjs"))],
        nodePaths=[str(root / "node_modules")],
        bundle=True,
        format="iife",
        define={"process.env.NODE_ENV": '"production"'},
        legalComments="inline",
        write=False,
    )


def write_worker(out: Path, root: Path) -> None:
    """Write the worker of this edition; the same files give the same worker."""
    files = [entry(out, name) for name in kept_files(out)]
    book = json.dumps({"files": files, "python": python_files(out)}, separators=(",", ":"))
    (out / WORKER).write_text(f"const BOOK = {book};\n{bundle(root)}", encoding="utf-8")


def write_manifest(out: Path, title: str) -> None:
    icons = [
        {
            "src": f"_static/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in ICON_SIZES
    ]
    manifest = {
        "name": title,
        "short_name": title.partition(":")[0],
        "start_url": "index.html",
        "scope": "./",
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    (out / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    for size in ICON_SIZES:
        draw_icon(out / "_static" / f"icon-{size}.png", size)


def draw_icon(file: Path, size: int) -> None:
    """Draw a fast and a slow wave, within the circle to which a phone may cut an icon."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if file.exists():
        return
    figure = Figure(figsize=(1, 1), dpi=size, facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.18, 0.25, 0.64, 0.5))
    axes.set_axis_off()
    x = np.linspace(0, 2 * np.pi, 200)
    for height, color in ((np.sin(x), WAVES[0]), (np.cos(x), WAVES[1])):
        axes.plot(x, height, color=color, linewidth=5, solid_capstyle="round")
    figure.savefig(file, dpi=size, facecolor=PAPER, metadata={"Software": None})


def add_icons(app: Sphinx) -> None:
    """Write what the pages link, before PurgeCSS and the policy look at them."""
    if app.builder.name == "html":
        (Path(app.outdir) / "_static").mkdir(parents=True, exist_ok=True)
        write_manifest(Path(app.outdir), app.config.html_title)


def finish(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "html":
        write_worker(Path(app.outdir), Path(app.confdir))


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", add_icons)
    # When every page is as it will be served, its policy included.
    app.connect("build-finished", finish, priority=980)
