"""The numbers on the second page on what came since 2024."""

import json

import numpy as np

from tests.claims import ROOT, Claim

PAGE = ROOT / "chapters/09_since_2024_scores_and_caches.ipynb"


def cell(name: str) -> dict:
    """Return what a code cell of the page leaves behind."""
    cells = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    [source] = ("".join(c["source"]) for c in cells if c["id"] == name)
    left: dict = {"np": np}
    exec(source, left)
    return left


IMAGE = cell("since-image-check")

CLAIMS = [
    Claim("an image of {} × {} patches, two words", 24, 24),
    Claim("is {} too far after one such image", -IMAGE["delta"]),
    Claim("Shift in float16 by {}, at once", 1000),
    Claim("for {} random queries and keys?", 200),
    Claim("from {} to {} million parameters", 124, 774),
]
ALLOWED = [
    r"between 0 and 1, computed",
    r"at offset 0, because",
    r"and \[4097\]",
]
