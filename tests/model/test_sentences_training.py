"""Training the models on sentences, which needs torch."""

import importlib

import numpy as np
import pytest

from pe_book.model.sentences import ENCODINGS, examine
from pe_book.model.sentences.reading import held_out_sentences
from pe_book.model.sentences.stored import load, scores, store, trained


# torch takes seconds to import, so this file does it when a test runs and not when it is collected.
@pytest.fixture(autouse=True)
def torch():
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield torch
    torch.set_num_threads(before)


@pytest.fixture
def network():
    return importlib.import_module("pe_book.model.sentences.network")


def with_stored_weights(encoding: str, torch):
    """Return the PyTorch network with the stored weights."""
    from pe_book.model.sentences.network import Network, Recipe

    network = Network(Recipe(encoding))
    weights = trained(encoding).weights
    state = network.state_dict()
    for path in state:
        name = path.removeprefix("blocks.")
        if "norm" in name:
            name = name.replace("weight", "scale").replace("bias", "shift")
        elif name == "embedding.weight":
            name = "embedding"
        if name in weights:
            state[path] = torch.from_numpy(weights[name])
        elif name != "table":
            state[path] = torch.from_numpy(weights[name.removesuffix(".weight")].T)
    network.load_state_dict(state)
    return network


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("start", [0, 5])
def test_forward_pass_against_pytorch(encoding, start, torch):
    network = with_stored_weights(encoding, torch)
    for sentence in held_out_sentences(5) + held_out_sentences(2, 31, 45):
        words = torch.tensor([[*sentence.words, -1, -1]])  # padding changes nothing
        logits = network(words, start)[0, : len(sentence.words)]
        expected = torch.softmax(logits, dim=-1).detach().numpy()
        found = examine(str(sentence), encoding, start).probabilities
        np.testing.assert_allclose(found, expected, atol=1e-5)


@pytest.mark.parametrize("encoding", ["learned", "rope"])
def test_what_is_stored_is_read_back(tmp_path, encoding, network):
    model = network.train(network.Recipe(encoding, steps=2))
    store(model, {"seed": 0}, tmp_path)
    again = load(encoding, tmp_path)
    assert list(again.weights) == list(model.weights)
    for name, array in model.weights.items():
        np.testing.assert_array_equal(array, again.weights[name])
    if encoding == "learned":
        np.testing.assert_array_equal(again.table, model.weights["table"])


@pytest.mark.nightly
def test_a_model_trained_anew_scores_within_what_seeds_vary(network):
    training = importlib.import_module("pe_book.model.sentences.train")
    model = network.train(network.Recipe("sinusoidal", seed=10))
    kept = [s["nouns"] for s in scores() if s["model"] == "sinusoidal"]
    for test, seeds in zip(training.TESTS, kept, strict=True):
        margin = max(seeds) - min(seeds) + 0.05
        assert min(seeds) - margin < training.score_in(model, test).nouns < max(seeds) + margin, (
            test
        )
