"""Chapter 6's sentences about training are true of the stored run, and a fresh run agrees."""

import numpy as np
import pytest

from pe_lib.experiment import SEEDS, TEST_LENGTH, run, split, stored
from pe_lib.progress import progress_bar
from pe_lib.transformer import ENCODINGS, Task

CHANCE = 1 / Task().vocabulary


def parts(results):
    return {name: split(accuracy) for name, accuracy in results.items()}


def assert_what_the_chapter_says(results):
    found = parts(results)
    for name in ("sinusoid", "learned", "rope"):
        assert (found[name]["trained"] > 0.98).all(), name
    for name in ("none", "alibi"):
        assert (found[name]["trained"] < 3 * CHANCE).all(), name
        assert (found[name]["trained"] > 1.3 * CHANCE).all(), name
    assert (found["sinusoid"]["unseen"] < 0.5).all()
    assert (found["sinusoid"]["unseen"] > 2 * CHANCE).all()
    assert np.allclose(found["learned"]["unseen"], CHANCE, atol=0.03)
    assert (found["rope"]["unseen"] > 0.98).all()
    assert np.allclose(found["alibi"]["all"], found["none"]["all"], atol=0.03)
    # The average flatters.
    assert (found["sinusoid"]["all"] > found["sinusoid"]["unseen"] + 0.2).all()


def test_the_stored_run_has_every_encoding_and_seed():
    results = stored()
    assert tuple(results) == ENCODINGS
    for accuracy in results.values():
        assert accuracy.shape == (len(SEEDS), TEST_LENGTH)
        assert np.isnan(accuracy[:, : Task().look_back]).all()
        assert not np.isnan(accuracy[:, Task().look_back :]).any()


def test_the_stored_run_bears_the_chapter_out():
    assert_what_the_chapter_says(stored())


def test_seeds_differ_by_more_than_a_half_somewhere():
    unseen = stored()["sinusoid"][:, Task().length :]
    assert (unseen.max(axis=0) - unseen.min(axis=0)).max() > 0.5


@pytest.mark.slow
def test_a_fresh_run_bears_the_chapter_out_and_agrees_with_the_stored_one():
    fresh, kept = run(), stored()
    assert_what_the_chapter_says(fresh)
    for name in ENCODINGS:
        for part in ("trained", "unseen", "all"):
            # Other processors round otherwise, and training hands every rounding on.
            assert np.allclose(
                split(fresh[name])[part].mean(), split(kept[name])[part].mean(), atol=0.12
            ), (name, part)


def test_progress_counts_the_steps_of_all_models():
    seen = []
    run(
        ["none", "rope"],
        [0, 1],
        task=Task(steps=3),
        test_length=40,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(step, 12) for step in range(1, 13)]


def test_a_run_is_settled_by_its_seeds():
    one, same, other = (
        run(["rope"], [seed], task=Task(steps=5), test_length=40)["rope"] for seed in (0, 0, 1)
    )
    assert np.array_equal(one, same, equal_nan=True)
    assert not np.array_equal(one, other, equal_nan=True)


def test_the_progress_bar_is_silent_on_a_page(monkeypatch, capsys):
    monkeypatch.setenv("PE_LIB_PAGE", "1")
    progress_bar("training")(1, 2)
    assert capsys.readouterr().out == ""


def test_the_progress_bar_is_drawn_once_for_each_percent(monkeypatch):
    import IPython.display

    drawn = []

    class Handle:
        def update(self, bar):
            drawn.append(bar.data)

    def display(bar, display_id):
        drawn.append(bar.data)
        return Handle()

    monkeypatch.delenv("PE_LIB_PAGE", raising=False)
    monkeypatch.setattr(IPython.display, "display", display)
    draw = progress_bar("training")
    for step in range(1, 301):
        draw(step, 300)
    assert len(drawn) == 100
    assert 'value="100"' in drawn[-1]
