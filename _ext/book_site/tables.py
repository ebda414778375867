"""The corner of a table stays empty, so it is no header.

Docutils makes a header of every cell in a table's first row, and a screen reader cannot say a
header without a word. This can go when docutils leaves an empty one a plain cell.
"""

import re

from sphinx.application import Sphinx

EMPTY = re.compile(r'<th class="head([^"]*)"><p></p></th>')


def free_corners(app: Sphinx, pagename, templatename, context, doctree) -> None:
    if "body" in context:
        context["body"] = EMPTY.sub(r'<td class="\1"></td>', context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", free_corners)
