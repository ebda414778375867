"""The parts of the extension, in the order in which they are set up."""

from importlib import import_module
from pathlib import Path

from sphinx.application import Sphinx

TEMPLATES = Path(__file__).parent / "templates"

PARTS = (
    # What is read and run: the texts, the notebooks.
    *("front_end", "comments", "outputs"),
    # What a page's text becomes.
    *("maths", "terms", "cells", "tables", "library_links", "objectives", "addresses"),
    # What answers the reader.
    *("explorers", "live", "live_forms", "answers", "question_data", "surprises"),
    # How a page looks.
    *("opening", "launch", "story", "slides", "embed"),
    # Files and heads of pages; the policy is for pages as they stay.
    *("modules", "third_party", "fonts", "patches", "assets", "search", "pdf", "metadata"),
    *("e_book", "csp"),
)


def add_templates(app: Sphinx, config) -> None:
    """Let our templates take precedence over the theme's, which they extend."""
    config.templates_path.insert(0, str(TEMPLATES))


def setup_parts(app: Sphinx) -> None:
    app.connect("config-inited", add_templates, priority=900)
    for part in PARTS:
        import_module(f".{part}", __package__).setup(app)
