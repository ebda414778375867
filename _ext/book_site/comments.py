"""The comments that compute a page's numbers (`tests/prose`) are no part of the site.

Without this they would stand in the pages' HTML, in search, and in descriptions.
"""

from sphinx.application import Sphinx

from book.comments import without_comments


def drop_comments(app: Sphinx, docname: str, source: list[str]) -> None:
    source[0] = without_comments(source[0])


def drop_included(app: Sphinx, path, docname: str, content: list[str]) -> None:
    drop_comments(app, docname, content)


def setup(app: Sphinx) -> None:
    # Before any other part reads the text.
    app.connect("source-read", drop_comments, priority=100)
    app.connect("include-read", drop_included)
