"""The readable text of a page, and the expressions that stand behind its numbers."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from book.comments import COMMENT, without_comments
from tests.claims import tidy

# In prose: 3, 0.5, 60,611, 1e-15, 10⁻¹⁵. Digits of a name (x2, 2j, GPT-2) are not numbers.
NUMBER = re.compile(
    r"(?<![\w.^_{])(?<![A-Za-z]−)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
    r"(?:e[+−]?\d+|[⁻⁰¹²³⁴-⁹]+)?(?![\w^]|\.\d)"
)
# In maths most digits are part of a formula: 2j, \frac{1}{2}. Decimals and long numbers are not.
MATHS_NUMBER = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{3})+|\d{3,}")
#: The first character that stands for a comment while a text is made readable.
MARK = 0xE000


def source(path: Path) -> str:
    """Return a page's text as a reader gets it, a notebook's Markdown without its JSON."""
    return without_comments("\n\n".join(cells(path).values()))


def cells(path: Path) -> dict[str, str]:
    """Return the text of a notebook's Markdown cells by their ids, of a page by its headings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        found = json.loads(text)["cells"]
        return {c["id"]: "".join(c["source"]) for c in found if c["cell_type"] == "markdown"}
    sections = re.split(r"(?m)^(?=#+ )", text)
    return {f"{n} {part.splitlines()[0]}": part for n, part in enumerate(sections) if part}


def with_addresses(markdown: str) -> str:
    """Return Markdown in which a link to an explorer's settings computes the numbers it says.

    A link with a comment behind it has its own expression.
    """

    def computed(link: re.Match) -> str:
        settings = re.findall(r"=([\d.]+)(?=[,\"])", link[1])

        def from_address(number: re.Match) -> str:
            plain = number[0].replace(",", "")
            return f"{number[0]}<!-- {plain} -->" if plain in settings else number[0]

        if link.string.startswith(("<!--", "</a><!--"), link.end()):
            return link[0]
        return link[1] + re.sub(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?", from_address, link[2])

    return re.sub(r'(<a href="[^"#]*#\w+:[^"]+">)([^<]*)', computed, markdown)


@dataclass(frozen=True)
class Prose:
    """Readable text: no code, no addresses, no HTML tags. A comment is known by where it ends."""

    text: str
    comments: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, markdown: str) -> "Prose":
        markdown = with_addresses(markdown)
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
        """Return where formulas stand."""
        return [m.span() for m in re.finditer(r"\$\$.+?\$\$|\$[^$]+?\$", self.text)]

    def numbers(self) -> list[tuple[int, int]]:
        """Return where the numbers stand that somebody has to answer for."""
        found, at = [], 0
        for start, end in [*self.maths, (len(self.text),) * 2]:
            found += [m.span() for m in NUMBER.finditer(self.text[:start], at)]
            found += [m.span() for m in MATHS_NUMBER.finditer(self.text, start, end)]
            at = end
        return found
