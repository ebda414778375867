"""Tables of known making come back as they went in; what is no sinusoid is not called one.

`python -m tests.lib.test_identify 2000 SEED` prints the confusion matrix of that many tables.
"""

import os
import re
import sys
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from pe_lib import angular_frequencies, positional_encoding
from pe_lib.identify import Identification, identify
from pe_lib.identify.fit import fit
from pe_lib.identify.model import Form, Model
from pe_lib.identify.rounding import Rounding
from pe_lib.practice import grid_encoding

LAYOUTS = ("interleaved", "halves", "interleaved, cosine first", "halves, cosine first")

#: Exponents of the base by index k, pairs n and columns d; and which columns share an index.
RULES = {
    "2j/d": ("pair", lambda k, n, d: 2 * k / d),
    "j/(d/2-1)": ("pair", lambda k, n, d: k / (n - 1)),
    "2(j+1)/d": ("pair", lambda k, n, d: 2 * (k + 1) / d),
    "2(n-1-j)/d": ("pair", lambda k, n, d: 2 * (n - 1 - k) / d),
    "-2j/d": ("pair", lambda k, n, d: -2 * k / d),
    "c/d": ("column", lambda k, n, d: k / d),
    "2c/d": ("column", lambda k, n, d: 2 * k / d),
    "2j/d, of a cosine 2(j+1)/d": ("next", lambda k, n, d: 2 * k / d),
}


class Case(NamedTuple):
    """How a table is made."""

    layout: str
    exponents: str
    base: float
    start: float
    step: float
    n_rows: int
    d_model: int
    precision: str
    amplitude: float
    constant: float

    def table(self):
        d, n = self.d_model, (self.d_model + 1) // 2
        columns = np.arange(d)
        pair, second = columns // 2, columns % 2 == 1
        if self.layout.startswith("halves"):
            pair, second = columns % n, columns >= n
        cosine = second ^ ("first" in self.layout)
        kind, rule = RULES[self.exponents]
        exponents = rule({"pair": pair, "column": columns, "next": pair + cosine}[kind], n, d)
        kind = np.float32 if self.precision.endswith("angles in float32") else np.float64
        positions = (self.start + self.step * np.arange(self.n_rows)).astype(kind)
        omega = np.exp(kind(-np.log(self.base)) * exponents.astype(kind))
        angles = positions[:, np.newaxis] * omega
        waves = np.where(cosine, np.cos(angles), np.sin(angles))
        return stored(waves * kind(self.amplitude) + kind(self.constant), self.precision)


def stored(table, precision):
    """Return the entries rounded to a type; numpy has no bfloat16, the upper half of a float32."""
    name = precision.split(",")[0]
    if name != "bfloat16":
        return table.astype(name)
    bits = np.asarray(table, np.float32).view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) & np.uint64(0xFFFF0000)
    return bits.astype(np.uint32).view(np.float32)


def draw(rng):
    """Return a case in which nothing is lost: no two rules that the rows cannot tell apart."""
    exponents = str(rng.choice(list(RULES)))
    pair = RULES[exponents][0] == "pair"
    base = 10_000.0
    if exponents == "2j/d" and rng.random() < 0.5:
        usual = float(rng.choice([100.0, 500.0, 1000.0, 5e4, 5e5, 1e6]))
        base = float(rng.choice([usual, 10 ** rng.uniform(1.5, 6.5)]))
    kinds = ["float64", "float32", "float32, angles in float32", "float16", "bfloat16"]
    precision = str(rng.choice(kinds))
    widths = [16, 31, 48, 64, 65, 128] if "16" in precision else [6, 7, 9, 16, 31, 48, 64, 65, 128]
    d_model = int(rng.choice(widths if pair else [17, 48, 64, 65]))
    steps = [1, 1, 1, -1, 0.5, 0.25] if pair else [1, 1, -1]
    if exponents in ("2(j+1)/d", "-2j/d"):  # a step there is another base here, or an alias
        steps = [1]
    elif exponents in ("2j/d", "j/(d/2-1)") and d_model >= 31:
        steps += [20, np.pi / 180]
    step = float(rng.choice(steps))
    if exponents == "-2j/d" or step == np.pi / 180:
        precision = str(rng.choice(kinds[:2]))
    far = 512 if "16" in precision or not pair or d_model < 16 else 5000
    # The sign of few or coarse columns may be a start far away, where they all point the other way.
    sign = -1 if pair and d_model > 9 and "16" not in precision else 1
    amplitudes = [1, 1, 1, sign, np.sqrt(d_model), 1 / np.sqrt(d_model), 2.5]
    return Case(
        str(rng.choice(LAYOUTS)),
        exponents,
        base,
        float(rng.choice([0, 0, 0, 1, 2, -3, 17, rng.integers(-far, far)])) * step,
        step,
        int(rng.choice([40, 64, 100, 257, 600] if pair else [64, 100, 257, 600])),
        d_model,
        precision,
        float(rng.choice(amplitudes)),
        float(rng.choice([0, 0, 0, 0, 0.5]))
        * pair
        * ("16" not in precision)
        * (step > 0.1)
        * (exponents != "-2j/d"),
    )


