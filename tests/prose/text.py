"""The readable text of a page, and the expressions after its numbers."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from book.comments import COMMENT, without_comments
from book.paths import ROOT

#: What a page has measured or computed: 0.65, 6.0 × 10⁻⁵. Versions are not: Python 3.11.
MEASURED = re.compile(
    r"(?<![\w.])(?<!transformers )(?<!Python )(?<!axe−core )"
    r"(?:\d+\.\d{2,}|\d+(?:\.\d+)? × 10[⁻⁰¹²³⁴-⁹]+)"
)
#: The first character that replaces a comment while a text is made readable.
MARK = 0xE000


def source(path: Path) -> str:
    """Return a page's text as a reader gets it, a notebook's Markdown without its JSON."""
    return without_comments("\n\n".join(cells(path).values()))


def cells(path: Path) -> dict[str, str]:
    """Return the text of a notebook's Markdown cells by their ids, of a page by its headings."""
    if path.suffix == ".ipynb":
        return cells_of(path, "markdown")
    sections = re.split(r"(?m)^(?=#+ )", path.read_text(encoding="utf-8"))
    return {f"{n} {part.splitlines()[0]}": part for n, part in enumerate(sections) if part}


def cells_of(path: Path, kind: str) -> dict[str, str]:
    """Return the text of a notebook's cells of one kind, by their ids."""
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in found if cell["cell_type"] == kind}


def code(page: str, cell: str) -> str:
    """Return the code of a cell of `chapters/01_order_problem` and the like."""
    return cells_of(ROOT / f"{page}.ipynb", "code")[cell]


def tidy(text: str) -> str:
    """Make white space single and minus signs alike, so that a line break changes nothing."""
    return " ".join(text.split()).replace("-", "−")


@dataclass(frozen=True)
class Prose:
    """Readable text: no code, no addresses, no HTML tags. A comment is known by where it ends."""

    text: str
    comments: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, markdown: str) -> "Prose":
        found: list[str] = COMMENT.findall(markdown)
        marks = iter(range(MARK, MARK + len(found)))
        text = COMMENT.sub(lambda _: chr(next(marks)), markdown)
        text = re.sub(r"(?s)^```.*?^```|^~~~.*?^~~~~", " ", text, flags=re.M)
        text = re.sub(r"`[^`\n]*`", "`code`", text)
        text = re.sub(r"\]\([^)\s]*\)", "]", text)
        text = re.sub(r"</?a\b[^>\n]*>", "", text)
        text = re.sub(r"https?://\S+|</?[a-zA-Z][^>\n]*>", " ", text)
        text = re.sub(r"(?m)^\s*\d+\.\s", " ", text)
        text = tidy(re.sub(r"(?m)^>\s?", "", text))
        readable, comments = "", []
        for part in re.split(f"([{chr(MARK)}-{chr(MARK + 0xFFF)}])", text):
            if len(part) == 1 and ord(part) >= MARK:
                comments.append((len(readable), found[ord(part) - MARK]))
            else:
                readable += part
        return cls(readable, tuple(comments))

    @cached_property
    def maths(self) -> list[tuple[int, int]]:
        """Return where formulas are."""
        return [m.span() for m in re.finditer(r"\$\$.+?\$\$|\$[^$]+?\$", self.text)]

    def measured(self) -> list[tuple[int, int]]:
        """Return where the numbers are that need an expression."""
        return [match.span() for match in MEASURED.finditer(self.text)]
