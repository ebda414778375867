"""What the figures draw: the data that they are given, with every letter inside and apart.

Each figure is drawn as its chapter draws it, and the lines, dots and images are compared with
values computed here.
"""

import itertools
import re

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text

import pe_lib
from book.paths import ROOT
from pe_book.model.experiments import three_back
from pe_book.model.sentences import LABELS
from tests.figures.examples import (
    ARGUMENTS,
    BIASES,
    BUCKETS,
    CURVES,
    DISTANCES,
    DIVISORS,
    EIGHT,
    FAR,
    LATE,
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
from tests.figures.test_palette import contrast


def test_the_figures_that_chapters_show_are_drawn_here():
    shown = set()
    for path in ROOT.glob("chapters/*.ipynb"):
        names = re.findall(r"\bfigures\.(\w+)\(", path.read_text(encoding="utf-8"))
        shown |= {f"chapter_{int(path.name[:2])}.{name}" for name in names}
    assert shown == {*ARGUMENTS}


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


def far_apart(table):
    return np.linalg.norm(table[1:] - table[0], axis=1)


def turned(angles):
    return np.array([np.cos(angles), np.sin(angles)])


#: What must be among the lines and dots: x and y.
LINES = {
    "chapter_2.two_heights": [
        *(([p], [np.sin(0.1 * p)]) for p in (5, 26)),
        *(([np.cos(0.1 * p)], [np.sin(0.1 * p)]) for p in (5, 26)),
        *(([0, np.cos(0.1 * p)], [0, np.sin(0.1 * p)]) for p in (5, 26)),
    ],
    "chapter_3.arcs": [
        *(turned(np.linspace(0, min(200 * np.pi / length, 2 * np.pi), 200)) for length in EIGHT),
        *(np.column_stack([[0, 0], turned(200 * np.pi / length)]) for length in EIGHT),
    ],
    "chapter_3.margins": [
        (range(1, 1001), far_apart(pe_lib.positional_encoding(1001, d))) for d in (2, 8, 64)
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
    "chapter_7.divided": [(range(64), by) for by in DIVISORS.values()],
    "chapter_9.off_by": [(range(32), [-(p % 2) * (p > 20) for p in range(32)])],
    "chapter_8.norms": [(range(64), np.linalg.norm(table, axis=1)) for table in NORMS.values()],
    "chapter_10.buckets": [(DISTANCES, found) for found in BUCKETS.values()],
    "chapter_10.months": [
        turned(np.pi / 2 - 2 * np.pi * np.arange(1, 32) / period) for period in (31, 30)
    ],
}
IMAGES = {
    "chapter_1.weights_of_a_word": [WEIGHTS, WEIGHTS[::-1, ::-1]],
    "chapter_4.looks_back": [THREE_BACK],
    "chapter_1.moved": [OUTPUTS, OUTPUTS[ORDER]],
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


def test_bars_are_divided_as_the_network_divides_its_answers():
    for axes, reading in zip(panels("chapter_1.read_twice"), READINGS, strict=True):
        shares = reading.probabilities[
            :, [LABELS.index(n) for n in ("acts", "acted upon", "action")]
        ]
        widths = np.reshape([bar.get_width() for bar in axes.patches], (3, 5)).T
        starts = np.reshape([bar.get_x() for bar in axes.patches], (3, 5)).T
        assert np.allclose(widths, shares)
        assert np.allclose(starts[:, 1:], np.cumsum(shares, axis=1)[:, :-1])


def nearest(d):
    distances = far_apart(pe_lib.positional_encoding(1001, d))
    return f"{distances.min():.2f} at k = {distances.argmin() + 1} (d = {d})"


def last_bucket(buckets):
    return f"bucket {buckets.max()} from distance {buckets.argmax()} on"


#: Numbers of the texts, computed from the examples.
NUMBERS = {
    "chapter_3.margins": [nearest(8), nearest(64)],
    "chapter_3.bases": [
        f"offset {np.argmax(CURVES[base] < 0.05) + 1} for base {base:,.0f}" for base in (100.0, 1e4)
    ],
    "chapter_6.directions": [f"{1 + np.argmax(explained(TABLE[:50]) >= 0.99)} for 50 positions"],
    "chapter_7.late_starts": ["lowest at position 3, 0.30", "lowest at position 8, 0.99"],
    "chapter_8.norms": [f"from {size:.2f} to {size:.2f}" for size in (32**0.5, 8)],
    "chapter_9.off_by": ["first wrong one is position 21; the largest error is 1"],
    "chapter_10.buckets": [last_bucket(found) for found in BUCKETS.values()],
    "chapter_10.months": ["days 1 and 31 are two points; period 30: days 1 and 31 are one point"],
}


@pytest.mark.parametrize("name", NUMBERS)
def test_texts_have_the_numbers_of_what_is_drawn(name):
    picture = drawn(name)[1]
    for number in NUMBERS[name]:
        assert number in f"{picture.alt} {picture.caption}"
