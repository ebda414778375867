"""Each question of readers has an answer with a link; the words that bring them are explained."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "your_question.md").read_text(encoding="utf-8")
ANSWERS = re.findall(r"(?ms)^\*\*(.+?)\*\*(.+?)(?=^\*\*|^## |\Z)", PAGE)
LINKS = sorted(set(re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", PAGE)))
#: The words of tutorials, and where the book explains them.
WORDS = {
    "div_term": "05_loop_and_vectorized",
    "batch_first": "05_loop_and_vectorized",
    "register_buffer": "05_loop_and_vectorized",
    "max_len": "05_loop_and_vectorized",
    "dropout": "05_loop_and_vectorized",
    "LayerNorm": "06_inside_a_transformer",
    "class token": "10_positions_elsewhere",
    "inv_freq": "09_positions_in_practice",
    "position_ids": "09_positions_in_practice",
}


def prose(chapter: Path) -> str:
    """Return the Markdown of a chapter, code cells left out."""
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return "\n\n".join(texts)


def anchor(heading: str) -> str:
    """Return the address of a heading on its page."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=[asked for asked, _ in ANSWERS])
def test_a_question_has_a_short_answer_with_a_link(question, answer):
    said = re.sub(r"\]\([^)]*\)", "]", answer)
    assert question.rstrip().endswith("?")
    assert "](" in answer
    assert len(said.split()) < 70


@pytest.mark.parametrize(("page", "place"), LINKS)
def test_a_link_leads_to_a_section_that_is_there(page, place):
    target = ROOT / page
    assert target.is_file()
    if place:
        headings = re.findall(r"(?m)^#{2,4} (.+)$", prose(target))
        assert [anchor(heading) for heading in headings].count(place) == 1


@pytest.mark.parametrize("word", WORDS)
def test_a_word_of_tutorials_is_in_the_text_of_its_chapter_and_in_the_glossary(word):
    assert word.lower() in prose(ROOT / f"chapters/{WORDS[word]}.ipynb").lower()
    assert word.lower() in (ROOT / "glossary.md").read_text(encoding="utf-8").lower()
