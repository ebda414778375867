"""Alternative texts and captions: what they say of direction, order and size is seen in the figure.

Each phrase stands beside what decides it, and a word such as “left” or “rises” in no phrase fails.
"""

import re
from functools import cache

import numpy as np
import pytest

from pe_book.explorers import ALL
from tests.book.figure_examples import (
    ARGUMENTS,
    BUCKETS,
    CURVES,
    LENGTHS,
    MATRICES,
    NORMS,
    ORDER,
    OUTPUTS,
    drawn,
    hollow_beyond,
    image_of,
    line_at,
    panels,
    side,
)
from tests.phrases import Phrases
from tests.rendered import figure_of, view_of

#: Words of direction, order and size.
DIRECTIONS = re.compile(
    r"(?i)\b(?:left|right|above|below|under|top|bottom|up|down|ris(?:es|ing)|falls?|falling|"
    r"grows?|larger|largest|smaller|smallest|higher|highest|high|lower|lowest|low|longer|shorter|"
    r"fast\w*|slow\w*|narrow\w*|widen|wider|before|after|first|last|more|mostly|less|fewer|flat\w*|"
    r"steep\w*|farther|farthest|level|dark|light\w*|bright|pale|hollow|dashed|opposite|equal|"
    r"equally|never|nowhere|none|jagged|valley|evenly|peak\w*|loses?)\b"
)
#: Where such a word is none of direction, order or size.
OTHER_MEANINGS = re.compile(
    r"\(largest difference \S+\)|the largest error (?:of a token|that the check measures)|"
    r"(?:Under each|under the chosen)|(?:read|has|are) right|that it left with|up to \d+|"
    r"\(down\)|Larger dots stand for more queries|more columns|right (?=beside)"
)


def trace(name: str, number: int, key: str = "y", **settings) -> np.ndarray:
    """Return the numbers of a trace of an explorer."""
    values = np.ravel(np.array(figure(name, **settings)["data"][number][key], dtype=object))
    return np.array([v for v in values if v is not None], dtype=float)


@cache
def at_defaults(name: str) -> dict:
    return figure_of(name)


def figure(name: str, **settings) -> dict:
    return figure_of(name, **settings) if settings else at_defaults(name)


def place(name: str, number: int, along: str) -> float:
    """Return the middle of the panel of a trace, as a share of the figure from left or bottom."""
    drawn_ = figure(name)
    ref = drawn_["data"][number].get(f"{along}axis", along)
    return float(np.mean(drawn_["layout"][f"{along}axis{ref[1:]}"].get("domain", [0, 1])))


def left_of(name: str, one: int, other: int) -> bool:
    return place(name, one, "x") < place(name, other, "x")


def above(name: str, one: int, other: int) -> bool:
    return place(name, one, "y") > place(name, other, "y")


def changes_per_row(name: str, number: int) -> np.ndarray:
    """Return how often each column of a heat map changes from row to row."""
    table = np.array(figure(name)["data"][number]["z"], dtype=float)
    return (np.abs(np.diff(table, axis=0)) > 1e-9).sum(axis=0)


def stripes(table: np.ndarray) -> np.ndarray:
    """Return how often each column changes its sign."""
    return (np.diff(np.sign(table), axis=0) != 0).sum(axis=0)


def table_of(name: str, number: int = 0) -> np.ndarray:
    return np.array(figure(name)["data"][number]["z"], dtype=float)


def moved_dots(panel: int) -> bool:
    """Return whether the dots of a panel of methods stand away from the ends of the bars."""
    ends, dots = trace("methods", 3 * panel, "x")[1::2], trace("methods", 3 * panel + 2, "x")
    return bool(np.abs(ends - dots).max() > 0.01)


def at(name: str, number: int, x: float) -> float:
    """Return the value of a line at x, or at the point nearest to it."""
    return trace(name, number)[np.abs(trace(name, number, "x") - x).argmin()]


