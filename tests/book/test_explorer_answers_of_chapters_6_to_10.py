"""What the explorers of chapters 6 to 10 say is so: computed another way, or by the library."""

import math

import numpy as np
import pytest

import pe_lib
from pe_book import mistakes
from pe_book.data import learned_rows
from pe_book.explorers import ALL
from pe_book.mistakes import rotary, rotary_checks, stored
from pe_book.ported.seeded_random import seeded_numbers
from tests.book.explorer_values import broken, cards_of
from tests.rendered import view_of

# ---- look_back


def scores_by_complex_numbers(offset: int, words: int, position: int) -> np.ndarray:
    """Return a query's scores, each pair as one complex number and a turn as a product."""
    p, j = np.arange(64)[:, np.newaxis], np.arange(256)
    vectors = np.array(seeded_numbers("words", 64 * 512)).reshape(64, 256, 2)
    vectors /= np.sqrt((vectors**2).sum(axis=(1, 2), keepdims=True))
    omega = 10_000.0 ** (-j / 256)
    x = 1j * np.exp(-1j * p * omega) + words * (vectors[..., 0] + 1j * vectors[..., 1])
    query = x[position] * np.exp(1j * offset * omega)
    return (query.conj() * x).real.sum(axis=1)


@pytest.mark.parametrize("offset", [0, 1, 3, 16])
@pytest.mark.parametrize("words", [0, 3, 8, 12])
@pytest.mark.parametrize("sharpness", [1, 8])
def test_look_back_shows_the_scores_and_says_where_the_largest_weight_is(offset, words, sharpness):
    for position in (16, 30, 45, 63):
        view = view_of(
            "look_back", offset=offset, words=words, sharpness=sharpness, position=position
        )
        expected = scores_by_complex_numbers(offset, words, position)
        np.testing.assert_allclose(view.traces[0]["y"], expected, atol=1e-9)
        found = int(expected.argmax())
        weight = 1 / np.exp((expected - expected[found]) * sharpness / math.sqrt(512)).sum()
        np.testing.assert_allclose(max(view.traces[2]["y"][1::3]), weight)
        assert view.values["weight"] == pytest.approx(weight) and view.values["found"] == found
        wanted = position - offset
        assert view.values["wanted"] == wanted
        lead = expected[found] - np.delete(expected, found).max()
        assert view.values["lead"] == pytest.approx(lead, abs=1e-9)
        as_made = "back" if offset else "own"
        elsewhere = "own word" if found == position else "other word"
        assert view.sentences == [as_made if found == wanted else elsewhere]


def test_on_the_table_alone_the_head_looks_where_it_was_made_to():
    for offset in range(17):
        view = view_of("look_back", offset=offset, words=0, position=40)
        assert view.values["found"] == 40 - offset
    for sharpness, weight in ((1, 0.22), (8, 0.85)):
        found = view_of("look_back", sharpness=sharpness).values["weight"]
        assert found == pytest.approx(weight, abs=0.005)


def test_words_half_as_long_as_rows_draw_the_head_to_the_querys_own_position():
    # The answer of the question that leads here.
    own = [
        scores_by_complex_numbers(3, 8, position).argmax() == position for position in range(16, 64)
    ]
    assert sum(own) > 0.7 * len(own)


# ---- methods


def weights_by_the_definition(method: str, query: int, shift: int) -> np.ndarray:
    """Return the weights, each score a sum over the pairs as angles, or a distance taken off."""
    words = view_of("methods").rows
    x = np.array([seeded_numbers(row[0], 32) for row in words])
    W_q, W_k = (seeded_numbers(name, 32 * 32).reshape(32, 32) / 2 for name in ("query", "key"))
    p = np.arange(shift, shift + len(x), dtype=float)
    angles = p[:, np.newaxis] * 10_000.0 ** (-np.arange(16) / 16)
    if method == "table":
        x = x + np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(x), 32)
    q, k = (x @ W_q)[query], x @ W_k
    if method == "rope":
        a, b = q[0::2] + 1j * q[1::2], k[:, 0::2] + 1j * k[:, 1::2]
        scores = (a.conj() * b * np.exp(-1j * (angles - angles[query]))).real.sum(axis=1)
    else:
        scores = np.einsum("d,sd->s", q, k)
    scores = scores / math.sqrt(32) - (abs(p - p[query]) / 2 if method == "alibi" else 0)
    return np.exp(scores) / np.exp(scores).sum()


