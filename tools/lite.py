"""Make the chapters' notebooks run in a browser, without a server: `make lite`.

JupyterLite and its kernel come from PyPI, Pyodide from npm, each at its locked version. What the
kernel loads lies beside it, and nothing comes from another host: pure packages are PyPI's wheels at
the versions of this environment, compiled ones those of Pyodide's distribution, compared with the
SHA-256 in Pyodide's lock. The lock that the site carries holds the SHA-256 of each, which Pyodide
compares in the browser.

`jupyterlite-sphinx` was considered: it builds within Sphinx, with each page of the book.
`pyodide-lock` and `jupyterlite-pyodide-lock` solve versions, which the book's own lock has done.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version
from sphinx.errors import ExtensionError
from sphinx.util.console import red

import pe_lib
from _ext.book_site import live
from book.paths import LITE, PAGES, ROOT
from tools import command_parser

PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = (
    *("pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"),
    "python_stdlib.zip",
    "README.md",
)
KERNEL = "@jupyterlite/pyodide-kernel-extension"
KERNELSPEC = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
#: What the notebooks show needs these of JupyterLab's extensions.
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget", "jupyterlab-plotly")
APPS = ("lab", "notebooks", "tree", "edit")
#: What the kernel and the chapters import, beside what the kernel brings itself.
ROOTS = (
    *("micropip", "comm", "jedi", "ipython"),
    *("numpy", "ipywidgets", "anywidget", "mpmath", "filelock", "plotly"),
)
#: Parts of JupyterLab, which run outside of the kernel; the kernel has a stand-in for the second.
NOT_IN_KERNEL = ("jupyterlab-widgets", "widgetsnbextension")
COMPILED = ("numpy", "matplotlib", "contourpy", "kiwisolver", "pillow")
#: Packages that need compiled ones, of which no more is used in the kernel than this. It asks for
#: sqlite3, for a history that IPython does without, and plotly for nbformat's version.
PLACEHOLDER_COLORS = {
    "sqlite3": ("README.txt", "Nothing: IPython goes on without its history."),
    "nbformat": ("nbformat.py", f'__version__ = "{version("nbformat")}"'),
}
NOT_FROM_PYPI = (*COMPILED, *PLACEHOLDER_COLORS)
#: They are loaded when a cell imports them, all others before the first cell.
ON_DEMAND = ("plotly", "narwhals")
NO_MATPLOTLIB = """\
NO STATIC FIGURES IN JUPYTERLITE: matplotlib for the browser could not be had, so a cell that draws
with it says where the figure is shown. {reason}"""


# --- Packages -------------------------------------------------------------------------------------


def needed(roots: Iterable[str], lock: dict[str, Any]) -> dict[str, tuple[str, list[str]]]:
    """Return the version of each package that these need in the browser, and what it needs itself.

    Where Pyodide has a package its version is taken, which fits the kernel, else the one here.
    """
    markers = {"sys_platform": "emscripten", "python_version": python_of(lock), "extra": ""}
    found: dict[str, tuple[str, list[str]]] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            theirs = lock["packages"].get(name)
            given = (theirs["version"], theirs["depends"]) if theirs else installed(name, markers)
            found[name] = given[0], [canonicalize_name(other) for other in given[1]]
            waiting += found[name][1]
    return dict(sorted(found.items()))


def python_of(lock: dict[str, Any]) -> str:
    """Return the version of Pyodide's Python, such as 3.13."""
    return lock["info"]["python"].rpartition(".")[0]


def installed(name: str, markers: dict[str, str]) -> tuple[str, list[str]]:
    """Return the version of a package here, and what it needs where these markers hold."""
    package = distribution(name)
    requirements = map(Requirement, package.requires or ())
    wanted = {
        canonicalize_name(one.name)
        for one in requirements
        if not one.marker or one.marker.evaluate(markers)
    }
    return package.version, sorted(wanted.difference(NOT_IN_KERNEL))


def pure_wheels(versions: dict[str, str], python: str, cache: Path) -> list[Path]:
    """Return PyPI's wheels of these versions; pip compares what it fetches with PyPI's hashes."""

    def wheels() -> dict[str, Path]:
        named = {parse_wheel_filename(file.name)[:2]: file for file in cache.glob("*-none-any.whl")}
        asked = {name: (name, Version(number)) for name, number in versions.items()}
        return {name: named[key] for name, key in asked.items() if key in named}

    if missing := versions.keys() - wheels().keys():
        print(f"Fetching {len(missing)} packages for the notebooks in the browser", flush=True)
        cache.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", cache]
        command += ["--only-binary", ":all:", "--python-version", python]
        command += ["--implementation", "py", "--abi", "none", "--platform", "any"]
        asked = [f"{name}=={versions[name]}" for name in sorted(missing)]
        run([*command, *asked])
    return list(wheels().values())


