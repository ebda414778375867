"""The book's site: what the theme and Sphinx do not do, in one Sphinx extension.

`extension` lists its parts. Each adds or fixes one thing and explains why, and when the fix can be
removed. Written for jupyter-book 1.0.4, sphinx-book-theme 1.3, pydata-sphinx-theme 0.17 and Sphinx
7.4.
"""

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict:
    from .extension import setup_parts

    setup_parts(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
