"""What the figures draw: the data that they are given, with every letter inside and apart.

Each figure is drawn as its chapter draws it, and the lines, dots and images are compared with
values computed here.
"""

import itertools
from functools import cache
from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text

import pe_lib
from pe_book import figures
from pe_book.data import measured
from pe_book.drawing import palette
from pe_book.experiments import three_back
from pe_book.sentences import LABELS, examine
from pe_lib import heads
from pe_lib.practice import t5_buckets
from tests.book.test_palette import contrast
from tests.claims import word

TABLE = pe_lib.positional_encoding(64, 64)
RNG = np.random.default_rng(0)
WORDS = "the dog chased another dog".split()
THREE, BACKWARD = ["dog", "chased", "cat"], ["cat", "chased", "dog"]
WEIGHTS = pe_lib.attention_weights(*[np.array([[1.0, 0], [0, 1], [2, 1]])] * 2)
READINGS = [examine(said, "none") for said in ("the dog chased the cat", "the cat chased the dog")]
OUTPUTS, ORDER = RNG.normal(size=(5, 4)), [3, 0, 4, 1, 2]
COUNT = np.arange(32)[:, np.newaxis]
CANDIDATES = {
    "count": [COUNT],
    "fraction": [COUNT / 31, COUNT[:20] / 19],
    "scaled": [COUNT / 10_000],
    "binary": [COUNT >> np.arange(5) & 1],
    "sine and cosine": [TABLE[:32]],
}
LENGTHS = {d: 2 * np.pi * 10_000 ** (np.arange(0, d, 2) / d) for d in (8, 64, 512)}
EIGHT = 2 * np.pi * 10_000 ** (np.arange(8) / 8)
FAR = np.arange(1, 2001)
CURVES = {
    base: np.cos(np.outer(FAR, base ** -(np.arange(64) / 64))).mean(axis=1)
    for base in (100.0, 1e4, 1e6)
}
THREE_BACK = pe_lib.attention_weights(8 * TABLE[:12] @ pe_lib.rotation_matrix(-3, 64).T, TABLE[:12])
MATRICES = {"alone": TABLE @ TABLE.T, "random": heads.scores(TABLE, heads.random_head(64))}
BACK = np.array([[[0, 1, 2, 3, 3, 9, 6, 6]] * 2])
OFFSETS = np.arange(-40, 41)
OMEGA = 10_000 ** -(np.arange(64) / 64)
LATE = {"table": {0: [1.0, 0.98], 3: [0.2, 0.4], 8: [0.9, 0.7]}, "RoPE": {0: [1.0], 8: [0.99]}}
BIASES = {"slope 1/2": -abs(OFFSETS) / 2, "slope 1/8": -abs(OFFSETS) / 8}
NORMS = {"the formula": TABLE, "ones": np.ones((64, 64))}
DISTANCES = np.arange(200)
BUCKETS = {"causal": t5_buckets(-DISTANCES, causal=True), "no mask": t5_buckets(-DISTANCES)}

