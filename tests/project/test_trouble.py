"""A full disk, a silent proxy and a silent index each get a true sentence of their own."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from scripts import build
from scripts.trouble import answers, lack_of_room, place, proxy_of, silence, why

ROOT = Path(__file__).resolve().parents[2]
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxy_of_this_machine(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def nobody() -> int:
    """A port of this machine at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture
def somebody():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def full_disk(monkeypatch, free: int) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12 - free, free))


def test_a_full_disk_is_called_full(monkeypatch, tmp_path):
    full_disk(monkeypatch, 12_000_000)
    said = lack_of_room(tmp_path / "not" / "there", 1000)
    assert said.startswith(f"The disk that holds {tmp_path / 'not' / 'there'} has 12 MB free, and ")
    assert "1,000 MB are needed" in said
    assert lack_of_room(tmp_path, 12) == ""
    assert "has 12 MB free" in why(tmp_path, "https://127.0.0.1")


def test_the_disk_is_asked_where_the_files_will_be(tmp_path):
    assert lack_of_room(tmp_path, 1) == ""
    assert "are needed" in lack_of_room(tmp_path / "new", 1e12)


def test_a_silent_host_and_a_silent_proxy_are_told_apart(monkeypatch, nobody, somebody, tmp_path):
    index = f"http://127.0.0.1:{nobody}/simple"
    assert silence(index).startswith("No connection to 127.0.0.1: connection refused. Is this")
    alive = f"http://127.0.0.1:{somebody}/simple"
    assert silence(alive) == ""
    full_disk(monkeypatch, 58_000_000_000)
    assert why(tmp_path, alive) == (
        "The reason stands above. 127.0.0.1 answers, and 58,000 MB are free here."
    )
    monkeypatch.setenv("HTTPS_PROXY", f"http://localhost:{nobody}")
    said = why(tmp_path, "https://pypi.org/simple")
    assert said.startswith(f"The way to pypi.org goes through the proxy localhost:{nobody}, which")
    assert "but there is no connection to it: connection refused. Start it, or unset" in said
    monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{somebody}")
    assert silence("https://pypi.org/simple") == ""
    # Whether pypi.org answers behind the proxy is not known.
    assert "127.0.0.1 answers, and " in why(tmp_path, "https://pypi.org/simple")


def test_a_name_that_nobody_knows_is_said_to_be_one():
    assert answers("no-such-host.invalid", 80) == "this machine cannot find it by its name"
    said = silence("https://no-such-host.invalid/simple")
    assert said.startswith("No connection to no-such-host.invalid: this machine cannot find it")


def test_an_index_in_a_folder_needs_no_network(monkeypatch, tmp_path):
    full_disk(monkeypatch, 1_000_000_000)
    assert silence(tmp_path.as_uri()) == "" and silence(str(tmp_path)) == ""
    assert why(tmp_path, tmp_path.as_uri()) == "The reason stands above. 1,000 MB are free here."


@pytest.mark.parametrize("name", ["UV_CACHE_DIR", "npm_config_cache", "HOME", "TMPDIR"])
def test_a_full_disk_beside_the_directory_is_named(monkeypatch, tmp_path, somebody, name):
    elsewhere = tmp_path / "elsewhere"
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: usage(1, 1, 0 if path == elsewhere else 10**12)
    )
    elsewhere.mkdir()
    monkeypatch.setenv(name, str(elsewhere))
    monkeypatch.setattr(tempfile, "tempdir", None)
    said = why(tmp_path, f"http://127.0.0.1:{somebody}/simple")
    assert said.startswith(f"The disk that holds {elsewhere} has 0 MB free, and 20 MB are needed.")


def test_a_proxy_is_asked_for_what_goes_through_it(monkeypatch, tmp_path):
    monkeypatch.setenv("ALL_PROXY", "http://proxy:3128")
    monkeypatch.setenv("HTTP_PROXY", "http://other:80")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,.home")
    assert proxy_of("https://pypi.org/simple") == "http://proxy:3128"
    assert proxy_of("http://pypi.org/simple") == "http://other:80"
    for direct in ("https://index.home", "http://127.0.0.1:80", tmp_path.as_uri(), str(tmp_path)):
        assert proxy_of(direct) == "", direct


def test_addresses_are_read_as_people_write_them():
    assert place("http://proxy:3128") == ("proxy", 3128)
    assert place("proxy:3128") == ("proxy", 3128)
    assert place("https://pypi.org/simple") == ("pypi.org", 443)
    assert place("proxy") == place("socks5://proxy") == ("proxy", 80)


# ---- through make and the scripts that it calls


@pytest.fixture
def environment(tmp_path) -> Path:
    """An environment whose uv fails, and says that it was called."""
    directory = tmp_path / "an environment, größer"
    (directory / "bin").mkdir(parents=True)
    (directory / "bin" / "python").symlink_to(sys.executable)
    uv = directory / "bin" / "uv"
    uv.write_text("#!/bin/sh\necho uv was called\nexit 2\n")
    uv.chmod(0o755)
    return directory


