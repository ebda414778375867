"""Hashes of files, which say whether a build is due."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
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
