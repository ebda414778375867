"""A reader predicts in a figure: the answer is hidden, then laid behind what the reader drew."""

import pytest

from pe_book import explorers
from tests.rendered import text_of, view_of
from tests.site.explored import PLACES
from tests.site.fingers import swipe, tap
from tests.site.reader import from_menu

PREDICTED = [(path, name) for path, name in PLACES if explorers.ALL[name].prediction]


def begin(here):
    """Press the button, and return the part of the explorer that asks."""
    here.wake()
    here.section.locator(".pe-predict").click()
    asking = here.section.locator(".pe-prediction")
    asking.wait_for()
    return asking


def drawn(here, trace: int) -> str:
    """Return the path of a trace's line or markers, as far as it is drawn."""
    path = here.section.locator(f"[data-trace='{trace}'] path").first
    return (path.get_attribute("d") or "") if path.count() else ""


def share(here, across: float, down: float) -> tuple[float, float]:
    box = here.section.locator(".pe-sheet").bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


@pytest.mark.parametrize(("path", "name"), PREDICTED)
def test_the_answer_is_hidden_until_it_is_revealed_and_sliders_are_the_way_by_keyboard(
    path,
    name,
    explore,
):
    requests = []
    here = explore(path, name)
    here.page.on("request", lambda request: requests.append(request.url))
    prediction, values = here.explorer.prediction, view_of(here.explorer).values
    [hidden, *_] = [i for i in prediction.hidden if i in lines(here.explorer)] or [None]
    asking = begin(here)
    assert [url for url in requests if url.endswith("/predict.mjs")], "loaded when asked for"
    assert asking.locator("p").inner_text() == prediction.ask
    assert not here.section.locator(".pe-sentence").is_visible()
    assert not here.section.locator(".pe-data").is_visible()
    assert from_menu(here.section, "Table").is_disabled()
    assert hidden is None or not drawn(here, hidden)
    alone = {"shift": ("sine", "cosine", "·", "="), "similarity": ("position",)}.get(name, ())
    assert not set(alone) & set(here.section.locator(".pe-sheet text").all_text_contents())
    asking.locator("summary").press("Enter")
    sliders = asking.get_by_role("slider")
    assert sliders.count() == len(values["answers"])
    for slider, answer in zip(sliders.all(), values["answers"], strict=True):
        nearest = prediction.step * round((answer - prediction.low) / prediction.step)
        slider.fill(f"{prediction.low + nearest:.4g}")
    before = drawn(here, len(here.explorer.template["data"]))
    assert before
    there, back = (
        ("ArrowLeft", "ArrowRight") if values["answers"][0] else ("ArrowRight", "ArrowLeft")
    )
    sliders.first.press(there)
    assert (
        prediction.shape == "digits" or drawn(here, len(here.explorer.template["data"])) != before
    )
    sliders.first.press(back)
    parts = [here.section.locator(part) for part in (".pe-figure", ".pe-sentence", "fieldset")]
    reveal = asking.get_by_role("button", name="Reveal")
    reveal.focus()  # which scrolls to it, where it is below the window
    places = [part.first.bounding_box() for part in parts]
    reveal.press("Enter")
    assert asking.locator("p").inner_text().startswith(prediction.right.split("{")[0])
    assert [part.first.bounding_box() for part in parts] == places, "nothing jumps"
    assert here.section.locator(".pe-sentence").is_visible()
    assert hidden is None or drawn(here, hidden)
    assert drawn(here, len(here.explorer.template["data"])), "the reader's own is still there"
    asking.get_by_role("button", name="Done").click()
    assert asking.count() == 0 and here.section.locator(".pe-predict").is_visible()
    assert not drawn(here, len(here.explorer.template["data"]))


def lines(explorer) -> list[int]:
    """Return which traces of an explorer's template are lines."""
    return [
        i for i, trace in enumerate(explorer.template["data"]) if "lines" in trace.get("mode", "")
    ]


