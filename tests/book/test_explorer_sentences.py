"""Every sentence, table and figure of the explorers, against mathematics written for this test.

The twins are held to each other elsewhere; here both could be wrong alike. So each explorer's view
is compared, at all ends of its controls and at random settings, with what complex numbers, mpmath,
Python's own binary digits and a plain attention give. A sentence is stated word for word, with a
value in each place of a number: the number that is shown must be that value, rounded as shown.
"""

import math
import random
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest

from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL, hashed_numbers, neighbor_swaps

SAMPLES = 40
ENDS = 64
SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@dataclass
class Fixed:
    """A value that is shown with so many digits after the point."""

    value: float
    digits: int = 0
    sign: bool = False

    def unit(self) -> float:
        return 10.0**-self.digits

    def shown(self, text: str) -> bool:
        digits = len(text.partition(".")[2])
        signed = not self.sign or text[0] in "+−" or not text.strip("0.")
        grouped = ("," in text) == (number(text) >= 10_000 or number(text) <= -10_000)
        return digits == self.digits and signed and grouped and near(text, self)


@dataclass
class Significant(Fixed):
    """A value that is shown with so many significant digits."""

    digits: int = 3

    def unit(self) -> float:
        return 10.0 ** (math.floor(math.log10(abs(self.value))) - self.digits + 1)

    def shown(self, text: str) -> bool:
        digits = text.replace(",", "").replace(".", "").lstrip("−0")
        return near(text, self) and (self.value == 0 or len(digits) >= self.digits)


class Scientific(Significant):
    """A value that is shown with its power of ten, or as less than 10⁻¹⁵."""

    def shown(self, text: str) -> bool:
        small = text == "less than 10⁻¹⁵"
        return small if self.value < 1e-15 else not small and near(text, self)


def number(text: str) -> float:
    """Return the number that a text shows."""
    mantissa, _, power = text.replace(",", "").replace("−", "-").partition("\u00a0×\u00a010")
    return float(mantissa) * 10.0 ** int(power.translate(SUPERSCRIPTS) or 0)


def near(text: str, expected: Fixed) -> bool:
    """Return whether a text shows a value, rounded to the digit that it ends with."""
    unit = expected.unit() if expected.value else 1.0
    return abs(number(text) - expected.value) <= 0.5001 * unit + 1e-9 * abs(expected.value)


NUMBER = r"([+−]?[\d,]+(?:\.\d+)?(?:\u00a0×\u00a010[⁻⁰¹²³⁴-⁹]+)?|less than 10⁻¹⁵)"


def holds(text: str, *parts) -> bool:
    """Return whether a text is these parts: words as they stand, and values as they are shown."""
    if not any(isinstance(part, Fixed) for part in parts):
        return text == "".join(parts)
    pattern = "".join(NUMBER if isinstance(p, Fixed) else re.escape(p) for p in parts)
    found = re.fullmatch(pattern, text)
    values = [part for part in parts if isinstance(part, Fixed)]
    return bool(found) and all(v.shown(t) for v, t in zip(values, found.groups(), strict=True))


def cell_holds(cell: str, expected) -> bool:
    return holds(cell, *(expected if isinstance(expected, tuple) else (expected,)))


