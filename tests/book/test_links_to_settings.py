"""Links that set an explorer name one of their page, and settings that it can have."""

import json
import re
from numbers import Real
from urllib.parse import unquote

import pytest

from book.paths import ROOT
from pe_book import explorers
from tests.project.test_teaching import PAGE
from tests.rendered import text_of, view_of

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


def test_every_chapter_with_explorers_has_such_links():
    shows = {file for file in CHAPTERS if "explorers.show(" in file.read_text(encoding="utf-8")}
    assert {file for file, *_ in LINKS} == shows


# What the text says at a link, in the words of the explorer there.
SEEN = {
    "sentence:encoding=sinusoidal": "the model reads: dog chased cat.",
    "sentence:start=3": "It is not sure of dog.",
    "sentence:start=4": "finds nobody who acts",
    "sentence:encoding=alibi,words=dog chased cat": "It is not sure of dog and cat.",
    "sentence:encoding=rope,start=4": "All 5 words are right.",
    "order:order=1,causal=true": "the outputs changed",
    "order:order=2,causal=true": "the outputs changed",
    "broadcasting:seq_len=8192,d_model=1024": "195,584, 43 times fewer",
    "look_back:words=7": "The largest weight, 0.18, is on position 30, the query’s own",
    "look_back:words=7,sharpness=4": "The largest weight, 0.48, is on position 30, the query’s own",
    "look_back:words=8,offset=8": "8 positions back from the query, as the head was made to look",
    "pairs:pairs=8": "The highest score, 1.00, is at offset −8.",
    "pairs:pairs=8,layout=halves": "The highest score, 0.59, is at offset −14.",
    "rotary:method=none,scale=4": "18 pairs would reach",
    "rotary:method=interpolation,scale=4": "0 pairs would reach",
    "rotary:method=ntk,scale=4": "17 pairs would reach",
    "rotary:method=parts,scale=4": "0 pairs would reach",
    "methods:method=table,shift=100": "changed weights by up to 0.189",
    "methods:method=rope,shift=100": "changes no weight",
    "methods:method=alibi,shift=100": "changes no weight",
    "methods:method=none,shift=100": "changes no weight",
    "gallery:exhibit=float32 angles,check=far rows": "“far rows” sees it",
    "gallery:exhibit=odd width crashes,check=odd d": "“odd d” sees it",
    "more_exhibits:exhibit=sine alone,check=norm": "“norm” sees it",
    "more_exhibits:exhibit=frequencies reversed,check=fast first": "“fast first” sees it",
    "equations:exhibit=restarted with the cache,check=cached": "“cached” sees it",
    "equations:exhibit=restarted with the cache,check=padded": "“padded” sees it",
    "cycles:unit=second": "have little in common",
    "cycles:unit=week": "times are alike",
    "cycles:unit=hour": "tells near from far",
    "grid:table=axes": "One rotation makes this shift at every patch",
    "grid:table=running": "One rotation makes this shift at every patch",
    "grid:table=resized": "no other one fits",
    "grid:table=resized,down=2": "One rotation makes this shift at every patch",
    "rows:table=gpt2,component=1": "crosses zero 1 time",
    "rows:table=gpt2,component=2": "crosses zero 2 times",
}


@pytest.mark.parametrize("link", SEEN)
def test_a_link_shows_what_the_text_says(link):
    name, settings = link.split(":")
    assert (name, settings) in {found[1:] for found in LINKS}
    assert SEEN[link] in text_of(name, **set_by(name, settings)).sentence


PAGES = [*(file.read_text(encoding="utf-8").replace('\\"', '"') for file in CHAPTERS), PAGE]
#: What a text says of a setting without a number.
IN_WORDS = {
    "the other way": ("offset", lambda offset, default: offset < 0),
    "negative values": ("offset", lambda offset, default: offset < 0),
    "slower pair": ("pair", lambda pair, default: pair > default),
}
#: Name, settings and text of each link whose text says a setting, in the chapters and for teachers.
SAID = [
    (name, unquote(settings), text)
    for page in PAGES
    for name, settings, text in re.findall(r'href="[^"#]*#(\w+):([^"]+)">([^<]+)<', page)
    if text in IN_WORDS or re.search(r"\d", text)
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


@pytest.mark.parametrize("text", IN_WORDS)
def test_a_link_sets_what_its_text_says_in_words(text):
    setting, holds = IN_WORDS[text]
    found = [(name, set_by(name, settings)) for name, settings, phrase in SAID if phrase == text]
    assert found
    for name, given in found:
        assert holds(given[setting], explorers.ALL[name].defaults[setting])
