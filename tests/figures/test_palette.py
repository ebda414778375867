"""The colors: readable on light and dark pages, apart for color-blind readers, even."""

from itertools import combinations

import numpy as np
import pytest

from pe_book.drawing import palette

# A theme's roles, and the papers of its words (_static/book.css): the page's, and a card's.
THEMES = {
    "light": (palette.ROLES, ("#fdfcf9", "#ffffff")),
    "dark": (palette.DARK_ROLES, ("#14171c", "#191d23")),
}
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
SIGHT = {
    "full": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}
LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def linear(color):
    channels = np.array([int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    dark, light = sorted(linear(c) @ [0.2126, 0.7152, 0.0722] for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def oklab(color, sight="full"):
    seen = np.clip(np.array(SIGHT[sight]) @ linear(color), 0, 1)
    return np.array(LAB) @ np.cbrt(np.array(LMS) @ seen)


@pytest.mark.parametrize("role", palette.ROLES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_word_in_the_color_of_a_role_is_readable_in_both_themes(role, theme):
    roles, papers = THEMES[theme]
    for paper in papers:
        assert contrast(roles[role], paper) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHT)
def test_colors_are_distinguishable_with_color_blindness(sight, theme):
    roles, _ = THEMES[theme]
    for one, other in combinations(roles, 2):
        distance = np.linalg.norm(oklab(roles[one], sight) - oklab(roles[other], sight))
        assert distance > 0.1, (one, other, distance)


def test_maps_are_even_in_lightness():
    falling = [oklab(stop)[0] for stop in palette.SEQUENTIAL_STOPS]
    steps = -np.diff(falling)
    assert steps.min() > 0.7 * steps.max()
    left, right = palette.DIVERGING_STOPS[:6], palette.DIVERGING_STOPS[:4:-1]
    for one, other in zip(left, right, strict=True):
        assert abs(oklab(one)[0] - oklab(other)[0]) < 0.02
