"""A release: its version, its section of the changelog, and the packages that make it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest

import pe_lib
from tools import ROOT, release
from tools.lock import READERS_EXTRAS, name_of

CHANGELOG = (
    "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2027-01-31\n\n- New.\n\n## [1.1.0] - x\n"
)


def test_another_tag_than_the_version_is_refused():
    with pytest.raises(SystemExit, match=r"The tag is v9\.9\.9, but pe_lib has version"):
        release.checked_version("v9.9.9", pe_lib.__version__)


@pytest.mark.parametrize("version", ["1.3.0", "1.1.0", "1.2", "Unreleased"])
def test_a_version_without_a_dated_section_is_refused(version):
    with pytest.raises(SystemExit, match=r"CHANGELOG\.md has no section"):
        release.notes(version, CHANGELOG)


def test_the_notes_are_the_section():
    assert release.notes("1.2.0", CHANGELOG) == "- New.\n"


def test_a_step_that_fails_ends_the_release():
    with pytest.raises(SystemExit, match="false failed with 1"):
        release.run("false")


#: What `python -m tools release` runs, beside what only builds the pages.
RUN = ["archives.py", "course.py", "key.py", "lite.py", "questions/*.py", "release.py"]


def imported(file: Path) -> Iterator[str]:
    """Yield the packages that a module imports, at its head or later."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.partition(".")[0]


def with_their_needs(names: set[str]) -> set[str]:
    """Return projects and all that is installed with them, as far as it is installed here."""
    found, waiting = set(), set(names)
    while waiting:
        found.add(name := waiting.pop())
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        waiting |= {name_of(one) for one in needs if "extra ==" not in one} - found
    return found


def test_the_workflow_installs_all_that_a_release_imports():
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    [parts] = re.findall(r"python -m tools install reader (.+)", workflow)
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups, extras = pyproject["dependency-groups"], pyproject["project"]["optional-dependencies"]
    wanted = [one for part in parts.split() for one in groups.get(part, [])]
    wanted += [one for extra in READERS_EXTRAS for one in extras[extra]]
    installed = with_their_needs({name_of(one) for one in wanted})
    own = {"tools", "pe_lib", "pe_book", "_ext", *sys.stdlib_module_names}
    names = {
        name for part in RUN for file in (ROOT / "tools").glob(part) for name in imported(file)
    }
    # A package that is not installed here, as nbgrader before `make course`, is its own project.
    projects = packages_distributions()
    lacking = [
        name
        for name in sorted(names - own)
        if not {name_of(one) for one in projects.get(name, [name])} & installed
    ]
    assert "text2qti" in names and not lacking
