"""Chapter 9: learned rows, and tables to compare them with."""

from functools import cache

import numpy as np
import pytest

from pe_book.data import learned_rows
from tests.explorers.values import views

tables = cache(learned_rows.tables)


def thousandth(value: float) -> float:
    """Return a value as it is stored, to three digits."""
    return round(float(value) * 1000) / 1000


def expected(table, component, offset):
    vectors = tables()[table]
    later = vectors[4:] - vectors[4:].mean(axis=0)
    sizes, directions = np.linalg.eigh(later @ later.T)
    along = directions[:, -component] / np.abs(directions[:, -component]).max()
    along = [thousandth(value) for value in along * np.sign(along[0])]
    passed = [value > 0 for value in along if value]
    crossed = sum(passed[i] != passed[i - 1] for i in range(1, len(passed)))
    unit = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    apart = [thousandth(unit[p] @ unit[p + offset]) for p in range(64 - offset)]
    share = thousandth(sizes[-component] / sizes.sum())
    values = {
        "share": share,
        "first": 4,
        "last": 63,
        "crossings": crossed,
        "mean": sum(apart[4:]) / len(apart[4:]),
        "low": min(apart[4:]),
        "high": max(apart[4:]),
    }
    lines = [
        [p, along[p - 4] if p >= 4 else None, apart[p] if p < len(apart) else None]
        for p in (0, 1, 4, 8, 16, 24, 32, 40, 48, 56, 63)
    ]
    return ["main"], values, lines


def test_every_table_is_drawn_whichever_is_chosen():
    names = list(tables())
    for settings, view in views("rows")[:40]:
        for i, name in enumerate(names):
            table, _, wave, cosine = view.traces[4 * i : 4 * i + 4]
            _, _, lines = expected(name, settings["component"], settings["offset"])
            for p, along, apart in lines:
                assert p < 4 or wave["y"][wave["x"].index(p)] == pytest.approx(along)
                assert apart is None or cosine["y"][cosine["x"].index(p)] == pytest.approx(apart)
            shown = learned_rows.stored()[name].columns
            np.testing.assert_allclose(table["z"], shown, atol=1e-12)
        [frame] = view.layout["shapes"]
        chosen = names.index(settings["table"])
        assert frame["xref"] == f"x{chosen + 1 if chosen else ''} domain"
