"""The table of scaling methods in chapter 7 has the numbers of the paper."""

import json

from tests.claims import ROOT
from tests.claims.literature import YARN_TABLE_5

CHAPTER = ROOT / "chapters/07_beyond_sinusoids.ipynb"


def test_the_table_quotes_the_paper_and_what_follows_is_so():
    cells = json.loads(CHAPTER.read_text(encoding="utf-8"))["cells"]
    [source] = ("".join(c["source"]) for c in cells if c["id"] == "scaling-evidence-table")
    left: dict = {}
    exec(f"import numpy as np\nimport pe_lib\nfrom pe_lib import variants\n{source}", left)
    assert left["perplexity"] == YARN_TABLE_5
    new = {name: left["new_angles"](omega) for name, omega in left["scaled"].items()}
    assert (new["position interpolation"], new["NTK-by-parts"], new["YaRN"]) == (0, 0, 0)
    assert new["NTK-aware"] == left["unfinished"].sum() - 1 == 22


def test_the_comment_and_the_caption_give_the_lengths_of_the_paper():
    text = CHAPTER.read_text(encoding="utf-8")
    lengths = {"untuned": "8192", "tuned": "32,768"}
    assert f"untuned at {lengths['untuned']}; tuned, at {lengths['tuned']}." in text
    assert f"perplexity at {lengths['untuned']} and at {lengths['tuned']}" in text
