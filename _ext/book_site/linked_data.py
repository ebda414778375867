"""What the book and a chapter are, for search engines and catalogs: JSON-LD in schema.org's terms.

The first page is the book with its chapters as parts. A chapter is a learning resource with what it
teaches, takes and asks for, as the cell with its objectives says. What holds for all stands in
CITATION.cff.
"""

import json
import re
from pathlib import Path

import yaml
from docutils import nodes
from sphinx.application import Sphinx

from book.objectives import PROMISED, promised, read, text_of

CONTEXT = "https://schema.org"
LICENSES = {
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "MIT": "https://opensource.org/license/mit",
}
SYMBOLS = {"omega": "ω", "lambda": "λ", "theta": "θ", "pi": "π", "sqrt": "√", "cdot": "·"}
#: What all of the book has in common.
COMMON = {
    "inLanguage": "en",
    "isAccessibleForFree": True,
    "educationalLevel": "Undergraduate",
    "learningResourceType": "interactive textbook",
    "interactivityType": "mixed",
}


def markdown_to_text(text: str) -> str:
    """Markdown as words alone.

    >>> markdown_to_text("turn by $k\\\\omega_j$, as in [chapter 4](04.ipynb)")
    'turn by kω_j, as in chapter 4'
    """
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\\(\w+?)(?: |\b|(?=_))", lambda one: SYMBOLS.get(one[1], one[1]), text)
    return " ".join(re.sub(r"[$`*]|<[^>]+>", "", text).split())


def chapter(file: Path) -> dict:
    """What a chapter says of itself: what it teaches, needs, and how long it takes."""
    cells = read(file)
    # Some chapters show something first and say afterwards what they teach.
    saying = next((cell for cell in cells if PROMISED.search(text_of(cell))), cells[0])
    opening = markdown_to_text(text_of(saying))
    data = {"position": int(file.name[:2])}
    if teaches := promised([saying]):
        data["teaches"] = [markdown_to_text(one) for one in teaches]
    if needs := re.search(r"You need (.+?)\. ", opening):
        data["competencyRequired"] = needs[1]
    if minutes := re.search(r"takes about (\d+) minutes", opening):
        data["timeRequired"] = f"PT{minutes[1]}M"
    return data


def whole(source: Path) -> dict:
    """What CITATION.cff says of the book."""
    cited = yaml.safe_load((source / "CITATION.cff").read_text(encoding="utf-8"))
    return {
        "name": cited["title"],
        "abstract": " ".join(cited["abstract"].split()),
        "author": [{"@type": "Organization", "name": one["name"]} for one in cited["authors"]],
        "keywords": cited["keywords"],
        "license": [LICENSES[name] for name in cited["license"]],
    }


def describe(app: Sphinx, pagename: str, description: str) -> dict | None:
    """The data of a page, or nothing for a page that is neither the book nor a chapter."""
    source = Path(app.srcdir)
    book = whole(source)

    def address(target: str) -> str:
        """Absolute where the book's address is known, else as seen from the page."""
        if app.config.html_baseurl:
            return app.config.html_baseurl + app.builder.get_target_uri(target)
        return app.builder.get_relative_uri(pagename, target)

    def file(name: str) -> str:
        return app.env.doc2path(name, base=False)

    root = app.config.root_doc
    chapters = [
        name
        for name in sorted(app.env.found_docs)
        if re.search(r"^chapters/.*\.ipynb$", file(name))
    ]
    if pagename == root:
        parts = [
            {
                "@type": ["Chapter", "LearningResource"],
                "@id": address(name),
                "name": title(app, name),
            }
            for name in chapters
        ]
        types = {"@type": ["Book", "LearningResource"], "@id": address(root)}
        return {"@context": CONTEXT, **types, **book, **COMMON, "hasPart": parts}
    if pagename in chapters:
        return {
            "@context": CONTEXT,
            "@type": ["Chapter", "LearningResource"],
            "@id": address(pagename),
            "name": title(app, pagename),
            "description": description,
            **chapter(Path(app.env.doc2path(pagename))),
            **COMMON,
            "license": book["license"],
            "author": book["author"],
            "isPartOf": {"@type": "Book", "@id": address(root), "name": book["name"]},
        }
    return None


def title(app: Sphinx, pagename: str) -> str:
    return app.env.titles[pagename].astext()


def add_data(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if not isinstance(doctree, nodes.document):
        return
    if data := describe(app, pagename, context["book_description"]):
        # "<" written so that no text can end the element.
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        script = f'<script type="application/ld+json">{text}</script>'
        context["metatags"] = context.get("metatags", "") + script


def setup(app: Sphinx) -> None:
    # After metadata.py has found the page's description.
    app.connect("html-page-context", add_data, priority=700)