def wrong(case, found):
    """Return what of a case did not come back; numbers that were no round ones, within rounding."""
    blunt = {"float16": 1e-3, "bfloat16": 1e-2}.get(case.precision, 1e-5)
    low, high = found.base_range or (np.inf, 0)
    tied = any(f"{case.layout}, exponents {case.exponents}" in line for line in found.evidence[2:])
    close = {
        "layout": tied or found.layout == case.layout,
        "exponents": tied or found.exponents == case.exponents,
        "base": tied or low * (1 - blunt) <= case.base <= high * (1 + blunt),
        "start": np.isclose(found.start or 0, case.start, rtol=1e-9, atol=1e-9),
        "step": np.isclose(found.step or 0, case.step, rtol=1e-9),
        "amplitude": np.isclose(found.amplitude or 0, case.amplitude, rtol=blunt),
        "constant": np.allclose(found.constant or 0, case.constant, atol=1e-6)
        if np.ndim(found.constant) == 0
        else False,
        "storage": (found.precision or "").split(",")[0] == case.precision.split(",")[0],
    }
    return [name for name, same in close.items() if not same]


def confusion(n_tables, seed):
    """Return how often each exponents' tables came back with which ones, and the failures."""
    rng, counts, failures = np.random.default_rng(seed), Counter(), []
    for number in range(n_tables):
        case = draw(rng)
        found = identify(case.table())
        counts[case.exponents, found.exponents or "unknown"] += 1
        missed = wrong(case, found)
        if missed:
            failures.append((number, case, missed, found))
    return counts, failures


@pytest.mark.slow
def test_identify_recovers_random_tables():
    # Another seed on each run of the CI; its number is in the report of a failure.
    seed = int(os.environ.get("GITHUB_RUN_ID", 0)) or int.from_bytes(os.urandom(4), "big")
    _, failures = confusion(60, seed)
    assert len(failures) <= 2, (seed, [failure[:3] for failure in failures])


@pytest.mark.slow
def test_identify_recovers_100_tables_of_a_fixed_seed():
    _, failures = confusion(100, 1)
    assert [failure[:3] for failure in failures] == []


def test_tables_without_sinusoids_are_not_called_sinusoidal():
    rng = np.random.default_rng(1)
    right = positional_encoding(64, 32)
    others = {
        "random": rng.normal(size=(64, 32)),
        "uniform, in float16": rng.uniform(-1, 1, size=(64, 32)).astype("float16"),
        "learned: smooth and not periodic": np.cumsum(rng.normal(size=(64, 32)), axis=0),
        "constant": np.ones((64, 32)),
        "zero": np.zeros((64, 32)),
        "noisy": right + rng.normal(scale=1e-3, size=right.shape),
        "one entry off": right + 1e-4 * (np.arange(2048).reshape(64, 32) == 1000),
        "squares": right**2,
        "one column": rng.normal(size=(9, 1)),
        "a line": np.outer(np.arange(64), np.ones(32)),
        "two tables added": right + positional_encoding(64, 32, base=77.0),
    }
    found = {name: identify(table) for name, table in others.items()}
    called = {name: one.headline for name, one in found.items()}
    assert {name for name, one in found.items() if one.sinusoidal} == set(), called


