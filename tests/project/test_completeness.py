"""Every figure is shown by its chapter."""

import ast
import re

import pytest

from book.paths import ROOT
from tests.prose.text import cells_of

FIGURES = [
    (int(path.stem.removeprefix("chapter_")), node.name)
    for path in sorted(ROOT.glob("pe_book/figures/chapter_*.py"))
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
]


@pytest.mark.parametrize(("chapter", "name"), FIGURES)
def test_a_figure_is_shown_by_a_page_of_its_chapter(chapter, name):
    pages = ROOT.glob(f"chapters/{chapter:02}_*.ipynb")
    code = "\n".join(source for page in pages for source in cells_of(page, "code").values())
    assert re.search(rf"\bfigures\.{name}\(", code)
