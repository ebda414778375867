"""Pages below `embed/` with one explorer alone, for frames in other sites.

The button Embed of an explorer copies the line that shows its page (renderer/embedding.mjs). The
pages are no documents of Sphinx: contents and search do not know them. One is written when Sphinx
has read the page that shows its explorer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx

SHOWN = re.compile(r'(?:explorers\.show\(\\?"|\{explorer\} )(\w+)')


def origins(app: Sphinx) -> dict[str, str]:
    """Return the page that shows an explorer, for each; a chapter before any other page."""
    order = sorted(app.env.found_docs, key=lambda name: (not name.startswith("chapters/"), name))
    found: dict[str, str] = {}
    for name in order:
        for explorer in SHOWN.findall(Path(app.env.doc2path(name)).read_text(encoding="utf-8")):
            found.setdefault(explorer, name)
    return found


def is_stale(app: Sphinx, name: str, origin: str) -> bool:
    page = Path(app.outdir, f"embed/{name}.html")
    doctree = Path(app.doctreedir, f"{origin}.doctree")
    return not page.exists() or page.stat().st_mtime < doctree.stat().st_mtime


def pages(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    if app.builder.name != "html":
        return
    from pe_book import explorers
    from pe_book.renderer import markup, node

    for name, origin in origins(app).items():
        if (explorer := explorers.ALL.get(name)) and is_stale(app, name, origin):
            start = explorer.check()
            rendering = node.render(explorer, start)
            context = {
                "title": explorer.question,
                # Cards lead to chapters, from the front page.
                "embed_content": markup.explorer_html(explorer, start, rendering, level=2).replace(
                    'href="chapters/', 'target="_blank" href="../chapters/'
                ),
                "embed_origin": origin,
                "embed_origin_title": app.env.titles[origin].astext(),
                "embed_anchor": f"explorer-{name}",
            }
            yield f"embed/{name}", context, "embed.html"


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", pages)
