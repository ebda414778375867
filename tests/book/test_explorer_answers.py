"""What the explorers of order, counting, shifts, similarity, cost and precision say is so.

Each answer is checked against the library or against a measurement, not against the explorer's own
arithmetic.
"""

import math
import re
import tracemalloc
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import pe_lib
from pe_book import learned_rows, mistakes
from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL, layer, neighbor_swaps
from pe_book.numbers import fixed
from pe_book.twins.hashed import hashed_numbers


def changes(view) -> np.ndarray:
    return np.array(view.traces[2]["y"][1::3])


# ---- order


def test_every_order_is_reached_by_swaps_of_neighbors():
    orders = neighbor_swaps(5)
    assert len({tuple(order) for order in orders}) == math.factorial(5)
    assert orders[0] == [0, 1, 2, 3, 4]
    for before, after in pairwise(orders):
        places = [i for i in range(5) if before[i] != after[i]]
        assert len(places) == 2 and places[1] == places[0] + 1


@pytest.mark.parametrize("sentence", [s for s, _ in ALL["order"].controls[0].options])
def test_order_alone_only_moves_outputs(sentence):
    for order in range(1, 120, 7):
        view = ALL["order"].view(sentence=sentence, order=order, encoding=False, causal=False)
        assert (changes(view) == 0).all()
        assert "showed attention" not in view.sentence
        assert "have the same output" in view.sentence or len(set(sentence.lower().split())) == 5


@pytest.mark.parametrize("how", [{"encoding": True}, {"causal": True}])
def test_encoding_or_mask_tells_the_order(how):
    view = ALL["order"].view(order=99, **({"encoding": False, "causal": False} | how))
    assert changes(view).max() > 0.1
    assert fixed(changes(view).max(), 3) in view.sentence
    assert "showed attention the order" in view.sentence


def test_words_that_swap_with_their_like_leave_the_sentence_and_its_outputs():
    words = "The dog chased another dog".split()
    order = neighbor_swaps(5).index([0, 4, 2, 3, 1])
    view = ALL["order"].view(sentence=" ".join(words), order=order, encoding=True)
    np.testing.assert_array_equal(view.traces[0]["z"], view.traces[1]["z"])
    assert "reads as before" in view.sentence


def test_pooled_output_is_measured():
    x = np.array([hashed_numbers(w, D_MODEL) for w in "only she told him that".split()])
    order = neighbor_swaps(5)[40]
    pooled = np.abs(layer(x, True).mean(axis=0) - layer(x[order], True).mean(axis=0)).max()
    view = ALL["order"].view(sentence="Only she told him that", order=40, causal=True)
    assert view.table[1][-1][-1] == fixed(pooled, 3)


# ---- counter


@pytest.mark.parametrize("position", [0, 7, 12, 31])
@pytest.mark.parametrize("lowest_first", [False, True])
def test_counter_writes_pythons_binary(position, lowest_first):
    view = ALL["counter"].view(position=position, pairs=6, lowest_first=lowest_first)
    digits = f"{position:06b}"
    assert (digits[::-1] if lowest_first else digits) in view.sentence
    flips = (position ^ (position + 1)).bit_count()
    assert f"flips {flips} of 6 bits" in view.sentence
    shown = np.array(view.traces[1]["z"])[:, :12].astype(float)
    np.testing.assert_array_equal(shown, pe_lib.positional_encoding(32, 12, 10_000))


def test_counter_with_base_2_to_the_pairs_doubles_the_periods_as_binary_does():
    view = ALL["counter"].view(pairs=4, base=16)
    assert "2.00 times more slowly" in view.sentence


# ---- shift


