"""The network: what is learned, its arrays, a batch forward, and the gradients backward."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from pe_lib.attention import softmax
from pe_lib.checks import check_int
from pe_lib.encoding import positional_encoding
from pe_lib.practice import t5_buckets
from pe_lib.variants import alibi_bias, alibi_slopes, offsets, turn_pairs

#: T5's numbers of a head, one for each bucket of offsets.
BUCKETS = 32

#: What can tell the head about order.
ENCODINGS = ("none", "sinusoid", "learned", "rope", "alibi", "t5")


@dataclass(frozen=True)
class Task:
    """What is learned and how; the defaults are what chapter 11 prints.

    The steps are those of Adam (Kingma and Ba 2015) with its usual moments .9 and .999.
    """

    #: positions of a training sequence; longer ones are never seen in training
    length: int = 32
    #: the target at position p is the token at p - look_back; earlier positions are not scored
    look_back: int = 3
    #: number of tokens; guessing is right one time in this many
    vocabulary: int = 16
    #: width of embedding, queries, keys and values, even
    d_model: int = 64
    #: longest sequence to be tested
    max_len: int = 128
    steps: int = 600
    batch: int = 32
    learning_rate: float = 0.003


class Model(NamedTuple):
    """A network: how it gets the order, and its arrays by name."""

    encoding: str
    task: Task
    #: embedding (vocabulary, d), W_q, W_k, W_v (d, d), readout (d, vocabulary);
    #: with learned positions also positions (max_len, d), with T5's bias numbers (BUCKETS,)
    weights: dict[str, np.ndarray]
    #: what is not trained: the table to add, or the sines and cosines to turn by, the bias, or the
    #: bucket of each query and key
    fixed: dict[str, np.ndarray]


def new_model(encoding: str, task: Task, seed: int = 0, dtype: DTypeLike = np.float32) -> Model:
    """Return an untrained model, its encoding one of ENCODINGS, in float32 or float64."""
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding must be one of {', '.join(ENCODINGS)}, but it is {encoding!r}")
    rng = np.random.default_rng(check_int(seed, "seed", low=0))
    d, vocabulary = task.d_model, task.vocabulary

    def normal(deviation: float, *shape: int) -> np.ndarray:
        return rng.normal(scale=deviation, size=shape).astype(dtype)

    weights = {"embedding": normal(1.0, vocabulary, d)}
    weights |= {name: normal(d**-0.5, d, d) for name in ("W_q", "W_k", "W_v")}
    weights["readout"] = normal(d**-0.5, d, vocabulary)
    fixed = {}
    if encoding == "learned":
        weights["positions"] = normal(1.0, task.max_len, d)
    elif encoding == "alibi":
        fixed["bias"] = alibi_bias(task.max_len, float(alibi_slopes(1)[0])).astype(dtype)
    elif encoding == "t5":
        weights["numbers"] = normal(d**-0.5, BUCKETS)
        fixed["buckets"] = t5_buckets(offsets(task.max_len), BUCKETS)
    elif encoding != "none":
        fixed["table"] = positional_encoding(task.max_len, d).astype(dtype)
    return Model(encoding, task, weights, fixed)


def forward(model: Model, tokens: np.ndarray, start: int = 0) -> dict[str, np.ndarray]:
    """Return every intermediate array of a batch of tokens (batch, length), by name.

    x, q, k, v and mixed are (batch, length, d), attention (batch, length, length), and logits
    (batch, length, vocabulary). The first token is at position `start`, where rows are added.
    """
    w, length = model.weights, tokens.shape[1]
    start = check_int(start, "start", low=0, high=model.task.max_len - length)
    rows = slice(start, start + length)
    x = w["embedding"][tokens]
    if model.encoding == "sinusoid":
        x = x + model.fixed["table"][rows]
    elif model.encoding == "learned":
        x = x + w["positions"][rows]
    q, k, v = x @ w["W_q"], x @ w["W_k"], x @ w["W_v"]
    if model.encoding == "rope":
        sine, cosine = model.fixed["table"][:length, 0::2], model.fixed["table"][:length, 1::2]
        q, k = turn_pairs(q, sine, cosine), turn_pairs(k, sine, cosine)
    scores = q @ k.swapaxes(1, 2) * x.dtype.type(q.shape[-1] ** -0.5)
    if model.encoding == "alibi":
        scores += model.fixed["bias"][:length, :length]
    elif model.encoding == "t5":
        scores += w["numbers"][model.fixed["buckets"][:length, :length]]
    attention = softmax(scores)
    mixed = attention @ v
    return {
        "x": x, "q": q, "k": k, "v": v, "attention": attention, "mixed": mixed,
        "logits": mixed @ w["readout"],
    }  # fmt: skip


def loss_and_gradients(
    model: Model, tokens: np.ndarray, start: int = 0
) -> tuple[float, dict[str, np.ndarray]]:
    """Return the mean cross-entropy of the scored tokens and its gradient for each weight.

    The loss is in nats, log(vocabulary) for a guess.
    """
    w, a = model.weights, forward(model, tokens, start)
    batch, length = tokens.shape
    d, back = model.task.d_model, model.task.look_back
    probabilities = softmax(a["logits"][:, back:])
    of_target = np.ogrid[:batch, : length - back]
    target = (*of_target, tokens[:, :-back])
    count = batch * (length - back)
    loss = -float(np.log(probabilities[target]).sum()) / count

    # Backwards, each line the transpose of a line of forward.
    d_logits = np.zeros_like(a["logits"])
    probabilities[target] -= 1
    d_logits[:, back:] = probabilities / count
    d_mixed = d_logits @ w["readout"].T
    d_v = a["attention"].swapaxes(1, 2) @ d_mixed
    d_attention = d_mixed @ a["v"].swapaxes(1, 2)
    centered = d_attention - (d_attention * a["attention"]).sum(axis=-1, keepdims=True)
    d_biased = a["attention"] * centered
    d_scores = d_biased * centered.dtype.type(d**-0.5)
    d_q, d_k = d_scores @ a["k"], d_scores.swapaxes(1, 2) @ a["q"]
    if model.encoding == "rope":  # the transpose of a turn is the turn back
        sine, cosine = model.fixed["table"][:length, 0::2], model.fixed["table"][:length, 1::2]
        d_q, d_k = turn_pairs(d_q, -sine, cosine), turn_pairs(d_k, -sine, cosine)
    d_x = d_q @ w["W_q"].T + d_k @ w["W_k"].T + d_v @ w["W_v"].T

    # One small product for each sequence, summed: below the size at which BLAS starts threads,
    # which on a busy machine wait for each other ten times longer than they work.
    x_columns, mixed_columns = a["x"].swapaxes(1, 2), a["mixed"].swapaxes(1, 2)
    one_hot_columns = np.eye(model.task.vocabulary, dtype=d_x.dtype)[:, tokens].swapaxes(0, 1)
    gradients = {
        "readout": (mixed_columns @ d_logits).sum(axis=0),
        "W_q": (x_columns @ d_q).sum(axis=0),
        "W_k": (x_columns @ d_k).sum(axis=0),
        "W_v": (x_columns @ d_v).sum(axis=0),
        "embedding": (one_hot_columns @ d_x).sum(axis=0),
    }
    if model.encoding == "learned":
        gradients["positions"] = np.zeros_like(w["positions"])
        gradients["positions"][start : start + length] = d_x.sum(axis=0)
    elif model.encoding == "t5":
        buckets = model.fixed["buckets"][:length, :length].ravel()
        summed = np.bincount(buckets, d_biased.sum(axis=0).ravel(), BUCKETS)
        gradients["numbers"] = summed.astype(d_x.dtype)
    return loss, gradients
