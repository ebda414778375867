"""A full disk, a silent proxy and a silent index each get a true sentence of their own."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from tools import build
from tools.diagnose import (
    connection_error,
    connection_problem,
    directory_problem,
    disk_space_problem,
    explain,
    host_and_port,
    proxy_for,
)

ROOT = Path(__file__).resolve().parents[2]
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxy_of_this_machine(monkeypatch):
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def closed_port() -> int:
    """A port of this machine without a server."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture
def open_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def full_disk(monkeypatch, free: int) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12 - free, free))


def test_a_full_disk_is_called_full(monkeypatch, tmp_path):
    full_disk(monkeypatch, 12_000_000)
    message = disk_space_problem(tmp_path / "not" / "there", 1000)
    assert message.startswith(
        f"The disk that holds {tmp_path / 'not' / 'there'} has 12 MB free, and "
    )
    assert "1,000 MB are needed" in message
    assert disk_space_problem(tmp_path, 12) == ""
    assert "has 12 MB free" in explain(tmp_path, "https://127.0.0.1", "a wall of text")


def test_a_folder_that_cannot_be_written_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)
    assert directory_problem(tmp_path / "new", 1) == (
        f"{tmp_path} cannot be written by you. Work in a folder of yours, or make it writable."
    )
    assert directory_problem(tmp_path.parent, 1) == ""
    assert directory_problem(tmp_path.parent, 1e12).startswith("The disk that holds")


def test_the_disk_is_asked_where_the_files_will_be(tmp_path):
    assert disk_space_problem(tmp_path, 1) == ""
    assert "are needed" in disk_space_problem(tmp_path / "new", 1e12)


def test_an_unresponsive_host_and_an_unresponsive_proxy_are_distinguished(
    monkeypatch, closed_port, open_port, tmp_path
):
    index = f"http://127.0.0.1:{closed_port}/simple"
    assert connection_problem(index).startswith(
        "No connection to 127.0.0.1: connection refused. Is this"
    )
    alive = f"http://127.0.0.1:{open_port}/simple"
    assert connection_problem(alive) == ""
    full_disk(monkeypatch, 58_000_000_000)
    assert explain(tmp_path, alive, "what npm said\n") == (
        "what npm said\n\nThe reason stands above. 127.0.0.1 answers, and 58,000 MB are free here."
    )
    monkeypatch.setenv("HTTPS_PROXY", f"http://localhost:{closed_port}")
    message = explain(tmp_path, "https://pypi.org/simple", "a wall")
    assert message.startswith(
        f"The way to pypi.org goes through the proxy localhost:{closed_port}, which"
    )
    assert "but there is no connection to it: connection refused. Start it, or unset" in message
    monkeypatch.setenv("HTTPS_PROXY", f"127.0.0.1:{open_port}")
    assert connection_problem("https://pypi.org/simple") == ""
    # Whether pypi.org answers behind the proxy is not known.
    assert "127.0.0.1 answers, and " in explain(tmp_path, "https://pypi.org/simple", "a wall")


def test_an_unknown_host_name_is_reported():
    assert connection_error("no-such-host.invalid", 80) == "this machine cannot find it by its name"
    message = connection_problem("https://no-such-host.invalid/simple")
    assert message.startswith("No connection to no-such-host.invalid: this machine cannot find it")


def test_an_index_in_a_folder_needs_no_network(monkeypatch, tmp_path):
    full_disk(monkeypatch, 1_000_000_000)
    assert connection_problem(tmp_path.as_uri()) == "" and connection_problem(str(tmp_path)) == ""
    assert (
        explain(tmp_path, tmp_path.as_uri(), "x")
        == "x\n\nThe reason stands above. 1,000 MB are free here."
    )


@pytest.mark.parametrize("name", ["UV_CACHE_DIR", "npm_config_cache", "HOME", "TMPDIR"])
def test_a_full_disk_beside_the_directory_is_named(monkeypatch, tmp_path, open_port, name):
    elsewhere = tmp_path / "elsewhere"
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: usage(1, 1, 0 if path == elsewhere else 10**12)
    )
    elsewhere.mkdir()
    monkeypatch.setenv(name, str(elsewhere))
    monkeypatch.setattr(tempfile, "tempdir", None)
    message = explain(tmp_path, f"http://127.0.0.1:{open_port}/simple", "")
    assert message.startswith(
        f"The disk that holds {elsewhere} has 0 MB free, and 20 MB are needed."
    )


def test_a_proxy_is_asked_for_what_goes_through_it(monkeypatch, tmp_path):
    monkeypatch.setenv("ALL_PROXY", "http://proxy:3128")
    monkeypatch.setenv("HTTP_PROXY", "http://other:80")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,.home")
    assert proxy_for("https://pypi.org/simple") == "http://proxy:3128"
    assert proxy_for("http://pypi.org/simple") == "http://other:80"
    for direct in ("https://index.home", "http://127.0.0.1:80", tmp_path.as_uri(), str(tmp_path)):
        assert proxy_for(direct) == "", direct


def test_addresses_are_read_as_people_write_them():
    assert host_and_port("http://proxy:3128") == ("proxy", 3128)
    assert host_and_port("proxy:3128") == ("proxy", 3128)
    assert host_and_port("https://pypi.org/simple") == ("pypi.org", 443)
    assert host_and_port("proxy") == host_and_port("socks5://proxy") == ("proxy", 80)


def test_nothing_is_built_where_there_is_no_room(monkeypatch):
    full_disk(monkeypatch, 5_000_000)
    monkeypatch.setattr(build, "built", lambda *given: pytest.fail("it was built"))
    with pytest.raises(SystemExit, match="has 5 MB free, and 150 MB are needed"):
        build.main([])


def no_space(*given):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("run_sphinx", [lambda *given: False, no_space])
def test_a_build_that_filled_the_disk_says_so(monkeypatch, capsys, run_sphinx):
    monkeypatch.setattr(build, "begin", lambda *given: {})
    monkeypatch.setattr(build, "run_sphinx", run_sphinx)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    full_disk(monkeypatch, 3_000_000)
    assert build.built("html", pdf=False) == 1
    message = capsys.readouterr().err
    assert "has 3 MB free" in message and "WARNING" not in message
