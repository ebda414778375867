"""The book's site: what the theme and Sphinx do not do, in one Sphinx extension.

Each module adds or fixes one thing, says why, and says when the fix can be removed:

- `contents`   a chapter or page missing from _toc.yml fails the build
- `comments`   what computes a page's numbers is left out
- `maths`      formulas are rendered at build time, and an invalid one fails the build
- `outputs`    notebooks run in parallel, and only when their code or the packages changed
- `terms`      mentions of terms and symbols link to what is said of them
- `front_end`  npm's packages, fetched where they are missing
- `esbuild`    scripts are bundled and minified
- `explorers`  pages load the scripts of the explorers and questions on them
- `laws`       below a law stands the same line in the numbers of its explorer
- `live`       code cells that run on their page, and Python for them
- `your_table` the form of the page "What is your table?"
- `your_config` the form of the page "What does your config.json say?"
- `cells`      code to read is open, code that only draws is folded, an exercise is silent at first
- `build_it_yourself` cells whose sliders need a notebook show their picture
- `moved`      addresses that sections had before lead to where their subject is now
- `tables`     an empty corner of a table is not a header
- `library_links` names of pe_lib lead to their entries on the page of the library
- `objectives` each chapter's objectives, and where they are taught and asked
- `answers`    a reader's answers as text, to copy or to save
- `question_data` the questions as data, for fresh numbers and for what a class answered
- `lesson`     a bar that leads through the steps of the lesson plan
- `chapter_cards` the front page's table of chapters as cards
- `story`      a page whose figure stays while the steps of a story pass
- `opening`    a chapter begins with its question and its figure
- `launch`     launch buttons only where they work
- `vendored`   third-party files from npm, copied to the site
- `made_with`  what of others the site contains, with version, license and source
- `letters`    the book's own letters, cut to what it uses
- `patches`    scripts of Sphinx and the theme, with a few of their lines changed
- `assets`     one stylesheet of the rules in use, a font of the icons in use, deferred scripts
- `paper`      a button that prints a page with its solutions open
- `slides`     pages below slides/ as talks
- `short_addresses` a short address and a code for each explorer on a slide
- `embed`      pages with one explorer or question, for frames in other sites
- `pdf`        the book, its chapters and the gallery as PDFs, on request
- `metadata`   descriptions, social cards, canonical links, sitemap, the 404 page
- `linked_data` what the book and a chapter are, for search engines and catalogs
- `policy`     a content security policy that allows the site itself only
- `offline`    the book without a network, and on a phone's home screen
- `templates/` the theme's templates, overridden block by block

Written for jupyter-book 1.0.4, sphinx-book-theme 1.3, pydata-sphinx-theme 0.17, Sphinx 7.4.
"""

from pathlib import Path

from sphinx.application import Sphinx

from pe_book.text import interface

from . import (
    answers,
    assets,
    build_it_yourself,
    cells,
    chapter_cards,
    comments,
    contents,
    embed,
    explorers,
    front_end,
    launch,
    laws,
    lesson,
    letters,
    library_links,
    linked_data,
    live,
    made_with,
    maths,
    metadata,
    moved,
    objectives,
    offline,
    opening,
    outputs,
    paper,
    patches,
    pdf,
    policy,
    question_data,
    short_addresses,
    slides,
    story,
    tables,
    terms,
    vendored,
    your_config,
    your_table,
)

PARTS = (
    *(front_end, contents, comments, outputs, maths, terms, moved, cells, tables, explorers),
    *(laws, live),
    *(build_it_yourself, your_table, chapter_cards, opening, your_config, launch, paper),
    *(
        vendored,
        made_with,
        letters,
        patches,
        assets,
        slides,
        short_addresses,
        story,
        embed,
        pdf,
        metadata,
        linked_data,
        policy,
        library_links,
        offline,
        objectives,
        lesson,
        answers,
        question_data,
    ),
)

TEMPLATES = Path(__file__).parent / "templates"


def add_templates(app: Sphinx, config) -> None:
    """Let our templates take precedence over the theme's, which they extend."""
    config.templates_path.insert(0, str(TEMPLATES))


def add_interface(app: Sphinx) -> None:
    """Let `_` of the templates know the interface's words, after those of Sphinx."""
    app.translator.add_fallback(interface.catalog)


def carry_interface(app: Sphinx, pagename, templatename, context, doctree) -> None:
    context["book_interface"] = interface.table_for_scripts()


def setup(app: Sphinx) -> dict:
    app.connect("builder-inited", add_interface)
    app.connect("html-page-context", carry_interface)
    app.connect("config-inited", add_templates, priority=900)
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
