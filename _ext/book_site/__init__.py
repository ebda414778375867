"""The book's site: what the theme and Sphinx leave undone, in one place.

Each module mends one kind of thing, says why, and says when the mend can go:

- `contents`   a chapter that the contents forget fails the build
- `maths`      formulas are rendered when the book is built, and a wrong one fails the build
- `outputs`    notebooks run side by side, and only when what they `reach` has changed
- `explorers`  pages get the scripts of what they hold
- `live`       code cells that run on their page, and the Python they run in
- `your_table` the form of the page "What is your table?"
- `cells`      folded cells are named by what stands on them
- `tables`     an empty corner of a table is no header
- `objectives` what each chapter promises, and where it teaches and asks for it
- `answers`    a reader's answers, as a text to copy or to save
- `lesson`     the plan of the lesson, as steps with a bar on the pages
- `launch`     launch buttons only where they lead somewhere
- `vendored`   third-party files from npm become a part of the site
- `assets`     one stylesheet of the rules in use, a font of the icons in use, deferred scripts
- `paper`      a button that prints a page with its solutions
- `slides`     pages below slides/ as talks
- `pdf`        the book, its chapters and the gallery as PDFs, where that is asked for
- `metadata`   descriptions, social cards, canonical links, sitemap, the 404 page
- `policy`     what a page may load, run and ask for: the site itself
- `templates/` the theme's templates, overridden block by block

Written for jupyter-book 1.0.4, sphinx-book-theme 1.3, pydata-sphinx-theme 0.17, Sphinx 7.4.
"""

from pathlib import Path

from sphinx.application import Sphinx

from . import (
    answers,
    assets,
    cells,
    contents,
    explorers,
    launch,
    lesson,
    live,
    maths,
    metadata,
    objectives,
    outputs,
    paper,
    pdf,
    policy,
    slides,
    tables,
    vendored,
    your_table,
)

PARTS = (
    *(contents, outputs, maths, cells, tables, explorers, live, your_table, launch, paper),
    *(vendored, assets, slides, pdf, metadata, policy, objectives, lesson, answers),
)

TEMPLATES = Path(__file__).parent / "templates"


def add_templates(app: Sphinx, config) -> None:
    """Put our templates in front of the theme's, which ours extend."""
    config.templates_path.insert(0, str(TEMPLATES))


def setup(app: Sphinx) -> dict:
    app.connect("config-inited", add_templates, priority=900)
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
