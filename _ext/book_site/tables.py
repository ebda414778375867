"""An empty corner of a table is a plain cell, not a header.

Docutils makes every cell of the first row a header, and an empty header has no accessible name.
This can go when docutils makes empty ones plain cells.
"""

import re

from sphinx.application import Sphinx

EMPTY = re.compile(r'<th class="head([^"]*)"><p></p></th>')


def unmark_empty_headers(app: Sphinx, pagename, templatename, context, doctree) -> None:
    if "body" in context:
        context["body"] = EMPTY.sub(r'<td class="\1"></td>', context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", unmark_empty_headers)