def wiggles(values: np.ndarray) -> int:
    return int((np.diff(np.sign(np.diff(values))) != 0).sum())


def falls_then_oscillates(values: np.ndarray) -> bool:
    """Return whether values fall below zero and rise again, or never reach it."""
    below = np.flatnonzero(values < 0)
    return not len(below) or bool(values[below[0] :].max() > 0)


def image_change(name: str, panel: int) -> np.ndarray:
    """Return by how much the two places of a word differ in each column of a table."""
    rows = image_of(name, panel)
    return np.abs(rows[1] - rows[4])


def fool(k: float) -> np.ndarray:
    return np.abs(np.angle(np.exp(2j * np.pi * k / LENGTHS[8])))


def luminance(name: str, value: float) -> float:
    """Return how light a value is drawn in an image."""
    image = panels(name)[0].images[0]
    return float(np.dot(image.to_rgba(value)[:3], (0.2126, 0.7152, 0.0722)))


def bar_lengths() -> np.ndarray:
    """Return the lengths of the bars of measured times, from the top."""
    bars = sorted(panels("chapter_5.measured_times")[0].patches, key=lambda bar: bar.get_y())
    down = panels("chapter_5.measured_times")[0].yaxis_inverted()
    return np.array([bar.get_width() for bar in (bars if down else bars[::-1])])


def circles(**settings) -> np.ndarray:
    return trace("grid", 2, **settings)


def below_words(number: int) -> bool:
    """Return whether the colors of the outputs stand below the words as written."""
    own = figure("order")["layout"]["yaxis"]
    (bottom, top), (low, high) = own["domain"], own["range"]
    middle = np.mean(trace("order", number, "y"))
    return bottom + (middle - low) / (high - low) * (top - bottom) < place("order", 8, "y")


def trained_angles() -> list[float]:
    """Return the angle over which the arc of each dial goes that training reached."""
    return [min(2 * np.pi, 2 * np.pi * row[2]) for row in view_of("rotary").rows]


def roughness(panel: int) -> float:
    """Return how far a component moves from one position to the next, against how far in all."""
    wave = trace("rows", 4 * panel + 2)
    return float(np.mean(np.diff(wave) ** 2) / np.var(wave) / 2)


def pale_cards(name: str) -> bool:
    """Return whether the cards that the chosen check does not see are covered, and no others."""
    seen = [shape.get("opacity", 1) < 1 for shape in figure(name)["layout"]["shapes"]]
    return True in seen and False in seen


DISTANCES_FROM = "chapter_2.distances_from"


def distance_line(panel: int) -> np.ndarray:
    return np.asarray(panels(DISTANCES_FROM)[panel].lines[0].get_ydata(), dtype=float)


