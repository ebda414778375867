"""Links that set an explorer name one of their page, and values on its scales."""

import json
import re

import pytest

from pe_book import explorers
from tools import ROOT

LINK = re.compile(r'href="#(\w+):([\w=,.-]+)"')
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
LINKS = [
    (file, name, settings)
    for file in CHAPTERS
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
    for name, settings in LINK.findall("".join(cell["source"]))
]


@pytest.mark.parametrize(("file", "name", "settings"), LINKS)
def test_a_link_sets_what_its_page_shows(file, name, settings):
    assert f'explorers.show(\\"{name}\\"' in file.read_text(encoding="utf-8")
    explorer = explorers.ALL[name]
    given = dict(pair.split("=") for pair in settings.split(","))
    values = {control.name: control.values() for control in explorer.controls}
    for setting, text in given.items():
        assert text in {str(value) for value in values[setting]}


def test_the_chapters_on_the_formula_have_such_links():
    assert {file.name[:2] for file, *_ in LINKS} >= {"02", "03", "04"}