@pytest.mark.parametrize("position", [0, 12, 200])
@pytest.mark.parametrize("offset", [-40, 0, 5])
def test_shift_shows_the_librarys_rotation(position, offset):
    view = ALL["shift"].view(position=position, offset=offset, pair=3, d_model=16)
    block = np.array(view.traces[4]["z"])
    np.testing.assert_allclose(block, pe_lib.rotation_matrix(offset, 16)[6:8, 6:8], atol=1e-15)
    start, end = (np.array([view.traces[i]["x"][1], view.traces[i]["y"][1]]) for i in (2, 3))
    np.testing.assert_allclose(block @ start, end, atol=1e-12)
    rows = pe_lib.positional_encoding_at([position, position + offset], 16)[:, 6:8]
    np.testing.assert_allclose([start, end], rows, atol=1e-12)


def test_shift_says_the_same_angle_wherever_the_position_is():
    said = {
        re.search(r"turns by (.*);", ALL["shift"].view(position=p, offset=7).sentence)[1]
        for p in range(0, 201, 25)
    }
    assert len(said) == 1


# ---- similarity


def test_similarity_is_the_dot_product_of_rows():
    view = ALL["similarity"].view(offset=16, d_model=64)
    table = pe_lib.positional_encoding(48, 64)
    np.testing.assert_allclose(view.traces[5]["z"], table @ table.T / 32, atol=1e-12)
    turn = view.traces[3]["x"][0]
    curve = pe_lib.similarity(np.arange(turn + 2), 64)
    assert (np.diff(curve[: turn + 1]) < 0).all() and curve[turn + 1] > curve[turn]


# ---- broadcasting


def sines_counted(form, seq_len: int, d_model: int, monkeypatch) -> int:
    """Return how many sines and cosines a form takes, by counting what numpy and math are asked."""
    counted = 0
    for module in (np, math):
        for name in ("sin", "cos"):
            original = getattr(module, name)

            def counting(angle, original=original, **options):
                nonlocal counted
                counted += np.size(angle)
                return original(angle, **options)

            monkeypatch.setattr(module, name, counting)
    form(seq_len, d_model)
    monkeypatch.undo()
    return counted


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("loop", pe_lib.positional_encoding_loop),
        ("vectorized", pe_lib.positional_encoding_vectorized),
        ("fast", pe_lib.positional_encoding),
    ],
)
@pytest.mark.parametrize(("seq_len", "d_model"), [(64, 32), (256, 512)])
def test_sines_said_are_sines_taken(name, form, seq_len, d_model, monkeypatch):
    from pe_lib import encoding

    encoding._first_block.cache_clear()  # what is kept from an earlier call is not counted again
    rows = {
        row[0]: row for row in ALL["broadcasting"].view(seq_len=seq_len, d_model=d_model).table[1]
    }
    counted = sines_counted(form, seq_len, d_model, monkeypatch)
    assert rows[name][2] == fixed(counted)


def test_bytes_said_are_bytes_held():
    from pe_lib import encoding

    seq_len, d_model = 8192, 512
    view = ALL["broadcasting"].view(seq_len=seq_len, d_model=d_model)
    said = dict(zip(("vectorized", "fast"), view.traces[-1]["y"], strict=True))
    table = 8 * seq_len * d_model
    for name, form in [
        ("vectorized", pe_lib.positional_encoding_vectorized),
        ("fast", pe_lib.positional_encoding),
    ]:
        encoding._first_block.cache_clear()
        tracemalloc.start()
        kept = form(seq_len, d_model)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert kept.nbytes == table
        # The arrays named are there; what else there is stays small beside the table.
        assert said[name] <= peak - table <= said[name] + 0.1 * table


# ---- precision


def test_precision_names_the_errors_of_the_library():
    from pe_book.numbers import scientific
    from pe_book.twins.pair_errors import pair_errors

    view = ALL["precision"].view(position=10**6, d_model=512)
    errors = pair_errors(10**6, 512)._asdict()
    for form in ("tutorial", "vectorized", "rotation_float32"):
        assert scientific(errors[form].max()) in view.sentence
    assert "rotations by less than 10⁻¹⁵" in view.sentence


