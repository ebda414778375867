"""The chapters' objectives, and the cells that teach and ask for them.

A chapter lists its objectives under "What you will be able to do", on one of its pages: pages whose
names begin with one number are one chapter. A cell tagged `objective-2` serves the second one: a
Markdown cell by its section, a code cell by its question or exercise. In a problem set
the tag is `objective-4-2`, for chapter 4.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from book.comments import without_comments

PROMISED = re.compile(r"\*\*What you will be able to do\*\*\n\n((?:- .*\n(?:  .*\n)*)+)")
KINDS = {
    "questions": re.compile(r"questions\.chapter_\d+\.(\w+)"),
    "exercises": re.compile(r"(?m)^check_\w+\("),
}


@dataclass
class Objective:
    """One objective of a chapter, with links to the cells that serve it, as Markdown."""

    chapter: int
    number: int
    text: str
    file: str
    served: dict[str, list[str]] = field(default_factory=dict)

    def add(self, kind: str, link: str) -> None:
        links = self.served.setdefault(kind, [])
        if link not in links:
            links.append(link)


def objectives(source: Path) -> list[Objective]:
    """Return the objectives of all chapters, with the cells and tasks that serve them."""
    found: dict[tuple[int, int], Objective] = {}
    pages = {file: read(file) for file in sorted(source.glob("chapters/*.ipynb"))}
    for file, cells in pages.items():
        chapter = int(file.name[:2])
        for number, text in enumerate(promised(cells), 1):
            found[chapter, number] = Objective(chapter, number, text, f"chapters/{file.name}")
    for file, cells in pages.items():
        for number, kind, link in served(file, cells):
            found[int(file.name[:2]), number].add(kind, link)
    for file in sorted(source.glob("course/*.ipynb")):
        for cell in read(file):
            for chapter, number in tags(cell, r"objective-(\d+)-(\d+)"):
                name, task = file.stem.replace("_", " "), re.search(r"## (\d+)\.", text_of(cell))[1]
                found[int(chapter), int(number)].add("tasks", f"{name}, task {task}")
    return list(found.values())


def read(file: Path) -> list[dict]:
    return json.loads(file.read_text(encoding="utf-8"))["cells"]


def text_of(cell: dict) -> str:
    return without_comments("".join(cell["source"]))


def tags(cell: dict, pattern: str) -> list:
    """Return the matches of a pattern in the tags of a cell."""
    named = cell["metadata"].get("tags", [])
    return [part for tag in named for part in re.findall(f"^{pattern}$", tag)]


def promised(cells: list[dict]) -> list[str]:
    """Return the objectives that a page lists, if any, with links from a page in pages/."""
    listed = PROMISED.search("\n".join(f"{text_of(cell)}\n" for cell in cells))
    lines = re.split(r"(?m)^- ", listed[1])[1:] if listed else []
    return [" ".join(line.split()).rstrip(";.").replace("](", "](../chapters/") for line in lines]


def served(file: Path, cells: list[dict]) -> Iterator[tuple[int, str, str]]:
    """Yield (objective, kind, link) for each tagged cell of a chapter."""
    page, heading = f"../chapters/{file.stem}", ""
    for cell in cells:
        text = text_of(cell)
        if cell["cell_type"] == "markdown":
            headings = re.findall(r"(?m)^#{2,3} (.+)$", text)
            heading = headings[0] if headings else heading
            links = [("sections", section(page, heading))]
        else:
            links = [
                (kind, link(page, kind, name, heading))
                for kind, pattern in KINDS.items()
                for name in pattern.findall(text)
            ]
        for number in tags(cell, r"objective-(\d+)"):
            yield from ((int(number), *found) for found in links)
        if cell["cell_type"] == "markdown" and headings:
            heading = headings[-1]


def section(page: str, heading: str) -> str:
    # Slugs are GitHub's.
    slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
    return f"[{heading}]({page}.ipynb#{slug})"


def link(page: str, kind: str, name: str, heading: str) -> str:
    if kind == "exercises":
        return section(page, heading)
    anchor = f"question-chapter-{int(Path(page).name[:2])}-{name.replace('_', '-')}"
    return f'<a href="{page}.html#{anchor}">{name.replace("_", " ")}</a>'
