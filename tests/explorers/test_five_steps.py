"""The front page: five pictures of one table."""

import math

import numpy as np
import pytest

from book.paths import ROOT
from pe_book.explorers import ALL
from tests.explorers.values import broken, hands, views
from tests.rendered import view_of


def expected(position, d_model, base):
    omega = hands(d_model, base)
    values = {
        "fastest": math.tau,
        "slowest": math.tau / omega[-1],
        "degrees": math.degrees(3 * omega[1]),
        "steps": 64 * (d_model // 2),
    }
    table = []
    for column in range(d_model):
        j = column // 2
        wave = math.cos if column % 2 else math.sin
        table.append([column, j, math.tau / omega[j], wave(position * omega[j])])
    return ["problem", "formula", "frequency", "rotation", "code"], values, table


def test_the_pictures_show_the_row_the_waves_and_the_turn_of_the_settings():
    for settings, view in views("five_steps"):
        p, omega = settings["position"], hands(settings["d_model"], settings["base"])
        table, _, frame, at, waves, dots, turn, *_ = view.traces
        angles = np.outer(np.arange(64), omega)
        z = np.array(table["z"])
        np.testing.assert_allclose(z[:, 0::2], np.sin(angles), atol=1e-9)
        np.testing.assert_allclose(z[:, 1::2], np.cos(angles), atol=1e-9)
        assert frame["y"][0] == pytest.approx(p) == np.mean(frame["y"][2:6])
        assert at["x"] == [p, p] and set(dots["x"]) == {p}
        for lane, (wave, y) in enumerate(zip(broken(waves), dots["y"], strict=True)):
            drawn = np.array(wave)
            assert y == pytest.approx(np.interp(p, drawn[:, 0], drawn[:, 1]))
            assert ((lane <= drawn[:, 1]) & (drawn[:, 1] <= lane + 1)).all()
        start, *_, end = (math.atan2(x, y) for x, y in zip(turn["x"], turn["y"], strict=True))
        whole = 3 * omega[1]
        assert (end - start - whole + math.pi) % math.tau == pytest.approx(math.pi)


def test_each_card_leads_to_a_page_and_says_a_sentence():
    explorer = ALL["five_steps"]
    assert [card.says for card in explorer.cards] == view_of("five_steps").sentences
    assert all((ROOT / f"{card.page}.ipynb").is_file() for card in explorer.cards)
