"""`{surprises}`: what packages do, from pe_book/data/surprises.json, as a table with a search.

The table needs no script; `_static/surprises.mjs` searches it, and on a phone its rows are cards
(surprises.css). This stays as long as the page "What libraries really do" does.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .assets import script_for

MARK = "book-surprises"
HEADERS = ("Package", "You’d guess", "What happens", "Where it’s explained")
#: Its words are looked for in what a row says of its package, method and kind, too.
FORM = (
    '<form class="pst-js-only d-print-none" role="search" method="dialog">'
    '<label><span>Search</span><input type="search" name="words" autocomplete="off" '
    'placeholder="a package, RoPE, rounded …"></label>'
    '<p><output name="count"></output></p></form>'
)


class Surprises(SphinxDirective):
    """The table of all surprises, below its search."""

    def run(self) -> list[nodes.Node]:
        from pe_book.data import surprises

        self.env.note_dependency(surprises.__file__.replace(".py", ".json"))
        self.env.metadata[self.env.docname][MARK] = True
        stored, titles = surprises.stored(), chapters(Path(self.env.srcdir))
        rows = "".join(row(each, stored, titles) for each in surprises.surprises().values())
        heads = "".join(f'<th role="columnheader" scope="col">{head}</th>' for head in HEADERS)
        # The roles survive `display: block`, which takes a table's own away.
        table = (
            f'<table role="table"><thead role="rowgroup"><tr role="row">{heads}</tr></thead>'
            f'<tbody role="rowgroup">{rows}</tbody></table>'
        )
        html = f'<div class="{MARK}">{FORM}{table}</div>'
        return [nodes.raw("", html, format="html")]


def chapters(root: Path) -> dict[str, str]:
    """Return what the chapters are called in a link, by the names of their notebooks."""
    found = {}
    for path in sorted((root / "chapters").glob("*.ipynb")):
        title = re.search(r'"# ([^"\\]+)', path.read_text(encoding="utf-8"))[1]
        title = re.sub(r"<!--.*?-->", "", title)
        numbered = re.match(r"\d+(?=\. )", title)
        found[path.stem] = f"Chapter {numbered[0]}" if numbered else title
    return found


def row(surprise, stored: dict, titles: dict[str, str]) -> str:
    """Return one surprise as a row; its cells carry their heads for where these are not seen."""
    packages = "".join(f"<span>{package(each)}</span>" for each in surprise.packages)
    kinds = f"{stored['methods'][surprise.method]} · {stored['kinds'][surprise.kind]}"
    chapter = checks = ""
    if surprise.chapter:
        link = f"../chapters/{surprise.chapter}.html"
        chapter = f'<a href="{link}">{escape(titles[surprise.chapter])}</a>'
    for name in surprise.checks:
        checks += f' <a href="{stored["checks"][name]}.html"><code>{name}</code></a>'
    seen = f"<span>Seen by{checks}</span>" if checks else ""
    script = f"<span>Run <code>findings/{surprise.finding}.sh</code></span>"
    where = f"{chapter}{seen}{script if surprise.finding else ''}"
    return (
        f'<tr role="row" id="{surprise.id}">'
        f'<th role="rowheader" scope="row">{packages}<small>{escape(kinds)}</small></th>'
        f'<td role="cell"><b>{HEADERS[1]}</b> {prose(surprise.guess)}</td>'
        f'<td role="cell"><b>{HEADERS[2]}</b> {prose(surprise.happens)}'
        f"<small>{breakable(surprise.source)}</small></td>"
        f'<td role="cell">{where}</td></tr>'
    )


def package(named: str) -> str:
    """Return a package with its version, linked to its registry."""
    name, _, version = named.rpartition(" ")
    if name == "pyodide":
        return escape(named)
    registry = "https://pypi.org/project/{}/{}/"
    if name.startswith("ruvector"):
        registry = "https://www.npmjs.com/package/{}/v/{}"
    return f'<a href="{registry.format(name, version)}">{escape(name)}</a> {escape(version)}'


def prose(text: str) -> str:
    return escape(text.replace("'", "’"))


def breakable(source: str) -> str:
    return escape(source).replace("/", "/<wbr>").replace("_", "_<wbr>")


def setup(app: Sphinx) -> None:
    app.add_directive("surprises", Surprises)
    app.connect("html-page-context", script_for(MARK, "surprises.mjs"))
