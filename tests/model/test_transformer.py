import numpy as np
import pytest

from pe_book.model import transformer
from pe_book.model.transformer import ENCODINGS, Task, accuracy_by_position, new_model, train

SMALL = Task(length=6, look_back=2, vocabulary=5, d_model=8, max_len=12, steps=5, batch=3)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_forward_and_loss_against_torch(encoding):
    torch = pytest.importorskip("torch")
    model = new_model(encoding, SMALL, seed=1, dtype=np.float64)
    tokens = np.random.default_rng(0).integers(5, size=(3, 6))
    w = {name: torch.from_numpy(a.copy()).requires_grad_() for name, a in model.weights.items()}
    x = w["embedding"][torch.from_numpy(tokens)]
    if encoding == "sinusoid":
        x = x + torch.from_numpy(model.fixed["table"][:6])
    if encoding == "learned":
        x = x + w["positions"][:6]
    q, k, v = x @ w["W_q"], x @ w["W_k"], x @ w["W_v"]
    if encoding == "rope":
        from pe_lib import rotation_matrix

        turns = torch.from_numpy(np.stack([rotation_matrix(p, 8) for p in range(6)]))
        q, k = (torch.einsum("pij,bpj->bpi", turns, a) for a in (q, k))
    bias = torch.from_numpy(model.fixed["bias"][:6, :6]) if encoding == "alibi" else None
    if encoding == "t5":
        bias = w["numbers"][torch.from_numpy(model.fixed["buckets"][:6, :6])]
    mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    logits = (mixed @ w["readout"])[:, 2:]
    target = torch.from_numpy(tokens[:, :-2].copy())
    expected = torch.nn.functional.cross_entropy(logits.reshape(-1, 5), target.reshape(-1))
    expected.backward()
    loss, gradients = transformer.loss_and_gradients(model, tokens)
    assert loss == pytest.approx(expected.item(), abs=1e-12)
    assert gradients.keys() == w.keys()
    for name, gradient in gradients.items():
        np.testing.assert_allclose(gradient, w[name].grad.numpy(), atol=1e-12)


def test_adam_against_torch():
    torch = pytest.importorskip("torch")
    trained = train("sinusoid", SMALL, 7, dtype=np.float64)
    model = new_model("sinusoid", SMALL, 7, dtype=np.float64)
    weights = {name: torch.from_numpy(a).requires_grad_() for name, a in model.weights.items()}
    adam = torch.optim.Adam(weights.values(), lr=SMALL.learning_rate)
    rng = np.random.default_rng([7, 1])
    for _ in range(SMALL.steps):
        _, gradients = transformer.loss_and_gradients(model, rng.integers(5, size=(3, 6)))
        for name, weight in weights.items():
            weight.grad = torch.from_numpy(gradients[name])
        adam.step()
    for name, weight in trained.weights.items():
        np.testing.assert_allclose(weight, model.weights[name], rtol=0, atol=1e-12)


def test_accuracy_counts_right_answers():
    # A head that copies its own position, and a readout that names the token: look_back = 1 on
    # sequences of one repeated token is then always right.
    task = Task(length=6, look_back=1, vocabulary=5, d_model=8, max_len=12)
    model = new_model("none", task, dtype=np.float64)
    model.weights.update(
        embedding=np.eye(5, 8), W_q=np.zeros((8, 8)), W_v=np.eye(8), readout=np.eye(8, 5)
    )
    shares = accuracy_by_position(model, 12)
    # With equal weights everywhere it names the most frequent token.
    assert 1 / 5 < np.nanmean(shares) < 0.6
    assert shares.shape == (12,) and np.isnan(shares[0])
    rng = np.random.default_rng([0, 2, 12])
    tokens = rng.integers(5, size=(400, 12))
    most = np.array([np.bincount(row, minlength=5).argmax() for row in tokens])
    np.testing.assert_allclose(shares[1:], (tokens[:, :-1] == most[:, None]).mean(axis=0))
