"""A reader who does to the first what each step says, word by word, gets the second."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pe_check import compare_rope, diff
from pe_lib import angular_frequencies
from pe_lib.practice import to_bfloat16
from tests.check.test_compare import rope

WIDTH = 8
INTERLEAVED = ["s0", "c0", "s1", "c1", "s2", "c2", "s3", "c3"]
HALVES = ["s0", "s1", "s2", "s3", "c0", "c1", "c2", "c3"]


def exchanged(columns):
    """Sines in place of cosines, and cosines in place of sines."""
    return [{"s": "c", "c": "s"}[name[0]] + name[1] for name in columns]


#: The columns before and after, by the words of a step.
LAYOUTS = {
    "from interleaved to halves": (INTERLEAVED, HALVES),
    "from halves to interleaved": (HALVES, INTERLEAVED),
    "with the two of each pair exchanged": (INTERLEAVED, exchanged(INTERLEAVED)),
    "with the halves exchanged": (HALVES, exchanged(HALVES)),
    "from interleaved to halves, the second ones first": (INTERLEAVED, exchanged(HALVES)),
    "from halves, the second ones first, to interleaved": (exchanged(HALVES), INTERLEAVED),
}


def number(text):
    return float(text.replace(",", ""))


def done(step, table, rule):
    """The table, and the rule by which it can be made again, after a step."""
    if step == "exchange rows and columns":
        return table.T, rule
    if m := re.fullmatch(r"begin (1 row|[2-9] rows) later", step):
        return table[int(m[1].split()[0]) :], rule
    if m := re.fullmatch(r"change the sign of columns ([\d, ]+)", step):
        signs = np.ones(table.shape[1])
        signs[[int(column) for column in m[1].split(", ")]] = -1
        return table * signs, rule
    if m := re.fullmatch(r"multiply by (\S+)", step):
        return table * number(m[1]), rule
    if step == "round to bfloat16":
        return to_bfloat16(table), rule
    if m := re.fullmatch(r"round to (float\d+)", step):
        return table.astype(m[1]).astype(float), rule
    if m := re.fullmatch(r"reorder the columns (.+) \(first\[:, order\], order (.+), …\)", step):
        before, after = LAYOUTS[m[1]]
        order = [before.index(name) for name in after]
        assert m[2] == ", ".join(map(str, order[:6]))
        return table[:, order], rule
    for words, key, value in [
        (r"use base (\S+) in place of (\S+)", "base", number),
        (r"use exponents (\S+) in place of (\S+)", "exponents", str),
        (r"let rows be (\S+) positions apart in place of (\S+)", "step", number),
        (r"begin at position (\S+) in place of (\S+)", "start", number),
    ]:
        if m := re.fullmatch(words, step):
            assert rule[key] == value(m[2])
            rule = rule | {key: value(m[1])}
            return made(rule), rule
    raise AssertionError(step)


RULE = {"base": 10_000.0, "exponents": "2j/d", "start": 0.0, "step": 1.0}


def made(rule, layout=INTERLEAVED):
    exponents = {
        "2j/d": lambda j: 2 * j / WIDTH,
        "j/(d/2-1)": lambda j: j / (WIDTH / 2 - 1),
        "2(j+1)/d": lambda j: 2 * (j + 1) / WIDTH,
        "2(n-1-j)/d": lambda j: 2 * (WIDTH // 2 - 1 - j) / WIDTH,
        "j": lambda j: j,
    }[rule["exponents"]]
    angles = np.multiply.outer(
        rule["start"] + rule["step"] * np.arange(64),
        rule["base"] ** -exponents(np.arange(WIDTH // 2)),
    )
    waves = {"s": np.sin(angles), "c": np.cos(angles)}
    return np.stack([waves[name[0]][:, int(name[1])] for name in layout], axis=1)


FIRST = made(RULE)
SIGNS = np.where(np.arange(WIDTH) % 3 == 1, -1, 1)
PAIRS = {
    "transposed": (FIRST, FIRST.T),
    "one row later": (FIRST, FIRST[1:]),
    "three rows later": (FIRST, FIRST[3:]),
    "signs and amplitude": (FIRST, 0.5 * SIGNS * FIRST),
    "float16": (FIRST, FIRST.astype("float16")),
    "bfloat16": (FIRST, to_bfloat16(FIRST)),
    **{
        words: tuple(made(RULE, layout) for layout in layouts) for words, layouts in LAYOUTS.items()
    },
    **{
        f"{key} {value}": (FIRST, made(RULE | {key: value}))
        for key, value in [("base", 500.0), ("start", 40.0), ("step", 0.25)]
        + [("exponents", name) for name in ("j/(d/2-1)", "2(j+1)/d", "2(n-1-j)/d")]
    },
}


@pytest.mark.parametrize("name", PAIRS)
def test_steps_between_tables_lead_from_the_first_to_the_second(name):
    first, second = PAIRS[name]
    found = diff(first, second)
    table, rule = first, RULE
    for step in found.steps:
        table, rule = done(step, table, rule)
    assert found.steps and np.abs(table[: len(second)] - second).max() < 1e-9, found
    beginning = (
        f"To get the second from the first: {'; '.join(found.steps)}. Done so, they agree within "
    )
    assert found.sentence.startswith(beginning)


def test_rows_that_are_missing_and_columns_that_are_too_many():
    earlier = diff(FIRST[2:], FIRST)
    assert earlier.steps == ("begin 2 rows earlier",) and earlier.where[0] >= 2
    [step] = diff(np.ones((3, 4)), np.ones((3, 6))).steps
    assert step == "the first has 4 columns, the second 6"
    found = diff(FIRST, np.random.default_rng(0).normal(size=FIRST.shape))
    assert found.sentence.startswith(
        "No way from the first to the second was found: the first is: The paper's table"
    )
    found = diff(np.random.default_rng(0).normal(size=FIRST.shape), FIRST)
    assert "the second is: The paper's table" in found.sentence
    row, column = 5, 3
    off = FIRST + 1e-3 * (np.arange(FIRST.size) == WIDTH * row + column).reshape(FIRST.shape)
    assert diff(FIRST, off).sentence == (
        f"Nothing has to be done: they agree within 0.001, most at row {row}, column {column}."
    )


# --- RoPE -----------------------------------------------------------------------------------------


def turned(first, second):
    """The steps from one to the other, done; each is a dictionary of what `rope` takes."""
    made, found = dict(first), compare_rope(rope(**first), rope(**second), SHAPE)
    for step in found.steps:
        if m := re.fullmatch(r"use base (\S+) in place of (\S+?)( \(NTK.*)?", step):
            made["omega"] = angular_frequencies(2 * len(made["omega"]), number(m[1]))
        elif m := re.fullmatch(r"divide all frequencies by (\S+)", step):
            made["omega"] = made["omega"] / number(m[1])
        elif m := re.fullmatch(r"turn (\d+) of the 64 columns in place of (\d+)", step):
            assert len(made["omega"]) == int(m[2]) / 2
            made["omega"] = np.ones(int(m[1]) // 2)  # the base of another width is another step
        elif step == "turn the other way, by -p for p":
            made["sign"] = -made.get("sign", 1)
        elif m := re.fullmatch(r"add (\S+) to the positions", step):
            made["start"] = made.get("start", 0) + number(m[1]) * made.get("sign", 1)
        elif m := re.fullmatch(r"multiply what is turned by (\S+)", step):
            made["amplitude"] = made.get("amplitude", 1.0) * number(m[1])
        elif m := re.fullmatch(r"count positions along axis (\d) of x in place of axis (\d)", step):
            assert made.get("axis", 0) == int(m[2])
            made["axis"] = int(m[1])
        elif m := re.fullmatch(
            r"reorder the columns of each head from (.+) to (.+), x\[\.\.\., order\] with order "
            r"(.+), …, and back",
            step,
        ):
            now, then = (made.get("halves", False), not made.get("halves", False))
            assert [layout.startswith("halves") for layout in m.groups()[:2]] == [now, then]
            made["halves"] = then
        else:
            raise AssertionError(step)
    return made, found


SHAPE = (8, 8, 64)
OMEGA = angular_frequencies(64)


CHANGES = {
    "base": {"omega": angular_frequencies(64, 500_000.0)},
    "interpolation": {"omega": OMEGA / 4},
    "columns": {"omega": OMEGA[:16]},
    "direction": {"sign": -1},
    "start": {"start": 3},
    "direction and start": {"sign": -1, "start": 3},
    "amplitude": {"amplitude": 1.25},
    "axis": {"axis": 1},
    "layout": {"halves": True},
}


@pytest.mark.parametrize("name", CHANGES)
def test_steps_between_ropes_lead_from_the_first_to_the_second(name):
    plain, change = {"omega": OMEGA}, CHANGES[name]
    x, positions = np.random.default_rng(0).normal(size=SHAPE), np.arange(8) + 7
    for first, second in [(plain, plain | change), (plain | change, plain)]:
        made, found = turned(first, second)
        assert found.steps
        np.testing.assert_allclose(
            rope(**made)(x, positions), rope(**second)(x, positions), atol=1e-4
        )