#: What an alternative text, or a caption, says; and whether the figure shows it.
PHRASES: Phrases = {
    "chapter_2.distances_from": [
        ("count: a V that leaves the scale",
         lambda: distance_line(0).max() > panels(DISTANCES_FROM)[0].get_ylim()[1]),
        ("almost flat, with another slope", lambda: 0 < np.ptp(distance_line(1)) < 1),
        ("scaled: a flat line", lambda: np.ptp(distance_line(2)) < 0.01),
        ("binary: a jagged line with its largest value right beside row 16",
         lambda: distance_line(3).argmax() == 15 and wiggles(distance_line(3)) > 10),
        ("a valley, equal on both sides, that rises fast and then levels off",
         lambda: np.allclose(distance_line(4)[1:16], distance_line(4)[31:16:-1])
         and distance_line(4)[18] > 0.4 * distance_line(4).max()),
        ("the farthest of all", lambda: distance_line(3).argmax() == 15),
        ("give a valley", lambda: distance_line(4).argmin() == 16),
        ("no row more than", lambda: distance_line(4).max() < 5.05),
    ],
    "chapter_2.two_heights": [
        ("Left, one turn of a sine wave", lambda: len(line_at("chapter_2.two_heights", 0)[0]) > 50),
        ("one on the rising and one on the falling side",
         lambda: np.cos(0.5) > 0 > np.cos(2.6)),
        ("Right, the same two positions on a circle",
         lambda: panels("chapter_2.two_heights")[1].get_position().x0 > 0.4),
        ("on opposite sides", lambda: np.cos(0.5) * np.cos(2.6) < 0),
    ],
    "chapter_2.added": [
        ("Three tables, one under the other",
         lambda: np.diff([p.get_position().y0 for p in panels("chapter_2.added")[:3]]).max() < 0),
        ("are equal in the first table", lambda: not image_change("chapter_2.added", 0).any()),
        ("mostly in the left columns, where the encoding changes fast",
         lambda: image_change("chapter_2.added", 2)[:4].sum()
         > 2 * image_change("chapter_2.added", 2)[4:].sum()),
        ("are equal at the top and", lambda: not image_change("chapter_2.added", 0).any()),
        ("apart at the bottom", lambda: image_change("chapter_2.added", 2).any()),
        ("mostly in the left columns, which change fast",
         lambda: image_change("chapter_2.added", 1).argmax() < 4),
        ("The right columns hardly change over five words",
         lambda: np.ptp(image_of("chapter_2.added", 1)[:, 5:], axis=0).max() < 0.1),
    ],
    "chapter_3.fooled": [
        ("a dashed line where each hand began and the hand after some positions",
         lambda: panels("chapter_3.fooled")[0].lines[1].is_dashed()
         and np.allclose(panels("chapter_3.fooled")[0].lines[1].get_xdata(), 0)),
        ("after 44 positions 2 of 4", lambda: (fool(44) < np.radians(15)).sum() == 2),
        ("after 6283 positions all of 4", lambda: (fool(6283) < np.radians(15)).all()),
        ("Dashed: where each hand began",
         lambda: panels("chapter_3.fooled")[0].lines[1].is_dashed()),
        ("After 44 positions 2 of 4", lambda: (fool(44) < np.radians(15)).sum() == 2),
    ],
    "chapter_3.ruler": [
        ("the dots are evenly spaced, start at the same left end, and stop short of a line at 2πB",
         lambda: all(np.ptp(np.diff(np.log(v))) < 1e-9 and v[0] < 6.3 and v[-1] < 2e4 * np.pi
                     for v in LENGTHS.values())),
        ("Dots right of the line L = 50 are hollow", lambda: hollow_beyond(50) == "right"),
        ("none reaches 2πB", lambda: max(v[-1] for v in LENGTHS.values()) < 2e4 * np.pi),
        ("more columns come closer",
         lambda: [*np.argsort([v[-1] for v in LENGTHS.values()])] == [0, 1, 2]),
        ("Hollow dots complete no turn", lambda: hollow_beyond(50) == "right"),
    ],
    "chapter_3.arcs": [
        ("The first 3 are covered", lambda: 2 * np.pi * 10 < 100 < 2 * np.pi * 10**1.5),
        ("The last 5 are covered only in part, the last one over 2 degrees",
         lambda: round(360 * 100 / (2 * np.pi * 10**3.5)) == 2),
        ("never sees its other angles", lambda: 100 < 2 * np.pi * 10**3.5),
    ],
    "chapter_3.margins": [
        ("With 8 it stays above half a unit, with 64 it is high and nearly flat",
         lambda: line_at("chapter_3.margins", 2)[1].min() > 0.5
         and 1.4 < line_at("chapter_3.margins", 4)[1].min()
         and np.ptp(np.log10(line_at("chapter_3.margins", 4)[1][5:])) < 0.3),
        ("Smallest values: 6", lambda: line_at("chapter_3.margins", 0)[1].min() < 1e-4),
        ("The smallest distance", lambda: line_at("chapter_3.margins", 0)[1].min() < 1e-4),
        ("The first pair alone never repeats exactly",
         lambda: line_at("chapter_3.margins", 0)[1].min() > 0),
        ("More pairs keep all rows apart",
         lambda: line_at("chapter_3.margins", 0)[1].min()
         < line_at("chapter_3.margins", 2)[1].min() < line_at("chapter_3.margins", 4)[1].min()),
    ],
    "chapter_3.bases": [
        ("Each falls along a nearly straight line, and those that reach zero then oscillate",
         lambda: all(map(falls_then_oscillates, CURVES.values()))),
        ("The larger the base, the flatter the line and the farther out it ends",
         lambda: [v[9] for v in CURVES.values()] == sorted(v[9] for v in CURVES.values())
         and [*CURVES] == sorted(CURVES)),
        ("Below 0.05 first at 46", lambda: np.flatnonzero(CURVES[100.0] < 0.05)[0] + 1 == 46),
        ("none of these offsets for base 1,000,000", lambda: CURVES[1e6].min() >= 0.05),
        ("With a small base the similarity falls steeply",
         lambda: CURVES[100.0][9] < CURVES[1e6][9]),
        ("each doubling of the distance costs less",
         lambda: CURVES[1e6][9] - CURVES[1e6][19] < CURVES[100.0][9] - CURVES[100.0][19]),
        ("Similarity first falls below 0.05 at 46",
         lambda: np.flatnonzero(CURVES[100.0] < 0.05)[0] + 1 == 46),
    ],
    "chapter_4.rigid": [
        ("Down a column the hands point elsewhere, and the arc is as long in every row",
         lambda: len(LENGTHS[8]) == len(panels("chapter_4.rigid")) / 2),
        ("Down each column the arc is the same",
         lambda: len(LENGTHS[8]) == len(panels("chapter_4.rigid")) / 2),
    ],
    "chapter_4.dot_products": [
        ("It is dark along the main diagonal, where the value is 32, and gets lighter to both",
         lambda: luminance("chapter_4.dot_products", 32) < luminance("chapter_4.dot_products", 16)
         and np.allclose(np.diag(image_of("chapter_4.dot_products")), 32)),
        ("fades equally on both sides",
         lambda: np.allclose(*(image_of("chapter_4.dot_products")[20, 20 + s] for s in (3, -3)))),
    ],
    "chapter_4.looks_back": [
        ("A dark stripe runs along the diagonal 3 places left of the main one",
         lambda: image_of("chapter_4.looks_back")[8].argmax() == 8 - 3
         and luminance("chapter_4.looks_back", 0.8) < luminance("chapter_4.looks_back", 0.1)),
        ("the largest weight of every row from 3 on is 3 back",
         lambda: image_of("chapter_4.looks_back")[8].argmax() == 5),
        ("gives its largest weight to the key 3 back",
         lambda: image_of("chapter_4.looks_back")[8].argmax() == 5),
    ],
    "chapter_5.measured_times": [
        ("fastest first", lambda: (np.diff(bar_lengths()) >= 0).all()),
        ("times faster than the vectorized form", lambda: bar_lengths().min() > 0),
    ],
    "chapter_6.head": [
        ("One dark line runs parallel to the diagonal, 3 keys to its left: the largest weight",
         lambda: side("chapter_6.head") == "left"
         and luminance("chapter_6.head", 0.9) < luminance("chapter_6.head", 0.1)),
    ],
    "chapter_6.score_matrices": [
        ("Stripes along the diagonals in alone; blotches in random",
         lambda: np.ptp(np.diag(MATRICES["alone"], 2)) < 1e-9
         and np.ptp(np.diag(MATRICES["random"], 2)) > 1),
    ],
    "chapter_7.late_starts": [
        ("table: lowest at position 3",
         lambda: line_at("chapter_7.late_starts", 0)[1].argmin() == 1),
        ("RoPE: lowest at position 8, 0.99",
         lambda: line_at("chapter_7.late_starts", 3)[1].argmin() == 1),
    ],
    "chapter_8.norms": [
        ("the formula from 5.66 to 5.66",
         lambda: np.allclose(np.linalg.norm(NORMS["the formula"], axis=1), 32**0.5)),
    ],
    "chapter_10.buckets": [
        ("it rises by one per position at first, then in longer and longer steps, and finally not",
         lambda: all((np.diff(b[:8]) == 1).all() and b[-1] == b[-50] for b in BUCKETS.values())),
    ],
    "chapter_11.where_it_looks": [
        ("How many positions back the largest attention weight is",
         lambda: line_at("chapter_11.where_it_looks", 0)[1][0] == 3),
        ("whole turns of the fastest pair, 6.28", lambda: round(2 * np.pi, 2) == 6.28),
    ],
    "chapter_1.moved": [
        ("before and after a shuffle",
         lambda: np.allclose(image_of("chapter_1.moved"), OUTPUTS)
         and np.allclose(image_of("chapter_1.moved", 2), OUTPUTS[ORDER])),
    ],
    # ---- explorers
    "arrows": [
        ("Below, two circles with both as arrows", lambda: above("arrows", 17, 0)),
        ("on the left each is turned by 15 degrees a position",
         lambda: left_of("arrows", 7, 11) and np.allclose(
             np.degrees(np.arctan2(*np.array([trace("arrows", 7, k)[1] for k in "xy"]))) % 360,
             15 * 20 % 360)),
        ("on the right each has the row of its position added",
         lambda: np.hypot(*(trace("arrows", 11, k)[1] for k in "xy")) > 1.5),
        ("level where the arrows are turned, a wave where rows are added",
         lambda: np.ptp(trace("arrows", 13)) < 1e-9 < np.ptp(trace("arrows", 14))),
    ],
    "block_matrix": [
        ("Row p stands above it", lambda: above("block_matrix", 1, 0)),
        ("the row that comes out stands at the right", lambda: left_of("block_matrix", 0, 2)),
        ("Pale bands lead the chosen pair down into its block and on to the right",
         lambda: above("block_matrix", 5, 4) and left_of("block_matrix", 4, 6)),
    ],
    "broadcasting": [
        ("the loop is in the first rows; the fast form was done long before",
         lambda: len(trace("broadcasting", 0, "z")) < 0.2 * len(trace("broadcasting", 2, "z"))),
    ],
    "clocks": [
        ("Four clock hands, one below another, from fast to slow",
         lambda: (np.diff(trace("clocks", 4)[::2]) < -2).all()
         and figure("clocks")["layout"]["yaxis"]["ticktext"][0] == "fast"),
        ("how far right it is, and how far up",
         lambda: np.isclose(trace("clocks", 2, "x")[1], np.sin(7))
         and np.isclose(trace("clocks", 3)[1], np.cos(7))),
        ("On the left these two run on as waves over the positions before",
         lambda: left_of("clocks", 5, 4) and trace("clocks", 6, "x").max() == 7),
        ("On the right they stand as numbers", lambda: left_of("clocks", 4, 9)),
    ],
    "counter": [
        ("Left: its binary digits, of which the lowest alternates at every row",
         lambda: left_of("counter", 0, 1) and 31 in changes_per_row("counter", 0)
         and {*trace("counter", 0, "z")} == {0, 1}),
        ("Right: its encoding, of which the first pair changes fastest",
         lambda: np.abs(np.diff(table_of("counter", 1), axis=0)).max(axis=0)[:10].argmax() < 2),
    ],
    "cycles": [
        ("For the table it falls once, fast in seconds and hardly at all in weeks",
         lambda: at("cycles", 1, 0) - at("cycles", 1, 24) > 0.2
         and view_of("cycles", unit="second", hours=24).values["table"] < 0.2
         and view_of("cycles", unit="week", hours=24).values["table"] > 0.9),
        ("it is a wave that returns to one after each period",
         lambda: np.isclose(at("cycles", 2, 24), 1) and np.isclose(at("cycles", 2, 12), -1)),
    ],
    "equations": [
        ("the others are pale", lambda: pale_cards("equations")),
    ],
    "gallery": [
        ("the others are pale", lambda: pale_cards("gallery")),
    ],
    "more_exhibits": [
        ("the others are pale", lambda: pale_cards("more_exhibits")),
    ],
    "fingerprint": [
        ("stripes that are narrow at the left, in the fast columns, and widen to the right",
         lambda: stripes(table_of("fingerprint"))[:8].mean()
         > 5 * stripes(table_of("fingerprint"))[24:].mean()),
        ("how far right the tip of the hand is, or how far up",
         lambda: np.isclose(trace("fingerprint", 3, "x")[-1], trace("fingerprint", 5, "x")[-1])),
    ],
    "grid": [
        ("highest at the patch, falling along its row and its column",
         lambda: np.unravel_index(table_of("grid").argmax(), (12, 12)) == (4, 5)
         and (np.diff(table_of("grid")[4, 5:8]) < 0).all()
         and (np.diff(table_of("grid")[4:7, 5]) < 0).all()),
        ("nowhere, unless the table was resized and the shift is odd",
         lambda: not len(circles()) and not len(circles(table="running"))
         and not len(circles(table="resized", down=2))
         and len(circles(table="resized", down=1)) > 0),
    ],
    "look_back": [
        ("Above, the score of each key for one query", lambda: above("look_back", 0, 2)),
        ("it peaks k positions before the query",
         lambda: trace("look_back", 0).argmax() == 30 - 3),
        ("Below, the weights that the softmax makes of the scores: few keys share them when the "
         "scores are sharp",
         lambda: trace("look_back", 2).max() < trace("look_back", 2, sharpness=16).max()),
    ],
    "methods": [
        ("dots the weights after a shift of all positions", lambda: moved_dots(0)),
        ("With the table added the dots stand away from the ends of the bars; in the other three",
         lambda: [moved_dots(panel) for panel in range(4)] == [True, False, False, False]),
    ],
    "order": [
        ("below each word its output from one attention layer", lambda: below_words(0)),
        ("Below that the same words in the chosen order", lambda: above("order", 8, 10)),
    ],
    "outer_product": [
        ("A column of five positions at the left, a row of four frequencies on top",
         lambda: left_of("outer_product", 0, 2) and above("outer_product", 1, 2)),
        ("the last one is framed", lambda: trace("outer_product", 2, "x")[0] == (6 - 1) % 4),
    ],
    "pairs": [
        ("below, a wave over the offset for each of eight pairs, from fast to slow",
         lambda: above("pairs", 0, 3)
         and figure("pairs")["layout"]["yaxis2"]["range"][0]
         > figure("pairs")["layout"]["yaxis2"]["range"][1]
         and np.diff([row[3] for row in view_of("pairs").rows]).max() < 0),
        ("below those the sum of the pairs that are added up, which has one clear peak once slow "
         "pairs are among them",
         lambda: above("pairs", 3, 5) and np.sort(trace("pairs", 5, pairs=8))[-20] < 0.8
         and trace("pairs", 5, "x", pairs=8)[trace("pairs", 5, pairs=8).argmax()] == -8),
    ],
    "precision": [
        ("as four forms compute it, one below the other",
         lambda: {*trace("precision", 5)} == {0, 1, 2, 3, 4}),
        ("Below, on a log axis of positions", lambda: above("precision", 5, 0)),
        ("the tutorial's float32 loses one for every factor of ten",
         lambda: abs(at("precision", 0, 1e3) - at("precision", 0, 1e6) - 3) < 0.7),
        ("the vectorized form begins to lose them from fifteen",
         lambda: trace("precision", 1)[0] == 15 > trace("precision", 1)[-1]),
        ("and the rotations lose none", lambda: np.ptp(trace("precision", 2)) < 0.1),
    ],
    "rotary": [
        ("from the fastest to the slowest",
         lambda: np.diff([row[2] for row in view_of("rotary").rows]).max() < 0),
        ("whole circles for fast pairs, less and less for slow ones",
         lambda: [row[2] >= 1 for row in view_of("rotary").rows]
         == sorted((row[2] >= 1 for row in view_of("rotary").rows), reverse=True)
         and trained_angles()[0] > 6 > trained_angles()[-1]),
        ("with the angles that a longer text adds",
         lambda: figure("rotary")["data"][4]["x"][-1] > figure("rotary")["data"][4]["x"][0]),
        ("Above, on a log axis, the trained length", lambda: above("rotary", 3, 0)),
    ],
    "rows": [
        ("below it one component of its rows, and the cosine of two rows at a fixed offset",
         lambda: above("rows", 0, 2) and above("rows", 2, 3)),
        ("GPT-2, the walk and the noise have smooth stripes and a smooth wave alike",
         lambda: all(roughness(panel) < 0.1 for panel in (0, 3, 4))),
        ("the random table is noise in all three", lambda: roughness(2) > 0.5),
    ],
    "shift": [
        ("the 2 by 2 rotation block times the pair in row p is the pair in row p + k",
         lambda: np.allclose(table_of("shift", 4) @ table_of("shift", 5), table_of("shift", 6))),
    ],
    "similarity": [
        ("with wiggles, it falls along the straight line of the law while offsets are well below "
         "the base",
         lambda: wiggles(trace("similarity", 1)) > 3 and np.abs(
             trace("similarity", 1) - trace("similarity", 0)).max() < 0.1
         and trace("similarity", 1)[-1] < trace("similarity", 1)[0]),
        ("constant along every diagonal",
         lambda: all(np.ptp(np.diag(table_of("similarity", 4), k)) < 1e-9 for k in (-9, 5))),
    ],
    "story": [
        ("with a row for each of ten words", lambda: len(view_of("story", step=5).rows) == 10),
    ],
    "waves": [
        ("Above, a row of up to eight dials, each one of the pairs, the first turning fastest",
         lambda: above("waves", 0, 4) and np.diff([r[1] for r in view_of("waves").rows]).max() < 0),
        ("Below them the sine and cosine wave", lambda: above("waves", 0, 4)),
        ("At the bottom a ruler with a log scale", lambda: above("waves", 4, 6)),
        ("dots to the right of the line are hollow, since their hands never complete a turn",
         lambda: trace("waves", 7, "x").min() > 64 > trace("waves", 6, "x").max()
         and "open" in figure("waves")["data"][7]["marker"]["symbol"]),
    ],
}  # fmt: skip


def texts_of(name: str) -> list[str]:
    if name in ALL:
        return [ALL[name].alt]
    picture = drawn(name)[1]
    return [picture.alt, picture.caption]


NAMES = [*ARGUMENTS, *ALL]


@pytest.mark.parametrize("name", PHRASES)
def test_what_a_text_says_is_seen_in_its_figure(name):
    for phrase, is_seen in PHRASES[name]:
        assert any(phrase in text for text in texts_of(name)), f"{name} does not say “{phrase}”"
        assert is_seen(), f"{name}: “{phrase}”"


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_direction_order_or_size_is_compared_with_the_figure(name):
    for text in texts_of(name):
        rest = text
        for phrase, _ in sorted(PHRASES.get(name, []), key=lambda listed: -len(listed[0])):
            rest = rest.replace(phrase, "")
        found = DIRECTIONS.findall(OTHER_MEANINGS.sub("", rest))
        assert not found, f"add to PHRASES what {found} mean: {rest}"
