"""How much memory this process may have: that of the machine, or of the container around it."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

#: Where Linux tells a process of its control groups, and where these are.
GROUPS, ROOT = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")


@cache
def available_memory() -> float:
    """Return the bytes that this process may have: the kernel may grant more, and then end it."""
    return min(_machine(), *_containers(GROUPS, ROOT))


def _machine() -> float:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return float("inf")


def _containers(groups: Path, root: Path) -> Iterator[float]:
    """Yield the limit of each control group around this process, of version 1 and version 2."""
    yield float("inf")
    try:
        lines = groups.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            places, name = (root, root / "unified"), "memory.max"
        elif "memory" in controllers.split(","):
            places, name = (root / "memory", root), "memory.limit_in_bytes"
        else:
            continue
        group = Path(path.lstrip("/"))
        for place in places:
            # Inside a container its group is often mounted as the root, whatever its path is.
            for part in (group, *group.parents):
                yield _limit(place / part / name)


def _limit(file: Path) -> float:
    """Return the number of bytes in a file; infinity where there is none."""
    try:
        return float(file.read_text(encoding="ascii"))
    except (OSError, ValueError):  # "max" in version 2
        return float("inf")
