"""Legends, titles, labels of axes and reference lines of the static figures name what is drawn."""

from collections.abc import Callable

import numpy as np
import pytest

from pe_book.model.experiments import three_back
from tests.book.figure_examples import (
    BIASES,
    BUCKETS,
    CANDIDATES,
    CURVES,
    EIGHT,
    LATE,
    LENGTHS,
    MATRICES,
    NORMS,
    ORDER,
    OUTPUTS,
    TABLE,
    explained,
    image_of,
    panels,
)

NAMES = {"none": "no encoding", "rope": "RoPE", "alibi": "ALiBi"}
#: The values of the line that each name of a legend means.
LEGENDS: dict[str, dict[str, np.ndarray]] = {
    "chapter_2.distances_from": {
        f"L = {len(table)}": np.abs(table[:, 0] - table[16, 0]) for table in CANDIDATES["fraction"]
    },
    "chapter_3.bases": {f"{base:,.0f}": values for base, values in CURVES.items()},
    "chapter_6.directions": {"L = 50": explained(TABLE[:50])},
    "chapter_7.biases": BIASES,
    "chapter_7.late_starts": {
        name: np.array([np.mean(seeds) for seeds in found.values()]) for name, found in LATE.items()
    },
    "chapter_8.norms": {name: np.linalg.norm(table, axis=1) for name, table in NORMS.items()},
    "chapter_10.buckets": BUCKETS,
    "chapter_11.accuracy": {
        NAMES.get(name, name): found.mean(axis=0)[~np.isnan(found[0])]
        for name, found in three_back.stored().items()
    },
}


def look(line) -> tuple:
    return line.get_color(), line.get_linestyle()


@pytest.mark.parametrize("name", LEGENDS)
def test_a_legend_names_the_line_that_looks_like_its_sample(name):
    [axes] = (axes for axes in panels(name) if axes.get_legend())
    legend = axes.get_legend()
    samples = zip(legend.get_texts(), legend.get_lines(), strict=True)
    looks = {text.get_text(): look(line) for text, line in samples}
    assert {*looks} == {*LEGENDS[name]} and len({*looks.values()}) == len(looks)
    for label, values in LEGENDS[name].items():
        ends = values[0], values[-1], values.max()
        assert any(
            look(line) == looks[label]
            and np.allclose(
                (line.get_ydata()[0], line.get_ydata()[-1], max(line.get_ydata())), ends
            )
            for line in axes.lines
            if len(line.get_ydata()) > 1
        ), label


def angle_of(axes) -> float:
    """Return the angle of the hand in a dial, clockwise from the top."""
    hands = [line for line in axes.lines if len(line.get_xdata()) == 2]
    return float(np.arctan2(hands[-1].get_xdata()[-1], hands[-1].get_ydata()[-1]))


def same_angle(one: float, other: float) -> bool:
    return abs(np.angle(np.exp(1j * (one - other)))) < 1e-6


#: What a panel with a title, or its place among those with titles, shows.
TITLES: dict[str, dict[str, Callable]] = {
    "chapter_1.moved": {
        "as written": lambda axes: np.allclose(axes.images[0].get_array(), OUTPUTS),
        "shuffled": lambda axes: np.allclose(axes.images[0].get_array(), OUTPUTS[ORDER]),
    },
    "chapter_2.distances_from": {
        name: lambda axes, tables=tables: np.allclose(
            axes.lines[0].get_ydata(), np.linalg.norm(tables[0] - tables[0][16], axis=1)
        )
        for name, tables in CANDIDATES.items()
    },
    "chapter_2.two_heights": {
        "sine alone": lambda axes: axes.get_xlabel() == "position p",
        "sine and cosine": lambda axes: axes.get_xlabel() == "cosine",
    },
    "chapter_2.added": {
        "word vectors": lambda axes: not np.ptp(axes.images[0].get_array()[[1, 4]], axis=0).any(),
        "+ encoding": lambda axes: np.allclose(axes.images[0].get_array()[0], [0, 1] * 4),
        "= input of the first layer": lambda axes: np.allclose(
            axes.images[0].get_array(),
            image_of("chapter_2.added") + image_of("chapter_2.added", 1),
        ),
    },
    "chapter_3.fooled": {
        f"pair {j}": lambda axes, length=length: same_angle(angle_of(axes), 2 * np.pi * 44 / length)
        for j, length in enumerate(LENGTHS[8])
    },
    "chapter_3.arcs": {
        f"pair {j}": lambda axes, length=length: (
            axes.texts[0].get_text().startswith(f"{100 / length:.2g}")
        )
        for j, length in enumerate(EIGHT)
    },
    "chapter_6.score_matrices": {
        name: lambda axes, scores=scores: np.allclose(
            axes.images[0].get_array(), scores / abs(scores).max()
        )
        for name, scores in MATRICES.items()
    },
}


