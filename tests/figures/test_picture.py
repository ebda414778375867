"""Pictures: inline SVG that keeps its text, follows the theme, and comes out the same each time."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pe_book.drawing import palette
from pe_book.drawing.picture import Picture, picture

SVG = "{http://www.w3.org/2000/svg}"


def wave() -> Picture:
    figure, axes = palette.canvas(2)
    axes.plot(np.sin(np.arange(50) / 5), color=palette.SINE, label="sine")
    axes.set_xlabel("position <p>")
    axes.legend()
    return picture(figure, alt='A sine & its "wave"', caption="One <em>wave</em>.")


def parse(shown: Picture) -> ET.Element:
    return ET.fromstring(shown.svg)


def test_alt_and_caption_reach_the_page():
    shown = wave()
    root = parse(shown)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'A sine & its "wave"'
    html = shown._repr_html_()
    assert html.startswith('<figure class="pe-picture"')
    assert "<figcaption>One <em>wave</em>.</figcaption>" in html
    assert "figcaption" not in Picture(shown.svg, "x", "", 400)._repr_html_()
    with pytest.raises(ValueError, match="alt must say"):
        picture(palette.canvas()[0], alt="  ")


def test_text_stays_text_in_the_color_of_the_page():
    texts = parse(wave()).findall(f".//{SVG}text")
    assert {"sine", "position <p>"} <= {"".join(t.itertext()) for t in texts}
    assert all("fill:currentColor" in t.get("style") for t in texts)
    assert all("DejaVu" not in t.get("style") for t in texts)


def test_colors_of_the_theme_are_not_fixed():
    source = wave().svg
    for stand_in in (*palette.PLACEHOLDER_COLORS.values(), "#000000", "#ffffff"):
        assert stand_in not in source
    assert palette.SINE in source
    # A style element would restyle the page around the picture.
    assert f"{SVG}style" not in {e.tag for e in ET.fromstring(source).iter()}


def test_markers_are_paths_where_they_stand_and_neighbors_share_a_clip():
    figure, axes = palette.canvas(2)
    axes.plot([1, 3], [5, 5], "s", color=palette.SINE, markersize=6)
    axes.plot([1, 3], [4, 4], "s", color=palette.SINE, markersize=6)
    axes.set(xlim=(0, 4), ylim=(0, 6))
    root = parse(picture(figure, alt="Four squares"))
    assert root.find(f".//{SVG}use") is None
    squares = [e for e in root.iter(f"{SVG}path") if "fill:var(--pe-sine" in e.get("style")]
    assert len(squares) == 4
    drawn = root.findall(f"{SVG}g[@clip-path]")
    (group,) = [each for each in drawn if squares[0] in list(each)]
    assert set(squares) <= set(group)
    inside = axes.get_position()
    width, height = (72 * side for side in figure.get_size_inches())
    at = [((x / 4), (y / 6)) for y in (5, 4) for x in (1, 3)]
    for square, (across, up) in zip(squares, at, strict=True):
        x, y, left, down = map(float, re.findall(r"-?[\d.]+", square.get("d"))[:4])
        # The first corner of a square of 6 points counts from its middle.
        assert (abs(left), abs(down)) == (3, 3)
        assert x == pytest.approx(width * (inside.x0 + across * inside.width), abs=0.02)
        assert y == pytest.approx(height * (1 - inside.y0 - up * inside.height), abs=0.02)


def test_heat_maps_stay_small_and_sharp():
    figure, axes = palette.canvas(3)
    axes.imshow(np.sin(np.outer(np.arange(64), 1 / np.arange(1, 65))), cmap=palette.diverging())
    shown = picture(figure, alt="A table")
    image = parse(shown).find(f".//{SVG}image")
    assert "image-rendering:pixelated" in image.get("style")
    assert len(shown.svg) < 40_000
