"""The codes on slides lead a phone to their explorer at its settings."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image
from sphinx.errors import ExtensionError

from _ext.book_site.short_addresses import OPTION, SHOWN, code_html, short_name, targets
from tests.site.talks import NOW, TALKS, TEXT_END, look_at, source_of, wait_for_slides

pytestmark = pytest.mark.site
#: An address as GitHub gives one.
SITE = "https://owner.github.io/positional-encoding/"


@pytest.mark.elsewhere
@pytest.mark.parametrize("name", [talk for talk in TALKS if "{explorer}" in source_of(talk)])
def test_a_phone_reads_the_qr_code_of_each_explorer(name, book_url, book_html, open_page, faults):
    """The QR code covers neither title nor figure, and leads to the settings of its slide."""
    visit = open_page("about:blank", reduced_motion="reduce")
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{book_url}/slides/{name}.html")
    wait_for_slides(page)
    slide, asked = page.locator(NOW), SHOWN.findall(source_of(name))
    places = page.locator(".slides > section:has(.pe-explorer)").evaluate_all(
        "(slides) => slides.map(({ id }) => id)"
    )
    for place, (explorer, listed) in zip(places, asked, strict=True):
        page.evaluate("(id) => (location.hash = `#/${id}`)", place)
        page.locator(f"{NOW}[id='{place}'] .pe-still").wait_for(state="hidden")
        options = dict(OPTION.findall(listed))
        short = short_name(explorer, options.get("key", ""))
        with faults.at(f"{name}, {place}"):
            slide.evaluate(
                "(e, code) => e.insertAdjacentHTML('beforeend', code)", code_html(SITE, short)
            )
            code = slide.locator(".short-address").bounding_box()
            title = slide.locator("h2").evaluate(TEXT_END)
            figure = slide.locator(".pe-figure").bounding_box()
            assert title < code["x"] and code["y"] + code["height"] <= figure["y"]
            look_at(page)
            page.keyboard.press("q")
            # As small as a phone sees it from the last row.
            seen = Image.open(io.BytesIO(page.screenshot())).resize((320, 180))
            page.keyboard.press("q")
            assert [code.text for code in zxingcpp.read_barcodes(seen)] == [f"{SITE}go/{short}"]
            assert not page.locator("dialog").is_visible()
            page_of = (book_html / "go" / short / "index.html").read_text(encoding="utf-8")
            [target] = re.findall(r'content="0; url=([^"]+)"', page_of)
            settings = options.get("settings", "")
            assert target == f"../../embed/{explorer}.html" + (
                f"#{explorer}:{settings}" if settings else ""
            )
            assert (book_html / "embed" / f"{explorer}.html").is_file()


def test_two_settings_under_one_short_address_are_refused(tmp_path):
    text = "```{explorer} shift\n:settings: offset=3\n```\n"
    (tmp_path / "one.md").write_text(text + text, encoding="utf-8")
    assert targets(tmp_path) == {"shift": ("shift", "offset=3")}
    other = text.replace("3", "4")
    (tmp_path / "two.md").write_text(other, encoding="utf-8")
    with pytest.raises(ExtensionError, match=r"two\.md shows shift at other settings"):
        targets(tmp_path)
    keyed = other.replace(":settings", ":key: back\n:settings")
    (tmp_path / "two.md").write_text(keyed, encoding="utf-8")
    assert targets(tmp_path)["shift-back"] == ("shift", "offset=4")


def test_a_site_without_an_address_has_no_qr_code():
    assert code_html("", "shift") == ""
