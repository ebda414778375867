"""The front page: one switch parts two answers, and three sliders move five pictures."""

from __future__ import annotations

import pytest

from tests.rendered import text_of

PAGE = "index.html"


@pytest.mark.parametrize("screen", [(390, 664), (1280, 800)])
def test_the_switch_parts_the_two_answers_on_one_screen(screen, book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}")
    page = visit.page
    page.set_viewport_size(dict(zip(("width", "height"), screen, strict=True)))
    section = page.locator("#explorer-sentence")
    switch, sign = section.get_by_role("switch"), section.locator(".pe-drawing .pe-answers text")
    sign.last.wait_for()
    before = sign.all_text_contents()
    assert switch.get_attribute("aria-checked") == "false"
    assert (before[0], before[2]) == (before[1], "=")
    high = section.bounding_box()["height"]
    figure, control = section.locator(".pe-figure").bounding_box(), switch.bounding_box()
    assert figure["y"] >= 48 and control["y"] + control["height"] <= screen[1]
    switch.press("Space")
    section.locator(".pe-answers text", has_text="≠").wait_for()
    after = sign.all_text_contents()
    assert switch.get_attribute("aria-checked") == "true" and after[0] != after[1]
    page.wait_for_url("**encoding=sinusoidal*")
    assert section.bounding_box()["height"] == pytest.approx(high), "nothing jumps"
    assert visit.take_problems() == []


def test_five_cards_follow_three_sliders_and_lead_to_five_chapters(book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}")
    page = visit.page
    section = page.locator("#explorer-five_steps")
    section.scroll_into_view_if_needed()
    links = section.locator(".pe-cards a")
    leads = links.evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    assert [href[:11] for href in leads] == [f"chapters/0{n}" for n in range(1, 6)]
    before = section.locator(".pe-says").all_text_contents()
    section.locator("[name=position]").press("ArrowRight")
    section.locator("[name=base]").press("ArrowRight")
    said = text_of("five_steps", position=21, base=100_000).sentence
    section.locator(".pe-sentence", has_text=said).wait_for(state="attached")
    after = section.locator(".pe-says").all_text_contents()
    assert " ".join(after) == said
    assert [one != other for one, other in zip(before, after, strict=True)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert visit.take_problems() == []
