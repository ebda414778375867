"""Make JupyterLite in _build/html/lite: the chapters as notebooks that run in a browser.

`jupyter lite build` makes it, by the settings of jupyter_lite_config.json. What its kernel loads is
put beside it before, so that it asks no other host: Pyodide from npm, numpy and matplotlib from
Pyodide's distribution, our packages, and the pure packages that they need from PyPI.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from book.paths import LITE, PAGES, ROOT
from book.pyodide import distribution_wheel, sha256
from tools import command_parser

PYODIDE = ROOT / "node_modules" / "pyodide"
CORE = ("pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
SETTINGS = Path(__file__).with_name("jupyter_lite_config.json")
STAGE = ROOT / "_build" / "lite"
# With another name, JupyterLite asks which kernel to take.
KERNELSPEC = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = Path(sys.prefix, "share", "jupyter", "labextensions")
#: What the notebooks show needs these of JupyterLab's extensions; others may not fit JupyterLite.
NEEDED = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget", "jupyterlab-plotly")
COMPILED = ("numpy", "matplotlib", "contourpy", "kiwisolver", "pillow")
# The kernel has a stand-in for the first; the second runs outside of it.
NOT_IN_KERNEL = ("widgetsnbextension", "jupyterlab-widgets")
#: What is asked for by name alone: sqlite3 by IPython's history, nbformat's version by plotly.
STAND_INS = {
    "sqlite3": ("README.txt", "Nothing: IPython goes on without its history."),
    "nbformat": ("nbformat.py", f'__version__ = "{version("nbformat")}"'),
}
NEEDS = (
    "It needs the network: for pure packages, the index of pip (PyPI); for numpy and matplotlib,\n"
    "cdn.jsdelivr.net, or a folder with their wheels in PYODIDE_WHEELS."
)
#: They are loaded when a cell imports them, all others before the first cell.
ON_DEMAND = {"plotly": ["narwhals"], "narwhals": []}


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Run a module of this Python, and return what it prints.

    A failure shows it, or the last of the lines that pip calls errors.
    """
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        told = f"{done.stdout}{done.stderr}"
        errors = [line for line in told.splitlines() if line.startswith("ERROR: ")]
        raise OSError(f"{' '.join(map(str, command[:2]))} failed: {errors[-1] if errors else told}")
    return done.stdout


def needed(lock: dict[str, Any]) -> list[str]:
    """Return the pure packages that ours need in the browser.

    Where Pyodide has a package, its version is taken, which fits the kernel; else uv.lock's.
    """
    theirs = {canonicalize_name(name): package for name, package in lock["packages"].items()}
    export = ("--quiet", "--frozen", "--no-hashes", "--no-header", "--no-annotate")
    ours = ("--package", "pe-book", "--extra", "notebook", "--no-emit-workspace")
    lines = run("uv", "export", *export, *ours).splitlines()
    browser = {"sys_platform": "emscripten"}
    given = map(Requirement, lines)
    given = [each for each in given if not each.marker or each.marker.evaluate(browser)]
    locked = {each.name: f"{each.name}{each.specifier}" for each in given}
    skipped = {*COMPILED, *NOT_IN_KERNEL, *STAND_INS}
    # The kernel asks for the last two by their names.
    names = [name for name in (*locked, "micropip", "jedi") if name not in skipped]
    for name in names:  # which grows by what theirs need
        depends = map(canonicalize_name, theirs.get(name, {}).get("depends", ()))
        names += [other for other in depends if other not in {*names, *skipped}]
    return [
        f"{name}=={theirs[name]['version']}" if name in theirs else locked[name] for name in names
    ]


def compiled() -> list[Path]:
    """Return the compiled wheels that are to be had; numpy has to be."""
    wheels = [distribution_wheel(PYODIDE, "numpy")]
    try:
        return wheels + [distribution_wheel(PYODIDE, name) for name in COMPILED[1:]]
    except (OSError, LookupError) as error:
        print(f"NO STATIC FIGURES IN JUPYTERLITE: matplotlib could not be had. {error}")
        return wheels


def entry(file: Path, name: str, number: str) -> dict[str, Any]:
    """Return what Pyodide's lock has for a package, with the SHA-256 that the browser compares."""
    return {
        "name": name,
        "version": number,
        "file_name": file.name,
        "install_dir": "site",
        "sha256": sha256(file),
        "package_type": "package",
        "imports": [name],
        "depends": ON_DEMAND.get(name, []),
        "unvendored_tests": False,
    }


def stage() -> None:
    """Put Pyodide, all packages, the chapters and the settings where JupyterLite finds them."""
    shutil.rmtree(STAGE, ignore_errors=True)
    python = STAGE / "static" / "pyodide"
    python.mkdir(parents=True)
    for name in CORE:
        shutil.copy(PYODIDE / name, python)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    python_version = lock["info"]["python"].rpartition(".")[0]
    pure = ["--no-deps", "--only-binary", ":all:", "--platform", "any", "--implementation", "py"]
    pure += ["--abi", "none", "--python-version", python_version, "--dest", str(python)]
    run("pip", "download", "--quiet", *pure, *needed(lock))
    for folder in (".", "pe_check", "pe_book"):
        run("uv", "build", "--quiet", "--wheel", "--out-dir", python, folder)
    stand_in = "widgetsnbextension-3"  # of ipywidgets 7
    kernels = [
        file
        for file in (EXTENSIONS / KERNEL / "static" / "pypi").glob("*.whl")
        if not file.name.startswith(stand_in)
    ]
    for wheel in (*compiled(), *kernels):
        shutil.copy(wheel, python)
    packages = {}
    for wheel in python.glob("*.whl"):
        name, number, *_ = parse_wheel_filename(wheel.name)
        packages[name] = entry(wheel, name, str(number))
    for name, (file, text) in STAND_INS.items():
        with zipfile.ZipFile(python / f"{name}.zip", "w") as archive:
            archive.writestr(file, text)
        packages[name] = entry(python / f"{name}.zip", name, "0")
    text = json.dumps({**lock, "packages": packages})
    (python / "pyodide-lock.json").write_text(text, encoding="utf-8")
    chapters = STAGE / "files" / "chapters"
    chapters.mkdir(parents=True)
    for file in (ROOT / "chapters").glob("*.ipynb"):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        notebook["metadata"]["kernelspec"] = KERNELSPEC
        (chapters / file.name).write_text(json.dumps(notebook), encoding="utf-8")
    kernel = {
        "loadPyodideOptions": {"packages": sorted(packages.keys() - ON_DEMAND)},
        "disablePyPIFallback": True,
    }
    settings = {
        "appName": "Positional encoding",
        "litePluginSettings": {f"{KERNEL}:kernel": kernel},
    }
    text = json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": settings})
    (STAGE / "jupyter-lite.json").write_text(text, encoding="utf-8")


def build(site: Path) -> None:
    """Make the site from nothing."""
    stage()
    shutil.rmtree(site, ignore_errors=True)
    extensions = [f"--LiteBuildConfig.federated_extensions={EXTENSIONS / name}" for name in NEEDED]
    options = ("build", "--config", SETTINGS, "--output-dir", site, *extensions)
    run("jupyterlite_core", *options, folder=STAGE)  # where it keeps a record of what it has done


def main(arguments: list[str]) -> None:
    command_parser("lite", __doc__).parse_args(arguments)
    try:
        build(ROOT / PAGES / LITE)
    except (OSError, LookupError) as error:
        raise SystemExit(f"JupyterLite was not made. {error}\n{NEEDS}") from None
    print(f"JupyterLite is in {PAGES}/{LITE}.")
