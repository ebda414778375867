"""The project's own files agree with each other and name no place on anybody's machine."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from sphinx.util.matching import Matcher

from tools import install
from tools.lock import (
    GROUPS,
    PYTHONS,
    locked_versions,
    name_of,
    readers_requirements,
    requirements_text,
)

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def own_files() -> list[Path]:
    """What git keeps or would keep, so that a file is checked before it is committed too."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file()]


# --- Locks --------------------------------------------------------------------------------------


def test_requirements_match_the_lock():
    written = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert written == requirements_text(PYPROJECT, CONSTRAINTS), "`make lock` writes it"


def test_requirements_hold_no_development_tool():
    tools = {name_of(tool) for group in GROUPS for tool in PYPROJECT["dependency-groups"][group]}
    assert tools.isdisjoint(readers_requirements(PYPROJECT))
    optional = PYPROJECT["project"]["optional-dependencies"]
    assert "torch" not in readers_requirements(PYPROJECT)
    assert [name_of(one) for one in optional["torch"]] == ["torch"]


def test_every_tool_is_locked():
    versions = locked_versions(CONSTRAINTS)
    assert set(PYPROJECT["dependency-groups"]) == set(GROUPS)
    for group in GROUPS:
        for tool in PYPROJECT["dependency-groups"][group]:
            assert name_of(tool) in versions


def test_the_library_depends_on_numpy_only_and_pins_nothing():
    assert [name_of(one) for one in PYPROJECT["project"]["dependencies"]] == ["numpy"]
    optional = PYPROJECT["project"]["optional-dependencies"]
    for requirement in [*PYPROJECT["project"]["dependencies"], *optional["notebook"]]:
        assert re.fullmatch(r"[\w-]+>=[\d.]+", requirement), requirement


def test_the_lock_consists_of_pinned_versions():
    lines = [line for line in CONSTRAINTS.splitlines() if line.strip() and line[0] not in "# "]
    assert len(lines) > 100
    for line in lines:
        assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", line), line


def test_pre_commit_runs_the_locked_versions():
    versions = locked_versions(CONSTRAINTS)
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    revisions = {repo["repo"].rsplit("/", 1)[1]: repo["rev"] for repo in hooks["repos"]}
    assert revisions == {
        "ruff-pre-commit": f"v{versions['ruff']}",
        "nbstripout": versions["nbstripout"],
    }


# --- Commands and workflows ---------------------------------------------------------------------


def targets() -> set[str]:
    """The commands that the Makefile explains."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):.*## ", makefile, flags=re.MULTILINE))


def test_help_lists_every_command():
    environment = {**os.environ, "VENV": "nowhere"}
    shown = subprocess.run(
        ["make", "help"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    listed = set(re.findall(r"^  make ([\w-]+)  +\S", shown, flags=re.MULTILINE))
    assert listed == targets()
    wanted = {"book", "build", "test", "lint", "clean", "help", "repository", "bench"}
    assert wanted <= listed


def test_make_lint_reports_bad_style_and_changes_no_file(tmp_path):
    planned = subprocess.run(
        ["make", "--dry-run", "lint"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout
    commands = re.findall(r"(?m)^\S*/ruff (.+)$", planned)
    assert len(commands) == 2
    untidy = "import os\nx=1\n"
    for arguments in commands:
        (tmp_path / "untidy.py").write_text(untidy, encoding="utf-8")
        ruff = [sys.executable, "-m", "ruff", *arguments.split()]
        assert subprocess.run(ruff, cwd=tmp_path, capture_output=True).returncode == 1, arguments
        assert (tmp_path / "untidy.py").read_text(encoding="utf-8") == untidy, arguments


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", *WORKFLOWS], ids=str)
def test_documented_commands_exist(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^ *|run: |if )make ([a-z-]+)", text, flags=re.MULTILINE))
    assert named <= targets() | {"developer"}


def test_what_make_check_runs_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    for name in re.search(r"^CHECKED = (.*)", makefile, flags=re.MULTILINE)[1].split():
        file, _, test = name.partition("::")
        assert (ROOT / file).exists(), name
        assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflow_is_sound(file):
    text = file.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 45
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if "uses" in step:
                # What a tag names can be changed, a commit cannot; the version stands beside it.
                action = re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", step["uses"])[0]
                assert re.search(rf"{action} # v\d+\.\d+\.\d+$", text, flags=re.MULTILINE)


def test_workflows_cover_tests_pages_links_and_vulnerabilities():
    by_name = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in WORKFLOWS}
    assert set(by_name) == {"tests", "publish", "links", "audit", "release", "transformers"}
    job = by_name["tests"]["jobs"]["everything"]
    assert job["strategy"]["matrix"]["python"] == list(PYTHONS)
    assert any(step.get("run") == ".ci/run" for step in job["steps"])
    # YAML 1.1 reads the key `on` as true.
    for name in ("links", "audit", "transformers"):
        assert "schedule" in by_name[name][True] and "push" not in by_name[name][True]
    [audit] = [
        step["run"]
        for step in by_name["audit"]["jobs"]["audit"]["steps"]
        if "pip-audit" in str(step)
    ]
    assert "constraints.txt" in audit and "package-lock.json" in audit


def test_supported_pythons_agree_everywhere():
    """The workflow's list is that of the lock, in the test above this one."""
    assert PYTHONS == ("3.11", "3.12", "3.13", "3.14")
    first, last = PYTHONS[0], PYTHONS[-1]
    # The library has no upper bound: the book's tools have.
    assert PYPROJECT["project"]["requires-python"] == f">={first}"
    listed = "Programming Language :: Python :: 3."
    classifiers = PYPROJECT["project"]["classifiers"]
    assert [f"3.{one.removeprefix(listed)}" for one in classifiers if one.startswith(listed)] == [
        *PYTHONS
    ]
    for name in ("README.md", "CONTRIBUTING.md"):
        assert f"Python {first} to {last}" in (ROOT / name).read_text(encoding="utf-8"), name
    assert f"Python {first} to {last}" in install.NO_PYTHON
    assert [f"{major}.{minor}" for major, minor in (install.FIRST, install.LAST)] == [first, last]
    runtime = (ROOT / ".binder" / "runtime.txt").read_text(encoding="utf-8")
    assert runtime.strip().removeprefix("python-") in PYTHONS