def hands(d_model: int, base: float) -> np.ndarray:
    """Return the radians per position of every pair."""
    return np.exp(-np.log(base) * np.arange(d_model // 2) / (d_model / 2))


def settings_of(name: str) -> list[dict]:
    explorer, choose = ALL[name], random.Random(1)
    ends = list(explorer.extremes())
    ends = ends if len(ends) <= ENDS else choose.sample(ends, ENDS)
    return ends + [explorer.sample(choose.choice) for _ in range(SAMPLES)]


def compare(name: str, expected, all_settings=None) -> None:
    """Hold an explorer's sentence and table to `expected`, at many settings."""
    for settings in all_settings or settings_of(name):
        view = ALL[name].view(**settings)
        sentence, head, rows = expected(**settings)
        assert holds(view.sentence, *sentence), (settings, view.sentence, sentence)
        assert view.table[0] == head
        assert len(view.table[1]) == len(rows), settings
        for row, wanted in zip(view.table[1], rows, strict=True):
            assert len(row) == len(wanted)
            for cell, value in zip(row, wanted, strict=True):
                assert cell_holds(cell, value), (settings, row, value)


def broken(trace: dict) -> list[list[tuple]]:
    """Return the pieces of a broken line, each a list of points."""
    pieces = [[]]
    for x, y in zip(trace["x"], trace["y"], strict=True):
        if x is None or y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


# ---- waves


def waves(d_model, base, length, position):
    turns = 2 * math.pi / hands(d_model, base)
    late = [bool(turn > length) for turn in turns]
    sentence = [
        *("One turn takes from ", Significant(turns[0]), " to ", Significant(turns[-1])),
        *(" positions. In a sequence of ", Fixed(length), " positions, "),
        *(Fixed(sum(late)), " of ", Fixed(len(turns)), " hands ("),
        *(Fixed(100 * sum(late) / len(late)), "%) never complete one. At position "),
        *(Fixed(position), " the fastest has made ", Significant(position / turns[0])),
        *(" turns and the slowest ", Significant(position / turns[-1]), "."),
    ]
    head = ["pair j", "ω, radians per position", "wavelength, positions", "turns so far", "turns"]
    rows = [
        [
            Fixed(j),
            Significant(2 * math.pi / turn),
            Significant(turn),
            Significant(position / turn),
            "less than one" if late[j] else Significant(length / turn),
        ]
        for j, turn in enumerate(turns)
    ]
    return sentence, head, rows


def test_waves_says_what_the_hands_do():
    compare("waves", waves)


def test_waves_draws_hands_waves_and_wavelengths():
    for settings in settings_of("waves"):
        view = ALL["waves"].view(**settings)
        omega = hands(settings["d_model"], settings["base"])
        shown = [int(text) for text in view.traces[3]["text"]]
        assert shown[0] == 0 and shown[-1] == len(omega) - 1 and len(shown) == min(8, len(omega))
        gaps = [b - a for a, b in pairwise(shown)]
        assert max(gaps) - min(gaps) <= 1
        late = 2 * np.pi / omega > settings["length"]
        drawn = {}
        for state, trace in enumerate(view.traces[1:3]):
            for (x0, _), (x, y) in broken(trace):
                drawn[x0] = x - x0, y
                assert late[shown[x0]] == bool(state)
        assert set(drawn) == set(range(len(shown)))
        for slot, (right, up) in drawn.items():
            hand = np.exp(1j * settings["position"] * omega[shown[slot]])
            assert abs(complex(up, right) - 0.44 * hand) < 1e-9
        for trace, part in zip(view.traces[4:6], ("imag", "real"), strict=True):
            for slot, wave in enumerate(broken(trace)):
                at = np.array(wave)
                height = getattr(np.exp(1j * at[:, 0] * omega[shown[slot]]), part)
                np.testing.assert_allclose(slot - at[:, 1], 0.42 * height, atol=1e-9)
                assert at[0, 0] <= settings["position"] <= at[-1, 0] <= settings["length"] - 1
        for state, trace in enumerate(view.traces[6:8]):
            wanted = (2 * np.pi / omega)[late == bool(state)]
            np.testing.assert_allclose(trace["x"], wanted, rtol=1e-12)
        place, length = view.layout["shapes"]
        assert place["x0"] == place["x1"] == settings["position"]
        assert length["x0"] == length["x1"] == settings["length"]


# ---- counter


def counter(position, pairs, base, lowest_first):
    now, then = (f"{p:040b}"[-pairs:] for p in (position, position + 1))
    whole = int(now, 2) == position
    verb = "is" if whole else "starts with" if lowest_first else "ends in"
    turns = [2 * math.pi * base ** (j / pairs) for j in range(pairs)]
    sentence = [
        *("Position ", Fixed(position), f" {verb} {now[::-1] if lowest_first else now}. The step "),
        *("to ", Fixed(position + 1), " flips "),
        *(Fixed(sum(a != b for a, b in zip(now, then, strict=True))), " of ", Fixed(pairs)),
        f" bits. Bit 0, written {'first' if lowest_first else 'last'}, is the fastest: it flips ",
        "at every step, and each next bit half as often. Pair 0, always first, is the fastest: it ",
        *("turns ", Fixed(100 / (2 * math.pi)), "% of a circle per step, and each next pair "),
        *(Significant(turns[1] / turns[0]), " times more slowly."),
    ]
    head = ["bit and pair", "bit repeats every", "pair turns once in"]
    head += ["bit now", "sine now", "cosine now"]
    rows = []
    for j, turn in enumerate(turns):
        hand = np.exp(2j * np.pi * position / turn)
        rows.append(
            [
                *(Fixed(j), (Fixed(2 * 2**j), " positions"), (Significant(turn), " positions")),
                *(now[-1 - j], Fixed(hand.imag, 3), Fixed(hand.real, 3)),
            ]
        )
    return sentence, head, rows


def test_counter_says_what_bits_and_pairs_do():
    compare("counter", counter)


def test_a_bit_flips_half_as_often_as_the_one_before_and_repeats_as_the_table_says():
    for j in range(8):
        bits = [f"{p:010b}"[-1 - j] for p in range(1024)]
        assert sum(a != b for a, b in pairwise(bits)) == 2 ** (10 - j) - 1
        assert bits[: 2 * 2**j] * (512 // 2**j) == bits


def test_counter_draws_bits_and_the_table():
    for settings in settings_of("counter"):
        pairs, base, first = (settings[name] for name in ("pairs", "base", "lowest_first"))
        bits, table = (view["z"] for view in ALL["counter"].view(**settings).traces)
        for p in range(32):
            digits = [int(digit) for digit in f"{p:040b}"[-pairs:]]
            spare = [None] * (8 - pairs)
            assert bits[p] == ([*digits[::-1], *spare] if first else [*spare, *digits])
            hand = np.exp(1j * p * hands(2 * pairs, base))
            row = [part for z in hand for part in (z.imag, z.real)]
            np.testing.assert_allclose(table[p][: 2 * pairs], row, atol=1e-12)
            assert table[p][2 * pairs :] == [None] * (16 - 2 * pairs)


# ---- fingerprint


def fingerprint(d_model, base, position, column):
    omega = hands(d_model, base)
    table = np.exp(1j * position * omega)

    def entry(c):
        return table[c // 2].real if c % 2 else table[c // 2].imag

    kind = "cosine" if column % 2 else "sine"
    turn = Significant(omega[column // 2], 4)
    angle = Significant(position * omega[column // 2], 4)
    sentence = [
        *("Column ", Fixed(column), f" is {'odd' if column % 2 else 'even'}, so it holds the "),
        *(f"{kind} of pair j = ", Fixed(column // 2), ", which turns by ω = ", Fixed(base)),
        *("^(−", Fixed(column - column % 2), "/", Fixed(d_model), ") = ", turn),
        *(" radians per position. At position ", Fixed(position), " the angle is "),
        *(Fixed(position), " × ", turn, " = ", angle, f" radians, and its {kind} is "),
        *(Fixed(entry(column), 4), "."),
    ]
    head = ["column", "pair j", "ω, radians per position", "angle p × ω", "function", "value"]
    rows = [
        [
            *(Fixed(c), Fixed(c // 2), Significant(omega[c // 2], 4)),
            *(Significant(position * omega[c // 2], 4), "cosine" if c % 2 else "sine"),
            Fixed(entry(c), 4),
        ]
        for c in range(d_model)
    ]
    return sentence, head, rows


def test_fingerprint_says_where_a_number_comes_from():
    compare("fingerprint", fingerprint)


def test_fingerprint_draws_the_table_its_row_and_the_cell():
    for settings in settings_of("fingerprint"):
        view = ALL["fingerprint"].view(**settings)
        angles = np.outer(np.arange(64), hands(settings["d_model"], settings["base"]))
        table = np.stack([np.exp(1j * angles).imag, np.exp(1j * angles).real], axis=-1)
        table = table.reshape(64, -1)
        np.testing.assert_allclose(view.traces[0]["z"], table, atol=1e-12)
        row, column = table[settings["position"]], settings["column"]
        stems = [piece for trace in view.traces[1:3] for piece in broken(trace)]
        assert sorted(x for (x, _), _ in stems) == list(range(settings["d_model"]))
        for (x, low), (above, high) in stems:
            assert x == above and low == 0 and abs(high - row[x]) < 1e-12
        assert view.traces[1]["x"][0] == 0 and view.traces[2]["x"][0] == 1
        assert view.traces[3]["x"] == [column]
        np.testing.assert_allclose(view.traces[3]["y"], row[column], atol=1e-12)


# ---- shift


def shift(position, offset, pair, d_model, base):
    omega = hands(d_model, base)[pair]
    angle = offset * omega
    whole = int(abs(angle) / (2 * math.pi))
    turns = [", ", Fixed(whole), f" whole turn{'s' * (whole > 1)} and more)"] if whole else [")"]
    sentence = [
        *("From position ", Fixed(position), " to ", Fixed(position + offset), ", pair "),
        *(Fixed(pair), " turns by ", Fixed(offset), " × ", Significant(omega), " = "),
        *(Fixed(angle, 3), " radians (", Fixed(angle * 180 / math.pi, 1), "°", *turns),
        "; move the position, and the angle and the block stay the same.",
    ]
    if offset == 0:
        sentence = ["With an offset of 0 nothing turns: the block is the identity, at position "]
        sentence += [Fixed(position), " as at any other."]
    start, end, turn = (np.exp(1j * p * omega) for p in (position, position + offset, offset))
    head = ["values", f"sine (column {2 * pair})", f"cosine (column {2 * pair + 1})"]
    new = "block: new {} is old (sine, cosine) times"
    rows = [
        [("pair at position ", Fixed(position)), Fixed(start.imag, 3), Fixed(start.real, 3)],
        [("pair at position ", Fixed(position + offset)), Fixed(end.imag, 3), Fixed(end.real, 3)],
        [new.format("sine"), Fixed(turn.real, 3), Fixed(turn.imag, 3)],
        [new.format("cosine"), Fixed(-turn.imag, 3), Fixed(turn.real, 3)],
    ]
    return sentence, head, rows


def test_shift_says_how_far_a_pair_turns():
    compare("shift", shift)


def test_shift_draws_both_hands_and_the_arc_between_them():
    for settings in settings_of("shift"):
        view = ALL["shift"].view(**settings)
        omega = hands(settings["d_model"], settings["base"])[settings["pair"]]
        start = np.exp(1j * settings["position"] * omega)
        turn = np.exp(1j * settings["offset"] * omega)
        for trace, hand in ((2, start), (3, start * turn)):
            x, y = view.traces[trace]["x"], view.traces[trace]["y"]
            assert x[0] == y[0] == 0 and abs(complex(y[1], x[1]) - hand) < 1e-9
        arc = np.array(view.traces[1]["y"]) + 1j * np.array(view.traces[1]["x"])
        turned = np.unwrap(np.angle(arc / start))
        assert turned[-1] - turned[0] == pytest.approx(settings["offset"] * omega, abs=1e-9)
        z = np.array(view.traces[4]["z"])
        np.testing.assert_allclose(z, [[turn.real, turn.imag], [-turn.imag, turn.real]], atol=1e-9)


# ---- similarity

EULER = float(mpmath.euler)


def mean_of_cosines(k, d_model, base):
    return np.mean(np.cos(np.multiply.outer(k, hands(d_model, base))), axis=-1)


def integral(k, base):
    return float((mpmath.ci(float(k)) - mpmath.ci(float(k) / base)) / mpmath.log(base))


def law(k, base):
    return 1 - (math.log(k) + EULER) / math.log(base)


def similarity(offset, d_model, base):
    falls = np.diff(mean_of_cosines(np.arange(1000), d_model, base)) < -1e-12
    rises = int(np.argmin(falls))
    sentence = [
        *("At offset ", Fixed(offset), " the similarity of ", Fixed(d_model // 2), " pairs is "),
        *(Fixed(mean_of_cosines(offset, d_model, base), 3), "; the integral gives "),
        *(Fixed(integral(offset, base), 3), " and the law ", Fixed(law(offset, base), 3)),
        *(", where each doubling of the offset costs ", Fixed(law(1, base) - law(2, base), 4)),
        ". Similarity does not fall at every step: it first rises after offset ",
        *(Fixed(rises), "."),
    ]
    head = ["offset", "similarity", "integral", "off by", "law", "off by"]
    rows = []
    for k in sorted({1, 4, 16, 64, 256, 1000, offset, rises}):
        true, near_, rough = mean_of_cosines(k, d_model, base), integral(k, base), law(k, base)
        rows.append(
            [
                *(Fixed(k), Fixed(true, 3), Fixed(near_, 3), Fixed(near_ - true, 3, sign=True)),
                *(Fixed(rough, 3), Fixed(rough - true, 3, sign=True)),
            ]
        )
    return sentence, head, rows


def test_similarity_says_what_the_cosines_give():
    compare("similarity", similarity)


def test_similarity_draws_the_curves_and_the_rows():
    for settings in settings_of("similarity")[:30]:
        d_model, base, offset = (settings[name] for name in ("d_model", "base", "offset"))
        traces = ALL["similarity"].view(**settings).traces
        grid = np.array(traces[2]["x"])
        true = mean_of_cosines(grid, d_model, base)
        np.testing.assert_allclose(traces[2]["y"], true, atol=1e-9)
        np.testing.assert_allclose(traces[0]["y"], [law(k, base) for k in grid], atol=1e-9)
        np.testing.assert_allclose(
            traces[1]["y"][::16], [integral(k, base) for k in grid[::16]], atol=1e-9
        )
        here = mean_of_cosines(offset, d_model, base)
        assert traces[4]["x"] == [offset] and abs(traces[4]["y"][0] - here) < 1e-9
        [turn] = traces[3]["x"]
        assert abs(traces[3]["y"][0] - mean_of_cosines(turn, d_model, base)) < 1e-9
        z = np.array(traces[5]["z"])
        row = mean_of_cosines(np.arange(48), d_model, base)
        for p in (0, 7, 47):
            np.testing.assert_allclose(z[p], row[np.abs(np.arange(48) - p)], atol=1e-9)


# ---- broadcasting


def size(count: int):
    """Return the parts of a number of bytes."""
    power = max(0, min(5, int(math.log10(count) / 3 + 1e-12)))
    if power == 0:
        return (Fixed(count), " bytes")
    return (Significant(count / 1000**power), f" {' kMGTP'[power]}B")


def broadcasting(seq_len, d_model):
    block = BLOCKS[d_model]
    blocks = -(-seq_len // block)
    every, few = seq_len * d_model, (block + blocks) * d_model
    if few < every:
        ratio = [Significant(every / few, 2), " times fewer"]
    else:
        ratio = ["more, because its first block has ", Fixed(block), " rows"]
        ratio = ["just as many"] if few == every else ratio
    sentence = [
        *(Fixed(seq_len), " positions by ", Fixed(d_model), " columns: the loop and the "),
        *("vectorized form compute ", Fixed(every), " sines and cosines. The fast form computes "),
        *(Fixed(few), ", ", *ratio, ". In addition to the table of ", *size(8 * every)),
        *(", the vectorized form needs ", *size(8 * every), " and the fast form ", *size(8 * few)),
        ".",
    ]
    shape = ("(", Fixed(seq_len), ", 1) × (1, ", Fixed(d_model // 2), ") = (", Fixed(seq_len))
    fast = ("(", Fixed(blocks), ", 1, ", Fixed(d_model // 2), ") × (1, ", Fixed(block), ", ")
    rows = [
        ["loop", "one number at a time", Fixed(every), "8 bytes"],
        ["vectorized", (*shape, ", ", Fixed(d_model // 2), ")"), Fixed(every), size(8 * every)],
        ["fast", (*fast, Fixed(d_model // 2), ")"), Fixed(few), size(8 * few)],
    ]
    return sentence, ["form", "shapes", "sines and cosines", "bytes beside the table"], rows


# Rows of the first block: 256 KiB of narrow rows, 64 of the usual ones, 512 KiB of wide ones.
BLOCKS = {8: 4096, 32: 1024, 64: 512, 128: 256, 256: 128, 512: 64, 768: 64, 1024: 64}
BLOCKS |= {2048: 32, 4096: 16}


def test_broadcasting_says_what_each_form_costs():
    compare("broadcasting", broadcasting)


def test_broadcasting_draws_what_it_says():
    lengths = [16 * 2**n for n in range(14)]
    for settings in settings_of("broadcasting"):
        width = settings["d_model"]
        loop, vectorized, fast, _, held, fast_held, _ = ALL["broadcasting"].view(**settings).traces
        few = [(BLOCKS[width] + math.ceil(n / BLOCKS[width])) * width for n in lengths]
        assert loop["y"] == vectorized["y"] == [n * width for n in lengths]
        assert fast["y"] == few and fast_held["y"] == [8 * n for n in few]
        assert held["y"] == [8 * n * width for n in lengths]


# ---- precision


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


@pytest.mark.parametrize(
    ("position", "d_model"), [(1, 16), (1000, 64), (2 * 10**5, 16), (10**7, 64), (10**8, 16)]
)
def test_precision_says_how_wrong_each_form_is(position, d_model):
    view = ALL["precision"].view(position=position, d_model=d_model)
    tutorial, vectorized, _, stored = precise(position, d_model)
    last_bit = re.sub(r"form by [^,]*,", "form by …,", view.sentence)
    sentence = [
        *("At position ", Fixed(position), ", with ", Fixed(d_model), " columns, the tutorial's "),
        *("float32 form is wrong by up to ", Scientific(tutorial, 2), ", the vectorized float64 "),
        "form by …, and the table built by rotations by less than 10⁻¹⁵. Rounded to float32, that ",
        *("table is wrong by ", Scientific(stored, 2), ". That is the cost of storing the table "),
        "in float32; the rest of the tutorial's error comes from float32 angles.",
    ]
    assert holds(last_bit, *sentence), (view.sentence, tutorial, stored)
    # float64's error is a few roundings of the angle: its size is told, not its last digits.
    said = re.search(r"float64 form by ([^,]*),", view.sentence)[1]
    assert number(said) == pytest.approx(vectorized, rel=0.3) if vectorized > 1e-15 else True
    curves = [trace["y"] for trace in view.traces[:4]]
    assert (np.diff(np.log(curves[0])[3:-1]) > -1.5).all() and curves[0][-1] > 0.1
    assert max(curves[2]) < 1e-15 and max(curves[3]) < 6e-8
    assert [row[0] for row in view.table[1]] == [
        f"{p:,}" if p > 9999 else str(p) for p in sorted({1, 1000, *(10**n for n in range(5, 9)),
                                                          position})
    ]  # fmt: skip


# ---- order


def attend(x: np.ndarray, causal: bool) -> np.ndarray:
    """Return one layer's outputs, word by word."""
    weight = {name: hashed_numbers(name, D_MODEL**2).reshape(8, 8) for name in ("query", "key",
                                                                              "value")}  # fmt: skip
    out = []
    for p in range(len(x)):
        seen = x[: p + 1] if causal else x
        scores = np.array([(x[p] @ weight["query"]) @ (y @ weight["key"]) for y in seen])
        shares = np.exp(scores / math.sqrt(8))
        out.append((shares / shares.sum()) @ (seen @ weight["value"]))
    return np.array(out)


def order(sentence, order, encoding, causal):
    words, places = sentence.split(), neighbor_swaps(5)[order]
    vectors = np.array([hashed_numbers(word.lower(), 8) for word in words])
    rows = np.exp(1j * np.outer(np.arange(5), hands(8, 10_000)))
    rows = np.stack([rows.imag, rows.real], axis=-1).reshape(5, 8) * encoding
    before, after = attend(vectors + rows, causal), attend(vectors[places] + rows, causal)

    def amount(difference):
        largest = np.abs(difference).max()
        return Fixed(largest, 3) if largest > 1e-9 else "0 up to rounding"

    moved = [words[i] for i in places]
    changes = np.array([after[row] - before[i] for row, i in enumerate(places)])
    change, pooled = amount(changes), amount(after.mean(axis=0) - before.mean(axis=0))
    parts = ["“", " ".join(moved), "”"]
    if order == 0:
        parts += [" stands as written; swap words to compare."]
    elif [w.lower() for w in moved] == [w.lower() for w in words]:
        parts += [" reads as before: the same words went in, so the same outputs come out, "]
        parts += ["place by place."]
    elif change == "0 up to rounding":
        parts += [": every output only moved along with its word (largest difference ", change]
        parts += ["), and the pooled output is the same (difference ", pooled]
        parts += ["): attention did not notice the order."]
    else:
        cause = ["the encoding"] * encoding + ["the causal mask"] * causal
        parts += [": the outputs changed, by up to ", change, ", and the pooled output by "]
        parts += [pooled, f": {' and '.join(cause)} showed attention the order."]
    for word in dict.fromkeys(word.lower() for word in moved):
        alike = after[[row for row, other in enumerate(moved) if other.lower() == word]]
        if len(alike) > 1:
            apart = amount(alike[:, np.newaxis] - alike)
            some = {2: "Both", 3: "All three"}[len(alike)]
            parts += [f" {some} “{word}” have the same output."] if isinstance(apart, str) else [
                f" The outputs of “{word}” are up to ", apart, " apart."]  # fmt: skip
    head = ["word", "place as written", "place now", "its output changed by at most"]
    table = [[moved[r], Fixed(i), Fixed(r), amount(changes[r])] for r, i in enumerate(places)]
    return parts, head, [*table, ["mean of all (pooled)", "all", "all", pooled]]


def test_order_says_what_plain_attention_gives():
    compare("order", order)


def test_a_layer_without_encoding_or_mask_never_notices_and_with_them_mostly_does():
    for sentence, _ in ALL["order"].controls[0].options:
        for swaps in range(1, 120, 13):
            said = ALL["order"].view(sentence=sentence, order=swaps).sentence
            assert "showed attention" not in said


# ---- what no test above could see


def test_every_explorer_is_held_to_mathematics_of_its_own():
    tests = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_explorer_*.py")]
    held = [name for name in ALL if f'compare("{name}", ' in "".join(tests)]
    held += [name for name in ALL if f'ALL["{name}"].view(' in "".join(tests)]
    missing = sorted(set(ALL) - set(held))
    assert missing == [], f"write down what {missing} must say, without pe_lib"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("0.50 turns", ("0.5", " turns")),
        ("0.50 turns", (Fixed(0.51, 2), " turns")),
        ("0.50 turns", (Fixed(0.5, 1), " turns")),
        ("0.50 turns", (Fixed(0.5, 2), " turn")),
        ("12345 rows", (Fixed(12345), " rows")),
        ("0.002", (Fixed(0.002, 3, sign=True),)),
        ("5,640,000", (Significant(5.65e6),)),
        ("2.0\u00a0×\u00a010⁻⁴", (Scientific(2.2e-4, 2),)),
        ("2.0\u00a0×\u00a010⁻⁴", (Scientific(2.0e-5, 2),)),
        ("less than 10⁻¹⁵", (Scientific(2e-15, 2),)),
    ],
)
def test_the_comparison_bites(text, parts):
    assert not holds(text, *parts)
