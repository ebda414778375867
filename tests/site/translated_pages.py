"""Write a page and parts of the site in a language of marked words: `python -m … LOCALE TARGET`.

In a process of its own, as a translated book is built: the words are taken when modules are loaded.
"""

from __future__ import annotations

import gettext as standard
import sys
from pathlib import Path

import jinja2

from pe_book.text import interface

ROOT = Path(__file__).resolve().parents[2]
EXPLORERS = ("similarity", "sentence", "waves")
QUESTIONS = ("chapter_3.longest",)
CODE = "1 + 1"
PAGE = """<!doctype html><html lang="en" data-content_root="./"><head><meta charset="utf-8">
<title>Translated</title>{words}<style>{style}</style>
<script>
  var bookStorage = {{ local: localStorage, session: sessionStorage }};
  var DOCUMENTATION_OPTIONS = {{ pagename: "index" }};
</script></head>
<body><main><article><h1>A title</h1>{parts}</article></main>
<script type="module" src="_static/pe_book/renderer/page.mjs"></script>
<script type="module" src="_static/pe_book/questions/question.mjs"></script>
<script type="module" src="_static/offline.mjs"></script></body></html>"""
CELL = """<section><h2>A section</h2><div class="pe-live cell" id="cell-a">
<div class="cell_input"><pre>{code}</pre></div><div class="pe-bar">{bar}</div></div></section>"""
TABLE = """<section><h2>A table</h2><div class="pe-live pe-your-table cell" id="your-table">{form}
<div class="cell_input"><pre>{code}</pre></div><div class="pe-bar">{bar}</div>
<div class="cell_output"><div class="output text_html">{answer}</div></div></div></section>"""


def write(target: Path) -> None:
    from _ext.book_site import answers, live
    from pe_book import explorers, questions
    from pe_book.renderer import bundle, markup, node
    from pe_book.your_table import form

    asked = questions.all_questions()
    parts = [
        *(
            markup.explorer_html(each, each.check(), node.render(each, each.check()))
            for each in map(explorers.ALL.get, EXPLORERS)
        ),
        *(asked[name]._repr_html_() for name in QUESTIONS),
        CELL.format(code=CODE, bar=live.BAR),
        TABLE.format(form=form.form(), code=CODE, bar=live.BAR, answer=form.answer()._repr_html_()),
        answers.SECTION,
        '<p><a id="mention" href="glossary.html#word">word</a></p><p id="kept"></p>',
    ]
    words = interface.table_for_scripts()
    text = PAGE.format(words=words, style=bundle.style(), parts="".join(parts))
    (target / "index.html").write_text(text, encoding="utf-8")
    live.bundle_editor(ROOT, target / "editor.mjs")
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "_ext/book_site/templates"),
        extensions=["jinja2.ext.i18n"],
    )
    templates.install_gettext_translations(interface.catalog)
    given = {
        "language": "en",
        "docstitle": "",
        "pathto": lambda name, _=0: name,
        "explorers": [{"name": "waves", "title": "⟦A question⟧"}],
        "questions": [],
    }
    for name in ("not-found", "embed-list"):
        html = templates.get_template(f"{name}.html").render(given)
        (target / f"{name}.html").write_text(html, encoding="utf-8")


if __name__ == "__main__":
    interface.catalog = standard.translation("interface", sys.argv[1], ["marked"])
    write(Path(sys.argv[2]))
