"""A vote in a talk is counted in two rounds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.talks import NOW, wait_for_slides

pytestmark = pytest.mark.site


@pytest.mark.elsewhere
def test_votes_are_counted_in_two_rounds(book_url, open_page):
    """By letters and digits: bars follow, a reload keeps them, the speaker's window has them."""
    visit = open_page(f"{book_url}/slides/lesson.html#/without-positions", reduced_motion="reduce")
    page = visit.page
    wait_for_slides(page)
    ballot = page.locator(f"{NOW} .ballot")
    counts = {"before": [3, 12, 5, 0], "after": [1, 19, 0, 0]}
    for votes in counts.values():
        page.keyboard.press("a")
        for count in votes:
            page.keyboard.type(f"{count}\n")

    def shown(where) -> dict[str, list[float]]:
        return {
            name: where.locator(f".bar.{name}").evaluate_all(
                "(bars) => bars.map((bar) => bar.offsetWidth / bar.parentElement.clientWidth)"
            )
            for name in counts
        }

    for name, votes in counts.items():
        fields = ballot.locator(f"input[name={name}]")
        assert [int(field.input_value()) for field in fields.all()] == votes
        longest = max(shown(ballot)[name])
        shares = [bar / longest for bar in shown(ballot)[name]]
        assert shares == pytest.approx([votes[n] / max(votes) for n in range(4)], abs=0.02)
    # Behind the last field the keys turn the pages again: first to the answer.
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{NOW} .answer").is_visible()
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    speaker = opened.value
    beside = speaker.locator(f"{NOW} .ballot")
    expect(beside.locator("input[name=after]").nth(1)).to_have_value("19")
    beside.locator("input[name=after]").nth(2).fill("7")
    expect(ballot.locator("input[name=after]").nth(2)).to_have_value("7")
    page.reload()
    wait_for_slides(page)
    expect(ballot.locator("input[name=after]").nth(2)).to_have_value("7")
    ballot.get_by_role("button", name="Clear the votes").click()
    assert {field.input_value() for field in ballot.locator("input").all()} == {""}
    assert max(max(bars) for bars in shown(ballot).values()) == 0
    assert not visit.take_problems()


@pytest.mark.elsewhere
def test_a_vote_takes_no_letters_and_draws_no_bar_for_a_negative_count(book_url, open_page):
    page = open_page(f"{book_url}/slides/lesson.html#/without-positions").page
    wait_for_slides(page)
    first = page.locator(f"{NOW} .ballot input").first
    first.press("x")
    assert first.input_value() == ""
    first.fill("-4")
    assert page.locator(f"{NOW} .bar").first.evaluate("(bar) => bar.offsetWidth") == 0
