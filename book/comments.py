"""HTML comments in Markdown: the expressions of numbers (`tests/prose`), which no reader sees."""

import re

COMMENT = re.compile(r"<!-- (.+?) -->")


def without_comments(text: str) -> str:
    """Return Markdown, or a notebook's JSON, without comments.

    >>> without_comments("there are four<!-- len(wavelengths(8)) --> of them")
    'there are four of them'
    """
    return COMMENT.sub("", text)
