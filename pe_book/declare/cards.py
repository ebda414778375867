"""Cards over a figure: each is a link around one of its parts, with a sentence of its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A part of the figure that leads to a page; `says` names a sentence of the wording.

    `page` is a path from the book's first page, without its ending.
    """

    title: str
    page: str
    says: str