def test_an_unknown_table_says_how_near_it_is_and_what_differs_first():
    table = positional_encoding(64, 32).copy()
    table[40:] = 0.25
    found = identify(table)
    assert not found.sinusoidal and not found.paper and found.layout is None
    assert "The first 16 rows alone: The paper's table." in found.explanation
    assert "row 40, column 0 is 0.25, not 0.745113" in found.explanation


@pytest.mark.parametrize(
    ("n_rows", "is_paper"), [(1, False), (2, True), (3, True), (4, True), (8, True)]
)
def test_few_rows_are_enough_for_the_paper(n_rows, is_paper):
    assert identify(positional_encoding(n_rows, 16)).paper == is_paper


def test_ambiguity_from_few_rows_is_reported():
    blunt = identify(positional_encoding(4, 8).astype("float16"))
    low, high = blunt.base_range
    assert blunt.paper and 9_900 < low < 9_990 and 10_010 < high < 10_100
    assert f"within rounding the base is {low:,.9g} to {high:,.9g}" in blunt.explanation
    low, high = identify(positional_encoding(400, 8)).base_range
    assert 0 < high - low < 1e-6


VIEWS = {
    "batch axis of three": (lambda x: np.stack([x] * 3), True, []),
    "batch axis in the middle": (lambda x: x[:, np.newaxis], True, []),
    "axes exchanged": (lambda x: x.T, False, ["axes exchanged"]),
    "columns permuted": (
        lambda x: x[:, np.random.default_rng(0).permutation(16)],
        False,
        ["columns permuted"],
    ),
    "three columns permuted": (
        lambda x: positional_encoding(70, 3)[:, [2, 0, 1]],
        False,
        ["columns permuted"],
    ),
    "zero rows after": (lambda x: np.pad(x, ((0, 9), (0, 0))), False, ["padding"]),
    "zero rows before and after": (
        lambda x: np.pad(x, ((1, 9), (0, 0))),
        False,
        ["padding", "another start"],
    ),
    "zero row at the padding index": (
        lambda x: np.vstack([x[2:3], np.zeros(16), x[4:]]),
        False,
        ["padding", "another start"],
    ),
    "one row": (lambda x: np.repeat(x[:1], 9, axis=0), False, ["batch axis"]),
    "a column's mean": (lambda x: x + np.sin(np.arange(16.0) ** 2), False, ["constant"]),
    "negative start": (lambda x: positional_encoding(70, 16, start=-5), False, ["another start"]),
    "odd width": (lambda x: positional_encoding(70, 15), True, []),
    "a wider table, cut": (lambda x: positional_encoding(70, 40)[:, :16], False, ["another width"]),
    "a list of rounded numbers": (lambda x: x.round(4).tolist(), True, []),
}


@pytest.mark.parametrize("name", VIEWS)
def test_accepted_kinds_of_input(name):
    change, is_paper, findings = VIEWS[name]
    found = identify(change(positional_encoding(70, 16)))
    assert (found.paper, [finding.name for finding in found.findings]) == (is_paper, findings)
    assert (found.headline == "The paper's table.") == is_paper


def test_longer_contexts_are_recognized_by_their_frequencies():
    angles = np.outer(np.arange(600), rope_frequencies(ntk=8.0))
    table = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    assert [f.name for f in identify(table).findings] == ["halves", "NTK-aware base"]
    ramp = np.clip((np.arange(32) - 8) / 12, 0, 1)
    angles = np.outer(np.arange(600), rope_frequencies() * (1 - ramp + ramp / 4))
    table = np.concatenate([np.cos(angles), np.sin(angles)], axis=1)
    scaled = identify(table).findings[-1]
    assert scaled.name == "scaled by parts"
    assert "the slowest divided by 4, by a ramp at pairs 9 to 19" in scaled.text


