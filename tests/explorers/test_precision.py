"""Chapter 5: how wrong each form is, against 50 digits."""

import math
from unittest.mock import ANY

import mpmath
import numpy as np
import pytest

from pe_lib import positional_encoding_at
from tests.explorers.values import broken
from tests.rendered import view_of


def precise(position: int, d_model: int) -> list[float]:
    """Return the largest error of the four forms, against 50 digits."""
    worst = [0.0] * 4
    with mpmath.workdps(50):
        for j in range(d_model // 2):
            omega = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * j) / d_model)
            step = np.float32(2 * j) * np.float32(-math.log(10_000) / d_model)
            rough = np.float32(position) * np.float32(math.exp(step))
            for wave, cut in ((mpmath.sin, np.sin), (mpmath.cos, np.cos)):
                true = wave(position * omega)
                forms = [
                    np.float32(cut(float(rough))),
                    cut(position * float(omega)),
                    float(true),
                    np.float32(float(true)),
                ]
                errors = [float(abs(mpmath.mpf(float(form)) - true)) for form in forms]
                worst = [max(pair) for pair in zip(worst, errors, strict=True)]
    return worst


#: Few of all, because each takes as long as many settings of other explorers.
SETTINGS = [
    {"position": position, "d_model": d_model}
    for position, d_model in ((1, 16), (1000, 64), (2 * 10**5, 16), (10**7, 64), (10**8, 16))
]


def expected(position, d_model):
    def errors(at: int) -> list:
        tutorial, vectorized, _, stored = precise(at, d_model)
        # float64's error is a few roundings of the angle: its size is known, not its last digits.
        rounded = pytest.approx(vectorized, rel=0.3) if vectorized > 1e-15 else 0
        return [pytest.approx(tutorial, rel=0.05), rounded, 0, pytest.approx(stored, rel=0.05)]

    names = ("tutorial", "vectorized", "fast", "fast32")
    values = dict(zip(names, errors(position), strict=True)) | {"pair": ANY}
    shown = sorted({1, 10**3, 10**5, 10**6, 10**7, 10**8, position})
    return ["main"], values, [[at, *errors(at)] for at in shown]


def test_right_digits_fall_for_the_tutorials_form_and_stay_for_rotations():
    for settings in SETTINGS:
        tutorial, _, rotations, stored = (
            trace["y"] for trace in view_of("precision", **settings).traces[:4]
        )
        assert (np.diff(tutorial)[3:-1] < 0.65).all() and tutorial[-1] < 1
        assert min(rotations) == 15 and min(stored) > 7.2


@pytest.mark.parametrize(("position", "d_model"), [(1, 16), (10**3, 64), (10**6, 16), (10**8, 64)])
def test_one_number_is_written_five_times_with_its_wrong_digits_struck_out(position, d_model):
    view = view_of("precision", position=position, d_model=d_model)
    right, wrong, struck = view.traces[5:]
    lines = [{} for _ in range(5)]
    for trace in (right, wrong):
        for x, y, letter in zip(trace["x"], trace["y"], trace["text"], strict=True):
            lines[y][x] = letter
    exact, tutorial, *_, stored = ("".join(line[x] for x in sorted(line)) for line in lines)
    pair, side = view.values["pair"], view.layout["annotations"][-1]["text"]["entry"]
    with mpmath.workdps(50):
        omega = mpmath.mpf(10_000) ** (-mpmath.mpf(2 * pair) / d_model)
        true = (mpmath.cos if side else mpmath.sin)(position * omega)
        assert abs(number(exact) - true) <= 0.51e-14
    angle = np.float32(position) * np.float32(math.exp(np.float32(2 * pair) * np.float32(
        -math.log(10_000) / d_model)))  # fmt: skip
    rough = np.float32((math.cos if side else math.sin)(float(angle)))
    assert abs(number(tutorial) - mpmath.mpf(float(rough))) <= 0.51e-14
    assert abs(number(stored) - mpmath.mpf(float(np.float32(float(true))))) <= 0.51e-14
    # The largest error of the tutorial is in this number.
    assert abs(float(rough) - float(true)) == pytest.approx(view.values["tutorial"], rel=1e-6)
    ends = {y: (x0, x1) for (x0, y), (x1, _) in broken(struck)}
    for row, line in enumerate(lines):
        text = "".join(line[x] for x in sorted(line))
        first = next((k for k in range(17) if text[k] != exact[k]), 17)
        gone = [x for x, y in zip(wrong["x"], wrong["y"], strict=True) if y == row]
        assert sorted(gone) == sorted(line)[first:]
        if gone:
            assert ends[row][0] < min(gone) and ends[row][1] > max(gone)
        else:
            assert row not in ends


def number(text: str) -> mpmath.mpf:
    with mpmath.workdps(50):
        return mpmath.mpf(text.strip().replace("\u2212", "-"))


def test_tutorial_form_is_the_tutorials():
    torch = pytest.importorskip("torch")
    for position in (1000, 10**5, 10**7):
        place = torch.tensor([[float(position)]])
        steps = torch.exp(torch.arange(0, 512, 2).float() * (-math.log(10000.0) / 512))
        row = positional_encoding_at(position, 512)
        angles = place * steps
        measured = max(
            np.abs(torch.sin(angles).numpy()[0] - row[0::2]).max(),
            np.abs(torch.cos(angles).numpy()[0] - row[1::2]).max(),
        )
        assert precise(position, 512)[0] == pytest.approx(measured, rel=0.02)
