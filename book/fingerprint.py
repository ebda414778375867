"""Hashes of files, which say whether a build, or a part of it, is due."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path


def fingerprint(root: Path, patterns: Iterable[str]) -> str:
    """Return a hash of the names and contents of files, without `__pycache__`."""
    digest = hashlib.sha256()
    files = {file for pattern in patterns for file in root.glob(pattern) if file.is_file()}
    for file in sorted(files):
        name = file.relative_to(root)
        if "__pycache__" in name.parts:
            continue
        digest.update(f"{name.as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def make_once(folder: Path, digest: str, make: Callable[[Path], None]) -> None:
    """Make a folder, unless it is there and was made from sources of the same digest."""
    stamp = folder.with_name(f"{folder.name}.sha256")
    if stamp.is_file() and stamp.read_text(encoding="ascii") == digest and folder.is_dir():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make(folder)
    stamp.write_text(digest, encoding="ascii")