def test_tutorial_form_is_the_tutorials():
    torch = pytest.importorskip("torch")
    from pe_book.twins.pair_errors import pair_errors

    for position in (1000, 10**5, 10**7):
        place = torch.tensor([[float(position)]])
        steps = torch.exp(torch.arange(0, 512, 2).float() * (-math.log(10000.0) / 512))
        row = pe_lib.positional_encoding_at(position, 512)
        angles = place * steps
        measured = max(
            np.abs(torch.sin(angles).numpy()[0] - row[0::2]).max(),
            np.abs(torch.cos(angles).numpy()[0] - row[1::2]).max(),
        )
        assert pair_errors(position, 512).tutorial.max() == pytest.approx(measured, rel=0.02)


# ---- clocks


@pytest.mark.parametrize("position", [0, 3, 7, 199])
def test_clocks_show_the_angles_of_the_pairs_and_the_rows_that_come_of_them(position):
    view = ALL["clocks"].view(position=position)
    angles = np.multiply.outer(position - np.arange(10), 10_000.0 ** (-np.arange(8) / 8))
    rows = np.array(view.traces[2]["z"], float)
    seen = angles[:, 0] >= 0
    assert np.isnan(rows[~seen]).all()
    np.testing.assert_allclose(rows[seen, 0::2], np.sin(angles[seen]), atol=1e-12)
    np.testing.assert_allclose(rows[seen, 1::2], np.cos(angles[seen]), atol=1e-12)
    # A hand at angle 0 points up, and turns as a clock's does.
    tips = np.array(view.traces[1]["x"][1::3]) + 1j * np.array(view.traces[1]["y"][1::3])
    np.testing.assert_allclose(tips - np.arange(8), 0.42j * np.exp(-1j * angles[0]), atol=1e-12)
    assert view.sentence.startswith(
        f"Position {position} becomes eight clock hands, from fast to slow."
    )
    assert list(angles[0]) == sorted(angles[0], reverse=True)


# ---- look_back


def scores_by_complex_numbers(offset: int, words: int, position: int) -> np.ndarray:
    """Return a query's scores, each pair as one complex number and a turn as a product."""
    p, j = np.arange(64)[:, np.newaxis], np.arange(256)
    vectors = np.array(hashed_numbers("words", 64 * 512)).reshape(64, 256, 2)
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
        view = ALL["look_back"].view(
            offset=offset, words=words, sharpness=sharpness, position=position
        )
        expected = scores_by_complex_numbers(offset, words, position)
        np.testing.assert_allclose(view.traces[0]["y"], expected, atol=1e-9)
        found = int(expected.argmax())
        weight = 1 / np.exp((expected - expected[found]) * sharpness / math.sqrt(512)).sum()
        np.testing.assert_allclose(max(view.traces[2]["y"][1::3]), weight)
        said = f"The largest weight, {fixed(weight, 2)}, is on position {found}, "
        assert view.sentence.startswith(said)
        wanted = position - offset
        why = "own key still" if found == position != wanted else "word vectors add more"
        assert ("as the head was made to look" if found == wanted else why) in view.sentence


def test_on_the_table_alone_the_head_looks_where_it_was_made_to():
    for offset in range(17):
        view = ALL["look_back"].view(offset=offset, words=0, position=40)
        assert f"is on position {40 - offset}, " in view.sentence
    assert "0.22" in ALL["look_back"].view(sharpness=1).sentence
    assert "0.85" in ALL["look_back"].view(sharpness=8).sentence


def test_words_half_as_long_as_rows_draw_the_head_to_the_querys_own_position():
    # The answer of the question that leads here.
    own = [
        scores_by_complex_numbers(3, 8, position).argmax() == position for position in range(16, 64)
    ]
    assert sum(own) > 0.7 * len(own)


# ---- methods


