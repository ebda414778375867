"""Pages below `embed/` with one explorer or one question alone, for frames in other sites.

Each explorer that a page shows has one, and each question of a chapter that is in the book. They
are no documents of Sphinx: contents, search and sitemap do not know them. `embed/index.html` lists
them with the line that each needs. No extension for Sphinx does this.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from sphinx.application import Sphinx

from pe_book.text.interface import gettext

from .outputs import origin_of_outputs

FOLDER, TEMPLATE, LIST_TEMPLATE = "embed/", "embed.html", "embed-list.html"
SHOWN = re.compile(r'(?:explorers\.show\(\\?"|\{explorer\} )(\w+)')
#: What the pages were written from; beside the doctrees, to be deleted with them.
RECORD = "book_site_embed.json"
#: What a question's frame is high until it tells its height.
QUESTION_HEIGHT = 420


def places(app: Sphinx) -> dict[str, str]:
    """Return the page that shows an explorer, for each; a chapter before any other page."""
    order = sorted(app.env.found_docs, key=lambda name: (not name.startswith("chapters/"), name))
    found: dict[str, str] = {}
    for name in order:
        for explorer in SHOWN.findall(Path(app.env.doc2path(name)).read_text(encoding="utf-8")):
            found.setdefault(explorer, name)
    return found


def page_that_asks(app: Sphinx, question: str) -> str | None:
    """Return the page of a chapter that shows a question, if the book has it."""
    number = re.fullmatch(r"chapter_(\d+)\..*", question)[1]
    asks = re.compile(rf"\bquestions\.{re.escape(question)}\b")
    for name in sorted(app.env.found_docs):
        if name.startswith(f"chapters/{int(number):02}_"):
            if asks.search(Path(app.env.doc2path(name)).read_text(encoding="utf-8")):
                return name
    return None


def pages(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    """Yield every page, and last the list of them; none if nothing changed that they show."""
    if app.builder.format != "html":
        return
    titles = [[name, title.astext()] for name, title in sorted(app.env.titles.items())]
    shown = places(app)
    state = json.dumps([origin_of_outputs(Path(app.srcdir)), titles, shown])
    record = Path(app.doctreedir) / RECORD
    if record.exists() and record.read_text(encoding="utf-8") == state:
        return
    # The packages are needed for this alone.
    from pe_book import explorers
    from pe_book.questions import chapter_questions
    from pe_book.questions.question import spelled
    from pe_book.renderer import markup, node

    listed = {"explorers": [], "questions": []}

    def entry(kind: str, name: str, title: str, content: str, origin: str, anchor: str) -> tuple:
        listed[kind].append({"name": name, "title": title})
        context = {
            "title": title,
            "embed_kind": kind,
            "embed_content": content,
            "embed_origin": origin,
            "embed_origin_title": title_of(app, origin),
            "embed_anchor": anchor,
        }
        return FOLDER + name, context, TEMPLATE

    for name, explorer in explorers.ALL.items():
        if origin := shown.get(name):
            start = explorer.check()
            rendering = node.render(explorer, start)
            content = markup.explorer_html(explorer, start, rendering, level=2)
            yield entry("explorers", name, explorer.question, content, origin, f"explorer-{name}")
    for name, question in chapter_questions().items():
        if not (origin := page_that_asks(app, name)):
            continue
        identity, content = question.html_id, exhibit(question) + question._repr_html_()
        yield entry("questions", identity, spelled(question.text), content, origin, identity)
    context = {"title": gettext("To embed"), "embed_height": QUESTION_HEIGHT, **listed}
    yield f"{FOLDER}index", context, LIST_TEMPLATE
    record.write_text(state, encoding="utf-8")


def exhibit(question) -> str:
    """Return what a question's page shows before it, a picture or code, as HTML."""
    if not question.exhibit:
        return ""
    shown = question.exhibit()
    if hasattr(shown, "_repr_html_"):
        return shown._repr_html_()
    return f'<pre tabindex="0"><code>{escape(shown.code)}</code></pre>'


def title_of(app: Sphinx, name: str) -> str:
    title = app.env.titles[name].astext()
    return app.config.html_title if name == app.config.root_doc else title


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", pages)
