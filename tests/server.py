"""A server for built pages on this machine."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """The files of a folder."""

    protocol_version = "HTTP/1.1"

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        """Print nothing."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignore a connection that the browser dropped."""
        if not isinstance(sys.exception(), (BrokenPipeError, ConnectionResetError)):
            super().handle_error(request, client_address)


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


def served(directory: Path) -> contextlib.AbstractContextManager[str]:
    """Serve a directory; the value is its address, with no slash at the end."""
    return running(Server(("127.0.0.1", 0), partial(Handler, directory=str(directory))))
