"""What the figures draw: the data that they are given, with every letter inside and apart.

Each figure is drawn as its chapter draws it, and the lines, dots and images are compared with
values computed here.
"""

import itertools
from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text

import pe_lib
from pe_book import figures
from pe_book.drawing import palette
from pe_book.model.experiments import three_back
from pe_book.model.sentences import LABELS
from tests.book.test_palette import contrast
from tests.figures.examples import (
    ARGUMENTS,
    BIASES,
    BUCKETS,
    CANDIDATES,
    CURVES,
    DISTANCES,
    EIGHT,
    FAR,
    LATE,
    LENGTHS,
    MATRICES,
    NORMS,
    OFFSETS,
    ORDER,
    OUTPUTS,
    READINGS,
    TABLE,
    THREE_BACK,
    WEIGHTS,
    drawn,
    explained,
    panels,
)


def modules_of_figures() -> list:
    return [import_module(f"{figures.__name__}.{m.name}") for m in iter_modules(figures.__path__)]


def test_every_figure_is_drawn_here():
    found = set()
    for module in modules_of_figures():
        found |= {
            f"{module.__name__.rpartition('.')[2]}.{name}"
            for name, function in getmembers(module, isfunction)
            if function.__module__ == module.__name__ and not name.startswith("_")
        }
    assert found == set(ARGUMENTS)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_letters_stay_inside_and_apart(name):
    figure, _ = drawn(name)
    figure.draw_without_rendering()
    assert 1.8 <= figure.get_figheight() <= 7
    ticks = {
        text
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for text in axis.get_ticklabels(which="both")
    }
    letters = [
        (text.get_text().strip(), text.get_window_extent().padded(-1.5))
        for text in set(figure.findobj(Text)) - ticks
        if text.get_visible() and text.get_text().strip()
    ]
    canvas = figure.bbox.padded(3)
    for text, box in letters:
        assert canvas.contains(*box.min) and canvas.contains(*box.max), f"{text!r} is cut off"
    for (one, box), (other, its) in itertools.combinations(letters, 2):
        assert not box.overlaps(its), f"{one!r} is written over {other!r}"


#: Panels that show a part on purpose: counting leaves the scale, bars on a log axis, queries that
#: look ahead.
PARTS_ONLY = {
    ("chapter_2.distances_from", 0),
    ("chapter_5.measured_times", 0),
    ("chapter_11.where_it_looks", 0),
}


def drawn_points(axes) -> np.ndarray:
    """Return where things are drawn in a panel, (n, 2), as shares of its width and height."""
    points = [
        line.get_xydata() for line in axes.lines if line.get_transform() == axes.transData
    ] + [
        dots.get_offsets()
        for dots in axes.collections
        if dots.get_offset_transform() == axes.transData
    ]
    points += [np.reshape(image.get_extent(), (2, 2)).T for image in axes.images]
    shares = [(axes.transData - axes.transAxes).transform(np.ma.filled(p, np.nan)) for p in points]
    shares += [
        (p.get_extents().get_points() - axes.bbox.min) / axes.bbox.size for p in axes.patches
    ]
    return np.concatenate(shares)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_panels_show_all_that_is_drawn_and_little_else(name):
    figure, _ = drawn(name)
    figure.draw_without_rendering()
    for number, axes in enumerate(figure.axes):
        if axes.get_visible() and axes.get_label() != "<colorbar>":
            points = drawn_points(axes)
            low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
            if (name, number) not in PARTS_ONLY:
                assert (low > -1e-9).all() and (high < 1 + 1e-9).all(), (number, low, high)
            if name != "chapter_2.distances_from":  # a flat line
                assert (high - low > 0.6).all(), (number, low, high)


@pytest.mark.parametrize("name", ["chapter_1.weights_of_a_word", "chapter_1.moved"])
def test_numbers_in_cells_are_readable_on_them(name):
    for axes in drawn(name)[0].axes:
        for image in axes.images:
            cells = image.to_rgba(image.get_array())
            assert len(axes.texts) == cells[..., 0].size
            for text in axes.texts:
                column, row = text.get_position()
                color, own = to_hex(text.get_color()), to_hex(cells[row, column])
                assert contrast(color, own) > 4.5, (text.get_text(), color, own)


def dots_and_lines(name) -> list[np.ndarray]:
    """Return the points, (2, n), of everything that is drawn as a line or as dots."""
    return [np.array(line.get_data(), float) for axes in drawn(name)[0].axes for line in axes.lines]


def labels(name) -> dict[str, tuple]:
    """Return where the words in the axes stand."""
    return {t.get_text(): t.get_position() for axes in drawn(name)[0].axes for t in axes.texts}


