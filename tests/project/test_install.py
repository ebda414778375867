"""`python -m tools install` finds a Python, installs once, and says in a sentence what stops it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from tools import ROOT, install


@pytest.fixture
def ran(monkeypatch) -> list[tuple[list[str], dict]]:
    """The commands that are run, with their environments; each succeeds and says nothing."""
    commands = []

    def run(command, **options):
        commands.append((list(map(str, command)), options.get("env") or {}))
        return subprocess.CompletedProcess(command, 0, stdout="", stderr="")

    monkeypatch.setattr(install.subprocess, "run", run)
    for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL", "UV"):
        monkeypatch.delenv(name, raising=False)
    return commands


@pytest.fixture
def clone(tmp_path, monkeypatch) -> Path:
    """A clone with locks and an environment, at a path with a space, a comma and an umlaut."""
    clone = tmp_path / "ein Büchlein, größer"
    venv = clone / ".venv"
    install.programs(venv).mkdir(parents=True)
    Path(install.program(venv, "uv")).touch()
    for name in (*install.LOCKS, *install.NPM_LOCKS):
        (clone / name).parent.mkdir(exist_ok=True)
        (clone / name).write_text(name, encoding="utf-8")
    monkeypatch.setattr(install, "ROOT", clone)
    return clone


def fake_python(file: Path, script: str) -> str:
    file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def test_too_old_or_missing_python_is_explained(tmp_path):
    old = fake_python(tmp_path / "python-old", "echo 3 9 1")
    for python, found in ((old, "Python 3.9.1"), (tmp_path / "nothing", "not found")):
        command = [sys.executable, "-m", "tools", "install", "--venv", tmp_path / "venv"]
        done = subprocess.run(
            [*command, "--python", python], cwd=ROOT, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 1
        assert f"is: {found}" in done.stderr and "Traceback" not in done.stderr
        assert "make book PYTHON=" in done.stderr and "py -3.12 -m tools" in done.stderr
        assert not (tmp_path / "venv").exists()


def test_a_newer_python_is_found_beside_one_that_is_too_old(tmp_path, monkeypatch):
    newer = fake_python(tmp_path / "python3.12", "echo 3 12 7")
    monkeypatch.setattr(sys, "executable", fake_python(tmp_path / "python", "echo 2 7 18"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install.suitable_python(None) == newer


def test_a_python_without_venv_names_its_package(tmp_path, monkeypatch):
    bare = fake_python(
        tmp_path / "python3", 'case "$2" in *ensurepip*) exit 1;; *) echo 3 12 7;; esac'
    )
    with pytest.raises(SystemExit, match=r"apt-get install python3\.12-venv"):
        install.make_environment(tmp_path / "venv", bare)


def test_the_bootstrap_needs_no_package_and_no_new_syntax():
    """It runs where nothing is installed, on a Python that is too old for the book as well."""
    code = "import sys, tools.install, tools.__main__; print(*sys.modules)"
    bare = [sys.executable, "-S", "-I", "-c", f"import sys; sys.path.append('.'); {code}"]
    subprocess.run(bare, cwd=ROOT, check=True, capture_output=True)
    for name in ("__init__", "__main__", "install", "diagnose"):
        text = (ROOT / "tools" / f"{name}.py").read_text(encoding="utf-8")
        ast.parse(text, feature_version=(3, 8))


def test_packages_are_installed_once_until_a_lock_changes(clone, ran):
    def installed() -> list[str]:
        ran.clear()
        install.main(["reader", "--venv", str(clone / ".venv")])
        return [command for command, _ in ran if "install" in command]

    [command] = installed()
    assert command[-2:] == ["-r", "requirements.txt"]
    assert command[0] == install.program(clone / ".venv", "uv")
    assert installed() == []
    for name in install.LOCKS:
        (clone / name).write_text("changed", encoding="utf-8")
        assert len(installed()) == 1, name


def test_front_end_is_installed_once_until_its_lock_changes(clone, ran):
    def installed(part: str) -> list[list[str]]:
        ran.clear()
        install.main([part, "--venv", str(clone / ".venv")])
        return [command for command, _ in ran if "ci" in command]

    [command] = installed("pages")
    assert "--omit=dev" in command
    assert installed("pages") == []
    [command] = installed("tests")
    assert "--omit=dev" not in command
    assert installed("pages") == installed("tests") == []
    for name in ("package.json", "package-lock.json"):
        (clone / name).write_text("changed", encoding="utf-8")
        assert len(installed("pages")) == 1, name


def test_npm_finds_the_environments_node_and_gives_up_soon(clone, ran):
    install.main(["pages", "--venv", str(clone / ".venv")])
    [(_, environment)] = [(c, e) for c, e in ran if "ci" in c]
    assert environment["PATH"].startswith(str(install.programs(clone / ".venv")))
    assert environment["NPM_CONFIG_FETCH_RETRY_MAXTIMEOUT"] == "5000"


def test_a_failed_installation_is_tried_again(clone, monkeypatch):
    failed = subprocess.CompletedProcess([], 1, stdout="", stderr="")
    monkeypatch.setattr(install.subprocess, "run", lambda *_, **__: failed)
    monkeypatch.setattr(
        install, "explain", lambda folder, address, message: f"why not from {address}"
    )
    for part in ("reader", "pages"):
        for _ in range(2):
            with pytest.raises(SystemExit, match="why not from"):
                install.main([part, "--venv", str(clone / ".venv")])


@pytest.mark.parametrize("part", ["reader", "tests"])
def test_nothing_is_installed_where_there_is_no_room(clone, ran, monkeypatch, part):
    monkeypatch.setenv("ROOM", "999999999")
    with pytest.raises(SystemExit, match="999,999,999 MB are needed"):
        install.main([part, "--venv", str(clone / ".venv")])
    assert ran == []


def test_an_unknown_part_is_named(capsys):
    with pytest.raises(SystemExit, match="2"):
        install.main(["raeder"])
    assert (
        "no such part: raeder (of reader, developer, lite, course, release, pages"
        in capsys.readouterr().err
    )


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
def test_uv_takes_the_index_that_is_set_for_pip(given, taken, clone, monkeypatch):
    seen = []

    def run(command, env=None, **_):
        if "config" in command:
            return subprocess.CompletedProcess(command, 0, stdout=given.get("IN_PIP_CONF", ""))
        seen.append(env.get("UV_DEFAULT_INDEX", ""))
        return subprocess.CompletedProcess(command, 0)

    for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(install.subprocess, "run", run)
    install.uv_install(clone / ".venv", ("numpy",))
    assert seen == [taken]


@pytest.mark.parametrize(("system", "folder"), [("nt", "Scripts"), ("posix", "bin")])
def test_programs_are_found_on_each_system(system, folder, monkeypatch):
    monkeypatch.setattr(install.os, "name", system)
    suffix = ".exe" if system == "nt" else ""
    venv = PureWindowsPath("C:/ein Büchlein/.venv") if system == "nt" else PurePosixPath("v")
    assert install.program(venv, "npm") == str(venv / folder / f"npm{suffix}")
