"""Chapter 11: learned rows, and tables to compare them with."""

from functools import cache

import numpy as np
import pytest

from pe_book.data import learned_rows
from tests.explorers.values import views

tables = cache(learned_rows.tables)


def thousandth(value: float) -> float:
    """Return a value as it is stored, to three digits."""
    return round(float(value) * 1000) / 1000


@cache
def measured(table: str, component: int, offset: int) -> tuple[list, list, float, int]:
    """Return one component of a table's rows, cosines, its share, and how often it crosses zero."""
    vectors = tables()[table]
    later = vectors[4:] - vectors[4:].mean(axis=0)
    sizes, directions = np.linalg.eigh(later @ later.T)
    along = directions[:, -component] / np.abs(directions[:, -component]).max()
    along = [thousandth(value) for value in along * np.sign(along[0])]
    passed = [value > 0 for value in along if value]
    crossed = sum(passed[i] != passed[i - 1] for i in range(1, len(passed)))
    unit = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    apart = [thousandth(unit[p] @ unit[p + offset]) for p in range(64 - offset)]
    return along, apart, thousandth(sizes[-component] / sizes.sum()), crossed


def expected(table, component, offset):
    one, other = (measured(name, component, offset) for name in ("gpt2", table))
    values = {"first": 4, "last": 63, "gpt2": one[3], "crossings": other[3]}
    values |= {"gpt2_share": one[2], "share": other[2]}
    values |= {"gpt2_mean": sum(one[1][4:]) / len(one[1][4:])}
    values |= {"mean": sum(other[1][4:]) / len(other[1][4:])}
    lines = [
        [
            p,
            *(along[p - 4] if p >= 4 else None for along, *_ in (one, other)),
            *(apart[p] if p < len(apart) else None for _, apart, *_ in (one, other)),
        ]
        for p in (0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63)
    ]
    return ["main"], values, lines


def test_gpt2_and_the_table_beside_it_are_drawn():
    for settings, view in views("rows")[:40]:
        for i, name in enumerate(("gpt2", settings["table"])):
            table, _, wave, cosine = view.traces[4 * i : 4 * i + 4]
            along, apart, *_ = measured(name, settings["component"], settings["offset"])
            assert wave["y"] == pytest.approx(along)
            assert cosine["y"] == pytest.approx(apart)
            shown = learned_rows.stored()[name].columns
            np.testing.assert_allclose(table["z"], shown, atol=1e-12)
