"""The lesson plan of the page for teachers as steps: its links lead to pages with a navigation bar.

The bar (_static/lesson.mjs) leads to the previous and the next step. It appears only where the
address has a query such as `?lesson=3`. The plan in pages/teaching.md is the only source of the
steps. This stays as long as there is a plan.
"""

import json
import re
from pathlib import Path

from sphinx.application import Sphinx

PAGE = "pages/teaching"
PLAN = re.compile(r"(?ms)^## A lesson of 45 minutes$.*?(?=^## )")
ROW = re.compile(r"(?m)^\| (\d+–\d+) \|.*$")
LINK = re.compile(r'<a href="([^"#]+)(#[^"]+)">(.*?)</a>')


def numbered(page: str) -> str:
    """Return the page with the number of its step in each link of the plan.

    >>> page = '## A lesson of 45 minutes\\n| 0–5 | <a href="a.html#b">see</a> |\\n## End'
    >>> numbered(page).splitlines()[1]
    '| 0–5 | <a href="a.html?lesson=1#b">see</a> |'
    """
    found = 0

    def number(link: re.Match) -> str:
        nonlocal found
        found += 1
        return f'<a href="{link[1]}?lesson={found}{link[2]}">{link[3]}</a>'

    def row(line: re.Match) -> str:
        return LINK.sub(number, line[0])

    return PLAN.sub(lambda plan: ROW.sub(row, plan[0]), page)


def steps(page: str) -> list[dict[str, str]]:
    """Return the steps of the plan: minutes, link text and address."""
    [plan] = PLAN.findall(numbered(page))
    return [
        {"minutes": row[1], "text": text, "address": address + place}
        for row in ROW.finditer(plan)
        for address, place, text in LINK.findall(row[0])
    ]


def number_links(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname == PAGE:
        source[0] = numbered(source[0])


def write_steps(app: Sphinx, exception: Exception | None) -> None:
    page = Path(app.srcdir) / f"{PAGE}.md"
    if exception is None and app.builder.format == "html" and page.exists():
        listed = json.dumps(steps(page.read_text(encoding="utf-8")), ensure_ascii=False, indent=1)
        file = Path(app.outdir) / "_static" / "lesson_steps.mjs"
        file.write_text(f"export default {listed};\n", encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("source-read", number_links)
    app.connect("build-finished", write_steps)
