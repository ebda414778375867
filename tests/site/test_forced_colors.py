"""Explorers where the system chooses the colors, as Windows' contrast themes do."""


def style(locator, name: str, part: str | None = None) -> str:
    return locator.evaluate("(e, [part, name]) => getComputedStyle(e, part)[name]", [part, name])


def test_words_are_drawn_once_and_the_switch_shows_its_state(book_url, open_page):
    page = open_page(f"{book_url}/index.html", forced_colors="active").page
    tile = page.locator(".pe-tile").first
    tile.wait_for()
    assert style(tile, "color") == "rgba(0, 0, 0, 0)"
    switch = page.locator(".pe-switch")
    off = style(switch, "backgroundColor", "::before")
    switch.click()
    assert switch.get_attribute("aria-checked") == "true"
    assert style(switch, "backgroundColor", "::before") != off


def test_play_is_seen(book_url, open_page):
    page = open_page(f"{book_url}/embed/waves.html", forced_colors="active").page
    play = page.locator(".pe-play")
    play.wait_for()
    assert style(play, "backgroundColor", "::before") != style(play, "backgroundColor")
    assert style(play, "borderTopWidth") == "1px"
