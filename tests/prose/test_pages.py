"""What the pages say of each other: minutes, years, and the numbers of chapters."""

import re

import pytest

from book.paths import ROOT
from tests.prose.text import source

CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))
PAGES = [*CHAPTERS, ROOT / "index.md", *sorted(ROOT.glob("pages/*.md")), ROOT / "README.md"]
REFERENCES = (ROOT / "pages/references.md").read_text(encoding="utf-8")
every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


def test_the_front_page_gives_each_chapter_the_minutes_that_it_gives_itself():
    rows = re.findall(
        r"(?m)^\| \[\d+\. [^\]]+\]\((chapters/\S+)\).*\| (\d+) \|$", source(ROOT / "index.md")
    )
    stated = {
        f"chapters/{path.name}": re.findall(r"The chapter takes about (\d+) minutes", source(path))
        for path in CHAPTERS
        if re.match(r"# \d", source(path))
    }
    assert {name: [minutes] for name, minutes in rows} == stated


def entries() -> dict[str, str]:
    """Return the entries of the references page by their anchors."""
    parts = re.split(r"(?m)^### (.+)$", REFERENCES)
    return dict(zip(map(str.lower, parts[1::2]), parts[2::2], strict=True))


@every_page
def test_a_citation_has_the_name_and_a_year_of_its_entry(path):
    known = entries()
    link = r"\[([^\]]+)\]\((?:\.\./)?(?:pages/)?references\.md#(\w+?)((?:19|20)\d\d)?\)"
    for label, name, year in re.findall(link, source(path)):
        assert name + year in known
        name = {"d2l": "zhang"}.get(name, name)  # Dive into Deep Learning
        assert re.sub(r"\W", "", label.lower()).startswith(name), label
        for written in re.findall(r"\b(?:19|20)\d\d\b", label):
            assert year in ("", written), label


@every_page
def test_a_link_to_a_chapter_has_its_number_or_title(path):
    titles = {chapter.name: re.match(r"# (.+)", source(chapter))[1] for chapter in CHAPTERS}
    link = r"\[([^\]]+)\]\((?:(?:\.\./)?chapters/)?(\d\d_\w+\.ipynb)\)"
    for label, name in re.findall(link, source(path)):
        numbers = re.findall(r"\d+", label)
        assert numbers in ([], [str(int(name[:2]))]) or label == titles[name], (label, name)
