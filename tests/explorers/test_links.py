"""Links that set an explorer name one of their page, and settings that it can have."""

import json
import re
from numbers import Real
from urllib.parse import unquote

import pytest

from book.paths import ROOT
from pe_book import explorers
from tests.project.test_teaching import PAGE
from tests.rendered import view_of

LINK = re.compile(r'href="#(\w+):([^"]+)"')
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
LINKS = [
    (file, name, unquote(settings))
    for file in CHAPTERS
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
    for name, settings in LINK.findall("".join(cell["source"]))
]


def set_by(name: str, settings: str) -> dict:
    """Return the settings that an address gives, as the page reads them."""
    controls = {control.name: control for control in explorers.ALL[name].controls}
    given = {}
    for setting, text in (pair.split("=") for pair in settings.split(",")):
        values = {str(value): value for value in controls[setting].values()}
        given[setting] = values[{"true": "True", "false": "False"}.get(text, text)]
    return given


@pytest.mark.parametrize(("file", "name", "settings"), LINKS)
def test_a_link_sets_what_its_page_shows(file, name, settings):
    assert f'explorers.show(\\"{name}\\"' in file.read_text(encoding="utf-8")
    explorer = explorers.ALL[name]
    wanted = explorer.defaults | set_by(name, settings)
    assert explorer.fit(wanted) == wanted


PAGES = [*(file.read_text(encoding="utf-8").replace('\\"', '"') for file in CHAPTERS), PAGE]
#: Name, settings and text of each link whose text says a setting, in the chapters and for teachers.
SAID = [
    (name, unquote(settings), text)
    for page in PAGES
    for name, settings, text in re.findall(r'href="[^"#]*#(\w+):([^"]+)">([^<]+)<', page)
    if re.search(r"\d", text)
]


@pytest.mark.parametrize(("name", "settings", "text"), SAID)
def test_a_link_sets_the_numbers_that_its_text_says(name, settings, text):
    given = set_by(name, settings)
    shown = [*given.values(), *view_of(explorers.ALL[name], **given).values.values()]
    numbers = {float(value) for value in shown if isinstance(value, Real)}
    numbers |= {
        float(digits)
        for value in given.values()
        for digits in str(value).split(".")[:2]
        if digits.isdigit()
    }
    for number in re.findall(r"(?<!\w)\d[\d,]*", text):
        assert float(number.replace(",", "")) in numbers
