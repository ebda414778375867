"""Explain a failed installation or build: a full disk, a proxy or an index without an answer.

Needs nothing but Python, since it runs where nothing is installed yet.
"""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

#: Megabytes; with less than this free, a failure is put down to the full disk.
MINIMUM_FREE = 20
TIMEOUT_SECONDS = 10
RUN_AGAIN = "Then run the same command again: it goes on where it stopped."


def nearest_existing(directory: Path) -> Path:
    """The directory, or the nearest parent that exists."""
    return next(path for path in (directory, *directory.absolute().parents) if path.exists())


def free_megabytes(directory: Path) -> float:
    """Free space on the disk of a directory, which need not exist yet."""
    return shutil.disk_usage(nearest_existing(directory)).free / 1e6


def directory_problem(directory: Path, megabytes: float) -> str:
    """A sentence if the directory cannot be written or lacks these megabytes, else nothing."""
    folder = nearest_existing(directory)
    if not os.access(folder, os.W_OK):
        return f"{folder} cannot be written by you. Work in a folder of yours, or make it writable."
    return disk_space_problem(directory, megabytes)


def disk_space_problem(directory: Path, megabytes: float) -> str:
    """A sentence if the disk has less than these megabytes free, else nothing."""
    directory = directory.absolute()
    free = free_megabytes(directory)
    if free >= megabytes:
        return ""
    return (
        f"The disk that holds {directory} has {free:,.0f} MB free, and {megabytes:,.0f} MB are "
        f"needed. Free some. {RUN_AGAIN}"
    )


def connection_error(host: str, port: int) -> str:
    """Why there is no connection to a host, or nothing if there is one."""
    try:
        with socket.create_connection((host, port), timeout=TIMEOUT_SECONDS):
            return ""
    except socket.gaierror:
        return "this machine cannot find it by its name"
    except socket.timeout:  # noqa: UP041 - TimeoutError since Python 3.10, and older ones run this
        return f"it does not answer within {TIMEOUT_SECONDS} seconds"
    except OSError as error:
        return (error.strerror or str(error)).lower()


def host_and_port(address: str) -> tuple[str, int]:
    """The host and the port of an address; a proxy may be written without `http://`."""
    parts = urlsplit(address if "//" in address else f"//{address}")
    standard = {"http": 80, "https": 443}.get(parts.scheme, 80)
    return parts.hostname or "", parts.port or standard


def proxy_for(address: str) -> str:
    """The proxy that the environment names for an address, or nothing."""
    import urllib.request  # as long to import as the rest of a build in which nothing changed

    parts = urlsplit(address)
    if not parts.hostname or urllib.request.proxy_bypass(parts.hostname):
        return ""
    proxies = urllib.request.getproxies()
    return proxies.get(parts.scheme) or proxies.get("all") or ""


def connection_problem(address: str) -> str:
    """A sentence if the proxy or the host cannot be reached, else nothing."""
    host, port = host_and_port(address)
    if not host:
        return ""  # a folder of this machine
    if proxy := proxy_for(address):
        name, port = host_and_port(proxy)
        reason = connection_error(name, port)
        return reason and (
            f"The way to {host} goes through the proxy {name}:{port}, which the environment "
            f"names (HTTPS_PROXY and the like), but there is no connection to it: {reason}. "
            f"Start it, or unset the variable. {RUN_AGAIN}"
        )
    reason = connection_error(host, port)
    return reason and f"No connection to {host}: {reason}. Is this machine online? {RUN_AGAIN}"


def explain(directory: Path, address: str, output: str) -> str:
    """Why a program that wrote to `directory` and fetched from `address` failed.

    One sentence where the reason is known, else the program's own `output`.
    """
    caches = [os.environ.get(name) for name in ("UV_CACHE_DIR", "npm_config_cache")]
    written = [directory, *map(Path, filter(None, caches)), Path.home(), tempfile.gettempdir()]
    problems = (directory_problem(Path(folder), MINIMUM_FREE) for folder in written)
    if known := next(filter(None, problems), "") or connection_problem(address):
        return known
    host = host_and_port(proxy_for(address) or address)[0]
    free = f"{free_megabytes(directory.absolute()):,.0f} MB are free here."
    around = f"{host} answers, and {free}" if host else free
    return f"{output.strip()}\n\nThe reason stands above. {around}"
