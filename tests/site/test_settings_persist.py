"""What a reader set stays set, and a page works where storage, scripts or a server are missing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.site.reader import FIRST, THEMES, make_first_move

PAGE = "chapters/02_formula.html"


def position(page) -> int:
    page.wait_for_function("!document.querySelector('#explorer-counter fieldset').disabled")
    return int(page.locator("#pe-counter-position").input_value())


def test_a_link_moves_an_explorer_and_back_moves_it_back(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}").page
    make_first_move(page)
    assert position(page) == 7
    slider = page.locator("#pe-counter-position")
    slider.press("ArrowRight")
    page.wait_for_url("**counter:position=8*")
    page.evaluate("location.hash = 'counter:position=12'")
    expect(slider).to_have_value("12")
    page.go_back()
    expect(slider).to_have_value("8")
    page.go_forward()
    expect(slider).to_have_value("12")


def test_the_sliders_of_the_encoding_go_from_page_to_page_and_an_address_wins(book_url, open_page):
    page = open_page(f"{book_url}/{PAGE}").page
    make_first_move(page)
    moved = page.locator("#pe-fingerprint-d_model")
    moved.press("ArrowRight")
    page.wait_for_function("sessionStorage.length")
    chapter_3 = f"{book_url}/chapters/03_frequency_and_wavelength.html"
    page.goto(chapter_3)
    width, base = (page.locator(f"#pe-waves-{name}") for name in ("d_model", "base"))
    expect(width).to_have_attribute("aria-valuetext", "128")
    page.goto(f"{book_url}/{PAGE}")
    expect(moved).to_have_attribute("aria-valuetext", "128")
    page.goto(f"{chapter_3}#waves:base=100")
    expect(base).to_have_attribute("aria-valuetext", "100")
    expect(width).to_have_attribute("aria-valuetext", "8")


@pytest.mark.parametrize("fragment", ["%", "counter:position=%"])
def test_malformed_addresses_are_ignored(fragment, book_url, open_page):
    visit = open_page(f"{book_url}/{PAGE}#{fragment}")
    assert position(visit.page) == 7
    assert not visit.take_problems()


def test_the_theme_is_kept_from_page_to_page(book_url, open_page):
    visit = open_page(f"{book_url}/index.html", theme=THEMES[0])
    visit.page.locator("button.theme-switch-button").click()
    assert visit.has_theme(THEMES[1])
    visit.page.goto(f"{book_url}/{FIRST}", wait_until="commit")
    assert visit.has_theme(THEMES[1])


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
    page.locator("button.primary-toggle").first.click()
    page.locator("dialog[open] a", has_text="4. Offsets").first.wait_for()
    assert not visit.take_problems()


def test_a_page_opened_as_a_file_says_what_to_do(book_html, browser):
    """Browsers run no modules from files: all that a reader can use names a server that does."""
    page = browser.new_page()
    page.goto((book_html / PAGE).as_uri())
    places = page.locator(".pe-explorer .pe-message, .pe-question .pe-reply")
    assert places.count() > 2
    for place in places.all():
        command, address = re.search(
            r"(python3 -m http.server .*?) Then open (\S+)", place.text_content()
        ).groups()
        assert f'--directory "{book_html}/"' in command
        assert address == f"http://localhost:8000/{PAGE}"
    page.close()