def weights_by_the_definition(method: str, query: int, shift: int) -> np.ndarray:
    """Return the weights, each score a sum over the pairs as angles, or a distance taken off."""
    words = ALL["methods"].view().table[1]
    x = np.array([hashed_numbers(row[0], 32) for row in words])
    W_q, W_k = (hashed_numbers(name, 32 * 32).reshape(32, 32) / 2 for name in ("query", "key"))
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
        view = ALL["methods"].view(method=method, query=query, shift=shift)
        after = weights_by_the_definition(method, query, shift)
        np.testing.assert_allclose(view.traces[0]["x"][1::3], before, atol=1e-12)
        np.testing.assert_allclose(view.traces[1]["x"][1::3], after, atol=1e-12)
        largest = [str(s) for s in np.flatnonzero(np.isclose(after, after.max(), atol=1e-9))]
        said = re.search(r"weight, (\S+), to “\w+”, words? ([^.]*)\.", view.sentence)
        assert said[1] == fixed(after.max(), 2)
        assert re.findall(r"\d+", said[2]) == largest
        change = abs(after - before).max()
        if method == "table" and shift:
            assert f"changed weights by up to {fixed(change, 3)}" in view.sentence
        else:
            assert change < 1e-12
            assert ("changes no weight" in view.sentence) == bool(shift)


def test_without_a_position_equal_words_get_equal_weights():
    view = ALL["methods"].view(method="none")
    assert "to “the”, words 0, 3, and 9." in view.sentence


# ---- gallery

check_matrix = cache(mistakes.check_matrix)