@pytest.mark.parametrize("d_model", [8, 24, 64])
@pytest.mark.parametrize("scale", [2, 8, 32])
def test_the_sentence_on_ntk_names_the_base_and_the_scale(d_model, scale):
    angles = np.outer(np.arange(600), rope_frequencies(d_model, scale))
    for cache in (np.concatenate([np.sin(angles), np.cos(angles)], axis=1), np.exp(1j * angles)):
        said = identify(cache).findings[-1]
        base, by = (float(n.replace(",", "")) for n in re.findall(r"\d[\d,.]*(?<!\.)", said.text))
        assert base == pytest.approx(10_000 * scale ** (d_model / (d_model - 2)), rel=1e-7)
        assert by == scale


def rope_frequencies(d_model=64, ntk=1.0):
    base = 10_000.0 * ntk ** (d_model / (d_model - 2))
    return base ** (-np.arange(0, d_model, 2) / d_model)


def test_a_function_is_asked_for_other_sizes_and_another_base():
    def deaf(seq_len, d_model, base=10_000.0):
        return positional_encoding(seq_len, d_model)

    def short(seq_len, d_model):
        table = positional_encoding(seq_len, d_model).copy()
        table[5000:] = 0
        return table

    def limited(seq_len, d_model):
        if seq_len > 5000:
            raise IndexError("5,000 rows at most")
        return positional_encoding(seq_len, d_model)

    assert identify(positional_encoding).paper
    assert identify(limited).paper
    assert "5,000 rows at most" in identify(limited).explanation
    assert [f.name for f in identify(deaf).findings] == ["base ignored"]
    assert not identify(short).paper