@pytest.mark.parametrize("method", ["rope", "alibi", "table", "none"])
@pytest.mark.parametrize("query", [0, 4, 7, 10])
def test_methods_show_the_weights_and_say_what_a_shift_changes(method, query):
    before = weights_by_the_definition(method, query, 0)
    for shift in (0, 1, 100, 1000):
        view = view_of("methods", method=method, query=query, shift=shift)
        after = weights_by_the_definition(method, query, shift)
        bars, _, dots = view.traces[3 * ["table", "rope", "alibi", "none"].index(method) :][:3]
        np.testing.assert_allclose(bars["x"][1::3], before, atol=1e-12)
        np.testing.assert_allclose(dots["x"], after, atol=1e-12)
        largest = list(np.flatnonzero(np.isclose(after, after.max(), atol=1e-9)))
        assert view.values["largest"] == pytest.approx(after.max())
        assert view.values["found"] == largest
        assert view.values["several"] == (len(largest) > 1)
        change = abs(after - before).max()
        assert view.values["change"] == pytest.approx(change, abs=1e-12)
        changed = method == "table" and shift
        assert view.sentences[1] == ("changed" if changed else "unchanged" if shift else "no shift")
        assert changed or change < 1e-12


def test_without_a_position_equal_words_get_equal_weights():
    values = view_of("methods", method="none").values
    assert values["found_word"] == "the" and values["found"] == [0, 3, 9]


# ---- galleries


def on_card(view, trace: int, exhibit: str) -> np.ndarray:
    """Return one of the small maps on the card of an exhibit; a card of a table has two."""
    names = ALL[gallery_of(exhibit)].controls[0].values()
    return cards_of(view.traces[trace], len(names))[names.index(exhibit)]


def errors_of(exhibit: str, check: str) -> list[float]:
    """Return the stored errors, as powers of ten of what is allowed."""
    kinds = {"more_exhibits": "more_tables", "gallery": "tables", "equations": "equations"}
    kept = stored.galleries()[kinds[gallery_of(exhibit)]]
    found = kept["errors"][kept["exhibits"].index(exhibit)][kept["checks"].index(check)]
    return [power / 100 for power in found]


def gallery_of(exhibit: str) -> str:
    """Return the name of the explorer that shows an exhibit."""
    if exhibit in EQUATIONS:
        return "equations"
    return "more_exhibits" if exhibit in [rare.name for rare in mistakes.RARE] else "gallery"


