"""Renew the lock: `constraints.txt` from pyproject.toml, `requirements.txt` from both.

constraints.txt holds one version of everything, for readers and developers alike, on every
supported Python and system. requirements.txt is the short list that a person reads: the direct
dependencies, at the lock's versions. Binder installs less, .binder/requirements.txt. In the end the
lock is resolved once more for each Python and system, with wheels alone: a reader's machine
compiles nothing.

`uv export` was tried: it needs uv.lock beside constraints.txt, 4,500 lines that pip and Binder do
not read. Run it with `make lock`; give `--keep` to leave versions alone that still fit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tools import ROOT, command_parser

READERS_EXTRAS = ("notebook", "book")
GROUPS = ("install", "dev", "lite", "course", "release", "transformers")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("linux", "macos", "windows")
# The uv of this environment, else the one in PATH.
UV_PLACES = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
UV = shutil.which("uv", path=UV_PLACES) or "uv"
REQUIREMENTS_HEADER = """\
# What it takes to run the chapters and to build the book.
# Written by `make lock` from pyproject.toml and constraints.txt: change those.
-c constraints.txt
-e .
-e ./pe_book
-e ./pe_check
"""


def name_of(requirement: str) -> str:
    """The normalized project name at the start of a requirement.

    >>> name_of("Jupyter_Book>=1.0.4,<2")
    'jupyter-book'
    """
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def locked_versions(constraints: str) -> dict[str, str]:
    """Map each project in a constraints file to its version.

    >>> locked_versions("numpy==2.4.6\\n    # via pe-lib\\ncolorama==0.4.6 ; os_name == 'nt'\\n")
    {'numpy': '2.4.6', 'colorama': '0.4.6'}
    """
    return dict(re.findall(r"^([\w.-]+)==(\S+)", constraints, flags=re.MULTILINE))


def readers_requirements(pyproject: dict) -> list[str]:
    """Names of the direct dependencies of a reader, in alphabetical order."""
    project = pyproject["project"]
    wanted = list(project["dependencies"])
    for extra in READERS_EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return sorted({name_of(requirement) for requirement in wanted})


def requirements_text(pyproject: dict, constraints: str) -> str:
    """The text of requirements.txt that belongs to this pyproject.toml and this lock."""
    versions = locked_versions(constraints)
    lines = [f"{name}=={versions[name]}\n" for name in readers_requirements(pyproject)]
    return REQUIREMENTS_HEADER + "".join(lines)


def compile_command(*options: str) -> list[str]:
    """The command that resolves all that readers and developers need."""
    # Resolving for another Python takes no other Python: uv would fetch it first.
    command = [UV, "--no-config", "--no-python-downloads", "pip", "compile", "pyproject.toml"]
    for group in GROUPS:
        command += ["--group", group]
    for extra in (*READERS_EXTRAS, "test"):
        command += ["--extra", extra]
    return [*command, "--default-index", "https://pypi.org/simple", *options]


def without_own_indexes() -> dict[str, str]:
    """The environment, less this machine's own indexes: everybody shares what is written."""
    own = ("UV_INDEX", "UV_FIND", "UV_EXTRA", "UV_DEFAULT_INDEX")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def lack_of_wheels(python: str, system: str, lock: Path = ROOT / "constraints.txt") -> str:
    """What uv says where the locked versions do not all come as wheels; empty where they do."""
    options = ["--constraints", str(lock), "--only-binary", ":all:", "--python-version", python]
    done = subprocess.run(
        compile_command(*options, "--python-platform", system),
        cwd=ROOT,
        env=without_own_indexes(),
        capture_output=True,
        encoding="utf-8",
    )
    return done.stderr if done.returncode else ""


def main(arguments: list[str]) -> None:
    parser = command_parser("lock", __doc__)
    parser.add_argument("--keep", action="store_true", help="keep versions that still fit")
    options = parser.parse_args(arguments)
    command = compile_command("--universal", "--python-version", PYTHONS[0])
    command += ["--fork-strategy", "fewest"]
    command += ["--custom-compile-command", "make lock", "--output-file", "constraints.txt"]
    command += [] if options.keep else ["--upgrade"]
    environment = without_own_indexes()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    requirements = requirements_text(pyproject, constraints)
    (ROOT / "requirements.txt").write_text(requirements, encoding="utf-8", newline="\n")
    for python in PYTHONS:
        for system in SYSTEMS:
            if lack := lack_of_wheels(python, system):
                raise SystemExit(f"No wheels for all of the lock, {system}, {python}:\n{lack}")
    print(
        "constraints.txt and requirements.txt are renewed, and come as wheels for Python "
        f"{', '.join(PYTHONS)} on {', '.join(SYSTEMS)}. Run `make test` with them."
    )