@pytest.mark.parametrize("d_model", [7, 8])
@pytest.mark.parametrize("mistake", mistakes.MISTAKES, ids=lambda mistake: mistake.name)
def test_gallery_shows_the_table_and_says_what_each_check_finds(mistake, d_model):
    right = np.array(
        [
            [
                (math.sin, math.cos)[c % 2](p / 10_000 ** (c // 2 * 2 / d_model))
                for c in range(d_model)
            ]
            for p in range(16)
        ]
    )
    crash = mistake.name == "odd width crashes" and d_model == 7
    made = np.asarray(right * np.nan if crash else mistake.implementation(16, d_model, 10_000.0))
    wrong = np.argwhere(abs(made - right) > 1e-5)
    found = check_matrix()
    row = found.mistakes.index(mistake.name)
    for check, caught, crashed in zip(
        found.checks, found.caught[row], found.crashed[row], strict=True
    ):
        view = ALL["gallery"].view(exhibit=mistake.name, check=check, d_model=d_model)
        for trace, table in zip(view.traces, (made, right), strict=True):
            shown = np.array(trace["z"], float)[:, :d_model]
            np.testing.assert_allclose(shown, table.astype(float), atol=6e-4)
        assert (f"The check “{check}” sees it" in view.sentence) == caught
        assert (f"The check “{check}” does not see it" in view.sentence) == (not caught)
        assert view.sentence.endswith("sees it: the code crashes.") == crashed
        if len(wrong):
            p, c = wrong[0]
            numbers = fixed(float(made[p, c]), 3), fixed(right[p, c], 3)
            assert numbers[0] != numbers[1]
            assert (
                f"in row {p} and column {c}, is {numbers[0]}, and the formula gives {numbers[1]}."
                in view.sentence
            )
        else:
            said = "at 7 columns the code crashes." if crash else "none of the entries shown"
            assert said in view.sentence


# ---- rotary


@pytest.mark.parametrize("method", ["none", "interpolation", "ntk", "parts"])
def test_rotary_counts_the_pairs_that_leave_their_trained_angles(method):
    for base, width, length, scale in ((10_000, 128, 4096, 4), (500_000, 64, 512, 32)):
        view = ALL["rotary"].view(method=method, base=base, width=width, length=length, scale=scale)
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
        assert f", {int(new.sum())} pair" in view.sentence
        np.testing.assert_allclose(view.traces[2]["y"], reached / (2 * math.pi), rtol=1e-9)
        np.testing.assert_array_equal(view.traces[3]["x"][1:], pairs[new] / (width // 2))
        assert view.traces[3]["y"][0] is None


def test_only_ntk_aware_scaling_leaves_the_slowest_pair_alone_with_its_angles():
    shown = {
        method: len(ALL["rotary"].view(method=method).traces[3]["x"]) - 1
        for method in ("none", "interpolation", "ntk", "parts")
    }
    assert shown["none"] == shown["ntk"] + 1 and shown["ntk"] > 0
    assert shown["interpolation"] == shown["parts"] == 0


# ---- grid


def test_grid_is_made_of_two_tables_and_its_similarity_is_their_mean():
    alike = np.array(ALL["grid"].view(row=3, column=7).traces[0]["z"])
    k = pe_lib.similarity(np.arange(12), 32)
    down, across = np.abs(np.arange(12) - 3), np.abs(np.arange(12) - 7)
    np.testing.assert_allclose(alike, (k[down][:, None] + k[across]) / 2, atol=1e-12)


@pytest.mark.parametrize("table", ["axes", "running", "resized"])
def test_which_shifts_of_the_grid_are_rotations(table):
    """A rotation keeps lengths and angles, so the Gram matrix of the patches must not change."""
    grid = np.array([[ALL["grid"].view(table=table, row=r, column=c).traces[0]["z"]
                      for c in range(12)] for r in range(12)])  # fmt: skip
    for down, across in ((0, 1), (2, -4), (1, 1), (-2, 3)):
        r, c = (
            np.arange(max(0, -down), 12 - max(0, down)),
            np.arange(max(0, -across), 12 - max(0, across)),
        )
        here = grid[np.ix_(r, c, r, c)]
        there = grid[np.ix_(r + down, c + across, r + down, c + across)]
        kept = np.allclose(here, there, atol=1e-9)
        view = ALL["grid"].view(table=table, down=down, across=across)
        assert ("no error but rounding" in view.sentence) == kept
        assert kept == (table != "resized" or down % 2 == across % 2 == 0)


def test_the_running_number_takes_the_next_line_for_a_neighbor():
    alike = np.array(ALL["grid"].view(table="running", row=4, column=11).traces[0]["z"])
    assert alike[5, 0] == pytest.approx(pe_lib.similarity(1, 64))
    assert alike[5, 0] > alike[5, 11] == pytest.approx(pe_lib.similarity(12, 64))
    said = ALL["grid"].view(table="running").sentence
    assert f"similarity is {fixed(pe_lib.similarity(12, 64), 3)}, against" in said


# ---- rows


def test_rows_shows_the_measures_of_the_three_tables():
    for name, rows in learned_rows.tables().items():
        centered = rows[4:] - rows[4:].mean(axis=0)
        variance, directions = np.linalg.eigh(centered @ centered.T)
        for component in (1, 2, 6):
            view = ALL["rows"].view(table=name, component=component, offset=5)
            along = np.array(view.traces[1]["y"])
            direction = directions[:, -component]
            agree = abs(along @ direction) / np.linalg.norm(along)
            assert agree == pytest.approx(1, abs=1e-4)
            share = 100 * variance[-component] / variance.sum()
            assert abs(share - float(re.search(r"holds ([\d.]+)%", view.sentence)[1])) < 0.11
        one, other = rows[:-5], rows[5:]
        cosine = np.einsum("pd,pd->p", one, other) / np.sqrt((one**2).sum(1) * (other**2).sum(1))
        np.testing.assert_allclose(view.traces[2]["y"], cosine, atol=5.1e-4)


def test_rows_shows_waves_after_training_and_none_before():
    def times(table, component):
        sentence = ALL["rows"].view(table=table, component=component).sentence
        return int(re.search(r"crosses zero (\d+) time", sentence)[1])

    for component in range(1, 6):
        assert times("gpt2", component) == times("sinusoid", component) == component
        assert times("random", component) > 20