def cell_colors(name) -> list[str]:
    """Return the colors of a 0 and of a 1 in the first panel's image."""
    return [to_hex(panels(name)[0].images[0].to_rgba(value)) for value in (0.0, 1.0)]


def far_apart(table):
    return np.linalg.norm(table[1:] - table[0], axis=1)


def turned(angles):
    return np.array([np.cos(angles), np.sin(angles)])


def hand(angle):
    """Return the two ends of a hand that has turned from upright, clockwise: x and y."""
    return [0, np.sin(angle)], [0, np.cos(angle)]


#: What must be among the lines and dots: x and y.
LINES = {
    "chapter_2.distances_from": [
        (range(len(table)), np.linalg.norm(table - table[16], axis=1))
        for tables in CANDIDATES.values()
        for table in tables
    ],
    "chapter_2.two_heights": [
        *(([p], [np.sin(0.1 * p)]) for p in (5, 26)),
        *(([np.cos(0.1 * p)], [np.sin(0.1 * p)]) for p in (5, 26)),
        *(([0, np.cos(0.1 * p)], [0, np.sin(0.1 * p)]) for p in (5, 26)),
    ],
    "chapter_3.ruler": [
        (values[kept], np.full(kept.sum(), row))
        for row, values in enumerate(LENGTHS.values())
        for kept in (values <= 50, values > 50)
    ],
    "chapter_3.arcs": [
        *(turned(np.linspace(0, min(200 * np.pi / length, 2 * np.pi), 200)) for length in EIGHT),
        *(np.column_stack([[0, 0], turned(200 * np.pi / length)]) for length in EIGHT),
    ],
    "chapter_3.margins": [
        (range(1, 1001), far_apart(pe_lib.positional_encoding(1001, d))) for d in (2, 8, 64)
    ],
    "chapter_3.fooled": [hand(2 * np.pi * k / length) for k in (44, 6283) for length in LENGTHS[8]],
    "chapter_4.rigid": [
        hand(2 * np.pi * (p + k) / length) for p in (0, 5) for k in (0, 3) for length in LENGTHS[8]
    ],
    "chapter_6.directions": [(range(1, 51), explained(TABLE[:50]))],
    "chapter_11.accuracy": [
        (np.flatnonzero(~np.isnan(found[0])), found.mean(axis=0)[~np.isnan(found[0])])
        for found in three_back.stored().values()
    ]
    + [([31.5, 31.5], [0, 1])],
    # The line: between the last trained position and the first new one.
    "chapter_11.where_it_looks": [([4.5, 4.5], [0, 1]), ([0, 1], [3, 3])],
    "chapter_7.biases": [(OFFSETS, added) for added in BIASES.values()],
    "chapter_7.late_starts": [
        *((list(found), [sum(s) / len(s) for s in found.values()]) for found in LATE.values()),
        *(([p] * len(s), s) for found in LATE.values() for p, s in found.items()),
        ([0, 1], [0.5, 0.5]),
    ],
    "chapter_8.norms": [(range(64), np.linalg.norm(table, axis=1)) for table in NORMS.values()],
    "chapter_10.buckets": [(DISTANCES, found) for found in BUCKETS.values()],
}
IMAGES = {
    "chapter_1.weights_of_a_word": [WEIGHTS, WEIGHTS[::-1, ::-1]],
    "chapter_4.looks_back": [THREE_BACK],
    "chapter_1.moved": [OUTPUTS, OUTPUTS[ORDER]],
    "chapter_4.dot_products": [TABLE @ TABLE.T],
    "chapter_6.score_matrices": [scores / abs(scores).max() for scores in MATRICES.values()],
}


@pytest.mark.parametrize("name", LINES)
def test_lines_and_dots_are_where_the_data_are(name):
    found = dots_and_lines(name)
    for x, y in LINES[name]:
        expected = np.array([x, y], float)
        assert any(
            line.shape == expected.shape and np.allclose(line, expected) for line in found
        ), expected


@pytest.mark.parametrize("name", IMAGES)
def test_images_show_the_matrices(name):
    found = [
        np.ma.getdata(image.get_array()) for axes in drawn(name)[0].axes for image in axes.images
    ]
    for expected in IMAGES[name]:
        assert any(f.shape == expected.shape and np.allclose(f, expected) for f in found)


def test_curves_of_bases_go_through_the_similarities():
    for (base, values), line in zip(
        CURVES.items(), dots_and_lines("chapter_3.bases"), strict=False
    ):
        assert np.allclose(line[1], values[line[0].astype(int) - 1]), base
        assert line[0][[0, -1]].tolist() == [1, len(FAR)]


