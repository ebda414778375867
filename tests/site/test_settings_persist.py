"""What a reader set stays set, whatever else the reader clicks, swipes, or types."""

from __future__ import annotations

import re

import pytest

from tests.site.fingers import swipe
from tests.site.reader import make_first_move

PAGE = "chapters/02_formula.html"


@pytest.fixture
def counter(book_url, open_page):
    """Chapter 2 with its counter moved from position 7 to 12."""
    visit = open_page(f"{book_url}/{PAGE}")
    make_first_move(visit.page)
    visit.page.wait_for_function("!document.querySelector('#explorer-counter fieldset').disabled")
    move_to(visit.page, 12)
    return visit


def move_to(page, position: int) -> None:
    page.evaluate(
        """(position) => {
          const slider = document.querySelector("#pe-counter-position");
          slider.focus();
          slider.value = position;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          slider.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        position,
    )
    page.wait_for_url(f"**counter:position={position}*")


def follow(page, address: str) -> None:
    """Click a link of the page's contents, wherever this width has put them."""
    page.evaluate("(address) => document.querySelector(`a[href='${address}']`).click()", address)
    page.wait_for_url(f"**{address}")


def position(page) -> int:
    return int(page.locator("#pe-counter-position").input_value())


def go(page, way: str) -> None:
    """Go Back or Forward within the page."""
    page.evaluate(
        """(way) => new Promise((resolve) => {
          addEventListener("popstate", () => setTimeout(resolve), { once: true });
          history[way]();
        })""",
        way,
    )


def test_back_and_forward_restore_settings(counter):
    page = counter.page
    follow(page, "#check-yourself")
    go(page, "back")
    assert position(page) == 12 and page.url.endswith("#counter:position=12")
    go(page, "back")
    assert position(page) == 7 and "#" not in page.url
    go(page, "forward")
    assert position(page) == 12


def test_malformed_addresses_are_ignored(book_url, open_page, faults):
    visit = open_page("about:blank")
    page = visit.page
    for hash in ("%", "%E0%A4%A", "counter%", "counter:position=%", "counter:position="):
        with faults.at(hash):
            page.goto("about:blank")
            page.goto(f"{book_url}/{PAGE}#{hash}")
            page.wait_for_function("!document.querySelector('#explorer-counter fieldset').disabled")
            assert position(page) == 7
            assert not visit.take_problems()


@pytest.fixture
def phone(book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}", width=390, has_touch=True, is_mobile=True)
    make_first_move(visit.page)
    visit.page.locator("#pe-counter-position").scroll_into_view_if_needed()
    visit.page.wait_for_function("!document.querySelector('#explorer-counter fieldset').disabled")
    return visit


def test_a_vertical_swipe_on_a_slider_scrolls_the_page(phone):
    page = phone.page
    box = page.locator("#pe-counter-position").bounding_box()
    place = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    before, top = position(page), page.evaluate("scrollY")
    address = page.url
    swipe(page, *((place[0], place[1] - 20 * step) for step in range(11)))
    page.wait_for_function("(top) => scrollY !== top", arg=top)
    page.wait_for_function(
        "(before) => document.querySelector('#pe-counter-position').value === before",
        arg=str(before),
    )
    assert page.url == address
    # The keys still move it, and the address follows.
    page.locator("#pe-counter-position").press("ArrowRight")
    page.wait_for_url(f"**#counter:position={before + 1}")


def test_the_site_works_with_storage_blocked(book_url, open_page):
    blocked = """for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { configurable: true, get() {
        throw new DOMException("Access is denied for this document.", "SecurityError"); } });"""
    visit = open_page("about:blank")
    page = visit.page
    page.add_init_script(blocked)
    page.goto(f"{book_url}/{PAGE}")
    theme = page.evaluate("document.documentElement.dataset.mode")
    page.locator("button.theme-switch-button").first.click()
    assert page.evaluate("document.documentElement.dataset.mode") != theme
    page.keyboard.press("Control+k")
    page.keyboard.type("wavelength")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=wavelength")
    page.locator(".book-found li > a").first.wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{book_url}/{PAGE}")
    page.locator("button.primary-toggle").first.click()
    page.locator("#pst-primary-sidebar-modal, #pst-primary-sidebar").locator(
        "a", has_text="4. Offsets"
    ).first.wait_for(state="visible")
    assert not visit.take_problems()


def test_a_page_opened_as_a_file_says_what_to_do(book_html, browser):
    """Browsers run no modules from files: all that a reader can use names a server that does."""
    page = browser.new_page()
    page.goto((book_html / PAGE).as_uri())
    used = ".pe-explorer, .pe-question, .pe-answers"
    places = page.locator(
        ".pe-explorer .pe-message, .pe-question .pe-reply, .pe-answers [role=status]"
    )
    assert places.count() == page.locator(used).count() > 2
    for place in places.all():
        assert place.get_attribute("hidden") is None
        command, address = re.search(
            r"(python3 -m http.server .*?) Then open (\S+)", place.text_content()
        ).groups()
        assert f'--directory "{book_html}/"' in command
        assert address == f"http://localhost:8000/{PAGE}"
    page.close()
