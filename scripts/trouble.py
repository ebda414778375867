"""Say in one true sentence what stops the work: a full disk, a proxy or an index that is silent.

    trouble.py room DIRECTORY MEGABYTES    before the work: is there room for what it writes?
    trouble.py why DIRECTORY ADDRESS       after a failure: which of these was it, or none?

It needs nothing but Python, since it runs where nothing is installed yet.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import tempfile
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

#: With less than this, in megabytes, whatever fails fails for the want of room.
HARDLY_ANY = 20
SECONDS = 10
AGAIN = "Then run the same command again: it goes on where it stopped."


def free_megabytes(directory: Path) -> float:
    """Return what is free on the disk of a directory, which need not be there yet."""
    while not directory.exists():
        directory = directory.parent
    return shutil.disk_usage(directory).free / 1e6


def lack_of_room(directory: Path, megabytes: float) -> str:
    """Return the sentence on a disk that is too full for so many megabytes, or nothing."""
    directory = directory.absolute()
    free = free_megabytes(directory)
    if free >= megabytes:
        return ""
    return (
        f"The disk that holds {directory} has {free:,.0f} MB free, and {megabytes:,.0f} MB are "
        f"needed. Free some. {AGAIN}"
    )


def answers(host: str, port: int) -> str:
    """Return why a host does not answer, or nothing if it does."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        return "this machine cannot find it by its name"
    reason = "nobody answers there"
    for family, kind, protocol, _, address in addresses:
        with socket.socket(family, kind, protocol) as connection:
            connection.settimeout(SECONDS)
            try:
                connection.connect(address)
            except TimeoutError:
                reason = f"it does not answer within {SECONDS} seconds"
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
            else:
                return ""
    return reason


def place(address: str) -> tuple[str, int]:
    """Return the host and the port of an address; a proxy may be written without `http://`."""
    parts = urlsplit(address if "//" in address else f"//{address}")
    standard = {"http": 80, "https": 443}.get(parts.scheme, 80)
    return parts.hostname or "", parts.port or standard


def proxy_of(address: str) -> str:
    """Return the proxy through which the environment has an address reached, or nothing."""
    parts = urlsplit(address)
    if not parts.hostname or urllib.request.proxy_bypass(parts.hostname):
        return ""
    proxies = urllib.request.getproxies()
    return proxies.get(parts.scheme) or proxies.get("all") or ""


def silence(address: str) -> str:
    """Return the sentence on a proxy or a host that is not there, or nothing."""
    host, port = place(address)
    if not host:
        return ""  # a folder of this machine
    if proxy := proxy_of(address):
        name, port = place(proxy)
        if reason := answers(name, port):
            return (
                f"The way to {host} goes through the proxy {name}:{port}, which the environment "
                f"names (HTTPS_PROXY and the like), but there is no connection to it: {reason}. "
                f"Start it, or unset the variable. {AGAIN}"
            )
        return ""
    if reason := answers(host, port):
        return f"No connection to {host}: {reason}. Is this machine online? {AGAIN}"
    return ""


def written(directory: Path) -> list[Path]:
    """Return where the tools write: to the directory, to their caches, and for a moment to /tmp."""
    caches = [os.environ.get(name) for name in ("UV_CACHE_DIR", "npm_config_cache")]
    named = [Path(cache) for cache in caches if cache]
    return [directory, *named, Path.home(), Path(tempfile.gettempdir())]


def why(directory: Path, address: str) -> str:
    """Return the sentence on what has stopped the work that wrote here and fetched from there."""
    lacking = (lack_of_room(folder, HARDLY_ANY) for folder in written(directory))
    if known := next(filter(None, lacking), "") or silence(address):
        return known
    asked = place(proxy_of(address) or address)[0]
    free = f"{free_megabytes(directory.absolute()):,.0f} MB are free here."
    return "The reason stands above. " + (f"{asked} answers, and {free}" if asked else free)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, dest="command")
    room = commands.add_parser("room")
    room.add_argument("directory", type=Path)
    room.add_argument("megabytes", type=float)
    after = commands.add_parser("why")
    after.add_argument("directory", type=Path)
    after.add_argument("address")
    options = parser.parse_args()
    if options.command == "why":
        raise SystemExit(f"\n{why(options.directory, options.address)}")
    if lack := lack_of_room(options.directory, options.megabytes):
        raise SystemExit(lack)


if __name__ == "__main__":
    main()