def install(environment: Path, **variables: str) -> subprocess.CompletedProcess:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("UV", "PIP"))}
    return subprocess.run(
        ["sh", ROOT / "scripts" / "install.sh", environment, "numpy"],
        env=kept | variables,
        capture_output=True,
        text=True,
    )


def test_installing_says_why_it_failed(environment, nobody):
    done = install(environment, UV_DEFAULT_INDEX=f"http://127.0.0.1:{nobody}/simple")
    assert done.returncode == 1 and done.stdout == "uv was called\n"
    assert "No connection to 127.0.0.1: connection refused." in done.stderr
    assert "Traceback" not in done.stderr


def test_installing_names_the_proxy_that_is_dead(environment, nobody):
    proxy = f"http://127.0.0.1:{nobody}"
    index = "https://pypi.org/simple"
    done = install(environment, UV_DEFAULT_INDEX=index, HTTPS_PROXY=proxy)
    assert done.returncode == 1
    assert f"goes through the proxy 127.0.0.1:{nobody}" in done.stderr


def test_nothing_is_installed_where_there_is_no_room(environment):
    done = install(environment, ROOM="999999999")
    assert done.returncode == 1 and done.stdout == ""
    assert "999,999,999 MB are needed" in done.stderr and "Traceback" not in done.stderr


def test_nothing_is_built_where_there_is_no_room(monkeypatch):
    full_disk(monkeypatch, 5_000_000)
    monkeypatch.setattr(sys, "argv", ["build.py"])
    monkeypatch.setattr(build, "built", lambda *given: pytest.fail("it was built"))
    with pytest.raises(SystemExit, match="has 5 MB free, and 100 MB are needed"):
        build.main()


def no_space(*given):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("run_sphinx", [lambda *given: False, no_space])
def test_a_build_that_filled_the_disk_says_so(monkeypatch, capsys, run_sphinx):
    monkeypatch.setattr(build, "begin", lambda *given: {})
    monkeypatch.setattr(build, "run_sphinx", run_sphinx)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    full_disk(monkeypatch, 3_000_000)
    assert build.built("html", pdf=False) == 1
    said = capsys.readouterr().err
    assert "has 3 MB free" in said and "WARNING" not in said


@pytest.fixture
def clone(tmp_path, environment) -> Path:
    """What make needs of a clone at a path with a space, a comma and letters beyond ASCII."""
    clone = tmp_path / "ein Büchlein, größer"
    clone.mkdir()
    for name in ("Makefile", "package.json", "package-lock.json"):
        shutil.copy(ROOT / name, clone)
    shutil.copytree(ROOT / "scripts", clone / "scripts")
    environment.rename(clone / "env")
    return clone


def npm(clone: Path, script: str, **variables: str) -> subprocess.CompletedProcess:
    """Run the recipe that gets the pages' files, with an npm of our own."""
    program = clone / "env" / "bin" / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return subprocess.run(
        ["make", "node_modules/.stamp-pages", "VENV=env", *(f"{k}={v}" for k, v in
                                                           variables.items())],
        cwd=clone, capture_output=True, text=True,
    )  # fmt: skip


def test_npm_says_why_it_failed(clone, nobody):
    registry = f"http://127.0.0.1:{nobody}"
    done = npm(clone, f'[ "$1" = config ] && echo {registry} && exit 0; exit 3')
    assert done.returncode and "No connection to 127.0.0.1: connection refused." in done.stderr
    assert not (clone / "node_modules" / ".stamp-pages").exists()


def test_npm_tries_for_seconds_not_for_minutes(clone):
    waits = npm(clone, "env | grep FETCH_RETRY_M >&2; exit 3").stderr
    assert "RETRY_MINTIMEOUT=1000\n" in waits and "RETRY_MAXTIMEOUT=5000\n" in waits


def test_npm_is_not_called_where_there_is_no_room(clone):
    done = npm(clone, "echo npm was called", MEGABYTES="999999999")
    assert done.returncode and "999,999,999 MB are needed" in done.stderr
    assert "npm was called" not in done.stdout


def test_npm_that_works_leaves_its_stamp(clone):
    done = npm(clone, "mkdir -p node_modules")
    assert done.returncode == 0, done.stderr
    assert (clone / "node_modules" / ".stamp-pages").exists()


@pytest.mark.parametrize("goal", ["help", "port", "repository"])
def test_make_works_at_a_path_with_spaces_and_other_letters(clone, goal):
    for name in ("_config.yml", "chapters", "tests"):
        (clone / name).symlink_to(ROOT / name)
    done = subprocess.run(["make", goal, "VENV=env"], cwd=clone, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_new_environment_is_made_at_a_path_with_spaces_and_other_letters(clone):
    done = subprocess.run(
        ["sh", "scripts/venv.sh", "ein env, größer"],
        cwd=clone,
        capture_output=True,
        text=True,
        env=os.environ | {"ROOM": "999999999"},
    )
    assert done.returncode == 1 and "999,999,999 MB are needed" in done.stderr


def test_nobody_is_asked_whether_the_network_is_there():
    for file in (*ROOT.glob("scripts/*.*"), ROOT / "Makefile"):
        assert "Is the network there" not in file.read_text("utf-8"), file
