"""Links that set an explorer name one of their page, settings that it has, and its numbers."""

import re
from collections.abc import Iterator
from numbers import Real
from pathlib import Path
from urllib.parse import unquote

import pytest

from book.paths import ROOT
from pe_book.explorers import ALL
from tests.prose.text import source
from tests.rendered import view_of

LINK = re.compile(r'href="(?:\.\./chapters/(\w+)\.html)?#(\w+):([^"]+)">([^<]*)<')


def links() -> Iterator[tuple[Path, str, str, str]]:
    """Yield the chapter, the explorer, the settings and the text of each link that sets one."""
    for path in (*sorted(ROOT.glob("chapters/*.ipynb")), ROOT / "pages/teaching.md"):
        for chapter, name, settings, text in LINK.findall(source(path)):
            shown_in = ROOT / f"chapters/{chapter}.ipynb" if chapter else path
            yield shown_in, name, unquote(settings), text


def settings_in(name: str, listed: str) -> dict:
    """Return the settings that an address gives, as the page reads them."""
    controls = {control.name: control for control in ALL[name].controls}
    given = {}
    for setting, text in (pair.split("=") for pair in listed.split(",")):
        values = {str(value): value for value in controls[setting].values()}
        given[setting] = values.get({"true": "True", "false": "False"}.get(text, text), text)
    return given


def numbers_in(settings: dict) -> set[float]:
    """Return the numbers of settings; those of "2.3" are 2 and 3, of a block and its head."""
    parts = [part for value in settings.values() for part in str(value).split(".")[:2]]
    return {float(part) for part in parts if part.isdigit()}


@pytest.mark.parametrize(("chapter", "name", "listed", "text"), [*links()])
def test_a_link_sets_what_its_text_says(chapter, name, listed, text):
    assert f'explorers.show(\\"{name}\\"' in chapter.read_text(encoding="utf-8")
    given = settings_in(name, listed)
    assert ALL[name].check(**given) == ALL[name].defaults | given
    shown = [*given.values(), *view_of(name, **given).values.values()]
    numbers = {float(value) for value in shown if isinstance(value, Real)} | numbers_in(given)
    for number in re.findall(r"(?<!\w)\d[\d,]*", text):
        assert float(number.replace(",", "")) in numbers
