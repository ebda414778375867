"""`identify` on a table of inputs: arrays made as programs make them, and the facts expected."""

import numpy as np
import pytest

from pe_check.identify import Identification, identify
from pe_lib import (
    positional_encoding,
    positional_encoding_at,
    positional_encoding_vectorized,
)
from pe_lib.practice import grid_encoding, to_bfloat16
from tests.check.tables import cache, halves, interleaved, of_axes, powers

N, D = 48, 16
P, J, C = np.arange(N), np.arange(D // 2), np.arange(D)
OMEGA = powers(D)
ANGLES = np.outer(P, OMEGA)
PAPERS = interleaved(ANGLES)
ORDER = np.random.default_rng(0).permutation(D)


def at(positions, omega=OMEGA):
    return interleaved(np.multiply.outer(positions, omega))


#: Arrays, the names of the findings, and facts: numbers are attributes, texts are within facts.
#: Chapter 8's mistakes are in tests/mistakes.
MADE = {
    "the paper's": (PAPERS, [], {"base": 1e4, "layout": "interleaved", "positions": "0, 1, 2, …"}),
    "odd width": (positional_encoding(70, 15), [], {}),
    "in a batch": (np.stack([PAPERS] * 3), [], {}),
    "with an axis in the middle": (PAPERS[:, np.newaxis], [], {}),
    "a list of rounded numbers": (PAPERS.round(4).tolist(), [], {"precision": "4 decimals"}),
    "sines twice": (np.repeat(np.sin(ANGLES), 2, axis=1), ["one function"], {}),
    "(2j+1)/d": (at(P, OMEGA * OMEGA[1] ** 0.5), ["odd exponents"], {"exponents": "(2j+1)/d"}),
    "j/d": (at(P, OMEGA**0.5), ["factor missing"], {"base": 100.0}),
    "of 64 columns": (at(P, 1e4 ** (-2 * J / 64)), ["another width"], {"exponents": "2j/64"}),
    "NTK": (at(P, powers(D, 1e4 * 8 ** (D / (D - 2)))), ["NTK-aware base"], {}),
    "no rule": (
        at(P, np.sort(np.random.default_rng(0).uniform(0.01, 1, D // 2))[::-1]),
        ["unknown rule"],
        {"base": None},
    ),
    "far away": (
        positional_encoding(64, 64, start=10**8),
        ["another start"],
        {"start": 1e8, "positions": "100000000, 100000001"},
    ),
    "degrees": (at(np.radians(P)), ["degrees"], {}),
    "backwards": (at(-P), ["backwards"], {"step": -1.0}),
    "times sqrt(d)": (4 * PAPERS, ["amplitude"], {"amplitude": 4.0}),
    "a constant": (PAPERS + 0.5, ["constant"], {"constant": 0.5}),
    "row 7 in all rows": (np.repeat(PAPERS[7:8], N, axis=0), ["no positions"], {}),
    "another row in all": (np.full((20, 8), 0.3), ["no positions"], {}),
    "zeros after": (np.pad(PAPERS, ((0, 5), (0, 3))), ["padding"], {"padding": "rows from 48 on"}),
    "zeros before": (
        np.vstack([np.zeros((1, D)), at(P + 1)]),
        ["padding"],
        {"padding": "row 0", "start": 0.0},
    ),
    "zeros before and after": (
        np.pad(PAPERS, ((1, 9), (0, 0))),
        ["padding", "another start"],
        {"start": -1.0},
    ),
    "a grid of 2 rows": (grid_encoding(2, 8, 32), ["grid"], {"grid": "2 rows of 8"}),
    "a grid of 3 columns": (grid_encoding(5, 3, 32), ["grid"], {"grid": "5 rows of 3"}),
    "a circle": (at(P % 12), ["packed positions"], {}),
    "a jump": (
        at(np.where(P < 20, P, P + 10)),
        ["position jumps"],
        {"positions": "row 20: 30, 31"},
    ),
    "a limit": (at(np.minimum(P, 30)), ["clamped positions"], {"positions": "from row 31 on: 30"}),
    "positions in bfloat16": (
        at(to_bfloat16(np.arange(240, 300))),
        ["rounded positions"],
        {"positions": "bfloat16: 256 in row 17"},
    ),
    "frozen": (at(P, np.where(J < 4, OMEGA, 0)), ["frozen pairs"], {"frequencies": "4 of 8 pairs"}),
    "rounded to bfloat16": (
        at(P, to_bfloat16(OMEGA)),
        ["rounded frequencies"],
        {"frequencies": "bfloat16"},
    ),
    "angles in float32": (
        interleaved((20_000 + P).astype("f4")[:, None] * OMEGA.astype("f4")),
        ["another start", "float32 angles"],
        {"precision": "float32, angles in float32"},
    ),
}


def asked(table, kind, *findings, **facts):
    """Return an array with its kind, its findings, and its facts, blanks written as "_"."""
    return table, kind, list(findings), {name.replace("_", " "): facts[name] for name in facts}


def sines(table, *findings, **facts):
    return asked(table, "sinusoidal", *findings, **facts)


def rope(table, *findings, **facts):
    return asked(table, "rope cache", "RoPE cache", *findings, **facts)


DAYS = np.r_[:365, :366]
CIRCLE = np.stack([np.sin(2 * np.pi * DAYS / 366), np.cos(2 * np.pi * DAYS / 366)], axis=1)
RNG = np.random.default_rng(7)
#: Arrays of other kinds.
OTHERS = {
    "zeros in a vector": asked(np.zeros(16), "inv_freq", "nothing turns"),
    "zeros in a row": asked(np.zeros((1, 6)), "inv_freq", "nothing turns"),
    "one row": asked(positional_encoding(1, 64), "one row", the_same_as="row 0 of the paper"),
    "one row of few zeros": asked(np.zeros((1, 3)), "one row"),
    "one entry": asked(np.zeros((1, 1)), "one row"),
    "rows too few to show anything": asked(np.array([[3], [7], [1]], np.uint8), "unknown"),
    "entries whose squares are infinite": asked(1e300 * PAPERS, "unknown", largest_entry="1e+300"),
    "tiny rows": asked(np.full((8, 6), 1e-300), "constant rows", "no positions"),
    "tiny lines": asked(np.outer(P[1:], np.arange(6)) * 1e-303, "unknown"),
    "tiny noise": asked(RNG.normal(size=(N, D)) * 1e-300, "unknown"),
    "a shard of slopes": asked(
        2.0 ** (-8 * np.arange(9, 17) / 32),
        "alibi slopes",
        "shard of slopes",
        heads_of_the_model="8 to 15 of 32",
    ),
    "Kimi K2": asked(
        np.where(np.arange(32) < 20, 1, 1 / 32) * powers(64, 5e4),
        "inv_freq",
        "scaled by parts",
        base=5e4,
        frequencies="YaRN, trained length 4096, factor 32",
    ),
    "YaRN turned around": asked(
        powers(128) * np.clip(0.25 + 0.75 * (np.arange(64) - 20) / 26, 0.25, 1),
        "inv_freq",
        "scaled by parts",
        frequencies="YaRN, trained length 4096, factor 4, turned around",
    ),
    "factors at a base that is not told": asked(
        powers(96, 5e5) / np.linspace(1, 40, 48), "inv_freq", "unknown rule", base=None
    ),
    "days of two years": sines(
        CIRCLE, "circle", "position jumps", frequencies="period 366 rows", positions="row 365: 366"
    ),
    "points on a circle of n - 1": sines(
        np.stack([f(2 * np.pi * (P[:16] % 8) / 7) for f in (np.sin, np.cos)], 1),
        "circle",
        "position jumps",
    ),
    "one column": asked(RNG.normal(size=(9, 1)), "unknown"),
    "squares": asked(PAPERS**2, "unknown"),
    "two tables added": asked(PAPERS + positional_encoding(N, D, base=77.0), "unknown"),
    "shuffled sines": asked(np.sin(np.hstack([ANGLES[ORDER], ANGLES[ORDER[::-1]]])), "unknown"),
}


DISTANCE = np.abs(P - P[:, np.newaxis])
ALIBI = -(2.0 ** -np.arange(1, 9)[:, np.newaxis, np.newaxis]) * DISTANCE
ROPE_ANGLES = np.outer(np.arange(96), powers(32))
COSINES, SINES = np.cos(ROPE_ANGLES), np.sin(ROPE_ANGLES)
TURNS = 8192 * powers(128, 5e5) / (2 * np.pi)
LLAMA_3 = powers(128, 5e5) * (0.125 + 0.875 * np.clip((TURNS - 1) / 3, 0, 1))
LEFT, MASK = np.r_[1, 1, 1, :64], np.minimum(np.arange(60), 19)
#: 8 rows of 12, and 4 frames of 6 rows of 8.
Y, X = np.divmod(np.arange(96.0), 12)
FRAMES = [place.ravel() for place in np.indices((4, 6, 8)).astype(float)]
MROPE = 15 + np.stack([np.zeros(96), Y, X], axis=1)


def m_rope(axes):
    return rope(
        cache(MROPE[:, axes] * powers(120, 1e6)),
        "grid",
        "another base",
        "another start",
        grid="8 rows of 12",
        sections="one after the other" if axes[0] == axes[1] else "in turn",
        base=1e6,
    )


#: What packages make, and bug reports are about.
PROGRAMS = {
    "ALiBi": asked(ALIBI, "alibi", heads="8", slopes="the paper's"),
    "ALiBi in one direction": asked(np.tril(ALIBI), "alibi", slopes="the paper's"),
    "ALiBi under a mask": asked(
        np.where(P > P[:, np.newaxis], -np.inf, ALIBI), "alibi", slopes="the paper's"
    ),
    "ALiBi in half of the heads": asked(
        np.vstack([ALIBI[1::2], 0 * ALIBI[:4]]), "alibi", heads="4 heads of slope 0"
    ),
    "ALiBi with heads from 0": asked(2 * ALIBI, "alibi", "slopes", slopes="off by one"),
    "RoPE's cosines": sines(COSINES, "RoPE's cosines", base=1e4),
    "RoPE's cosines by halves": sines(np.tile(COSINES, 2), "RoPE's cosines", base=1e4),
    "RoPE's cosines side by side": sines(COSINES.repeat(2, axis=1), "RoPE's cosines", base=1e4),
    "frequencies of 0": asked(cache(0 * ROPE_ANGLES), "nothing turns", "nothing turns"),
    "Llama 3": asked(
        LLAMA_3,
        "inv_freq",
        "scaled by parts",
        base=5e5,
        frequencies="Llama 3, trained length 8192, factor 8",
    ),
    "a factor of cosines and sines": rope(
        cache(np.outer(np.arange(600), LLAMA_3), 1.2), "scaled by parts", "amplitude", base=5e5
    ),
    "packed documents": sines(
        at(np.r_[:64, :30]), "packed positions", positions="row 64: 0, 1, 2, …"
    ),
    "padding on the left": rope(
        cache(np.outer(LEFT, powers(32))),
        "clamped positions",
        positions="1 up to row 2; row 3: 0, 1, 2, …",
    ),
    "padding on the right": sines(
        halves(np.outer(np.r_[2:66, 1, 1, 1], 1e4 ** -np.linspace(0, 1, 16))),
        "halves",
        "end point reached",
        "clamped positions",
        positions="2, 3, 4, …; from row 64 on: 1",
    ),
    "a grid after registers": sines(
        np.pad(of_axes(halves, 16, X, Y), ((3, 0), (0, 0))),
        "padding",
        "grid",
        "halves",
        grid="8 rows of 12",
        first_in_the_columns="column",
    ),
    "a grid of two bases": sines(
        np.hstack([halves(np.outer(Y, powers(32))), halves(np.outer(X, powers(32, 100)))]),
        "grid",
        "halves",
        "another base",
        frequencies_of_section_1="base 100",
    ),
    "channels of a grid, in turn, from 1": sines(
        interleaved(np.stack([np.outer(p + 1, powers(32)) for p in (X, Y)], axis=-1))
        .reshape(8, 12, 64)
        .transpose(2, 0, 1),
        "grid",
        "positions from one",
        sections="in turn",
        row_positions="1, 2, 3, …",
    ),
    "M-RoPE in blocks": m_rope(np.repeat([0, 1, 2], 20)),
    "M-RoPE in turn": m_rope(np.resize([0, 1, 2], 60)),
    "a video": sines(of_axes(interleaved, 16, *FRAMES), "grid", grid="4 frames of 6 rows of 8"),
    "ChatGLM": rope(
        cache(np.hstack([np.outer(p, powers(32)) for p in (MASK, np.arange(60) - MASK)])),
        "sections",
        *2 * ["clamped positions"],
        sections="16, 16 pairs",
    ),
}


def check(found, kind, findings, facts):
    assert found.kind == kind, found
    assert [finding.name for finding in found.findings] == findings, found
    for name, value in facts.items():
        if isinstance(value, str):
            assert value in found.facts.get(name, ""), (name, found)
        else:
            assert getattr(found, name) == pytest.approx(value), (name, found)


@pytest.mark.parametrize("name", MADE)
def test_a_sinusoidal_table_has_the_facts_it_was_made_with(name):
    table, findings, facts = MADE[name]
    found = identify(table)
    check(found, "constant rows" if "in all" in name else "sinusoidal", findings, facts)
    assert found.paper == (not findings)


@pytest.mark.parametrize("name", OTHERS | PROGRAMS)
def test_another_array_has_the_facts_it_was_made_with(name):
    table, *expected = (OTHERS | PROGRAMS)[name]
    check(identify(table), *expected)


CACHES = {
    "two arrays": ((COSINES, SINES), None),
    "sines first": ((SINES, COSINES), None),
    "by halves": ((np.tile(COSINES, 2), np.tile(SINES, 2)), "halves"),
    "side by side": ((COSINES.repeat(2, axis=1), SINES.repeat(2, axis=1)), "interleaved"),
    "batch and heads": ((np.tile(COSINES, 2)[None, None], np.tile(SINES, 2)[None, None]), "halves"),
    "one array": (np.stack([COSINES, SINES]), None),
    "two numbers for each pair": (np.stack([COSINES, SINES], axis=-1), None),
    "one row": (np.hstack([np.tile(COSINES, 2), np.tile(SINES, 2)]), "halves"),
    "float16": ((COSINES.astype("f2"), SINES.astype("f2")), None),
    "complex": (np.exp(1j * ROPE_ANGLES), None),
}


@pytest.mark.parametrize("name", CACHES)
def test_ropes_cosines_and_sines_are_named_in_each_shape(name):
    table, layout = CACHES[name]
    found = identify(table)
    check(found, "rope cache", ["RoPE cache"], {"base": 1e4, "start": 0.0, "step": 1.0})
    assert found.layout == layout and "16, 1 to 0.000177828" in found.facts["frequencies"]


def ignores_the_base(seq_len, d_model, base=10_000.0):
    return positional_encoding(seq_len, d_model)


def ends(seq_len, d_model):
    table = positional_encoding(seq_len, d_model).copy()
    table[5000:] = np.random.default_rng(0).normal(size=table[5000:].shape)
    return table


def limited(seq_len, d_model):
    if seq_len > 5000:
        raise IndexError("5,000 rows at most")
    return positional_encoding(seq_len, d_model)


def slower_beyond_4096(seq_len, d_model):
    return positional_encoding_at(np.arange(seq_len) / (2 if seq_len > 4096 else 1), d_model)


def rope(seq_len, d_model):
    assert d_model % 2 == 0
    angles = np.outer(np.arange(seq_len), powers(d_model))
    return np.cos(angles), np.sin(angles)


def refuses_odd(seq_len, d_model):
    if d_model % 2:
        raise ValueError("d_model must be even")
    return positional_encoding(seq_len, d_model)


def crashes_at_odd(seq_len, d_model):
    return interleaved(np.outer(np.arange(seq_len), powers(d_model)))[:, : d_model + d_model % 2]


FUNCTIONS = {
    ignores_the_base: ["base ignored"],
    ends: ["another size"],
    limited: [],
    slower_beyond_4096: ["scaled positions"],
    rope: ["RoPE cache"],
    refuses_odd: [],
    crashes_at_odd: ["odd width crashes"],
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_function_is_asked_for_other_sizes_and_another_base(function):
    found = identify(function)
    assert [finding.name for finding in found.findings] == FUNCTIONS[function], found


BAD = {
    "1-D": (np.array([0.5, -1.0]), ValueError, "shape"),
    "empty": (np.ones((0, 4)), ValueError, "shape"),
    "NaN": ([[0.0, np.nan]], ValueError, "finite"),
    "strings": ([["a", "b"]], TypeError, "real numbers"),
    "objects": (np.array([[None, 1]], dtype=object), TypeError, "real numbers"),
    "complex": (np.full((4, 4), 1j) * np.arange(4), TypeError, "real numbers"),
    "ragged": ([[1.0], [1.0, 2.0]], ValueError, "length"),
    "heads after positions": (PAPERS[:, None].repeat(3, 1), ValueError, "axis 1"),
    "a batch of two": (np.arange(24.0).reshape(2, 3, 4), ValueError, "batch"),
    "too large": (np.broadcast_to(0.0, (2**14, 2**14)), ValueError, "67,108,864"),
    "a function that raises": (lambda n, d: 1 / 0, ValueError, "ZeroDivisionError"),
    "a function of nothing": (lambda: 0, ValueError, "TypeError"),
    "a function that returns None": (lambda n, d: None, TypeError, "function"),
    "another shape": (lambda n, d: np.ones((d, n)), ValueError, "shape"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused(name):
    value, kind, keyword = BAD[name]
    with pytest.raises(kind, match=keyword):
        identify(value)


def test_the_answer_prints_its_facts_and_shows_itself_in_a_notebook():
    found = identify(positional_encoding(40, 8, start=1) * 2)
    assert isinstance(found, Identification) and repr(found) == found.explanation
    for text in (*found.facts, *found.facts.values(), *(f.name for f in found.findings)):
        assert text in repr(found)
    assert found._repr_html_().startswith("<div") and "<b>" not in found._repr_html_()


def test_no_warning_of_numpy_reaches_the_user(warned):
    noise = np.random.default_rng(9).normal(size=(96, 64))
    for table in (noise, PAPERS.astype("f2"), 1e300 * PAPERS, np.eye(40)):
        identify(table)
    identify(lambda seq_len, d_model: positional_encoding(seq_len, d_model) * 1e38)
    assert warned() == []


def test_the_error_is_that_beside_exact_values():
    """The formula in float64 rounds its angles: it is off itself, more than the exact table."""
    exact, rounded = positional_encoding(512, 64), positional_encoding_vectorized(512, 64)
    assert identify(exact).error < 1e-15 < 1e-14 < identify(rounded).error < 1e-13


@pytest.mark.parametrize(("n_rows", "is_paper"), [(1, False), (2, True), (8, True)])
def test_few_rows_are_enough_for_the_paper(n_rows, is_paper):
    assert identify(positional_encoding(n_rows, 16)).paper == is_paper


def test_the_bases_within_rounding_are_a_range():
    low, high = identify(positional_encoding(4, 8).astype("float16")).base_range
    assert 9_900 < low < 9_990 and 10_010 < high < 10_100
    low, high = identify(positional_encoding(400, 8)).base_range
    assert 0 < high - low < 1e-6


def test_an_unknown_table_has_what_its_first_rows_are():
    table = positional_encoding(64, 32).copy()
    table[40:] = 0.25
    found = identify(table)
    assert found.kind == "unknown" and found.layout is None
    assert "paper" in found.facts["the first 16 rows alone"]
    assert "row 40, column 0" in found.facts["first difference from the paper's"]


TENSORS = {
    "bfloat16": lambda torch, table: table.to(torch.bfloat16),
    "a parameter": lambda torch, table: torch.nn.Parameter(table),
    "a pair": lambda torch, table: (table[:, 1::2], table[:, 0::2]),
}


@pytest.mark.parametrize("name", TENSORS)
def test_tensors_and_parameters_of_torch_are_read(name):
    torch = pytest.importorskip("torch")
    found = identify(TENSORS[name](torch, torch.tensor(positional_encoding(100, 32))))
    assert found.base == 10_000 and found.paper == (name != "a pair")
