"""Chapter 10: how alike two times are."""

import math

import numpy as np

from tests.explorers.values import hands


def expected(unit, period, hours):
    seconds = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
    speed = hands(64, 10_000)

    def alike(h):
        return float(np.exp(1j * speed * h * 3600 / seconds[unit]).real.mean())

    def repeats(h):
        return math.cos(2 * math.pi * h * 3600 / seconds[period])

    finding = {"second": "unlike", "minute": "unlike", "hour": "near"}.get(unit, "alike")
    rows = [[h, alike(h), repeats(h)] for h in sorted({0, 1, 6, 12, 24, 48, 96, 168, hours})]
    return [finding], {"table": alike(hours), "pair": repeats(hours)}, rows