def compiled_wheels() -> list[Path]:
    """Return the wheels of Pyodide's distribution: numpy's, and matplotlib's if they are there."""
    wheels = [live.distribution_wheel(PYODIDE, "numpy")]
    try:
        return wheels + [live.distribution_wheel(PYODIDE, name) for name in COMPILED[1:]]
    except (OSError, ExtensionError) as error:
        if os.environ.get("CI") and not os.environ.get(live.WHEELS):
            raise
        print(red(NO_MATPLOTLIB.format(reason=error)), file=sys.stderr, flush=True)
        return wheels


# --- The site -------------------------------------------------------------------------------------


def entry(file: Path, name: str, number: str, depends: Iterable[str] = ()) -> dict[str, Any]:
    """Return what Pyodide's lock says of a package, and its SHA-256, which the browser compares."""
    with zipfile.ZipFile(file) as archive:
        tops = {part.partition("/")[0] for part in archive.namelist()}
    modules = {top.removesuffix(".py") for top in tops if not top.endswith((".dist-info", ".txt"))}
    return {
        "name": name,
        "version": number,
        "file_name": file.name,
        "install_dir": "site",
        "sha256": live.sha256(file),
        "package_type": "package",
        "imports": sorted(modules),
        "depends": sorted(depends),
        "unvendored_tests": False,
    }


def stage_python(target: Path) -> list[str]:
    """Put Pyodide and all packages into `target`; the names of those that begin with the kernel."""
    target.mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(PYODIDE / name, target / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    compiled = compiled_wheels()
    found = needed([*ROOTS, *(["matplotlib"] if len(compiled) > 1 else [])], lock)
    pure = {name: number for name, (number, _) in found.items() if name not in NOT_FROM_PYPI}
    packages = {}
    wheels = pure_wheels(pure, python_of(lock), live.cache_folder() / "pure")
    for wheel in (*compiled, *wheels, *kernel_wheels()):
        name, number, *_ = parse_wheel_filename(wheel.name)
        copy = Path(shutil.copy(wheel, target))
        depends = found[name][1] if name in found else ()
        packages[name] = entry(copy, name, str(number), depends)
    own = target / "packages.zip"
    live.zip_packages(ROOT, own)
    packages["pe-book"] = entry(own, "pe-book", pe_lib.__version__)
    for name, (file, text) in PLACEHOLDER_COLORS.items():
        archive = target / f"{name}.zip"
        live.write_zip(archive, [(file, text.encode())])
        packages[name] = entry(archive, name, "0")
    lock["packages"] = packages
    (target / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    return sorted(packages.keys() - ON_DEMAND)


def extension(name: str) -> Path:
    return Path(sys.prefix, "share", "jupyter", "labextensions", *name.split("/"))


def kernel_wheels() -> list[Path]:
    """Return the wheels that the kernel brings; of two stand-ins the one for ipywidgets 8."""
    wheels = sorted((extension(KERNEL) / "static" / "pypi").glob("*.whl"))
    return [file for file in wheels if not file.name.startswith("widgetsnbextension-3")]


def stage_contents(target: Path) -> None:
    """Put the chapters into `target`, each with the kernel that opens it without a question."""
    target.mkdir(parents=True)
    for file in sorted((ROOT / "chapters").glob("*.ipynb")):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = KERNELSPEC
        (target / file.name).write_text(json.dumps(notebook), encoding="utf-8")


def settings(packages: list[str]) -> dict[str, Any]:
    """Return the settings of the site: what the kernel loads, and that it asks no other host."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.js",
        "loadPyodideOptions": {"packages": packages},
        "disablePyPIFallback": True,
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Positional encoding",
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
        },
    }


def build(site: Path) -> None:
    """Make the site from nothing, and say how large it is."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        packages = stage_python(stage / "static" / "pyodide")
        stage_contents(stage / "files" / "chapters")
        text = json.dumps(settings(packages), indent=1)
        (stage / "jupyter-lite.json").write_text(text, encoding="utf-8")
        run_jupyterlite(stage, site)
    add_icons(site)
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    print(f"JupyterLite is in {site}: {size / 1e6:.0f} MB", flush=True)


def run_jupyterlite(stage: Path, site: Path) -> None:
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--no-sourcemaps"]
    command += ["--lite-dir", stage, "--contents", stage / "files", "--output-dir", site]
    command += ["--ignore-sys-prefix", "federated_extensions"]
    command += [word for name in APPS for word in ("--apps", name)]
    for name in EXTENSIONS:
        command.append(f"--LiteBuildConfig.federated_extensions={extension(name)}")
    run(command, stage)  # where it leaves a record of what it has done


def add_icons(site: Path) -> None:
    """Put the icons there that a notebook's tab asks for, which JupyterLite does not bring."""
    icons = site / "static" / "favicons"
    icons.mkdir(parents=True)
    for name in ("notebook", "busy-1", "file"):
        shutil.copyfile(site / "lab" / "favicon.ico", icons / f"favicon-{name}.ico")


def run(command: list[str | Path], folder: Path = ROOT) -> None:
    """Run a program; what it says is shown where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")


def main(arguments: list[str]) -> None:
    command_parser("lite", __doc__).parse_args(arguments)
    build(ROOT / PAGES / LITE)
