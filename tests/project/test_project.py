"""The project's own files agree with each other and name no place on anybody's machine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

import pe_lib
from book.paths import ROOT
from tests.environments.environment import own_files

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]


def test_the_lock_names_pypi_and_no_machine():
    sources = {next(iter(package["source"].items())) for package in LOCK}
    own = {("editable", name) for name in (".", "pe_book", "pe_check")}
    assert sources == own | {("registry", "https://pypi.org/simple")}


def test_requirements_are_those_of_the_lock():
    versions = {(package["name"], package["version"]) for package in LOCK if "version" in package}
    for name in ("requirements.txt", ".binder/requirements.txt"):
        pins = re.findall(r"(?m)^([\w.-]+)==([^\s;]+)", (ROOT / name).read_text(encoding="utf-8"))
        assert len(pins) > 30 and set(pins) <= versions, f"{name}: make lock writes it"


def test_supported_pythons_are_those_of_the_workflows():
    """The library has no upper bound: the book's tools have."""
    first, *_, last = supported = ["3.11", "3.12", "3.13", "3.14"]
    assert PYPROJECT["project"]["requires-python"] == f">={first}"
    classifiers = "\n".join(PYPROJECT["project"]["classifiers"])
    assert re.findall(r"Python :: (3\.\d+)", classifiers) == supported
    for name in ("README.md", "Makefile"):
        assert f"{first} to {last}" in (ROOT / name).read_text(encoding="utf-8"), name
    workflows = (ROOT / ".github" / "workflows").glob("*.yml")
    text = "\n".join(file.read_text(encoding="utf-8") for file in workflows)
    assert set(re.findall(r'"(3\.\d+)"', text)) == set(supported)


def test_a_workflow_takes_actions_at_a_commit_and_few_rights():
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}, file.name
        steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
        for action in (step["uses"] for step in steps if "uses" in step):
            assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), file.name


def test_documented_commands_exist():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob(".github/**/*.yml")):
        text = file.read_text(encoding="utf-8")
        named = set(re.findall(r"(?m)(?:`|^ *|run: |if )make ([a-z-]+)", text))
        assert named <= targets, file.name


def test_no_file_contains_an_absolute_local_path():
    pattern = re.compile(rb"(?<![\w.])(/(?:home|Users|root|tmp|work|opt)/\w|file:///\w|[A-Z]:\\\\)")
    binary = {".png", ".webp", ".woff2", ".ico"}
    for file in own_files():
        if file.suffix not in binary and file != Path(__file__):
            assert not pattern.search(file.read_bytes()), file


def test_the_citation_and_the_changelog_have_the_librarys_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == pe_lib.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.findall(rf"(?m)^## \[{re.escape(pe_lib.__version__)}\] - (\S+)$", changelog)
    assert dated in ([], [cited["date-released"].isoformat()])
