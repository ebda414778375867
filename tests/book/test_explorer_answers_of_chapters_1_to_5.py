"""What the explorers of chapters 1 to 5 say is so.

Each answer is checked against the library or against a measurement, not against the explorer's own
arithmetic.
"""

import math
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

import pe_lib
from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL
from pe_book.ported.seeded_random import seeded_numbers, seeded_rows
from pe_lib.attention import attention
from tests.book.explorer_values import neighbor_swaps
from tests.pair_errors import pair_errors
from tests.rendered import view_of


def changes(view) -> np.ndarray:
    return np.array([row[-1] for row in view.rows[:-1]])


# ---- order


def outputs(view) -> tuple[np.ndarray, np.ndarray]:
    """Return the outputs that are drawn, place by place: as written, and in the chosen order."""
    before = np.array(view.traces[0]["z"], dtype=float)[:, ::5].T
    columns = {np.mean(trace["x"]): trace["z"] for trace in view.traces[1:6]}
    after = np.array([columns[place] for place in sorted(columns)])[:, :, 0]
    return before, after


def layer(x: np.ndarray, causal: bool) -> np.ndarray:
    query, key, value = (seeded_rows(name, D_MODEL, D_MODEL) for name in ("query", "key", "value"))
    return attention(x @ query, x @ key, x @ value, causal=causal)


def test_every_order_is_reached_by_swaps_of_neighbors():
    orders = [
        [row[1] for row in view_of("order", order=swaps).rows[:5]]
        for swaps in range(math.factorial(5))
    ]
    assert len({tuple(order) for order in orders}) == math.factorial(5)
    assert orders[0] == [0, 1, 2, 3, 4]
    for before, after in pairwise(orders):
        places = [i for i in range(5) if before[i] != after[i]]
        assert len(places) == 2 and places[1] == places[0] + 1


@pytest.mark.parametrize("sentence", [s for s, _ in ALL["order"].controls[0].options])
def test_order_alone_only_moves_outputs(sentence):
    for order in range(1, 120, 7):
        view = view_of("order", sentence=sentence, order=order, encoding=False, causal=False)
        assert (changes(view) == 0).all()
        assert "noticed" not in view.sentences
        assert "repeated alike" in view.sentences or len(set(sentence.lower().split())) == 5


@pytest.mark.parametrize("how", [{"encoding": True}, {"causal": True}])
def test_encoding_or_mask_tells_the_order(how):
    view = view_of("order", order=33, **({"encoding": False, "causal": False} | how))
    assert changes(view).max() > 0.1
    assert view.values["largest"] == changes(view).max()
    assert "noticed" in view.sentences


def test_words_that_swap_with_their_like_leave_the_sentence_and_its_outputs():
    words = "The dog chased another dog".split()
    order = neighbor_swaps(5).index([0, 4, 2, 3, 1])
    view = view_of("order", sentence=" ".join(words), order=order, encoding=True)
    before, after = outputs(view)
    np.testing.assert_array_equal(before, after)
    assert view.sentences[0] == "same reading"


def test_pooled_output_is_measured():
    x = np.array([seeded_numbers(w, D_MODEL) for w in "only she told him that".split()])
    order = neighbor_swaps(5)[40]
    pooled = np.abs(layer(x, True).mean(axis=0) - layer(x[order], True).mean(axis=0)).max()
    view = view_of("order", sentence="Only she told him that", order=40, causal=True)
    assert view.rows[-1][-1] == pytest.approx(pooled, abs=1e-12)


# ---- counter


@pytest.mark.parametrize("position", [0, 7, 12, 31])
@pytest.mark.parametrize("lowest_first", [False, True])
def test_counter_writes_pythons_binary(position, lowest_first):
    view = view_of("counter", position=position, pairs=6, lowest_first=lowest_first)
    digits = f"{position:06b}"
    assert view.values["bits"] == (digits[::-1] if lowest_first else digits)
    assert view.values["flips"] == (position ^ (position + 1)).bit_count()
    shown = np.array(view.traces[1]["z"])[:, :12].astype(float)
    np.testing.assert_allclose(shown, pe_lib.positional_encoding(32, 12, 10_000), atol=1e-15)


