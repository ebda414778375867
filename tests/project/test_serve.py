"""Serving the built book: the right types, the book's own 404 page, a free port, a clean stop."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import served
from tools import serve
from tools.serve import book_server

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<h1>The book</h1>", encoding="utf-8")
    (tmp_path / "one.mjs").write_text("export const one = 1;", encoding="utf-8")
    (tmp_path / "404.html").write_text("<h1>No such page</h1>", encoding="utf-8")
    return tmp_path


def test_files_have_their_mime_types(pages):
    with served(pages) as address:
        for name, kind in (("", "text/html"), ("one.mjs", "text/javascript")):
            with urllib.request.urlopen(f"{address}/{name}") as answer:
                assert answer.headers["Content-Type"].split(";")[0] == kind
                assert answer.headers["Cache-Control"] == "no-cache"


def test_a_missing_page_shows_the_404_page(pages):
    with served(pages) as address:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{address}/chapters/nothing.html")
        assert caught.value.code == 404
        assert b"No such page" in caught.value.read()


def test_nothing_outside_the_book_is_served(pages):
    (pages / "book").mkdir()
    (pages / "book" / "index.html").touch()
    with (
        served(pages / "book") as address,
        socket.create_connection(("127.0.0.1", int(address.rsplit(":", 1)[1]))) as connection,
    ):
        connection.sendall(b"GET /../one.mjs HTTP/1.0\r\n\r\n")
        assert b" 404 " in connection.recv(100)


def test_only_localhost_is_served(pages):
    with book_server(pages, 0) as server:
        assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("refused", "says"),
    [
        (None, ""),
        (errno.EADDRINUSE, "Port 8000 is taken; "),
        (errno.EACCES, "Port 8000 is for this system's administrator alone; "),
    ],
)
def test_only_localhost_is_served_with_any_address_family(pages, monkeypatch, refused, says):
    bound, bind = [], serve.BookServer.server_bind

    def refusing(server):
        bound.append(server.server_address)
        if refused and server.server_address[1] == 8000:
            raise OSError(refused, "refused")
        server.server_address = (server.server_address[0], 0)  # the test needs no port of its own
        bind(server)

    monkeypatch.setattr(serve.BookServer, "server_bind", refusing)
    with book_server(pages, 8000) as server:
        assert {server.server_address[0], *(host for host, _ in bound)} == {"127.0.0.1"}
        assert len(bound) == (2 if refused else 1)
        assert server.moved.startswith(says) and bool(server.moved) == bool(refused)


def test_other_errors_do_not_change_the_port(pages, monkeypatch):
    def refusing(server):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(serve.BookServer, "server_bind", refusing)
    with pytest.raises(OSError, match="Too many"):
        book_server(pages, 8000)


@pytest.mark.parametrize("port", ["abc", "99999", "65536", "-1", "", "8e3", "٣"])
@pytest.mark.parametrize("command", ["serve", "book"])
def test_an_invalid_port_is_refused_first(port, command):
    arguments = [sys.executable, "-m", "tools", command, f"--port={port}"]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode
    assert f"must be a whole number from 0 to 65535, but it is '{port}'" in done.stderr
    assert "Traceback" not in done.stderr and not done.stdout


def test_an_occupied_port_is_replaced_by_a_free_one(pages):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with book_server(pages, taken) as server:
            assert server.server_address[1] not in (0, taken)


def test_a_restarted_server_gets_its_port_again(pages):
    """Though the system remembers the connections that it closed."""
    with served(pages) as address:
        port = int(address.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            while connection.recv(1000):
                pass
    with book_server(pages, port) as server:
        assert server.server_address[1] == port and not server.moved


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_the_command_prints_the_address_and_stops_without_a_traceback(pages, stop):
    command = [sys.executable, "-m", "tools", "serve", str(pages), "--port", "0"]
    with (
        subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            # What is printed must be seen at once, whatever a machine has set.
            env={k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"},
            # As a background job of a shell has it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        ) as process,
        contextlib.ExitStack() as cleanup,
    ):
        cleanup.callback(process.kill)
        patience = threading.Timer(60, process.kill)
        patience.start()
        cleanup.callback(patience.cancel)
        output = ""
        while "http" not in output:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            output += line
        address = re.search(r"http://127\.0\.0\.1:\d+/", output)[0]
        with urllib.request.urlopen(address) as answer:
            assert b"The book" in answer.read()
        process.send_signal(stop)
        rest, errors = process.communicate(timeout=10)
    assert (process.returncode, errors, rest.strip()) == (0, "", "Stopped.")


def test_the_command_says_that_there_is_nothing_to_serve(tmp_path):
    command = [sys.executable, "-m", "tools", "serve", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    assert "tools build" in done.stderr and "Traceback" not in done.stderr
