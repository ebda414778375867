"""The scene of a sentence: words on tiles, clocks below places, arcs, and how words move."""

import itertools
import json
import math
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_book.renderer import node as renderer
from tests.rendered import figure_of, stills_of, view_of

MODULE = Path(renderer.__file__).with_name("scene.mjs")
STAGE = MODULE.with_name("stage.mjs")
SENTENCES = ALL["sentence"].controls[0].values()
SVG = "{http://www.w3.org/2000/svg}"


def stills(**settings) -> list[ElementTree.Element]:
    """Return the still of wide pages and that of narrow ones."""
    return stills_of("sentence", **settings)


def texts(svg: ElementTree.Element) -> list[str]:
    return [each.text for each in svg.iter(f"{SVG}text") if each.text]


def slots(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in svg.iter(f"{SVG}g") if each.get("class") == "pe-slot"]


def hands(slot: ElementTree.Element) -> list[float]:
    """Return the angles of a slot's hands, clockwise from the top, from 0 to a whole turn."""
    found = []
    for path in slot.iter(f"{SVG}path"):
        x, y = (float(number) for number in path.get("d").partition("l")[2].split(","))
        found.append(math.atan2(x, -y) % math.tau)
    return found


@pytest.mark.parametrize("words", SENTENCES)
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
def test_every_word_has_its_own_place_within_the_scene(words, narrow, node):
    for look, rows in (("off", False), ("2.3", True)):
        scene = figure_of("sentence", words=words, look=look, rows=rows)["scene"]
        plan = node(MODULE, "planOf", scene, narrow)
        sentences = 2 if scene["twin"] else 1
        assert len(plan["slots"]) == len(words.split())
        assert plan["size"] >= 16, "letters are legible"
        assert len(plan["places"]) == sentences * len(words.split())
        for x, y in plan["places"]:
            assert plan["wide"] / 2 <= x <= plan["width"] - plan["wide"] / 2
            assert plan["tile"] / 2 <= y <= plan["height"] - plan["tile"] / 2
        for (a, b), (c, d) in itertools.combinations(plan["places"], 2):
            assert abs(a - c) >= plan["wide"] or abs(b - d) >= plan["tile"]


@pytest.mark.parametrize(
    ("encoding", "omega"), [("sinusoidal", 10_000 ** (-1 / 16)), ("rope", 100 ** (-1 / 4))]
)
def test_the_hands_of_a_slot_stand_at_its_position(encoding, omega):
    for svg in stills(encoding=encoding, start=6):
        for i, slot in enumerate(slots(svg)):
            expected = [((6 + i) * omega**j) % math.tau for j in range(4)]
            assert hands(slot) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("encoding", ["none", "causal", "alibi"])
def test_without_positions_the_clocks_are_empty(encoding):
    for svg in stills(encoding=encoding):
        assert [len(list(slot.iter(f"{SVG}circle"))) for slot in slots(svg)] == [4] * 5
        assert [hands(slot) for slot in slots(svg)] == [[]] * 5
        assert not any(text.startswith("position") for text in texts(svg))


def arcs(svg: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in svg.iter(f"{SVG}g") if each.get("class") == "pe-arc"]


def bands(svg: ElementTree.Element) -> dict[int, list[tuple[str, float]]]:
    """Return how much of each tile is filled with what, by the place of its word."""
    [tiles] = list(svg)[-1:]
    return {
        i: [
            (next(band.iter(f"{SVG}rect")).get("fill"), float(band.get("width")))
            for band in tile.findall(f"{SVG}svg")
        ]
        for i, tile in enumerate(tiles)
    }


def test_a_tile_shows_a_tie_as_a_tie():
    for svg in stills(encoding="none"):
        for i, parts in bands(svg).items():
            whole = sum(width for _, width in parts)
            shares = [width / whole for _, width in parts]
            assert shares == pytest.approx([1] if i % 5 == 2 else [0.5, 0.5], abs=0.02)
        strong = [float(arc.find(f"{SVG}path").get("opacity")) for arc in arcs(svg)]
        assert len(strong) == 4 and max(strong) < 0.5
    for svg in stills():
        assert [len(parts) for parts in bands(svg).values()] == [1] * 10
        assert len(arcs(svg)) == 2
        for arc in arcs(svg):
            assert float(arc.find(f"{SVG}path").get("opacity")) > 0.95


def test_both_answers_are_told_and_whether_they_are_the_same():
    def told(svg):
        [answers] = [each for each in svg.iter(f"{SVG}g") if each.get("class") == "pe-answers"]
        return texts(answers)

    wide, narrow = stills(encoding="none")
    both = "cat chased dog 50%, dog chased cat 50%"
    assert (told(wide), told(narrow)) == ([both, both, "="], ["50 : 50", "50 : 50", "="])
    for svg in stills():
        one, other, sign = told(svg)
        assert one.startswith("dog chased cat") and other.startswith("cat chased dog")
        assert sign == "≠"


@pytest.mark.parametrize("narrow", [0, 1])
def test_the_arc_leads_from_who_acts_to_who_is_acted_upon(narrow, node):
    for words, ways in (
        ("the dog chased the cat", [(1, 4), (6, 9)]),
        ("the cat was chased by the dog", [(6, 1)]),
    ):
        plan = node(MODULE, "planOf", figure_of("sentence", words=words)["scene"], bool(narrow))
        drawn = arcs(stills(words=words)[narrow])
        for arc, (one, other) in zip(drawn, ways, strict=True):
            curve = arc.find(f"{SVG}path").get("d").partition("M")[2].partition("M")[0]
            ends = [[float(v) for v in part.split(",")] for part in curve.replace("C", " ").split()]
            away = plan["wide"] if plan.get("column") else plan["tile"]
            for end, place in ((ends[0], one), (ends[-1], other)):
                far = np.abs(np.subtract(end, plan["places"][place])).sum()
                assert far == pytest.approx(away / 2, abs=8)


def test_attention_leaves_tiles_and_arcs_in_place():
    words = "today the dog chased the old cat"
    one, other = (stills(words=words, look=look)[0] for look in ("off", "2.3"))
    assert bands(one) == bands(other)
    drawn = {each.get("class"): len(list(each)) for each in other.iter(f"{SVG}g")}
    assert drawn["pe-arcs"] == 1
    assert drawn["pe-looks"] == len(view_of("sentence", words=words, look="2.3").scene["looks"])


ORIGINS = [
    ("the dog chased the cat", "the cat chased the dog", None, [0, 4, 2, 3, 1]),
    ("the dog chased the cat", "today the dog chased the cat", None, [None, 0, 1, 2, 3, 4]),
    ("the dog chased the cat", "the fox chased the cat", None, [0, None, 2, 3, 4]),
    # The other "the" slides, not the one in the hand.
    ("the the dog", "the the dog", {"was": 0, "at": 1}, [1, 0, 2]),
]


@pytest.mark.parametrize(("before", "after", "held", "expected"), ORIGINS)
def test_each_word_slides_from_where_it_was(before, after, held, expected, node):
    found = node(STAGE, "origins", before.split(), after.split(), held)
    assert json.loads(json.dumps(found)) == expected
