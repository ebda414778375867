"""Links that set an explorer: it is on that page, has these settings, and they are what is said."""

import re
from numbers import Real
from pathlib import Path
from urllib.parse import unquote

import pytest

from pe_book import explorers
from tests.prose.test_numbers import FILES
from tests.prose.text import cells, cells_of
from tests.rendered import fit, view_of


def source_of(address: Path) -> Path:
    """Return the file that a page is built from."""
    return next(
        file for kind in (".ipynb", ".md") if (file := address.with_suffix(kind).resolve()).exists()
    )


#: The page that a link leads to, the explorer, its settings, and the link's text.
LINKS = [
    (source_of(path.parent / page) if page else path, name, settings, text)
    for path in FILES
    for page, name, settings, text in re.findall(
        r'<a href="([^"#]*)#(\w+):([^"]+)">(.*?)</a>', "\n".join(cells(path).values())
    )
]


def set_by(name: str, settings: str) -> dict:
    """Return the settings that an address gives, as the page reads them."""
    controls = {control.name: control for control in explorers.ALL[name].controls}
    given = {}
    for setting, text in (pair.split("=") for pair in unquote(settings).split(",")):
        values = {str(value): value for value in controls[setting].values()}
        given[setting] = values.get({"true": "True", "false": "False"}.get(text, text), text)
    return given


@pytest.mark.parametrize(("page", "name", "settings", "text"), LINKS)
def test_a_link_sets_what_its_page_shows_and_its_text_says(page, name, settings, text):
    code = cells_of(page, "code").values() if page.suffix == ".ipynb" else [page.read_text("utf-8")]
    assert re.search(rf'explorers\.show\("{name}"|\{{explorer\}} {name}', "\n".join(code))
    given = set_by(name, settings)
    wanted = explorers.ALL[name].defaults | given
    assert fit(explorers.ALL[name], wanted) == wanted
    shown = [*given.values(), *view_of(name, **given).values.values()]
    numbers = {float(value) for value in shown if isinstance(value, Real)}
    numbers |= {
        float(digits) for value in given.values() for digits in re.findall(r"\d+", str(value))
    }
    for number in re.findall(r"(?<!\w)\d[\d,]*", re.sub(r"<!--.*?-->", "", text)):
        assert float(number.replace(",", "")) in numbers
