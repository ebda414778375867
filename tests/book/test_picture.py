"""Pictures: inline SVG that keeps its text, follows the theme, and comes out the same each time."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from pe_book.drawing import palette
from pe_book.drawing.flatten import _relative
from pe_book.drawing.picture import Picture, picture
from pe_book.drawing.still import draw

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
    for stand_in in (*palette.STAND_INS.values(), "#000000", "#ffffff"):
        assert stand_in not in source
    assert palette.SINE in source
    # A style element would restyle the page around the picture.
    assert f"{SVG}style" not in {e.tag for e in ET.fromstring(source).iter()}


def test_ids_are_all_used_and_differ_between_pictures():
    def ids(shown):
        found = re.findall(r'\bid="([^"]+)"', shown.svg)
        assert len(found) == len(set(found))
        used = set(re.findall(r"url\(#([^)]+)\)", shown.svg))
        used |= {h[1:] for h in re.findall(r'href="(#[^"]+)"', shown.svg)}
        assert set(found) == used
        return set(found)

    figure, axes = palette.canvas(2)
    axes.plot([0, 1], [1, 0])
    other = picture(figure, alt="A falling line")
    first, second = ids(wave()), ids(other)
    assert first and second and not first & second


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


def test_relative_coordinates_after_a_closed_path_count_from_its_start():
    assert _relative("M 1 1 L 4 1 L 4 5 z M 2 2 L 3 2") == (
        "m 1.00 1.00 l 3.00 0.00 l 0.00 4.00 z m 1.00 1.00 l 1.00 0.00"
    )


def test_the_same_figure_gives_the_same_bytes_in_another_process():
    program = "from tests.book.test_picture import wave; print(wave().svg)"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert other.stdout.rstrip("\n") == wave().svg, other.stderr
    assert not re.search(r"20\d\d-\d\d-\d\d", other.stdout)


def test_letters_read_on_a_phone():
    """At 375 pixels with a margin of 16 no letter is under 9 pixels, without a style sheet."""
    root = parse(wave())
    across = float(root.get("viewBox").split()[2])
    sizes = [
        float(re.search(r"font(?:-size)?:\s*(?:max\()?([\d.]+)px", t.get("style")).group(1))
        for t in root.findall(f".//{SVG}text")
    ]
    assert min(sizes) * (375 - 32) / across > 9


def test_heat_maps_stay_small_and_sharp():
    figure, axes = palette.canvas(3)
    axes.imshow(np.sin(np.outer(np.arange(64), 1 / np.arange(1, 65))), cmap=palette.diverging())
    shown = picture(figure, alt="A table")
    image = parse(shown).find(f".//{SVG}image")
    assert "image-rendering:pixelated" in image.get("style")
    assert len(shown.svg) < 40_000


def plotly_figure() -> dict:
    return {
        "data": [
            {"type": "heatmap", "z": [[0, 1], [2, 3], [4, None]], "colorscale": "@diverging"}
            | {"zmin": 0, "zmax": 4, "showscale": False},
            {"type": "scatter", "x": [1, 10, None, 100], "y": [1, 2, 3, 4], "name": "rise"}
            | {"xaxis": "x2", "yaxis": "y2", "line": {"color": "@sine", "dash": "dash"}},
        ],
        "layout": {
            "width": 480,
            "height": 400,
            "margin": {"l": 40, "r": 40, "t": 40, "b": 40},
            "xaxis": {"domain": [0, 0.5], "title": {"text": "column"}},
            "yaxis": {"range": [2.5, -0.5], "domain": [0.5, 1]},
            "xaxis2": {"domain": [0.5, 1], "anchor": "y2", "type": "log", "range": [0, 2]},
            "yaxis2": {"anchor": "x2", "tickvals": [-1, 2], "domain": [0.5, 1]},
            "shapes": [
                {"type": kind, "xref": "x2", "yref": "y2", "x0": 1, "x1": 9, "y0": 1, "y1": 3}
                for kind in ("line", "rect")
            ],
            "annotations": [
                {"text": "corner", "xref": "paper", "yref": "paper", "x": 0, "y": 1}
                | {"showarrow": False, "xanchor": "left", "yanchor": "bottom"},
                {"text": "<b>here</b>", "x": 1, "y": 1, "showarrow": False},
            ],
        },
    }


def test_a_plotly_figure_is_drawn_where_plotly_draws_it():
    drawn = draw(plotly_figure())
    assert drawn.get_size_inches() * 96 == pytest.approx([480, 400])
    heat, rise = drawn.axes[:2]
    # Plot area 400 x 320 from (40, 40); the left upper panel is half of it each way.
    assert np.array(heat.get_position().bounds) * [480, 400, 480, 400] == pytest.approx(
        [40, 200, 200, 160]
    )
    assert heat.get_ylim() == (2.5, -0.5)
    assert heat.images[0].get_array().tolist() == [[0, 1], [2, 3], [4, None]]
    assert heat.get_xlabel() == "column"
    assert rise.get_xscale() == "log" and rise.get_xlim() == (1, 100)
    line = rise.lines[0]
    assert line.get_color() == palette.SINE and line.get_linestyle() == "--"
    assert np.isnan(line.get_xdata()[2]) and list(line.get_ydata()) == [1, 2, 3, 4]
    assert [t.get_text() for t in rise.get_yticklabels()] == ["−1", "2"]


def test_notes_on_the_paper_stand_at_the_corner_of_the_plot():
    drawn = draw(plotly_figure())
    note = next(t for axes in drawn.axes for t in axes.texts if t.get_text() == "corner")
    for dpi in (72, 150):
        drawn.set_dpi(dpi)
        # No public name gives the pixel at which a note is held.
        at = note._get_xy(FigureCanvasAgg(drawn).get_renderer(), note.xy, note.xycoords)
        assert np.array(at) / dpi * 96 == pytest.approx([40, 360])


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ({"data": [{"type": "pie"}]}, "pie"),
        ({"data": [{"type": "heatmap", "z": [[1, 2]], "xgap": 2}]}, "xgap of a heatmap"),
        ({"data": [{"y": [1, 2], "error_y": {"array": [1, 1]}}]}, "error_y of a scatter"),
        ({"data": [{"type": "heatmap", "z": [[1, 2], [3, 4]]}]}, "no color bar"),
        (
            {"data": [{"type": "heatmap", "z": [[1, 2, 3]] * 2, "x": [0, 1, 9]}]},
            "cells differ in size",
        ),
        ({"layout": {"shapes": [{"type": "path", "x0": 0, "x1": 1, "y0": 0, "y1": 1}]}}, "path"),
        ({"layout": {"shapes": [{"type": "rect", "fillcolor": "red"}]}}, "fillcolor of a shape"),
        ({"layout": {"xaxis": {"autorange": "reversed"}}}, "autorange of an axis"),
        ({"layout": {"annotations": [{"text": "here", "x": 0, "y": 0}]}}, "no arrows"),
    ],
)
def test_unsupported_properties_are_refused_by_name(part, name):
    with pytest.raises(ValueError, match=name):
        draw(part)
