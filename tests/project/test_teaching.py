"""The teachers' page: its plans add up, and its tables have every chapter."""

import re
from itertools import pairwise

import pytest

from book.paths import ROOT
from tests.prose.text import source

PAGE = source(ROOT / "pages/teaching.md")
PLANS = [re.findall(r"(?m)^\| (\d+)–(\d+) \|", section) for section in re.split(r"\n#+ ", PAGE)]


@pytest.mark.parametrize("plan", filter(None, PLANS))
def test_a_plan_has_no_gap(plan):
    assert plan[0][0] == "0"
    assert all(end == start for (_, end), (start, _) in pairwise(plan))


@pytest.mark.parametrize("heading", ["What each chapter is for", "A prompt for each chapter"])
def test_a_table_has_every_chapter(heading):
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    listed = re.findall(r"(?m)^\| \[.*?\]\(\.\./chapters/(\w+)\.ipynb\)", section)
    chapters = ROOT.glob("chapters/*.ipynb")
    assert {path.stem for path in chapters if re.match(r"# \d", source(path))} <= {*listed}