@pytest.mark.parametrize("name", TITLES)
def test_a_title_names_what_its_panel_shows(name):
    titled = {axes.get_title(): axes for axes in panels(name) if axes.get_title()}
    assert {*titled} == {*TITLES[name]}
    for title, shows in TITLES[name].items():
        assert shows(titled[title]), title


#: Dashed and dotted lines: across or up, and at which value.
REFERENCES = {
    "chapter_2.two_heights": [("y", np.sin(0.5))],
    "chapter_3.fooled": [("x", 0)],
    "chapter_3.ruler": [("x", 50), ("x", 2e4 * np.pi)],
    "chapter_6.directions": [("y", 0.99)],
    "chapter_7.late_starts": [("y", 0.5)],
    "chapter_11.accuracy": [("y", 1 / 16)],
    "chapter_11.where_it_looks": [("y", 3)],
}


@pytest.mark.parametrize("name", REFERENCES)
def test_dashed_and_dotted_lines_are_at_the_values_that_they_mark(name):
    found = set()
    for axes in panels(name):
        for line in axes.lines:
            if line.get_linestyle() in ("--", ":") and len(line.get_xdata()) == 2:
                for along, data in (("x", line.get_xdata()), ("y", line.get_ydata())):
                    if not np.ptp(data):
                        found.add((along, round(float(data[0]), 9)))
    assert found == {(along, round(float(value), 9)) for along, value in REFERENCES[name]}


def shares(values: np.ndarray) -> bool:
    return bool((values >= 0).all() and (values <= 1 + 1e-9).all() and values.max() > 0.2)


def whole(values: np.ndarray) -> bool:
    return np.allclose(values, np.round(values)) and np.ptp(values) > 5


#: What an axis of this name shows.
AXES: dict[str, Callable[[np.ndarray], bool]] = {
    "share": shares,
    "nouns read right": shares,
    "offset": whole,
    "position": lambda values: values.min() >= 0 and np.ptp(values) > 5,
    "number of": whole,
    "distance back": whole,
    "bucket": lambda values: whole(values) and values.max() < 32,
    "similarity": lambda values: -1 <= values.min() < values.max() <= 1,
    "added to": lambda values: values.max() <= 0,
    "length of the row": lambda values: 5 < values.min(),
    "distance of": lambda values: 0 < values.min() < values.max() < 9,
    "distance from": lambda values: (values >= 0).all() and values.min() == 0,
    "wavelength": lambda values: values.min() == pytest.approx(2 * np.pi),
    "cosine": lambda values: -1 <= values.min() and values.max() <= 1,
}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        (name, number)
        for name in (*LEGENDS, "chapter_3.margins", "chapter_3.ruler", "chapter_2.two_heights")
        for number in (0, 1, 2, 3)
    ],
)
def test_an_axis_shows_what_its_label_names(name, number):
    for axes in panels(name)[number : number + 1]:
        lines = [line for line in axes.lines if len(line.get_xdata()) > 2]
        for label, data in (
            (axes.get_xlabel(), [line.get_xdata() for line in lines]),
            (axes.get_ylabel(), [line.get_ydata() for line in lines]),
        ):
            if label and lines:
                shows = next(shows for begins, shows in AXES.items() if label.startswith(begins))
                assert shows(np.concatenate(data).astype(float)), label


@pytest.mark.parametrize("name", ["chapter_4.looks_back", "chapter_6.head"])
def test_each_row_of_weights_is_a_querys_and_each_column_a_keys(name):
    weights = image_of(name)
    np.testing.assert_allclose(weights.sum(axis=1), 1)  # what a query divides among the keys
    assert np.abs(weights.sum(axis=0) - 1).max() > 0.1
    axes = panels(name)[0]
    assert "key" in axes.get_xlabel() and "query" not in axes.get_xlabel()
    assert "query" in axes.get_ylabel() and "key" not in axes.get_ylabel()


def test_products_have_row_p_downward_and_row_q_across():
    axes = panels("chapter_4.dot_products")[0]
    assert (axes.get_ylabel(), axes.get_xlabel()) == ("position p", "position q")
    assert panels("chapter_6.score_matrices")[0].get_ylabel() == "query"
