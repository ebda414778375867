"""Wait for a JupyterLab that a test has started."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from subprocess import Popen


def address_once_ready(server: Popen, runtime: Path, log: Path, seconds: float = 120) -> str:
    """Wait until a JupyterLab answers, and return its address without a slash at the end.

    JupyterLab takes a free port itself, near 8888. A port that a test chooses beforehand from those
    of the system can be given to another program before JupyterLab has started.

    :param server: JupyterLab's process.
    :param runtime: its `JUPYTER_RUNTIME_DIR`, to which it writes its address.
    :param log: the file with what it prints.
    """
    deadline = time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < deadline:
        try:
            started = json.loads((runtime / f"jpserver-{server.pid}.json").read_text("utf-8"))
            found = f"http://127.0.0.1:{started['port']}"
            with urllib.request.urlopen(f"{found}/api", timeout=30):
                return found
        except (OSError, json.JSONDecodeError):  # not there, not complete, or not listening yet
            time.sleep(0.2)
    server.kill()
    raise AssertionError(f"JupyterLab does not answer:\n{log.read_text('utf-8')}")