ARGUMENTS = {
    "chapter_1.read_twice": lambda: (READINGS,),
    "chapter_1.weights_of_a_word": lambda: (
        [THREE, BACKWARD],
        [WEIGHTS, WEIGHTS[::-1, ::-1]],
        "dog",
    ),
    "chapter_1.moved": lambda: (WORDS, ORDER, OUTPUTS, OUTPUTS[ORDER]),
    "chapter_2.distances_from": lambda: (CANDIDATES, 16),
    "chapter_2.two_heights": lambda: (0.1, 5, 26),
    "chapter_2.added": lambda: (
        WORDS,
        RNG.normal(size=(4, 8))[[0, 1, 2, 3, 1]],
        pe_lib.positional_encoding(5, 8),
    ),
    "chapter_3.fooled": lambda: (LENGTHS[8], [44, 6283]),
    "chapter_3.ruler": lambda: (LENGTHS, 50),
    "chapter_3.arcs": lambda: (EIGHT, 100),
    "chapter_3.margins": lambda: ({d: pe_lib.positional_encoding(1001, d) for d in (2, 8, 64)},),
    "chapter_3.bases": lambda: (CURVES,),
    "chapter_4.rigid": lambda: (LENGTHS[8], [0, 5], 3),
    "chapter_4.dot_products": lambda: (TABLE,),
    "chapter_4.looks_back": lambda: (THREE_BACK, 3),
    "chapter_5.measured_times": lambda: (measured.table_benchmark(), (8192, 1024)),
    "chapter_6.directions": lambda: ({50: TABLE[:50]},),
    "chapter_6.head": lambda: (
        heads.head_weights(TABLE, heads.look_back_head(3, 64), sharpness=30),
        3,
    ),
    "chapter_6.score_matrices": lambda: (MATRICES,),
    "chapter_11.accuracy": lambda: (three_back.stored(), 32, 1 / 16),
    "chapter_11.where_it_looks": lambda: (BACK, 3, 5),
    "chapter_7.biases": lambda: (BIASES, OFFSETS),
    "chapter_7.late_starts": lambda: (LATE, 0.5),
    "chapter_8.norms": lambda: (NORMS,),
    "chapter_10.buckets": lambda: (DISTANCES, BUCKETS),
}


@cache
def drawn(name):
    """Return the matplotlib figure that a function of pe_book.figures draws, and the picture."""
    chapter, _, function = name.partition(".")
    module = import_module(f"pe_book.figures.{chapter}")
    given, real = [], module.picture
    module.picture = lambda figure, **texts: given.append(figure) or real(figure, **texts)
    try:
        shown = getattr(module, function)(*ARGUMENTS[name]())
    finally:
        module.picture = real
    return given[0], shown


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
    for said, box in letters:
        assert canvas.contains(*box.min) and canvas.contains(*box.max), f"{said!r} is cut off"
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


def explained(table):
    """Return the share of the variance along the first directions."""
    variance = np.linalg.svd(table - table.mean(axis=0), compute_uv=False) ** 2
    return np.cumsum(variance) / variance.sum()


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
    circle = {said: labels("chapter_2.two_heights")[said] for said in ("5", "26")}
    for said, place in circle.items():
        beside = np.array([np.cos(0.1 * int(said)), np.sin(0.1 * int(said))])
        assert np.allclose(place / np.linalg.norm(place), beside, atol=0.05)
        assert 1.1 < np.linalg.norm(place) < 1.4
    for d in (2, 8, 64):
        x, y = labels("chapter_3.margins")[f"d = {d}"]
        distances = far_apart(pe_lib.positional_encoding(1001, d))
        assert 1001 < x < 1050 and distances.min() < y < distances.max()
    for said, at in (("L = 50", 50), ("2πB", 2e4 * np.pi)):
        assert labels("chapter_3.ruler")[said][0] == pytest.approx(at)


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
    said = [label.get_text() for label in axes.texts]
    for label, bar in zip(said, axes.patches, strict=True):
        kind = "GRID" if "filled" in label else "POSITION" if label.startswith("pe_lib") else "PAIR"
        assert to_hex(bar.get_facecolor()) == to_hex(getattr(palette, kind)), label
    assert len(said) > 4


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


def panels(name):
    return drawn(name)[0].axes


def line_at(name, number, panel=0):
    return np.array(panels(name)[panel].lines[number].get_data(), float)


def image_of(name, panel=0):
    return np.ma.getdata(panels(name)[panel].images[0].get_array())


def hollow_beyond(line) -> str:
    """Return on which side of a length of text the dots of the ruler are hollow."""
    dots = [dot for dot in panels("chapter_3.ruler")[0].lines if len(dot.get_xdata()) > 2]
    hollow = [min(dot.get_xdata()) > line for dot in dots if dot.get_fillstyle() == "none"]
    return "right" if all(hollow) and len(hollow) == 3 else "left"


def side(name) -> str:
    """Return on which side of the diagonal of a square image the large entries are."""
    image = image_of(name)
    return "left" if np.tril(image, -1).sum() > np.triu(image, 1).sum() else "right"


