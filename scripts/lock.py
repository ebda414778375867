"""Renew the lock: `constraints.txt` from pyproject.toml, `requirements.txt` from both.

constraints.txt holds one version of everything, for readers and developers alike, on every
supported Python and system. requirements.txt is the short list that a person reads and that
Binder installs: the direct dependencies, at the lock's versions.

Run it with `make lock`; give `--keep` to leave versions alone that still fit.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS_EXTRAS = ("notebook", "book")
GROUPS = ("install", "dev")
REQUIREMENTS_HEADER = """\
# What a reader needs to run and build the book; Binder installs this file alone.
# Written by `make lock` from pyproject.toml and constraints.txt: change those.
-c constraints.txt
-e .
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="keep versions that still fit")
    options = parser.parse_args()
    command = ["uv", "--no-config", "pip", "compile", "pyproject.toml", "--universal"]
    command += ["--python-version", "3.11", "--fork-strategy", "fewest"]
    for group in GROUPS:
        command += ["--group", group]
    for extra in READERS_EXTRAS:
        command += ["--extra", extra]
    command += ["--custom-compile-command", "make lock", "--output-file", "constraints.txt"]
    command += ["--default-index", "https://pypi.org/simple"]
    command += [] if options.keep else ["--upgrade"]
    # This machine's own indexes stay out of a file that everybody shares.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("UV_INDEX", "UV_FIND", "UV_EXTRA", "UV_DEFAULT_INDEX"))
    }
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    requirements = requirements_text(pyproject, constraints)
    (ROOT / "requirements.txt").write_text(requirements, encoding="utf-8")
    print("constraints.txt and requirements.txt are renewed; run `make test` with them.")


if __name__ == "__main__":
    main()
