"""What the explorers of order, counting, shifts, similarity, cost and precision say is so.

Each answer is checked against the library or against a measurement, not against the explorer's own
arithmetic.
"""

import math
import re
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

import pe_lib
from pe_book.explorers import ALL
from pe_book.explorers.order import D_MODEL, hashed_numbers, layer, neighbor_swaps
from pe_book.numbers import fixed


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
