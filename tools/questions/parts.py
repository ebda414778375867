"""What the files for every platform share: titles, exhibits and the answers' tolerances."""

from collections.abc import Callable
from functools import cache
from html import escape
from typing import NamedTuple

from pe_book.drawing.picture import Picture
from pe_book.notebook.cells import Source
from pe_book.questions.question import Numeric, Question

BOOK = "Positional encoding"


class Image(NamedTuple):
    """A picture that goes into the file beside the question."""

    name: str
    svg: str
    alt: str

    def tag(self, folder: str) -> str:
        """Return the picture's HTML for the folder in which a platform keeps it."""
        return f'<p><img src="{folder}/{self.name}" alt="{escape(self.alt)}"></p>'


def title(question: Question, seed: int | None = None) -> str:
    """Return the name under which a question is listed, such as "Chapter 3: longest"."""
    return numbered(question.name.replace("_", " ").replace(".", ": ").capitalize(), seed)


def chapter_title(chapter: str, seed: int | None = None) -> str:
    return numbered(chapter.replace("_", " ").capitalize(), seed)


def numbered(name: str, seed: int | None) -> str:
    """Return a name that says which numbers were drawn, if they were.

    >>> numbered("Chapter 3", None), numbered("Chapter 3", 2026)
    ('Chapter 3', 'Chapter 3, numbers 2026')
    """
    return name if seed is None else f"{name}, numbers {seed}"


def image(question: Question) -> Image | None:
    """Return the picture that a question needs, if it needs one."""
    exhibit = _made(question.exhibit) if question.exhibit else None
    if not isinstance(exhibit, Picture):
        return None
    return Image(f"{question.html_id}.svg", exhibit.svg, exhibit.alt)


def text(question: Question, folder: str) -> str:
    """Return the question as HTML in one line, after what its page shows before it."""
    return f"{_shown(question, folder)}<p>{question.text}</p>"


def _shown(question: Question, folder: str) -> str:
    if picture := image(question):
        return picture.tag(folder)
    if not question.exhibit:
        return ""
    code = escape(_made(question.exhibit).code).replace("\n", "&#10;")
    return f"<pre><code>{code}</code></pre>"


@cache
def _made(exhibit: Callable[[], Picture | Source]) -> Picture | Source:
    """Make an exhibit once: to draw a picture takes most of the time."""
    return exhibit()


def tolerance(question: Numeric, value: float) -> float:
    """Return how far from the value an answer may be, as `question.mjs` has it."""
    return question.tolerance * (abs(float(value)) or 1)


def written(value: float) -> str:
    """Return a number as learning platforms read it, without the last bits of its computation.

    >>> written(99999999.99999999), written(0.6000000000000001)
    ('100000000.0', '0.6')
    """
    return repr(float(f"{value:.15g}"))
