"""What the pages say of each other: minutes, years, kinds of results, numbers outside the chapters.

The numbers of the chapters' prose have their claims in chapter_N.py.
"""

import json
import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from pe_book import explorers
from pe_lib import positional_encoding, similarity, wavelengths
from pe_lib.checks import POSITION_LIMIT
from pe_lib.practice import pairs_to_halves, to_bfloat16
from pe_lib.similarity import first_reversal
from tests.claims import ROOT, WORDS, Claim, Prose, places, unclaimed, word
from tests.claims.chapter_5 import first_width_with_better_exp_log as better_with_exp_log
from tests.project.test_teaching import settings_in
from tools.course import read, tasks

CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))
PAGES = [
    "index.md",
    "in_five_minutes.md",
    "your_table.md",
    "your_config.md",
    "your_question.md",
    "your_checks.md",
    "library.md",
    "glossary.md",
    "notation.md",
    "teaching.md",
    "README.md",
]
REFERENCES = (ROOT / "references.md").read_text(encoding="utf-8")
KINDS = {
    "theorem": r"theorems?",
    "experiment": r"experiments?",
    "hypothesis": r"hypothes[ie]s",
    "heuristic": r"heuristics?",
    "definition": r"definitions?",
    "explanation": r"explanations?",
}


def source(path) -> str:
    """Return a page's text as it is written, a notebook's Markdown without its JSON."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return text


# ---- minutes


def minutes(path) -> int:
    """Return the minutes that a chapter says it takes."""
    [said] = re.findall(r"The chapter takes about (\d+) minutes", source(path))
    return int(said)


#: Minutes for each of what a chapter has beside its text, which is read at 200 words a minute.
MINUTES = {r"(?m)^questions\.chapter": 1, r"explorers\.show\(": 1.5, r"(?m)^check_\w+\(": 5}


@pytest.mark.parametrize("path", CHAPTERS[:5], ids=lambda path: path.stem)
def test_the_minutes_of_a_chapter_are_those_of_reading_it_and_of_its_questions(path):
    words = [word for word in Prose.of(path).text.split() if re.search(r"\w", word)]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join(
        "".join(cell["source"])
        for cell in cells
        if cell["cell_type"] == "code" and "hide-cell" not in cell["metadata"].get("tags", [])
    )
    parts = sum(each * len(re.findall(what, code)) for what, each in MINUTES.items())
    assert minutes(path) == pytest.approx(len(words) / 200 + parts, abs=6)


@pytest.mark.parametrize("page", ["index.md", "teaching.md"])
def test_the_tables_give_each_chapter_the_minutes_that_it_gives_itself(page):
    rows = re.findall(
        r"(?m)^\| \[\d+\. [^\]]+\]\((chapters/\S+)\).*\| (\d+) \|$", source(ROOT / page)
    )
    numbered = [path for path in CHAPTERS if re.match(r"# \d", source(path))]
    assert dict(rows) == {f"chapters/{path.name}": str(minutes(path)) for path in numbered}


def test_a_session_of_three_hours_fits_into_them():
    text = source(ROOT / "teaching.md")
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
    found = re.findall(r"\[([^\]]+)\]\((?:\.\./)?references\.md#(\w+)\)([^\[]*)", text)
    return [(said, anchor, re.split(r"\n\s*[-*|\n]", after)[0]) for said, anchor, after in found]


def kinds(text: str) -> set[str]:
    return {kind for kind, word in KINDS.items() if re.search(rf"\b{word}\b", text, re.I)}


ALL_PAGES = [*CHAPTERS, *(ROOT / page for page in [*PAGES, "references.md"])]


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: path.stem)
def test_a_citation_has_the_name_the_year_and_a_kind_of_its_entry(path):
    known = entries()
    for said, anchor, after in cited(source(path)):
        assert anchor in known, anchor
        name, year = re.fullmatch(r"(\w+?)((?:19|20)\d\d)?", anchor).groups()
        name = {"d2l": "zhang"}.get(name, name)  # Dive into Deep Learning
        assert re.sub(r"\W", "", said.lower()).startswith(name), (said, anchor)
        for written in re.findall(r"\b(?:19|20)\d\d\b", said):
            assert written == (year or written) and written in anchor + known[anchor], (
                said,
                anchor,
            )
        written = re.search(r"\(([^()]*)\)", after)
        if written and kinds(written[1]):
            assert kinds(written[1]) <= kinds(known[anchor]), (
                said,
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
    said = [int(y) for y in re.findall(r"(?<![\d.])(?:19|20)\d\d(?!\d|\.\d)", paper)]
    posted = [2000 + int(y) for y in re.findall(r"\[arXiv:(\d\d)\d\d\.", paper)]
    if year and anchor != "lippe2022":  # a course that is changed every year
        assert int(year[0]) in {*said, *posted}, (anchor, said)
        assert min([*said, *posted]) >= int(year[0]) - 1, (anchor, said, posted)
    for shown, linked in re.findall(
        r"\[arXiv:([\d.]+)\]\(https://arxiv\.org/abs/([\d.]+)\)", paper
    ):
        assert shown == linked
    # In print at most three years after it was posted.
    assert all(y - p in range(4) for y in said for p in posted), (anchor, said, posted)


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
    for said, name in re.findall(r"\[([^\]]+)\]\((?:chapters/)?(\d\d_\w+\.ipynb)\)", source(path)):
        number = str(int(name[:2]))
        numbers = re.findall(r"\d+", said)
        assert numbers in ([], [number]) or said == titles[name], (said, name)


GLOSSARY = dict(re.findall(r"(?ms)^## (.+?)$(.+?)(?=^## |\Z)", source(ROOT / "glossary.md")))


@pytest.mark.parametrize("term", GLOSSARY)
def test_a_chapter_to_which_the_glossary_sends_a_reader_has_the_term(term):
    stems = [word[:6].lower() for word in re.findall(r"\w{3,}", term)]
    for chapter in re.findall(r"chapters/\w+\.ipynb", GLOSSARY[term]):
        text = source(ROOT / chapter).lower()
        assert any(stem in text for stem in stems), (term, chapter)


def test_a_link_to_an_explorer_says_nothing_else_than_its_settings():
    text = source(ROOT / "teaching.md")
    for settings, said in re.findall(r'<a href="[^"#]+#(\w+:[^"]+)">([^<]+)</a>', text):
        name, _, listed = settings.partition(":")
        given = settings_in(name, listed)
        given = {key: int(v) if isinstance(v, float) else v for key, v in given.items()}
        full = explorers.ALL[name].check(**given)
        shown = {float(v) for v in full.values() if isinstance(v, int | float)}
        if name == "shift":
            shown |= {full["position"] + full["offset"]}
        if name == "similarity":
            shown |= {first_reversal(full["d_model"], full["base"])}
        numbers = [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", said)]
        numbers = [n for n in numbers if f"float{n:.0f}" not in said]
        assert set(numbers) <= shown, (said, settings)


# ---- numbers


def digits(kind) -> int:
    """Return how many decimal digits a kind of float keeps, to the nearest."""
    return round(-np.log10(np.finfo(kind).eps / 2))


ROW = positional_encoding(4, 6, 100)[3]
MARKS = sum(task.points for task in tasks(read(ROOT / "course/problem_set_1.ipynb")))
WAVES = {0.0: "sine", 1.0: "cosine"}  # by their values at position 0
FIRST = positional_encoding(1, 4)[0]
LAYOUT = [WAVES[value] for value in FIRST]
HALVED = [WAVES[value] for value in pairs_to_halves([FIRST], 1)[0]]
PRODUCTS = positional_encoding(9, 8) @ positional_encoding(9, 8).T
ORDER = np.eye(4)[[2, 0, 3, 1]]
FOUR = np.diag([1, 2, 3, 4])
DIAGONAL = np.diag([3.0, 2.0])
CLAIMS = {
    "notation.md": [
        Claim("for odd $d$ a {} {} stands alone", "last", WAVES[positional_encoding(1, 7)[0, -1]]),
        Claim("the {} and the {} of pair $j$", *LAYOUT[:2]),
        Claim(
            "{} and {} interleaved | {} half, then {} half | the same numbers",
            *(*LAYOUT[:2], HALVED[0], HALVED[-1]),
        ),
        Claim("row 0 is $({:.0f}, {:.0f}, {:.0f}, {:.0f}, \\dots)$", *FIRST),
        Claim(
            "reordering of the {}",
            "rows" if np.array_equal((ORDER @ FOUR).T, FOUR.T[:, [2, 0, 3, 1]]) else "columns",
        ),
    ],
    "glossary.md": [
        Claim("The layout with all {}s first and all {}s after them", HALVED[0], HALVED[-1]),
        Claim(": {}, {}, {}, {}. Pair $j$ is in columns", *LAYOUT),
        Claim(
            "the {} singular value divided by the smallest",
            "largest" if np.isclose(np.linalg.cond(DIAGONAL), 3 / 2) else "smallest",
        ),
        Claim(
            "A matrix whose entries depend only on {} minus row: one value along each diagonal",
            "column" if np.ptp(np.diagonal(PRODUCTS, 2)) < 1e-12 < np.ptp(PRODUCTS[2]) else "row",
        ),
        Claim(
            "The base sets how {} the slowest pair is",
            "slow" if wavelengths(8, 10)[-1] < wavelengths(8, 100)[-1] else "fast",
        ),
        Claim("A number format of {} bits in which", 8 * 2),
        Claim("It keeps {} significant bits, so it skips whole numbers above {}", 8, 2**8),
        Claim(
            "float64 keeps about {} decimal digits, float32 about {}",
            digits(np.float64),
            digits(np.float32),
        ),
        Claim("fit explains: {:.0f} for a perfect fit, {:.0f} for a fit that explains nothing",
              1 - 0 / 5, 1 - 5 / 5),
        Claim("weights that sum to {:.0f}", np.sum(np.exp([1, 2]) / np.exp([1, 2]).sum())),
        Claim("with a single {} in each row and column", int(np.eye(3).max())),
    ],
    "library.md": [
        Claim("Positions go up to {:,}, so that", POSITION_LIMIT - 1),
        Claim("at 512 columns it is the power, at {} columns exp", better_with_exp_log()),
        Claim("at {} columns it is the power", 512),
    ],
    "your_question.md": [
        Claim("in bfloat16, {} is {}", 257, int(to_bfloat16(np.array([257.0]))[0])),
    ],
    "teaching.md": [
        Claim("similarity rises from {:.2f} at offset {} to {:.2f} at offset {}",
              similarity(3, 16), first_reversal(16), similarity(6, 16), 6),
        Claim("({:.3f}, {:.3f}, {:.3f}, {:.3f}, {:.3f}, {:.3f})", *ROW),
        Claim("at d = {}, and what is the last exponent? It is {}, not 1", 8, 1 - Fraction(2, 8)),
        Claim("with {} pairs and base {}, each pair is twice as slow", 8, 2**8),
        Claim("comparisons into weights that sum to {:.0f}",
              np.sum(np.exp([1, 2]) / np.exp([1, 2]).sum())),
        Claim("each with three tasks and {} marks", MARKS),
    ],
}  # fmt: skip
EVERYWHERE = [
    r"\[[Cc]hapter \d+\]",
    r"Chapters(?: \[\d+\],?)+(?: and \[\d+\])?",
    r"\[\d+\. [^\]]+\]",
]
# A page's numbers that are settings, counted from, or names; those tied above are not here.
ALLOWED = {
    # tests/book/test_explorer_values_of_story.py holds the steps, their explorer and its words.
    "in_five_minutes.md": [r"\{(?:notes|step)\} \d+", r"[Cc]hapter \d+"],
    # tests/site/test_live.py weighs what the first run loads.
    "index.md": [r"\| \d+ \|", r"Chapters \[2\] and \[4\]", r"loads about \d+ MB"],
    "your_table.md": [r"[Cc]hapter 8", r"loads about \d+ MB"],
    # tests/lib/test_config.py counts families and models.
    "your_config.md": [
        r"[Cc]hapter \d+",
        r"loads about \d+ MB",
        r"transformers [45]",
        r"more than \d+",
        r"j \+ width/2|2j(?: \+ 1)?",
    ],
    "your_question.md": [
        r"often 10,000|A 1 says|a 0 that|transformers 5|width/2|2j(?: \+ 1| /)",
        r"gets row 0",
        r"positions begin at 2",
        r"GPT-2",
    ],
    "glossary.md": [r"\[\d+\]"],
    "notation.md": [r"from [01]\b", r"row 0 is"],
    "README.md": [r"Python 3\.11 to 3\.14", r"CC BY 4\.0", r"Jupyter Book [12]"],
    # tests/lib/test_library_page.py runs its examples.
    "library.md": [r"2j \+ 1"],
    # tests/environments/test_your_checks.py runs it; the shifts are assert_shift_invariant's.
    "your_checks.md": [r"issue 3699", r"\[chapter 9\]", r"positions 1, 100 and 3000"],
    "teaching.md": [
        r"\| [^|]*\| \d+ \|",
        r"row 0 tells whether counting began at 1",
        r"\d+–\d+ \|",
        r"[Mm]inutes \d+ to \d+|(?:of|in) (?:45|90) minutes",
        r"Reject 0, 1, 2|p/\(L − 1\)|with 512, after",
        r"(?:p|d|j|kω) = (?:0|8|6)",
        r"row 3|position 3|columns? (?:2|13|0 to 5)",
        r"\b(?:base|offset|position|order) [\d,]+|\d+ columns?|\d+ positions|from \d+ to \d+",
        r"power 0, which is 1 radian|by 1 radian|, not 1\.",
        r"pair 0|base 100\b|position 62|GPT-2",
        r"columns and with 16, from 64 rows and from 1000",
        r"[Cc]hapters \[\d\] and \[\d\]|\[chapters \d+\] and \[\d+\]",
        r"\[[Cc]hapter \d+\]|[Cc]hapters? \d+(?: (?:and|to) \d+)?|problem set \d",
        r"(?:from|to) minute \d+",
    ],
}


@pytest.mark.parametrize(
    ("page", "claim"), [(page, claim) for page, found in CLAIMS.items() for claim in found]
)
def test_the_page_states_the_computed_number(page, claim):
    assert places(claim, Prose.of(ROOT / page)), f"{page} does not say “{claim.filled[0]}”"


@pytest.mark.parametrize("page", PAGES)
def test_every_number_of_a_page_has_a_claim(page):
    allowed = [*EVERYWHERE, *ALLOWED[page]]
    missing = unclaimed(Prose.of(ROOT / page), CLAIMS.get(page, []), allowed)
    assert not missing, "\n".join(
        f"{page}: {number}. Add its claim to tests/claims/test_pages.py" for number in missing
    )


# ---- lists


def announced(text: str) -> list[tuple[str, str, int]]:
    """Return the sentence with a number word that leads to a list, that word, and the items."""
    blocks, found = re.split(r"\n\s*\n", text), []
    for lead, items in pairwise(blocks):
        said = [s for s in re.split(r"(?<=[.:!?])\s", lead) if NUMBER_WORDS.search(s)]
        if said and items.startswith(("- ", "1. ")):
            count = len(re.findall(r"(?m)^(?:- |\d+\. )", items))
            found.append((said[-1], NUMBER_WORDS.search(said[-1])[0].lower(), count))
    return found


NUMBER_WORDS = re.compile(rf"(?i)\b(?:{'|'.join(WORDS.split()[2:])})\b")
LISTS = [found for path in ALL_PAGES for found in announced(source(path))]


@pytest.mark.parametrize(("sentence", "said", "items"), LISTS)
def test_a_list_has_as_many_items_as_its_sentence_says(sentence, said, items):
    assert said == word(items) or sentence == "There are two pairs.", sentence


def test_lists_are_found():
    assert len(LISTS) > 10 and ("Try three experiments.", "three", 3) in LISTS
