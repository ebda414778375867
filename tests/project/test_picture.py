"""README's pictures: as the sources draw them now, and at rest where motion is unwanted."""

import base64
import re
import xml.etree.ElementTree as ET

import pytest

from tools import picture

SCENE = picture.FOLDER / "scene.svg"
LIMIT = 60_000
MOVED_TO = """(later) => document.getAnimations().forEach((motion) => {
  motion.pause();
  motion.currentTime = later;
})"""
# The states whose tiles and answer can be seen.
SHOWN = """() => [...document.querySelectorAll(".state")].flatMap((state, k) => {
  const parts = [state, ...state.querySelectorAll(".tiles, .arcs, .sentence")];
  return parts.every((part) => getComputedStyle(part).opacity === "1") ? [k] : [];
})"""


def test_the_stored_pictures_are_what_the_sources_draw():
    """A change of the scene, its words, colors or letters makes them stale."""
    drawn = picture.pictures()
    stored = {name: (picture.FOLDER / name).read_text("utf-8") for name in drawn}
    assert stored == drawn, "stale: run make picture"


def test_readme_describes_the_picture_in_its_alternative_text(root):
    readme = (root / "README.md").read_text("utf-8")
    [alternative] = re.findall(r'<img src="\.github/scene\.svg"[^>]* alt="([^"]+)"', readme)
    assert all(word in alternative for word in ("arc", "clocks", "nouns"))


def test_it_is_small_and_asks_for_nothing():
    text = SCENE.read_text("utf-8")
    assert len(text) < LIMIT
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert set(re.findall(r"url\((\w+):", text)) == {"data"}


def test_each_state_says_what_the_explorer_says():
    states = ET.fromstring(SCENE.read_text("utf-8")).findall(".//*[@class='sentence']")
    texts = ["".join(state.itertext()) for state in states]
    assert len(texts) == len(picture.STATES)
    assert texts[0].startswith("With sinusoidal positions, the model reads: dog chased cat.")
    assert texts[1].startswith("With sinusoidal positions, the model reads: cat chased dog.")
    assert texts[2].startswith("Without positions the model sees 5 words in no order.")


def test_the_letters_are_the_same_bytes_each_time():
    given = picture.font("serif.woff2", "dog")
    assert given == picture.font("serif.woff2", "dog")
    assert base64.b64decode(given.partition(",")[2])[:4] == b"wOF2"


@pytest.mark.site
@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_it_moves_and_rests_where_motion_is_unwanted(browser, motion, moves):
    """In its first state, with everything that belongs to it."""
    page = browser.new_page(reduced_motion=motion)
    page.goto(SCENE.as_uri())
    assert bool(page.evaluate("document.getAnimations().length")) is moves
    # The moment at which it is opened, and one state later.
    shown = []
    for later in (0, 1000 * picture.SECONDS):
        page.evaluate(MOVED_TO, later)
        shown.append(page.evaluate(SHOWN))
    page.close()
    assert shown == ([[0], [1]] if moves else [[0], [0]])
