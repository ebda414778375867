"""Serve the built book on this machine alone, at an address that it prints.

Takes the wanted port, or a free one where that is taken or not allowed. Ctrl-C stops it.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

from tools import ROOT, command_parser
from tools.build import age

HOST = "127.0.0.1"
PAGES = ROOT / "_build" / "html"
REASONS = {
    errno.EADDRINUSE: "is taken",
    errno.EACCES: "is for this system's administrator alone",
}


class BookHandler(SimpleHTTPRequestHandler):
    """The book's files; the browser asks for each anew, so that a rebuilt page is seen at once.

    Their types stand here because Windows keeps types of its own, which any program changes.
    """

    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".css": "text/css",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
    }
    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code, message=None, explain=None):
        """Answer a missing page with the book's own 404 page, as GitHub Pages does."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing: a line for each of a page's files would bury the address."""

    def copyfile(self, source, outputfile):
        # A reader who turns the page early is no error.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            super().copyfile(source, outputfile)


class BookServer(ThreadingHTTPServer):
    daemon_threads = True
    # On Windows it would let two servers share a port.
    allow_reuse_address = os.name != "nt"
    #: Why it is not at the wanted port; empty where it is.
    moved = ""

    def handle_error(self, request, client_address):
        """Swallow a connection that the browser dropped; anything else is shown."""
        if not isinstance(sys.exception(), (BrokenPipeError, ConnectionResetError)):
            super().handle_error(request, client_address)


def book_server(directory: Path, port: int) -> BookServer:
    """A server for `directory` on this machine alone, at `port` or, where it cannot, at a free one.

    Port 0 asks for a free one. The caller runs `serve_forever` and closes it.
    """
    handler = partial(BookHandler, directory=str(directory))
    try:
        return BookServer((HOST, port), handler)
    except OSError as error:
        if error.errno not in REASONS:
            raise
        server = BookServer((HOST, 0), handler)
        server.moved = f"Port {port} {REASONS[error.errno]}; {server.server_address[1]} is free."
        return server


@contextlib.contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[str]:
    """Let a server answer in a thread; the value is its address, with no slash at the end."""
    with server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def port_number(text: str) -> int:
    """A port as it was typed."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(
            f"it must be a whole number from 0 to 65535, but it is '{text}'"
        )
    return int(text)


def main(arguments: list[str]) -> None:
    parser = command_parser("serve", __doc__)
    parser.add_argument("directory", type=Path, nargs="?", default=PAGES)
    parser.add_argument("--port", type=port_number, default=8000)
    options = parser.parse_args(arguments)
    if options.directory == PAGES and (older := age(ROOT)):
        print(older)
    serve(options.directory, options.port)


def serve(directory: Path, port: int) -> None:
    """Serve until Ctrl-C or SIGTERM, and say where."""
    if not (directory / "index.html").is_file():
        raise SystemExit(f"{directory} holds no built book. Build it first: python -m tools build")

    def stop(*_):
        raise KeyboardInterrupt

    # SIGINT too: a shell starts a background job with it ignored, and Python leaves that so.
    # SIGBREAK is Ctrl-Break, on Windows alone.
    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if number := getattr(signal, name, None):
            signal.signal(number, stop)
    with book_server(directory, port) as server:
        if server.moved:
            print(server.moved)
        address = f"http://{HOST}:{server.server_address[1]}/"
        print(f"\nThe book: {address}    (Ctrl-C stops it)", flush=True)
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            print("\nStopped.")