def test_a_curve_is_drawn_with_a_stroke(explore):
    here = explore(*next(place for place in PREDICTED if place[1] == "similarity"))
    asking = begin(here)
    here.section.locator(".pe-sheet").scroll_into_view_if_needed()
    here.page.mouse.move(*share(here, 0.078, 0.20))
    here.page.mouse.down()
    here.page.mouse.move(*share(here, 0.44, 0.50), steps=3)
    here.page.mouse.up()
    values = [float(value) for value in guesses(asking)]
    assert values == sorted(values, reverse=True) and len(set(values)) > 6
    asking.get_by_role("button", name="Reveal").click()
    assert "away" in asking.locator("p").inner_text()


def test_a_hand_is_placed_by_a_tap_and_digits_are_switched(explore):
    here = explore(*next(place for place in PREDICTED if place[1] == "shift"), has_touch=True)
    asking = begin(here)
    here.section.locator(".pe-sheet").scroll_into_view_if_needed()
    circle = here.section.locator("[data-trace='0'] path").first.bounding_box()
    tap(here.page, circle["x"] + circle["width"], circle["y"] + circle["height"] / 2)
    assert float(asking.locator("input").input_value()) == pytest.approx(90, abs=1)
    here = explore(*next(place for place in PREDICTED if place[1] == "counter"), has_touch=True)
    asking = begin(here)
    here.section.locator(".pe-sheet").scroll_into_view_if_needed()
    for taps in (1, 0):
        tap(here.page, *share(here, 0.3, 0.3))
        digits = [slider.input_value() for slider in asking.locator("input").all()]
        assert digits.count("1") == taps


# Promise that a scroll will end which has moved the page by more than some pixels.
EXPECT_SCROLL = """(least) => {
  const start = scrollY;
  window.scrolled = new Promise((done) =>
    addEventListener("scrollend", () => scrollY > start + least && done()));
}"""


@pytest.mark.parametrize(("path", "name"), PREDICTED)
def test_a_swipe_scrolls_the_page_and_draws_nothing(path, name, explore):
    here = explore(path, name, has_touch=True)
    here.page.set_viewport_size({"width": 390, "height": 844})
    asking = begin(here)
    sheet = here.section.locator(".pe-sheet")
    before = guesses(asking)
    for across in (0.25, 0.75):
        sheet.evaluate("(sheet) => sheet.scrollIntoView({ block: 'center', behavior: 'instant' })")
        here.page.evaluate(EXPECT_SCROLL, 80)
        x, y = share(here, across, 0.6)
        swipe(here.page, (x, y), (x + 5, y - 150))
        here.page.evaluate("window.scrolled")
    assert guesses(asking) == before
    asking.get_by_role("button", name="Reveal").click()
    assert asking.locator("p").inner_text().startswith("You made no prediction.")
    assert not drawn(here, len(here.explorer.template["data"]))


def test_a_finger_draws_sideways_and_turns_a_hand_by_its_tip(explore):
    here = explore(*next(place for place in PREDICTED if place[1] == "similarity"), has_touch=True)
    asking = begin(here)
    here.section.locator(".pe-sheet").scroll_into_view_if_needed()
    swipe(here.page, share(here, 0.078, 0.20), share(here, 0.44, 0.50))
    values = [float(value) for value in guesses(asking)]
    assert values == sorted(values, reverse=True) and len(set(values)) > 6
    here = explore(*next(place for place in PREDICTED if place[1] == "shift"), has_touch=True)
    asking = begin(here)
    grip = here.section.locator(".pe-guess")
    grip.scroll_into_view_if_needed()
    box = grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(here.page, (x, y), (x + 1, y + 200))
    assert float(guesses(asking)[0]) > 150
    assert not here.visit.take_problems()


def guesses(asking) -> list[str]:
    return [slider.input_value() for slider in asking.locator("input").all()]


def test_another_setting_ends_a_prediction(explore):
    here = explore(*next(place for place in PREDICTED if place[1] == "shift"))
    asking = begin(here)
    here.control("offset").press("ArrowRight")
    asking.wait_for(state="detached")
    assert here.sentence() == text_of(here.explorer, **here.settings()).sentence