def test_counter_with_base_2_to_the_pairs_doubles_the_periods_as_binary_does():
    view = view_of("counter", pairs=4, base=16)
    assert view.values["slower"] == pytest.approx(2)


# ---- shift


@pytest.mark.parametrize("position", [0, 12, 200])
@pytest.mark.parametrize("offset", [-40, 0, 5])
def test_shift_shows_the_librarys_rotation(position, offset):
    view = view_of("shift", position=position, offset=offset, pair=3, d_model=16)
    block = np.array(view.traces[4]["z"])
    np.testing.assert_allclose(block, pe_lib.rotation_matrix(offset, 16)[6:8, 6:8], atol=1e-15)
    start, end = (np.array([view.traces[i]["x"][1], view.traces[i]["y"][1]]) for i in (2, 3))
    np.testing.assert_allclose(block @ start, end, atol=1e-12)
    rows = pe_lib.positional_encoding_at([position, position + offset], 16)[:, 6:8]
    np.testing.assert_allclose([start, end], rows, atol=1e-12)


def test_shift_says_the_same_angle_wherever_the_position_is():
    views = [view_of("shift", position=p, offset=7) for p in range(0, 201, 25)]
    for name in ("omega", "angle", "degrees", "turns"):
        assert len({view.values[name] for view in views}) == 1


# ---- similarity


def test_similarity_is_the_dot_product_of_rows():
    view = view_of("similarity", offset=16, d_model=64)
    table = pe_lib.positional_encoding(48, 64)
    np.testing.assert_allclose(view.traces[4]["z"], table @ table.T / 32, atol=1e-12)
    turn = view.traces[2]["x"][0]
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
    rows = {row[0]: row for row in view_of("broadcasting", seq_len=seq_len, d_model=d_model).rows}
    counted = sines_counted(form, seq_len, d_model, monkeypatch)
    assert rows[name][3] == counted


def test_bytes_said_are_bytes_held():
    from pe_lib import encoding

    seq_len, d_model = 8192, 512
    view = view_of("broadcasting", seq_len=seq_len, d_model=d_model)
    shown = {row[0]: row[-1] for row in view.rows}
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
        assert shown[name] <= peak - table <= shown[name] + 0.1 * table


# ---- precision


def test_precision_names_the_errors_of_the_library():
    values = view_of("precision", position=10**6, d_model=512).values
    errors = pair_errors(10**6, 512)
    assert values["tutorial"] == errors.tutorial.max()
    assert values["vectorized"] == errors.vectorized.max()
    assert values["fast32"] == errors.rotation_float32.max()
    assert values["fast"] == 0 and errors.rotation.max() < 1e-15


def test_tutorial_form_is_the_tutorials():
    torch = pytest.importorskip("torch")
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
def test_clocks_show_the_angles_of_the_pairs_and_the_row_that_comes_of_them(position):
    view = view_of("clocks", position=position)
    angles = position * 100.0 ** (-np.arange(4) / 4)
    arc, sines, cosines, hands = (
        np.array([complex(x, y) for x, y in zip(t["x"], t["y"], strict=True) if x is not None])
        for t in view.traces[1:5]
    )
    middles = -2.3j * np.arange(4)
    # A hand at angle 0 points up, and turns as a clock's does.
    tips = 1j * np.exp(-1j * angles) + middles
    np.testing.assert_allclose(hands.reshape(4, 2), np.stack([middles, tips], axis=1), atol=1e-12)
    # Up from the middle goes the cosine, and from there to the right the sine.
    corners = middles + 1j * np.cos(angles)
    np.testing.assert_allclose(cosines.reshape(4, 2).T, [middles, corners], atol=1e-12)
    np.testing.assert_allclose(
        sines.reshape(4, 2).T, [corners, corners + np.sin(angles)], atol=1e-12
    )
    turned = np.angle((arc.reshape(4, -1) - middles[:, np.newaxis])[:, [0, -1]])
    one_step = angles / max(position, 1)
    np.testing.assert_allclose(-np.diff(turned)[:, 0] % (2 * np.pi), one_step, atol=1e-12)
    assert list(angles) == sorted(angles, reverse=True)