BAD = {
    "1-D": (np.ones(9), ValueError, "must have rows and columns"),
    "empty": (np.ones((0, 4)), ValueError, "must have rows and columns"),
    "NaN": ([[0.0, np.nan]], ValueError, "finite"),
    "strings": ([["a", "b"]], TypeError, "real numbers"),
    "objects": (np.array([[None, 1]], dtype=object), TypeError, "real numbers"),
    "complex": (np.full((4, 4), 1j) * np.arange(4), TypeError, "real numbers"),
    "ragged": ([[1.0], [1.0, 2.0]], ValueError, "rows of one length"),
    "a batch of two": (np.arange(24.0).reshape(2, 3, 4), ValueError, "batch differ"),
    "too large": (np.broadcast_to(0.0, (2**14, 2**14)), ValueError, "at most 67,108,864 entries"),
    "a function that raises": (lambda n, d: 1 / 0, ValueError, "ZeroDivisionError"),
    "a function of nothing": (lambda: 0, ValueError, "raised TypeError"),
    "a function that returns None": (lambda n, d: None, TypeError, r"function\(96, 64\) must be"),
    "another shape": (lambda n, d: np.ones((d, n)), ValueError, r"must have shape \(96, 64\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_its_reason(name):
    value, kind, reason = BAD[name]
    with pytest.raises(kind, match=reason):
        identify(value)


def test_the_answer_prints_and_shows_itself_in_a_notebook():
    found = identify(positional_encoding(40, 8, start=1) * 2)
    assert isinstance(found, Identification) and repr(found) == found.explanation
    assert "The first row is position 1. (positions from one: a convention)" in repr(found)
    markup = found._repr_html_()
    assert markup.startswith('<div class="pe-identify">') and "Entries are 2 times" in markup
    assert "<b>" not in identify(np.eye(3))._repr_html_()


def test_how_near_a_table_is_to_sines_does_not_depend_on_constants():
    sines = np.sin(np.outer(np.arange(100), np.random.default_rng(3).uniform(0.01, 1, 16)))
    said = "The nearest sine of each column, with a constant, explains 100.0% of the variance"
    for constant in (0, np.linspace(-3, 3, 16)):
        found = identify(sines + constant)
        assert not found.sinusoidal and said in str(found)


def test_angles_taken_for_degrees_are_named():
    angles = np.radians(np.outer(np.arange(200), 10_000 ** -(np.arange(0, 64, 2) / 64)))
    table = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(200, 64)
    assert "Angles are converted from degrees" in str(identify(table))


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [("start", 3.0, 3.1), ("step", 1.0, 1.01), ("decay", 2.0, 2.01), ("amplitude", 0.5, 0.6)],
)
def test_a_fit_goes_on_until_its_steps_are_small(name, right, wrong):
    """One step alone leaves an error of the second order."""
    j = np.arange(8) // 2
    numbers = {"start": 3.0, "step": 1.0, "decay": 2.0, "amplitude": 0.5}

    def model(value: float) -> Model:
        given = numbers | {name: value}
        form = Form("interleaved", j, np.arange(8) % 2 == 1)
        return Model(form, omega=np.exp(-given["decay"] * j), **given)

    table = 0.5 * np.sin(
        (3.0 + np.arange(64))[:, None] * np.exp(-2.0 * j) + np.arange(8) % 2 * np.pi / 2
    )
    found = fit(table, model(wrong), Rounding("float64", 2.0**-53), [name])
    assert abs(getattr(found, name) - right) < 1e-13
    assert found.fitted.keys() == {name} and 0 < found.fitted[name] < 1e-12


def test_the_evidence_names_the_type_of_the_entries_and_of_coarse_angles():
    positions, omega = np.arange(20_000, 20_064), angular_frequencies(32)
    angles = np.float32(positions)[:, np.newaxis] * np.float32(omega)
    coarse = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(64, 32)
    assert "\n  float64; largest error " in str(identify(positional_encoding(64, 32)))
    assert "\n  float32, angles in float32; largest error " in str(identify(coarse))


def test_of_rows_that_are_off_alike_the_first_is_named():
    """Positions p and -p are rounded alike; a table this large is compared in parts."""
    table = positional_encoding(2201, 64, start=-1100).astype("float32")
    [said] = [line for line in identify(table).evidence if "largest error" in line]
    assert int(said.rpartition(" ")[2]) < 1100


@pytest.mark.parametrize(("height", "width"), [(2, 8), (3, 5), (5, 3)])
def test_a_grid_is_named_with_its_rows_and_their_length(height, width):
    said = str(identify(grid_encoding(height, width, 32)))
    assert (
        f"A grid of {height} rows of {width}, half of the columns for each axis, the row first."
        in said
    )


def interleaved(angles):
    """Return the table with the sines of angles in even columns and the cosines in odd ones."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


TABLE = positional_encoding(96, 32)
ROPE_ANGLES = np.outer(np.arange(96), 10_000.0 ** (-np.arange(16) / 16))
COSINES, SINES = np.cos(ROPE_ANGLES), np.sin(ROPE_ANGLES)


@pytest.mark.parametrize(
    ("position", "name"), [(96, "dropped colon"), (0, "batch axis"), (7, "no positions")]
)
def test_rows_that_are_all_alike_are_no_positions(position, name):
    found = identify(np.repeat(positional_encoding(97, 32)[[position]], 96, axis=0))
    assert found.headline == "No positions: every token gets the same row."
    assert [finding.name for finding in found.findings] == [name] and not found.sinusoidal
    assert f"row {position} of the paper's table" in str(found)
    assert ("pe[:, x.shape[1], :]" in str(found)) == (position != 0)


def test_a_constant_row_that_is_none_of_the_papers_has_no_number():
    [found] = identify(np.full((20, 8), 0.3)).findings
    assert found.name == "no positions" and found.text.startswith("All rows are the same. A colon")


@pytest.mark.parametrize("rate", [0.1, 0.5])
@pytest.mark.parametrize("kind", ["float64", "float32", "float16"])
def test_a_table_is_recognized_through_dropout(rate, kind):
    kept = np.random.default_rng(5).random(TABLE.shape) >= rate
    found = identify((TABLE * kept / (1 - rate)).astype(kind))
    [dropout] = found.findings
    assert dropout.name == "dropout" and f"seen through dropout {rate:g}:" in dropout.text
    assert f"the others multiplied by {1 / (1 - rate):.4g}" in dropout.text
    assert (found.base, found.start, found.step) == (10_000.0, 0.0, 1.0)


def test_entries_that_are_dropped_and_not_scaled_are_recognized():
    kept = np.random.default_rng(6).random(TABLE.shape) >= 0.2
    [dropout] = identify(TABLE * kept).findings
    assert "the others are not scaled" in dropout.text


def test_noise_seen_through_dropout_is_not_called_sinusoidal():
    rng = np.random.default_rng(7)
    noise = rng.normal(size=(96, 32)) * (rng.random((96, 32)) >= 0.1)
    assert not identify(noise).sinusoidal and not identify(noise).findings


def to_few_bits(table, bits, smallest):
    quantum = 2.0 ** np.maximum(np.floor(np.log2(np.abs(table) + 1e-30)) + 1 - bits, smallest)
    return np.round(table / quantum) * quantum


EIGHT_BITS = {
    "float8 e4m3": lambda table: to_few_bits(table, 4, -9),
    "float8 e5m2": lambda table: to_few_bits(table, 3, -16),
    "int8": lambda table: (np.round(table * 127) / 127).astype("float32"),
}


@pytest.mark.parametrize("storage", EIGHT_BITS)
def test_storage_in_8_bits_is_recognized(storage):
    found = identify(EIGHT_BITS[storage](TABLE))
    assert found.paper and found.precision == storage
    noise = np.random.default_rng(8).uniform(-1, 1, TABLE.shape)
    noise[0, 0] = 1
    found = identify(EIGHT_BITS[storage](noise))
    assert not found.sinusoidal and found.precision == storage


def twice(table):
    return np.hstack([table, table])


ROPE = {
    "two arrays": (COSINES, SINES),
    "two arrays, sines first": (SINES, COSINES),
    "repeated by halves": (twice(COSINES), twice(SINES)),
    "repeated side by side": (np.repeat(COSINES, 2, axis=1), np.repeat(SINES, 2, axis=1)),
    "with axes for batch and heads": (twice(COSINES)[None, None], twice(SINES)[None, None]),
    "two in one array": np.stack([COSINES, SINES]),
    "two numbers for each pair": np.stack([COSINES, SINES], axis=-1),
    "repeated, in one row": np.hstack([twice(COSINES), twice(SINES)]),
    "in float16": (COSINES.astype("float16"), SINES.astype("float16")),
    "complex": np.exp(1j * ROPE_ANGLES),
    "complex64": np.exp(1j * ROPE_ANGLES).astype("complex64"),
}


@pytest.mark.parametrize("name", ROPE)
def test_ropes_cosines_and_sines_are_named(name):
    found = identify(ROPE[name])
    assert found.headline == "RoPE's cosines and sines." and not found.paper
    assert [finding.name for finding in found.findings] == ["RoPE cache"]
    assert (found.base, found.start, found.step) == (10_000.0, 0.0, 1.0)
    assert "16 frequencies, 1 to 0.000177828 radians per row" in str(found)
    assert ("repeated" in found.findings[0].text) == name.startswith(("repeated", "with axes"))


@pytest.mark.parametrize("table", [COSINES, twice(COSINES), np.repeat(COSINES, 2, axis=1)])
def test_ropes_cosines_alone_are_named_with_all_frequencies(table):
    found = identify(table)
    assert [finding.name for finding in found.findings] == ["RoPE's cosines"]
    assert "16 frequencies, 1 to 0.000177828 radians per row" in str(found)


def rope(seq_len, d_model):
    assert d_model % 2 == 0
    angles = np.outer(np.arange(seq_len), 10_000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.cos(angles), np.sin(angles)


def refuses_odd(seq_len, d_model):
    if d_model % 2:
        raise ValueError("d_model must be even")
    return positional_encoding(seq_len, d_model)


@pytest.mark.parametrize("function", [rope, lambda n, d: rope(n, d)[0], refuses_odd])
def test_an_odd_width_that_is_refused_on_purpose_is_no_mistake(function):
    found = identify(function)
    assert found.sinusoidal and "odd width crashes" not in [one.name for one in found.findings]
    assert "function(50, 7) raised" in found.evidence[-1]


def patches(seq_len, d_model):
    """MAE's table of a square of patches."""
    side = int(seq_len**0.5)
    omega = 10_000.0 ** (-np.arange(d_model // 4) / (d_model / 4))
    parts = []
    for axis in np.meshgrid(np.arange(side), np.arange(side)):
        angles = np.outer(axis.ravel(), omega)
        parts.append(np.hstack([np.sin(angles), np.cos(angles)]))
    return np.hstack(parts)


def test_a_function_of_square_grids_is_asked_for_a_square():
    found = identify(patches)
    assert [finding.name for finding in found.findings] == ["grid", "halves"]
    assert "A grid of 10 rows of 10" in str(found) and "of 100 rows, a square" in str(found)
    with pytest.raises(ValueError, match=r"function\(96, 64\) raised ZeroDivisionError"):
        identify(lambda seq_len, d_model: 1 / 0)


def detr(height, width, d_model, normalized):
    """DETR's table (height, width, d_model), counted from 1."""
    y, x = np.indices((height, width)) + 1.0
    if normalized:
        y, x = y / (height + 1e-6) * 2 * np.pi, x / (width + 1e-6) * 2 * np.pi
    omega = 10_000.0 ** (-np.arange(0, d_model // 2, 2) / (d_model // 2))
    angles = [axis.reshape(-1, 1) * omega for axis in (y, x)]
    return np.hstack([interleaved(angle) for angle in angles]).reshape(height, width, d_model)


@pytest.mark.parametrize(
    ("normalized", "names"),
    [(True, ["grid", "normalized positions"]), (False, ["grid", "positions from one"])],
)
def test_the_table_of_an_image_is_a_grid_in_each_shape(normalized, names):
    image = detr(9, 12, 64, normalized)
    for shown in (image, np.moveaxis(image, -1, 0), image.reshape(-1, 64)):
        found = identify(shown)
        assert [finding.name for finding in found.findings] == names
        assert "A grid of 9 rows of 12" in str(found)


def test_a_grid_is_told_in_float16_where_slow_columns_are_constant():
    found = identify(patches(225, 44).astype("float16"))
    assert [finding.name for finding in found.findings] == ["grid", "halves"]


def test_angles_in_float16_are_named():
    position = np.arange(96, dtype=np.float16)[:, np.newaxis]
    omega = (10_000.0 ** (-np.arange(0, 64, 2) / 64)).astype(np.float16)
    found = identify(interleaved(position * omega))
    assert [finding.name for finding in found.findings] == ["half-precision angles"]
    assert found.precision == "float16, angles in float16"


def test_the_first_columns_of_a_wider_table_are_named_beside_their_base():
    [base] = identify(positional_encoding(96, 64)[:, :16]).findings
    assert base.text == "The base is 10, or these are the first 16 columns of 64 at base 10,000."


def test_no_warning_of_numpy_reaches_the_user(recwarn):
    rng = np.random.default_rng(9)
    for table in (rng.normal(size=(96, 64)), TABLE.astype("float16"), 1e300 * TABLE, np.eye(40)):
        identify(table)
    identify(lambda seq_len, d_model: positional_encoding(seq_len, d_model) * 1e38)
    assert [str(one.message) for one in recwarn] == []


@pytest.mark.parametrize(
    ("table", "columns"),
    [(twice(COSINES), "repeated by halves"), (np.repeat(COSINES, 2, axis=1), "each column twice")],
)
def test_repeated_cosines_are_named_in_their_order(table, columns):
    assert f"Cosines alone, {columns}," in str(identify(table))


if __name__ == "__main__":
    counts, failures = confusion(int(sys.argv[1]), int(sys.argv[2]))
    for (made, found), count in sorted(counts.items()):
        print(f"{made:28s} {found:28s} {count}")
    for number, case, missed, _ in failures:
        print(number, missed, case)
    print(len(failures), "of", sys.argv[1])