def test_ci_can_be_run():
    assert (ROOT / ".ci" / "run").stat().st_mode & stat.S_IXUSR
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True)


def test_a_missing_environment_is_named(tmp_path):
    done = subprocess.run(
        ["make", "build", f"VENV={tmp_path}/none"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode
    assert f"VENV={tmp_path}/none is not a virtual environment" in done.stdout


# --- Every file ---------------------------------------------------------------------------------


def test_no_file_contains_an_absolute_local_path():
    pattern = re.compile(
        rb"(?<![\w.])(/(?:home|Users|root|tmp|work|opt)/\w|/root\b|file:///\w|[A-Z]:\\\\)"
    )
    binary = {".png", ".woff2", ".ico"}
    found = [
        f"{file.relative_to(ROOT)}: {match[0]!r}"
        for file in own_files()
        if file.suffix not in binary and file != Path(__file__)
        for match in pattern.finditer(file.read_bytes())
    ]
    assert not found


def test_texts_end_with_one_newline_and_have_no_windows_line_ends():
    kinds = {".py", ".md", ".yml", ".toml", ".txt", ".mjs", ".css", ".ipynb", ".json", ".sh"}
    for file in own_files():
        if file.suffix in kinds and file.stat().st_size:
            content = file.read_bytes()
            assert content.endswith(b"\n") and not content.endswith(b"\n\n"), file
            assert b"\r" not in content, file


def test_readme_opens_with_a_picture_three_buttons_and_the_two_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    opening, _, rest = readme.partition("\n## ")
    for picture in re.findall(r'src="(\S+)"', opening):
        assert (ROOT / picture).is_file(), picture
    sections = re.findall(r"(?m)^## (.+)", readme)
    anchors = [section.lower().replace(" ", "-") for section in sections]
    buttons = re.findall(r'<a href="#([\w-]+)"><img', opening)
    assert len(buttons) == 3 and set(buttons) <= set(anchors)
    assert "make book" in rest[:400] and "make test" in rest[:400]


def test_readme_links_lead_somewhere():
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(((?!https?:)[^)#]+)\)", text):
            assert (ROOT / target).exists(), f"{name}: {target}"


def test_package_json_does_not_set_the_module_type():
    """`"type": "module"` here would reach into .venv, where KaTeX's server is a classic script."""
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert package.get("type", "commonjs") == "commonjs"


def test_installed_and_built_folders_are_excluded_from_the_book():
    """`make bench` installs packages into a folder of its own, and packages carry pages too."""
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    excluded = Matcher(settings["exclude_patterns"])
    for folder in (".venv", "benchmarks/.venv", "node_modules", "mutants", "build", "dist"):
        path = Path(folder)
        assert any(excluded(parent.as_posix()) for parent in (path, *path.parents[:-1])), folder
