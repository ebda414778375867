"""The project's own files agree with each other and name no place on anybody's machine."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from sphinx.util.matching import Matcher

from scripts.lock import (
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
        text=True,
    )
    files = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [file for file in files if file.is_file()]


# --- Locks --------------------------------------------------------------------------------------


def test_readers_list_belongs_to_the_lock():
    written = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    assert written == requirements_text(PYPROJECT, CONSTRAINTS), "`make lock` writes it"


def test_readers_list_holds_no_development_tool():
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


def test_library_asks_for_numpy_alone_and_pins_nothing():
    assert [name_of(one) for one in PYPROJECT["project"]["dependencies"]] == ["numpy"]
    optional = PYPROJECT["project"]["optional-dependencies"]
    for requirement in [*PYPROJECT["project"]["dependencies"], *optional["notebook"]]:
        assert re.fullmatch(r"[\w-]+>=[\d.]+", requirement), requirement


def test_lock_names_versions_only():
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
    return set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))


def test_help_lists_every_command():
    environment = {**os.environ, "VENV": "nowhere"}
    shown = subprocess.run(
        ["make", "help"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    listed = set(re.findall(r"^  make (\w+)  +\S", shown, flags=re.MULTILINE))
    assert listed == targets()
    wanted = {"book", "build", "test", "lint", "clean", "help", "repository", "bench", "publish"}
    assert wanted <= listed


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", *WORKFLOWS], ids=str)
def test_commands_that_are_written_down_exist(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^ *|run: |if )make ([a-z]+)", text, flags=re.MULTILINE))
    assert named <= targets() | {"developer"}


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


def test_workflows_cover_tests_pages_and_links():
    by_name = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in WORKFLOWS}
    assert set(by_name) == {"tests", "publish", "links"}
    job = by_name["tests"]["jobs"]["everything"]
    assert job["strategy"]["matrix"]["python"] == list(PYTHONS)
    assert any(step.get("run") == ".ci/run" for step in job["steps"])
    # YAML 1.1 reads the key `on` as true.
    assert "schedule" in by_name["links"][True] and "push" not in by_name["links"][True]


def test_one_range_of_pythons_is_tested_locked_and_claimed():
    """The workflow's list is that of the lock, in the test above this one."""
    assert PYTHONS == ("3.11", "3.12", "3.13", "3.14")
    first, last = PYTHONS[0], PYTHONS[-1]
    after = f"3.{int(last.split('.')[1]) + 1}"
    assert PYPROJECT["project"]["requires-python"] == f">={first},<{after}"
    for name in ("README.md", "CONTRIBUTING.md", "scripts/venv.sh"):
        assert f"Python {first} to {last}" in (ROOT / name).read_text(encoding="utf-8"), name
    venv = (ROOT / "scripts" / "venv.sh").read_text(encoding="utf-8")
    low, high = first.replace(".", ", "), after.replace(".", ", ")
    assert f"({low}) <= sys.version_info < ({high})" in venv
    runtime = (ROOT / "runtime.txt").read_text(encoding="utf-8")
    assert runtime.strip().removeprefix("python-") in PYTHONS


def test_scripts_can_be_run():
    for name in (".ci/run", "scripts/venv.sh", "scripts/install.sh"):
        assert (ROOT / name).stat().st_mode & stat.S_IXUSR, name
        shell = (ROOT / name).read_text(encoding="utf-8").splitlines()[0].rsplit("/", 1)[1]
        subprocess.run([*shell.replace("env ", "").split(), "-n", ROOT / name], check=True)


def test_too_old_or_missing_python_is_explained(tmp_path):
    old = tmp_path / "python-old"
    old.write_text('#!/bin/sh\ncase "$2" in *exit*) exit 1;; *) echo "Python 3.9.1";; esac\n')
    old.chmod(0o755)
    for python, found in ((old, "Python 3.9.1"), (tmp_path / "nothing", "not found")):
        done = subprocess.run(
            ["sh", "scripts/venv.sh", tmp_path / "venv", python],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1
        assert f"is: {found}" in done.stderr
        assert "make book PYTHON=" in done.stderr
        assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({}, ""),
        ({"PIP_INDEX_URL": "https://pip/simple"}, "https://pip/simple"),
        ({"IN_PIP_CONF": "https://conf/simple"}, "https://conf/simple"),
        ({"PIP_INDEX_URL": "https://pip/simple", "UV_DEFAULT_INDEX": "https://uv/"}, "https://uv/"),
        ({"IN_PIP_CONF": "https://conf/simple", "UV_INDEX_URL": "https://uv/"}, ""),
    ],
    ids=["none", "pip's variable", "pip.conf", "uv's own", "uv's older name"],
)
def test_uv_takes_the_index_that_is_set_for_pip(given, taken, tmp_path):
    programs = {
        "uv": 'echo "index=${UV_DEFAULT_INDEX:-} $*"',
        "python": '[ "$*" != "-m pip config get global.index-url" ] || '
        '{ [ -n "${IN_PIP_CONF:-}" ] && echo "$IN_PIP_CONF"; }',
    }
    (tmp_path / "bin").mkdir()
    for name, text in programs.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    indexes = ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL")
    environment = {k: v for k, v in os.environ.items() if k not in indexes}
    done = subprocess.run(
        ["sh", "scripts/install.sh", tmp_path, "-r", "some.txt"],
        cwd=ROOT,
        env=environment | given,
        capture_output=True,
        check=True,
        text=True,
    )
    python = tmp_path / "bin" / "python"
    assert done.stdout == f"index={taken} pip install --quiet --python {python} -r some.txt\n"


def test_environment_that_is_not_there_is_named(tmp_path):
    done = subprocess.run(
        ["make", "build", f"VENV={tmp_path}/none"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode
    assert f"VENV={tmp_path}/none is not a virtual environment" in done.stdout


# --- Every file ---------------------------------------------------------------------------------


def test_no_file_names_a_place_on_somebodys_machine():
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


def test_readme_opens_with_a_small_picture_and_the_two_commands():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = ROOT / re.search(r"!\[[^]]{20,}\]\((\S+)\)", readme)[1]
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size < 150_000
    first_screen = readme[:1200]
    assert "make book" in first_screen and "make test" in first_screen


def test_readme_links_lead_somewhere():
    for name in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(((?!https?:)[^)#]+)\)", text):
            assert (ROOT / target).exists(), f"{name}: {target}"


def test_scripts_in_the_virtual_environment_keep_their_own_kind():
    """`"type": "module"` here would reach into .venv, where KaTeX's server is a classic script."""
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert package.get("type", "commonjs") == "commonjs"


def test_the_book_is_not_looked_for_in_what_was_installed_or_built():
    """`make bench` installs packages into a folder of its own, and packages carry pages too."""
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    excluded = Matcher(settings["exclude_patterns"])
    for folder in (".venv", "benchmarks/.venv", "node_modules", "build", "dist"):
        path = Path(folder)
        assert any(excluded(parent.as_posix()) for parent in (path, *path.parents[:-1])), folder