def differs_most_on() -> str:
    """Return on which side the sums of the two places of a word differ most."""
    total = image_of("chapter_2.added", 2)
    difference = np.abs(total[1] - total[4])
    return "left" if difference[:4].sum() > 2 * difference[4:].sum() else "right"


def images(name) -> int:
    return sum(bool(panel.images) for panel in panels(name) if panel.get_label() != "<colorbar>")


def identity_at(name) -> str:
    """Return at which end of the diagonal a block is nearly the identity."""
    return "lower" if np.allclose(image_of(name)[-2:, -2:], np.eye(2), atol=0.01) else "upper"


def largest_dot() -> float:
    return max(dots.get_sizes()[0] for dots in panels("chapter_11.where_it_looks")[0].collections)


def grow(steps) -> bool:
    lengths = np.diff(np.flatnonzero(np.diff(steps)))
    return lengths[-1] > lengths[-6] > lengths[0]


#: What the texts of a figure say, with what is computed from the drawing filled in.
SAID = {
    "chapter_1.read_twice": lambda name: [
        "For all other words it cannot decide"
        if all(abs(r.probabilities[[0, 1, 3, 4], 0] - 0.5).max() < 0.02 for r in READINGS)
        else "it decides",
    ],
    "chapter_1.weights_of_a_word": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"one {'row' if len(image_of(name)) == len(THREE) else 'column'} for each word",
        "the same weights: dog 0.28, chased 0.14, and cat 0.58",
    ],
    "chapter_3.fooled": lambda name: [
        "after 6283 positions all of 4 are back, and the rows are 0.19 apart",
    ],
    "chapter_4.rigid": lambda name: [f"{' and '.join(['0', '5'])}. Each dial", "3.0, 0.3"],
    "chapter_4.looks_back": lambda name: [
        f"the largest weight of every row from 3 on is {8 - image_of(name)[8].argmax()} back",
    ],
    "chapter_1.moved": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"one {'row' if len(image_of(name)) == len(WORDS) else 'column'} for each word",
    ],
    "chapter_2.added": lambda name: [
        f"{word(images(name)).capitalize()} tables",
        f"mostly in the {differs_most_on()} columns",
    ],
    "chapter_2.two_heights": lambda name: [
        "one on the {} and one on the {} side".format(
            *("rising" if np.cos(0.1 * p) > 0 else "falling" for p in (5, 26))
        ),
    ],
    "chapter_3.ruler": lambda name: [f"Dots {hollow_beyond(50)} of the line L = 50 are hollow"],
    "chapter_3.arcs": lambda name: [
        f"The first {(EIGHT <= 100).sum()} are covered all the way around",
        f"Pairs 0 to {(EIGHT <= 100).sum() - 1} have",
    ],
    "chapter_3.margins": lambda name: [
        f"With 8 it stays {'above' if line_at(name, 2)[1].min() > 0.5 else 'below'} half a unit",
    ],
    "chapter_4.dot_products": lambda name: [
        f"It is {'dark' if (image_of(name).argmax(axis=1) == range(64)).all() else 'light'} along",
    ],
    "chapter_5.measured_times": lambda name: ["8192 rows and 1024 columns, fastest first"],
    "chapter_6.head": lambda name: [f"3 keys to its {side(name)}"],
    "chapter_11.where_it_looks": lambda name: [
        f"{'Larger' if largest_dot() == 40 else 'Smaller'} dots stand for more queries",
    ],
    "chapter_7.biases": lambda name: [
        f"slope 1/2: {line_at(name, 0)[1][0]:.2f} at offset {line_at(name, 0)[0][0]:.0f}",
    ],
    "chapter_7.late_starts": lambda name: [
        "table: lowest at position {:.0f}, {:.2f}".format(*line_at(name, 0)[:, 1]),
    ],
    "chapter_10.buckets": lambda name: [
        f"then in {'longer' if all(map(grow, BUCKETS.values())) else 'shorter'} and longer steps",
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_texts_say_what_is_drawn(name):
    picture = drawn(name)[1]
    for said in SAID[name](name):
        assert said in f"{picture.alt} {picture.caption}"
