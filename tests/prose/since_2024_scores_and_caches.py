"""The numbers on the second page on what came since 2024."""

import json

import numpy as np

from pe_check.config.families import FAMILIES
from tests.check import test_attention
from tests.prose import ROOT

PAGE = ROOT / "chapters/09_since_2024_scores_and_caches.ipynb"


def cell(name: str) -> dict:
    """Return what a code cell of the page leaves behind."""
    cells = json.loads(PAGE.read_text(encoding="utf-8"))["cells"]
    [source] = ("".join(c["source"]) for c in cells if c["id"] == name)
    left: dict = {"np": np}
    exec(source, left)
    return left


IMAGE = cell("since-image-check")
DEEPSEEK = FAMILIES["deepseek_v2"].defaults
WIDTHS = DEEPSEEK["qk_nope_head_dim"], DEEPSEEK["qk_rope_head_dim"]
