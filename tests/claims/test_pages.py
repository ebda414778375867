"""What the pages say of each other: minutes, years, kinds of results, and how long a list is."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest

import pe_lib
from pe_lib import practice
from tests.claims import ROOT, WORDS, word
from tests.claims.chapter_7 import BLEU
from tests.claims.prose import Prose, source

CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))
PAGES = [ROOT / "index.md", *sorted(ROOT.glob("pages/*.md")), ROOT / "README.md"]
REFERENCES = (ROOT / "pages/references.md").read_text(encoding="utf-8")
KINDS = {
    "theorem": r"theorems?",
    "experiment": r"experiments?",
    "hypothesis": r"hypothes[ie]s",
    "heuristic": r"heuristics?",
    "definition": r"definitions?",
    "explanation": r"explanations?",
}


# ---- minutes


def minutes(path) -> int:
    """Return the minutes that a chapter says it takes."""
    [stated] = re.findall(r"The chapter takes about (\d+) minutes", source(path))
    return int(stated)


#: Minutes for each of what a chapter has beside its text, which is read at 200 words a minute.
MINUTES = {r"(?m)^questions\.chapter": 1, r"explorers\.show\(": 1.5, r"(?m)^check_\w+\(": 5}


@pytest.mark.parametrize("path", CHAPTERS[:5], ids=lambda path: path.stem)
def test_the_minutes_of_a_chapter_are_those_of_reading_it_and_of_its_questions(path):
    words = [word for word in Prose.of(source(path)).text.split() if re.search(r"\w", word)]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join(
        "".join(cell["source"])
        for cell in cells
        if cell["cell_type"] == "code" and "hide-cell" not in cell["metadata"].get("tags", [])
    )
    parts = sum(each * len(re.findall(what, code)) for what, each in MINUTES.items())
    assert minutes(path) == pytest.approx(len(words) / 200 + parts, abs=6)


@pytest.mark.parametrize("page", ["index.md", "pages/teaching.md"])
def test_the_tables_give_each_chapter_the_minutes_that_it_gives_itself(page):
    rows = re.findall(
        r"(?m)^\| \[\d+\. [^\]]+\]\((?:\.\./)?(chapters/\S+)\).*\| (\d+) \|$", source(ROOT / page)
    )
    numbered = [path for path in CHAPTERS if re.match(r"# \d", source(path))]
    assert dict(rows) == {f"chapters/{path.name}": str(minutes(path)) for path in numbered}


def test_a_session_of_three_hours_fits_into_them():
    text = source(ROOT / "pages/teaching.md")
    assert "minutes 26 to 44" in text and "| 26–40 |" in text and "| 40–44 |" in text
    assert "Minutes 0 to 26" in text and "| 22–26 |" in text


# ---- links, years and kinds


def entries() -> dict[str, str]:
    """Return the entries of the references page by their anchors."""
    parts = re.split(r"(?m)^### (.+)$", REFERENCES)
    texts = [re.split(r"(?m)^## ", text)[0] for text in parts[2::2]]
    return dict(zip(map(str.lower, parts[1::2]), texts, strict=True))


def cited(text: str) -> list[tuple[str, str, str]]:
    """Return (words of the link, anchor, what follows it up to the next link or paragraph)."""
    found = re.findall(r"\[([^\]]+)\]\((?:\.\./)?(?:pages/)?references\.md#(\w+)\)([^\[]*)", text)
    return [(label, anchor, re.split(r"\n\s*[-*|\n]", after)[0]) for label, anchor, after in found]


def kinds(text: str) -> set[str]:
    return {kind for kind, word in KINDS.items() if re.search(rf"\b{word}\b", text, re.I)}


ALL_PAGES = CHAPTERS + PAGES


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.stem)
def test_a_citation_has_the_name_the_year_and_a_kind_of_its_entry(path):
    known = entries()
    for label, anchor, after in cited(source(path)):
        assert anchor in known, anchor
        name, year = re.fullmatch(r"(\w+?)((?:19|20)\d\d)?", anchor).groups()
        name = {"d2l": "zhang"}.get(name, name)  # Dive into Deep Learning
        assert re.sub(r"\W", "", label.lower()).startswith(name), (label, anchor)
        for written in re.findall(r"\b(?:19|20)\d\d\b", label):
            assert written == (year or written) and written in anchor + known[anchor], (
                label,
                anchor,
            )
        written = re.search(r"\(([^()]*)\)", after)
        if written and kinds(written[1]):
            assert kinds(written[1]) <= kinds(known[anchor]), (
                label,
                written[1],
                kinds(known[anchor]),
            )


@pytest.mark.parametrize("anchor", entries())
def test_an_entry_has_its_year_and_at_least_one_kind(anchor):
    text = entries()[anchor]
    paper, _, what_for = text.strip().partition("\n\n")
    survey = anchor in ("dufter2022",)
    assert kinds(what_for) or survey, f"{anchor} does not say for which kind of result it is cited"
    year = re.search(r"\d{4}$", anchor)
    printed = [int(y) for y in re.findall(r"(?<![\d.])(?:19|20)\d\d(?!\d|\.\d)", paper)]
    posted = [2000 + int(y) for y in re.findall(r"\[arXiv:(\d\d)\d\d\.", paper)]
    if year and anchor != "lippe2022":  # a course that is changed every year
        assert int(year[0]) in {*printed, *posted}, (anchor, printed)
        assert min([*printed, *posted]) >= int(year[0]) - 1, (anchor, printed, posted)
    for shown, linked in re.findall(
        r"\[arXiv:([\d.]+)\]\(https://arxiv\.org/abs/([\d.]+)\)", paper
    ):
        assert shown == linked
    # In print at most three years after it was posted.
    assert all(y - p in range(4) for y in printed for p in posted), (anchor, printed, posted)


# In the references page's own words, written down a second time: what each is cited for.
CITED_FOR = {
    "vaswani2017": "definition experiment hypothesis",
    "gehring2017": "definition experiment",
    "zaheer2017": "theorem",
    "lee2019": "theorem experiment",
    "gorishniy2021": "definition",
    "kazemi2019": "definition experiment",
    "huang2020": "definition experiment",
    "dwivedi2020": "definition experiment",
    "shiv2019": "definition experiment",
    "yun2020": "theorem",
    "wang2021": "experiment",
    "ke2021": "experiment",
    "tancik2020": "theorem experiment",
    "haviv2022": "experiment hypothesis",
    "kazemnejad2023": "theorem experiment",
    "yan2019": "theorem experiment",
    "glorot2010": "heuristic experiment",
    "shaw2018": "definition experiment",
    "su2021": "definition theorem experiment",
    "press2022": "definition experiment",
    "chen2023": "definition experiment",
    "peng2023": "heuristic experiment",
    "men2024": "theorem experiment",
    "grattafiori2024": "heuristic experiment",
    "higham2002": "theorem",
    "rahimi2007": "theorem",
    "mildenhall2020": "definition experiment",
    "ho2020": "definition",
    "dosovitskiy2021": "definition experiment",
    "elhage2021": "experiment hypothesis",
    "olsson2022": "experiment",
    "yedidia2023": "experiment",
    "shinn2023": "theorem experiment",
    "liu2023": "experiment",
    "barbero2024": "experiment hypothesis",
    "ding2024": "heuristic experiment",
    "xiao2024": "experiment",
    "wang2024": "definition",
    "carion2020": "definition",
    "liu2021": "definition experiment",
    "liu2022": "heuristic",
    "radford2022": "definition",
}


@pytest.mark.parametrize("anchor", CITED_FOR)
def test_an_entry_is_cited_for_what_the_paper_supports(anchor):
    what_for = entries()[anchor].strip().partition("\n\n")[2]
    assert kinds(what_for) == set(CITED_FOR[anchor].split())


@pytest.mark.parametrize("anchor", entries())
def test_an_entry_names_the_kind_of_what_it_is_cited_for(anchor):
    what_for = entries()[anchor].strip().partition("\n\n")[2]
    assert kinds(what_for)


def introduced(text: str) -> list[tuple[str, str]]:
    """Return the (kind, anchor) of each item that begins with a kind and cites for it."""
    return re.findall(r"(?m)^- \*(\w+)\.\*[^\[]*\[[^\]]+\]\([^)]*references\.md#(\w+)\)", text)


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.stem)
def test_an_item_begins_with_a_kind_of_what_it_cites(path):
    for kind, anchor in introduced(source(path)):
        assert kind.lower() in kinds(entries()[anchor]), (kind, anchor)


# What the book proves itself, and a definition: a name for it, or its first words.
PROVED = {
    "equivariance": "Theorem",
    "invariance": "Corollary",
    "norm": "Theorem",
    "ends": "Proposition",
    "If $\\sin p = \\sin q$": "Theorem",
    "shift": "Theorem",
    "composition": "Corollary",
    "For one frequency $\\omega$": "Proposition",
    "similarity": "Theorem",
    "The sinusoidal encoding": "Definition",
}


def test_what_is_proved_is_called_a_theorem_and_nothing_else_is():
    statement = re.compile(r"> \*\*([A-Z]\w+)(?: \(([^)]*)\))?\.\*\*(.*)")
    found = [match for path in CHAPTERS for match in statement.findall(source(path))]
    assert len(found) == len(PROVED)
    for kind, name, begins in found:
        known = [k for k in PROVED if k == name or begins.strip().startswith(k)]
        assert [PROVED[k] for k in known] == [kind], (kind, name, begins)


# ---- links between pages


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.stem)
def test_a_link_to_a_chapter_says_its_number_and_title(path):
    titles = {f.name: re.match(r"# (.+)", source(f))[1] for f in CHAPTERS}
    link = r"\[([^\]]+)\]\((?:(?:\.\./)?chapters/)?(\d\d_\w+\.ipynb)\)"
    for label, name in re.findall(link, source(path)):
        number = str(int(name[:2]))
        numbers = re.findall(r"\d+", label)
        assert numbers in ([], [number]) or label == titles[name], (label, name)


GLOSSARY = dict(re.findall(r"(?ms)^## (.+?)$(.+?)(?=^## |\Z)", source(ROOT / "pages/glossary.md")))


@pytest.mark.parametrize("term", GLOSSARY)
def test_a_chapter_to_which_the_glossary_sends_a_reader_has_the_term(term):
    stems = [word[:6].lower() for word in re.findall(r"\w{3,}", term)]
    for chapter in re.findall(r"chapters/\w+\.ipynb", GLOSSARY[term]):
        text = source(ROOT / chapter).lower()
        assert any(stem in text for stem in stems), (term, chapter)


# ---- lists


def announced(text: str) -> list[tuple[str, str, int]]:
    """Return the sentence with a number word that leads to a list, that word, and the items."""
    blocks, found = re.split(r"\n\s*\n", text), []
    for lead, items in pairwise(blocks):
        sentences = [s for s in re.split(r"(?<=[.:!?])\s", lead) if NUMBER_WORDS.search(s)]
        if sentences and items.startswith(("- ", "1. ")):
            count = len(re.findall(r"(?m)^(?:- |\d+\. )", items))
            found.append((sentences[-1], NUMBER_WORDS.search(sentences[-1])[0].lower(), count))
    return found


NUMBER_WORDS = re.compile(rf"(?i)\b(?:{'|'.join(WORDS.split()[2:])})\b")
LISTS = [found for path in ALL_PAGES for found in announced(source(path))]


@pytest.mark.parametrize(("sentence", "number", "items"), LISTS)
def test_a_list_has_as_many_items_as_its_sentence_says(sentence, number, items):
    assert number == word(items) or sentence == "There are two pairs.", sentence


def test_lists_are_found():
    assert len(LISTS) > 10 and ("Try three experiments.", "three", 3) in LISTS


def test_the_references_give_the_scores_that_chapter_7_quotes():
    learned, sinusoid = BLEU["learned"], BLEU["sinusoid"]
    sentence = (
        f"learned positions do as well, perplexity 4.92 for both and BLEU {learned} "
        f"against {sinusoid}"
    )
    assert sentence in " ".join(REFERENCES.split())


def test_the_references_give_the_base_that_chapter_10_takes_for_images():
    [chapter] = (path for path in CHAPTERS if path.stem == "10_positions_elsewhere")
    [base] = re.findall(
        r"DAB-DETR .*? takes base (\d+) and calls it the \*temperature\*", source(chapter)
    )
    assert f"called temperature and set to {base} (heuristic)" in " ".join(REFERENCES.split())


# ---- notation


def test_the_units_of_frequency_and_wavelength_are_theirs():
    notation = source(ROOT / "pages/notation.md")
    units = {
        code: unit
        for code, unit in re.findall(r"\| `(\w+)` \| \w+ of pair \$j\$ \| ([^|]+) \|", notation)
    }
    # A pair that turns once: 2π radians, over as many positions as its wavelength says.
    turn = {"radians": 2 * np.pi, "positions": float(pe_lib.wavelengths(8)[2]), "turn": 1.0}
    made = {name: float(getattr(pe_lib, name)(8)[2]) for name in units}
    for name, unit in units.items():
        above, below = unit.split(" per ")
        named = {each.rstrip("s"): amount for each, amount in turn.items()}
        assert made[name] == pytest.approx(named[above.rstrip("s")] / named[below]), name
    assert len(units) == 2


def test_the_function_that_notation_names_makes_halves_neighbors():
    notation = source(ROOT / "pages/notation.md")
    [name] = re.findall(r"`pe_lib\.practice\.(\w+)\(table, 1\)` converts", notation)
    table = pe_lib.positional_encoding(5, 8)
    halves = np.hstack([table[:, 0::2], table[:, 1::2]])
    np.testing.assert_array_equal(getattr(practice, name)(halves, 1), table)
