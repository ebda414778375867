"""Make a release ready in _build/release: `python -m tools release v0.1.0`.

The tag is the version of the library, and CHANGELOG.md has a section on it, which becomes
notes.md; without a tag all else is made, for a trial. Wheel and source package of the library are
built, checked, installed each into an environment of its own, and used there; the wheel of pe_book
is built and checked. The site, JupyterLite, the problem sets and the questions are built, and
archives.py packs them. What lies there then, .github/workflows/release.yml publishes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pe_book.text.numbers import byte_size
from pe_lib import __version__
from tools import ROOT, archives, command_parser
from tools.install import program

READY = ROOT / "_build" / "release"
#: What somebody does who has just installed it: a table, and the question what it is.
TRIED = (
    "import numpy, pe_lib; numpy.save('table.npy', pe_lib.positional_encoding(64, 16))",
    "import sys; from pe_check.__main__ import main; sys.exit(main(['identify', 'table.npy']))",
)


def checked_version(tag: str, version: str) -> str:
    """The version that a tag names, if it is the library's.

    >>> checked_version("v1.2.0", "1.2.0")
    '1.2.0'
    """
    if tag != f"v{version}":
        raise SystemExit(f"The tag is {tag}, but pe_lib has version {version}.")
    return version


def notes(version: str, changelog: str) -> str:
    """The section of the changelog on a version, without its heading.

    >>> notes("1.2.0", "# Changelog\\n\\n## [1.2.0] - 2027-01-31\\n\\n- New.\\n\\n## [1.1.0]\\n")
    '- New.\\n'
    """
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n"
    sections = re.findall(rf"(?ms){heading}(.*?)(?=^## |\Z)", changelog)
    if len(sections) != 1 or not sections[0].strip():
        raise SystemExit(
            f"CHANGELOG.md has no section “## [{version}] - year-month-day” with text."
        )
    return sections[0].strip() + "\n"


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    if done := subprocess.run([str(word) for word in command], cwd=cwd, check=False).returncode:
        raise SystemExit(
            f"{Path(command[0]).name} failed with {done}: {' '.join(map(str, command))}"
        )


def try_out(package: Path, uv: Path) -> None:
    """Install a package as a stranger would, and use it far from the clone."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(uv, "venv", "--quiet", "--python", sys.executable, place / "environment")
        python = program(place / "environment", "python")
        run(uv, "pip", "install", "--quiet", "--python", python, package)
        for code in TRIED:
            run(python, "-c", code, cwd=place)


def make_archives() -> None:
    """Build what others take without a clone, and pack it."""
    for command in (("build", "--pdf", "--lite"), ("course",), ("questions",), ("key",)):
        run(sys.executable, "-m", "tools", *command)
    for file in sorted((archives.PAGES / "pdf").glob("*.pdf")):
        if file.name != archives.HANDOUT:  # its key is for teachers
            shutil.copy(file, READY)
    for file in archives.make(READY, __version__):
        print(f"{file.name}: {byte_size(file.stat().st_size)}")


def make_packages(packages: Path) -> None:
    """Build, check and try out the library's packages; build and check that of pe_book."""
    packages.mkdir()
    tools = Path(sys.executable).parent
    run(tools / "validate-pyproject", "pyproject.toml")
    run(tools / "uv", "build", "--quiet", "--out-dir", packages)
    built = sorted(file for file in packages.iterdir() if file.suffix in (".whl", ".gz"))
    run(tools / "twine", "check", "--strict", *built)
    run(tools / "check-wheel-contents", *(file for file in built if file.suffix == ".whl"))
    for package in built:
        try_out(package, tools / "uv")
    run(tools / "validate-pyproject", "pe_book/pyproject.toml")
    run(tools / "uv", "build", "--quiet", "--wheel", "--out-dir", packages, "pe_book")
    [book] = packages.glob("pe_book-*.whl")
    run(tools / "twine", "check", "--strict", book)
    run(tools / "check-wheel-contents", "--toplevel", "pe_book", book)


def main(arguments: list[str]) -> None:
    parser = command_parser("release", __doc__)
    parser.add_argument("tag", nargs="?", help="v and the version of pe_lib; none: a trial")
    tag = parser.parse_args(arguments).tag
    shutil.rmtree(READY, ignore_errors=True)
    READY.mkdir(parents=True)
    if tag:
        version = checked_version(tag, __version__)
        text = notes(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
        (READY / "notes.md").write_text(text, encoding="utf-8", newline="\n")
    make_packages(READY / "packages")
    make_archives()
    print(f"Version {__version__} is ready in {READY.relative_to(ROOT).as_posix()}.")
