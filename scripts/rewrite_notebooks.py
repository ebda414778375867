"""Write notebooks as nbformat does, so that whatever tool saved them last leaves no mark.

python scripts/rewrite_notebooks.py chapters/*.ipynb
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat


def tidy(text: str) -> str:
    """The same notebook in nbformat's own way of writing it."""
    return nbformat.writes(nbformat.reads(text, as_version=nbformat.NO_CONVERT)) + "\n"


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(tidy(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
