"""A short address, and a code that a phone reads, for each explorer on a slide.

`go/shift` leads to the explorer *shift* alone, at the settings of its slide; with `:key: back` the
address is `go/shift-back`. The code is made where the site's address is known (metadata.py): one
that leads to the teacher's own machine would be of no use to a class. segno writes it; qrcode needs
Pillow for the same. This stays as long as talks have explorers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import segno
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from pe_book.text.interface import gettext

from .moved import REDIRECT

FOLDER = "go/"
STEP = re.compile(r"(?m)^```\{step\} (\d+)$")
SHOWN = re.compile(r"```\{explorer\} (\w+)\n((?::\w+:.*\n)*)```")
OTHER_SETTINGS = "{talk} shows {name} at other settings than another slide: give it a :key:"
OPTION = re.compile(r":(\w+): ?(.*)")


def short_name(explorer: str, key: str = "") -> str:
    """Return the end of the short address.

    >>> short_name("block_matrix"), short_name("order", "shuffled")
    ('block_matrix', 'order-shuffled')
    """
    return f"{explorer}-{key}" if key else explorer


def code_html(site: str, name: str) -> str:
    """Return the code of a short address with the address; nothing where the site has none."""
    if not site:
        return ""
    address = f"{site}{FOLDER}{name}"
    code = segno.make(address, error="m", micro=False, boost_error=False)
    picture = code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True)
    shown = escape(re.sub(r"^https?://", "", address)).replace("/", "/<wbr>")
    label = gettext("Show the code larger")
    return (
        f'<button type="button" class="short-address" title="{label}"><span aria-hidden="true">'
        f'{picture}</span><span class="short-address-text">{shown}</span></button>'
    )


def targets(talks: Path) -> dict[str, tuple[str, str]]:
    """Return the explorer and the settings that each short address stands for."""
    from pe_book.explorers import story

    found: dict[str, tuple[str, str]] = {}
    # A talk takes the steps of the story from its page.
    for page in talks.parent.glob("pages/in_five_minutes.md"):
        for number in map(int, STEP.findall(page.read_text(encoding="utf-8"))):
            found[short_name("story", f"step-{number}")] = ("story", story.address(number))
    for talk in sorted(talks.glob("*.md")):
        for explorer, listed in SHOWN.findall(talk.read_text(encoding="utf-8")):
            options = dict(OPTION.findall(listed))
            name = short_name(explorer, options.get("key", ""))
            target = (explorer, options.get("settings", ""))
            if found.setdefault(name, target) != target:
                raise ExtensionError(OTHER_SETTINGS.format(talk=talk.name, name=name))
    return found


def pages(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    """Yield a page for each short address that leads on by itself."""
    if app.builder.format != "html":
        return
    for name, (explorer, settings) in targets(Path(app.srcdir, "slides")).items():
        place = f"#{explorer}:{settings}" if settings else ""
        context = {"title": name, "target": f"../../embed/{explorer}.html{place}"}
        yield f"{FOLDER}{name}/index", context, REDIRECT


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", pages)