def test_words_stand_beside_what_they_name():
    circle = {text: labels("chapter_2.two_heights")[text] for text in ("5", "26")}
    for text, place in circle.items():
        beside = np.array([np.cos(0.1 * int(text)), np.sin(0.1 * int(text))])
        assert np.allclose(place / np.linalg.norm(place), beside, atol=0.05)
        assert 1.1 < np.linalg.norm(place) < 1.4
    for d in (2, 8, 64):
        x, y = labels("chapter_3.margins")[f"d = {d}"]
        distances = far_apart(pe_lib.positional_encoding(1001, d))
        assert 1001 < x < 1050 and distances.min() < y < distances.max()
    for text, at in (("L = 50", 50), ("2πB", 2e4 * np.pi)):
        assert labels("chapter_3.ruler")[text][0] == pytest.approx(at)


def test_lines_lead_from_each_word_to_its_new_place():
    ends = [(line[1][0], line[1][-1]) for line in dots_and_lines("chapter_1.moved")]
    assert np.allclose(ends, [(old, new) for new, old in enumerate(ORDER)])
    # Those of words that move are thick, and have a color of their own.
    lines = [line for axes in panels("chapter_1.moved") for line in axes.lines]
    moves = [old != new for new, old in enumerate(ORDER)]
    assert [line.get_linewidth() > 2 for line in lines] == moves
    assert [line.get_color() == palette.POSITION for line in lines] == moves


def test_bars_are_divided_as_the_network_divides_its_answers():
    for axes, reading in zip(panels("chapter_1.read_twice"), READINGS, strict=True):
        shares = reading.probabilities[
            :, [LABELS.index(n) for n in ("acts", "acted upon", "action")]
        ]
        widths = np.reshape([bar.get_width() for bar in axes.patches], (3, 5)).T
        starts = np.reshape([bar.get_x() for bar in axes.patches], (3, 5)).T
        assert np.allclose(widths, shares)
        assert np.allclose(starts[:, 1:], np.cumsum(shares, axis=1)[:, :-1])


def test_all_distances_have_one_scale_that_counting_leaves():
    axes = drawn("chapter_2.distances_from")[0].axes[: len(CANDIDATES)]
    assert len({each.get_ylim() for each in axes}) == 1
    bottom, top = axes[0].get_ylim()
    assert bottom < 0 and 16 > top > np.linalg.norm(TABLE[:32] - TABLE[16], axis=1).max()


def test_hands_that_are_back_have_a_color_of_their_own():
    colors = [
        axes.lines[2].get_color() == palette.COSINE for axes in drawn("chapter_3.fooled")[0].axes
    ]
    away = np.angle(np.exp(2j * np.pi * np.outer([44, 6283], 1 / LENGTHS[8])), deg=True)
    assert colors == (abs(away) < 15).ravel().tolist() and True in colors and False in colors


def test_a_legend_hides_no_line_of_the_distances():
    figure, _ = drawn("chapter_2.distances_from")
    figure.draw_without_rendering()
    [fraction] = [panel for panel in figure.axes if panel.get_legend()]
    lowest = fraction.get_legend().get_window_extent().ymin
    highest = max(
        fraction.transData.transform((0, line.get_ydata().max()))[1] for line in fraction.lines[:2]
    )
    assert lowest > highest


def test_bars_have_the_colors_of_ours_of_what_only_fills_memory_and_of_the_others():
    [axes] = drawn("chapter_5.measured_times")[0].axes
    text = [label.get_text() for label in axes.texts]
    for label, bar in zip(text, axes.patches, strict=True):
        kind = "GRID" if "filled" in label else "POSITION" if label.startswith("pe_lib") else "PAIR"
        assert to_hex(bar.get_facecolor()) == to_hex(getattr(palette, kind)), label
    assert len(text) > 4


def test_of_the_distances_the_two_columns_jump_and_are_drawn_thin():
    lines = [line for axes in drawn("chapter_3.margins")[0].axes for line in axes.lines]
    thin = [line.get_linewidth() < 1 for line in lines if len(line.get_xdata()) > 1]
    assert thin == [True, False, False]


def test_dots_of_where_a_head_looks_are_as_large_as_their_share():
    [axes] = drawn("chapter_11.where_it_looks")[0].axes
    dots = [
        (*place, size)
        for c in axes.collections
        for place, size in zip(c.get_offsets(), c.get_sizes(), strict=True)
    ]
    assert (5, 9, 40) in dots and (3, 3, 40) in dots and len(dots) == 5