@pytest.mark.parametrize("mistake", mistakes.MISTAKES, ids=lambda mistake: mistake.name)
def test_gallery_shows_what_the_table_is_off_by_and_what_each_check_finds(mistake):
    right = [
        [(math.sin, math.cos)[c % 2](p / 10_000 ** (c // 2 * 2 / 8)) for c in range(8)]
        for p in range(16)
    ]
    difference = np.asarray(mistake.implementation(16, 8, 10_000.0), float) - right
    outcomes = mistakes.run_checks(mistake.implementation)
    marks = {"passes": "missed", "fails": "caught", "crashes": "crashed"}
    for check, outcome in outcomes.items():
        view = view_of(gallery_of(mistake.name), exhibit=mistake.name, check=check)
        np.testing.assert_allclose(on_card(view, 0, mistake.name), right + difference, atol=0.0051)
        np.testing.assert_allclose(on_card(view, 1, mistake.name), difference, atol=0.0051)
        assert view.sentences == ["form", marks[outcome]]
        [row] = [line for line in view.rows if line[0] == check]
        assert row[1] == marks[outcome] and row[2] == view.values["times"]
        largest = 10 ** max(errors_of(mistake.name, check), default=-2)
        assert view.values["times"] == pytest.approx(largest if largest > 0.0101 else 0, rel=0.051)
        assert (view.values["times"] > 1) == (outcome == "fails") or check == "fast first"


def test_gallery_measures_the_errors_that_its_checks_say():
    def times(exhibit, check):
        return view_of("gallery", exhibit=exhibit, check=check).values["times"]

    def more_times(exhibit, check):
        return view_of("more_exhibits", exhibit=exhibit, check=check).values["times"]

    # Row 0 is 1, 0, 1, 0, … where 0, 1, 0, 1, … is wanted: off by 1, and 1e-6 is allowed.
    assert more_times("sine and cosine swapped", "first row") == 1e6
    # At d = 64 the norm of a row of sines alone is 0 at position 0, and 1e-5 is allowed.
    assert more_times("sine alone", "norm") == 1e5
    # The exponent is doubled, so the slowest pair turns by 1e4 ** (-62 / 64) of what it should.
    assert times("double step", "wavelength") == 1e4


#: x: the equation is broken, in the order of the checks.
EQUATIONS = {
    "halves for neighbors": "....xx",
    "turned the other way": "....xx",
    "base lost": "....xx",
    "key heads in turn": "....xx",
    "keys turned backwards": "x..xxx",
    "queries alone": "x..xxx",
    "values rotated": "x..xxx",
    "restarted with the cache": ".xx...",
    "cached keys turned again": ".xx...",
    "length of the cache": "..x...",
    "padding not masked": "..x...",
    "restarted, not masked": "...x..",
    "positions in bfloat16": "x....x",
    "angles in bfloat16": "x....x",
    "table ends": ".....x",
    "rounded at the end": "......",
    "padding counted": "......",
    "restarted and masked": "......",
}


def test_equations_say_which_mistakes_they_see():
    names = ["shifted", "cached", "padded", "packed", "reference", "longer"]
    found = {
        exhibit: "".join(
            {"caught": "x", "missed": "."}[mark]
            for mark in (
                view_of("equations", exhibit=exhibit, check=name).sentences[1] for name in names
            )
        )
        for exhibit in EQUATIONS
    }
    assert found == EQUATIONS
    assert list(EQUATIONS) == [each.name for each in rotary.ROTARY_MISTAKES]


def heads_of(x: np.ndarray, base: float, positions: np.ndarray) -> np.ndarray:
    """Return the outputs of rotary heads, by complex numbers and one query after the other."""
    turn = np.exp(-1j * np.multiply.outer(positions, base ** (-np.arange(8) / 8)))
    outputs = np.zeros((len(x), 4, 16))
    for h in range(4):
        q, k = (x @ w[:, i] for w, i in ((rotary.W_Q, h), (rotary.W_K, h // 2)))
        q, k = ((a[:, 0::2] + 1j * a[:, 1::2]) * turn for a in (q, k))
        for p in range(len(x)):
            weights = np.exp((k[: p + 1] @ q[p].conj()).real / 4)
            outputs[p, h] = weights @ (x[: p + 1] @ rotary.W_V[:, h // 2]) / weights.sum()
    return outputs.reshape(len(x), -1)


@pytest.mark.parametrize(
    ("exhibit", "check", "base", "positions"),
    [
        ("base lost", "reference", 1e4, np.arange(12)),
        ("restarted with the cache", "cached", 5e5, np.append(np.arange(6), np.zeros(6))),
        ("length of the cache", "padded", 5e5, np.append(np.arange(6), np.arange(11, 17))),
    ],
)
def test_equations_show_what_outputs_are_off_by(exhibit, check, base, positions):
    right = heads_of(rotary_checks.TEXT, 5e5, np.arange(12))
    size = np.sqrt(np.mean(right**2))
    difference = (heads_of(rotary_checks.TEXT, base, positions) - right) / size
    view = view_of("equations", exhibit=exhibit, check=check)
    np.testing.assert_allclose(on_card(view, 1, exhibit), difference[:, :16], atol=0.0051)
    errors = np.sqrt(np.mean(difference**2, axis=1)) / 0.02
    shown = 10 ** np.array(errors_of(exhibit, check))
    np.testing.assert_allclose(shown[errors > 0.1], errors[errors > 0.1], rtol=0.013)
    assert view.values["times"] == pytest.approx(errors.max(), rel=0.06)


def test_the_stored_galleries_are_those_computed():
    stored_now = stored.computed()
    for kind, kept in stored.galleries().items():
        assert {key: stored_now[kind][key] for key in ("exhibits", "checks", "marks")} == {
            key: kept[key] for key in ("exhibits", "checks", "marks")
        }
        for key in ("errors", "differences"):
            for one, other in zip(flat(stored_now[kind][key]), flat(kept[key]), strict=True):
                # Less than a tenth of what is allowed is rounding, which differs by processor.
                rounding = key == "errors" and max(one, other) < -100
                assert rounding or abs(one - other) <= 1, (kind, key)


def flat(values: list) -> list[int]:
    """Return the numbers in nested lists."""
    return [n for value in values for n in (flat(value) if isinstance(value, list) else [value])]


# ---- rotary


@pytest.mark.parametrize("method", ["none", "interpolation", "ntk", "parts"])
def test_rotary_counts_the_pairs_that_leave_their_trained_angles(method):
    for base, width, length, scale in ((10_000, 128, 4096, 4), (500_000, 64, 512, 32)):
        view = view_of("rotary", method=method, base=base, width=width, length=length, scale=scale)
        pairs = np.arange(width // 2)
        trained = length * base ** (-2.0 * pairs / width)
        # Each method as its paper words it, in radians at the end of the longer text.
        stretched = base * scale ** (width / (width - 2))
        kept = np.interp(trained / (2 * math.pi), [1, 32], [0, 1])
        reached = {
            "none": scale * trained,
            "interpolation": trained,
            "ntk": scale * length * stretched ** (-2.0 * pairs / width),
            "parts": trained * (scale * kept + (1 - kept)),
        }[method]
        new = (trained < 2 * math.pi) & (reached > trained + 1e-6 * trained)
        assert view.values["new"] == new.sum()
        turns = [row[3] for row in view.rows]
        np.testing.assert_allclose(
            turns, reached[[row[0] for row in view.rows]] / (2 * math.pi), rtol=1e-9
        )
        drawn = pairs[:: max(1, len(pairs) // 32)]
        assert len(broken(view.traces[2])) == new[drawn].sum()


def test_only_ntk_aware_scaling_leaves_the_slowest_pair_alone_with_its_angles():
    shown = {
        method: view_of("rotary", method=method).values["new"]
        for method in ("none", "interpolation", "ntk", "parts")
    }
    assert shown["none"] == shown["ntk"] + 1 and shown["ntk"] > 0
    assert shown["interpolation"] == shown["parts"] == 0


# ---- grid


def test_grid_is_made_of_two_tables_and_its_similarity_is_their_mean():
    alike = np.array(view_of("grid", row=3, column=7).traces[0]["z"])
    k = pe_lib.similarity(np.arange(12), 32)
    down, across = np.abs(np.arange(12) - 3), np.abs(np.arange(12) - 7)
    np.testing.assert_allclose(alike, (k[down][:, None] + k[across]) / 2, atol=1e-12)


@pytest.mark.parametrize("table", ["axes", "running", "resized"])
def test_which_shifts_of_the_grid_are_rotations(table):
    """A rotation keeps lengths and angles, so the Gram matrix of the patches must not change."""
    grid = np.array([[view_of("grid", table=table, row=r, column=c).traces[0]["z"]
                      for c in range(12)] for r in range(12)])  # fmt: skip
    for down, across in ((0, 1), (2, -4), (1, 1), (-2, 3)):
        r, c = (
            np.arange(max(0, -down), 12 - max(0, down)),
            np.arange(max(0, -across), 12 - max(0, across)),
        )
        here = grid[np.ix_(r, c, r, c)]
        there = grid[np.ix_(r + down, c + across, r + down, c + across)]
        kept = np.allclose(here, there, atol=1e-9)
        view = view_of("grid", table=table, down=down, across=across)
        assert ("one rotation" in view.sentences) == kept
        assert kept == (table != "resized" or down % 2 == across % 2 == 0)


def test_the_running_number_takes_the_next_line_for_a_neighbor():
    alike = np.array(view_of("grid", table="running", row=4, column=11).traces[0]["z"])
    assert alike[5, 0] == pytest.approx(pe_lib.similarity(1, 64))
    assert alike[5, 0] > alike[5, 11] == pytest.approx(pe_lib.similarity(12, 64))
    values = view_of("grid", table="running").values
    assert values["below"] == pytest.approx(pe_lib.similarity(12, 64))


# ---- rows


def test_rows_shows_the_measures_of_all_tables():
    for panel, (name, rows) in enumerate(learned_rows.tables().items()):
        centered = rows[4:] - rows[4:].mean(axis=0)
        variance, directions = np.linalg.eigh(centered @ centered.T)
        for component in (1, 2, 6):
            view = view_of("rows", table=name, component=component, offset=5)
            along = np.array(view.traces[4 * panel + 2]["y"])
            direction = directions[:, -component]
            agree = abs(along @ direction) / np.linalg.norm(along)
            assert agree == pytest.approx(1, abs=1e-4)
            share = variance[-component] / variance.sum()
            assert view.values["share"] == pytest.approx(share, abs=5.1e-4)
        one, other = rows[:-5], rows[5:]
        cosine = np.einsum("pd,pd->p", one, other) / np.sqrt((one**2).sum(1) * (other**2).sum(1))
        np.testing.assert_allclose(view.traces[4 * panel + 3]["y"], cosine, atol=5.1e-4)


def test_rows_shows_waves_after_training_and_none_before():
    def times(table, component):
        return view_of("rows", table=table, component=component).values["crossings"]

    for component in range(1, 6):
        assert times("gpt2", component) == times("sinusoid", component) == component
        assert times("random", component) > 20
