"""What the book says about the trained models beyond their scores, measured and stored.

`python -m pe_book.model.sentences.measure` takes twenty minutes on one core, most of them for
training variants of the models. Each function in MEASUREMENTS makes one; its docstring, stored
beside the result, says how.
"""

import inspect
import json
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from pe_book.model.sentences.grammar import NOUNS, TRAINED_WORDS, VERBS, VOCABULARY, Sentence
from pe_book.model.sentences.model import (
    D_HEAD,
    D_MODEL,
    ENCODINGS,
    EPSILON,
    N_HEADS,
    Model,
    forward,
)
from pe_book.model.sentences.network import Recipe, train
from pe_book.model.sentences.reading import by_length, held_out_sentences, score_of
from pe_book.model.sentences.stored import trained
from pe_book.model.sentences.train import LENGTHS, SHORT, TESTED, print_steps
from pe_lib.encoding import positional_encoding

LOUDNESS = (0.03, 0.1, 0.3, 1, 3, 10, 30)
LATEST_START = 47
DROPOUT = 0.1
#: Of the variants, each of which differs from a stored model in one way.
SEEDS = (0, 1, 2)


@cache
def variant(recipe: Recipe) -> Model:
    """Train a variant of a model, once."""
    changed = {
        name: value
        for name, value in recipe._asdict().items()
        if value != Recipe._field_defaults.get(name)
    }
    what = ", ".join(f"{name} {value}" for name, value in changed.items())
    return train(recipe, partial(print_steps, what))


def rounded(values: Any) -> Any:
    """Return numbers, or lists of them, with four digits after the point."""
    return np.round(values, 4).tolist()


def single_clauses(count: int) -> list[Sentence]:
    """Return held-out sentences of one clause."""
    joined = VOCABULARY.index("and")
    return [s for s in held_out_sentences(3 * count) if joined not in s.words][:count]


def words_apart(shortest: int, longest: int) -> str:
    """Return a group's name: "1-16"."""
    return f"{shortest}-{longest}"


# --- trained anew ---------------------------------------------------------------------------------


def measure_random_starts() -> dict[str, Any]:
    """Trained on sentences that begin at random positions from 0 to 47, three seeds: by encoding,
    nouns right on held-out sentences of at most 8 words that begin at position s, and the pair
    nouns right, whole sentences right by length in words, for sentences that begin at 0."""
    found = {}
    for encoding in ("sinusoidal", "learned"):
        models = [variant(Recipe(encoding, seed, latest_start=LATEST_START)) for seed in SEEDS]
        short = held_out_sentences(TESTED, 1, SHORT)
        found[encoding] = {
            "starts": {
                start: rounded([score_of(model, short, start).nouns for model in models])
                for start in (0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 32, 40, 44, 47, 50, 53, 56)
            },
            "words": {
                words_apart(*length): rounded(
                    [score_of(model, held_out_sentences(TESTED, *length)) for model in models]
                )
                for length in LENGTHS
            },
        }
    return found


def measure_random_starts_longer() -> dict[str, Any]:
    """A learned table trained with random starts for four times as many steps (6000), three seeds,
    since each of its rows is used in a third of the sentences at most: nouns right on held-out
    sentences of at most 8 words that begin at position s, and the pair nouns right, whole
    sentences right on those of at most 16 words that begin at 0."""
    models = [
        variant(Recipe("learned", seed, latest_start=LATEST_START, steps=6000)) for seed in SEEDS
    ]
    short = held_out_sentences(TESTED, 1, SHORT)
    return {
        "starts": {
            start: rounded([score_of(model, short, start).nouns for model in models])
            for start in (0, 3, 8, 16, 24, 32, 40, 47, 50, 56)
        },
        "1-16": rounded([score_of(model, held_out_sentences(TESTED)) for model in models]),
    }


def measure_loudness() -> dict[str, Any]:
    """Trained with the sinusoidal table times a factor, three seeds: by factor, nouns right on
    held-out sentences of at most 16 words. The vectors of the words start with variance 1 in each
    column, the rows of the table have 1/2."""
    tested = held_out_sentences(TESTED)
    return {
        str(factor): rounded(
            [
                score_of(variant(Recipe("sinusoidal", seed, loudness=factor)), tested).nouns
                for seed in SEEDS
            ]
        )
        for factor in LOUDNESS
    }


def measure_position_after_each_block() -> dict[str, Any]:
    """How well the position p of a word can be read off its vector: least squares from the vector
    (and a constant) to p, fitted on two thirds of 600 held-out sentences of at most 16 words and
    tested on the rest; for each of three seeds the pair share of words within half a position, R
    squared. "word": before the table is added; "sum": after; "sum, normalized": after the first
    LayerNorm without its scale and shift; "sum, dropout": with a tenth of the sum's entries set
    to 0 and the rest divided by 0.9, as in training with dropout; then after each block.
    Sinusoidal models of two and four blocks, and of two blocks trained with dropout 0.1 (and
    read without)."""
    kinds = {
        "two blocks": {},
        "four blocks": {"n_layers": 4},
        "two blocks, trained with dropout": {"dropout": DROPOUT},
    }
    found: dict[str, Any] = {}
    for kind, changed in kinds.items():
        by_seed = [read_positions(variant(Recipe("sinusoidal", s, **changed))) for s in SEEDS]
        found[kind] = {stage: rounded([seed[stage] for seed in by_seed]) for stage in by_seed[0]}
    return found


def read_positions(model: Model) -> dict[str, tuple[float, float]]:
    """Return how well positions can be read off at each stage: share near, R squared."""
    tested = held_out_sentences(TESTED)
    fitted = 2 * len(tested) // 3
    parts = [_stages(model, part) for part in (tested[:fitted], tested[fitted:])]
    found = {}
    for stage in parts[0]:
        if stage == "position":
            continue
        (x, p), (x_test, p_test) = ((part[stage], part["position"]) for part in parts)
        weights, *_ = np.linalg.lstsq(_with_one(x), p, rcond=None)
        error = _with_one(x_test) @ weights - p_test
        found[stage] = (np.mean(np.abs(error) < 0.5), 1 - np.mean(error**2) / p_test.var())
    return found


def _stages(model: Model, tested: list[Sentence]) -> dict[str, np.ndarray]:
    """Return the vectors of all words at each stage (n_words, D_MODEL), and their positions."""
    rng = np.random.default_rng(0)
    collected: dict[str, list[np.ndarray]] = {}
    for words, _ in by_length(tested):
        streams = forward(model, words).streams
        word, total = model.weights["embedding"][words], streams[0]
        centered = total - total.mean(axis=-1, keepdims=True)
        stages = {
            "word": word,
            "sum": total,
            "sum, normalized": centered
            / np.sqrt((centered**2).mean(axis=-1, keepdims=True) + EPSILON),
            "sum, dropout": total * (rng.random(total.shape) >= DROPOUT) / (1 - DROPOUT),
        }
        stages |= {f"after block {i}": x for i, x in enumerate(streams[1:], start=1)}
        positions = np.broadcast_to(np.arange(words.shape[1]), words.shape)
        for stage, x in stages.items():
            collected.setdefault(stage, []).append(x.reshape(-1, D_MODEL))
        collected.setdefault("position", []).append(positions.ravel())
    return {stage: np.concatenate(arrays) for stage, arrays in collected.items()}


def _with_one(x: np.ndarray) -> np.ndarray:
    return np.column_stack([x, np.ones(len(x))])


def measure_offset_share() -> dict[str, Any]:
    """How much of the scores between rows of the table the offset explains: for each head of the
    first block, S = (T W_q)(T W_k)^T with the first 16 rows T of the sinusoidal table (scaled as
    LayerNorm scales its input); the share of the variance of the 256 entries that remains when each
    is replaced by the mean of its diagonal. Three trained seeds of four heads, rising; and 1000
    heads with random normal matrices, at the 5th, 50th and 95th percentile."""
    heads = []
    for seed in SEEDS:
        w = variant(Recipe("sinusoidal", seed)).weights
        qkv = (w["0.norm1.scale"][:, np.newaxis] * w["0.qkv"]).reshape(D_MODEL, 3, N_HEADS, D_HEAD)
        heads += [offset_share(qkv[:, 0, head], qkv[:, 1, head]) for head in range(N_HEADS)]
    rng = np.random.default_rng(0)
    random = [offset_share(*rng.normal(size=(2, D_MODEL, D_HEAD))) for _ in range(1000)]
    return {
        "trained": rounded(sorted(heads)),
        "random": {str(q): rounded(np.percentile(random, q)) for q in (5, 50, 95)},
    }


def offset_share(W_q: np.ndarray, W_k: np.ndarray) -> float:
    """Return the share of the variance of all row scores that the means of the diagonals keep."""
    table = positional_encoding(TRAINED_WORDS, D_MODEL)
    scores = (table @ W_q) @ (table @ W_k).T
    means = np.zeros_like(scores)
    for offset in range(1 - TRAINED_WORDS, TRAINED_WORDS):
        diagonal = np.eye(TRAINED_WORDS, k=offset, dtype=bool)
        means[diagonal] = scores[diagonal].mean()
    return float(means.var() / scores.var())


# --- of the stored models -------------------------------------------------------------------------


def measure_rows_exchanged() -> dict[str, Any]:
    """In 400 held-out sentences of one clause with two different nouns, only the positions of the
    two nouns are exchanged, not the words: by encoding, in how many sentences the model, right
    before, now gives each noun the other's label. Stored models."""
    clauses = [
        sentence
        for sentence in single_clauses(600)
        if len({word for word in sentence.words if word < len(NOUNS)}) == 2
    ][:400]
    found = {}
    for encoding in ("none", "sinusoidal", "learned", "rope", "alibi"):
        exchanged = 0
        for sentence in clauses:
            words, labels = np.array([sentence.words]), np.array(sentence.labels)
            one, other = np.flatnonzero(words[0] < len(NOUNS))
            positions = np.arange(len(labels))
            positions[[one, other]] = other, one
            before, after = (
                forward(trained(encoding), words, p).probabilities[0].argmax(axis=-1)
                for p in (np.arange(len(labels)), positions)
            )
            right = (before == labels)[[one, other]].all()
            exchanged += right and (after[[one, other]] == labels[[other, one]]).all()
        found[encoding] = int(exchanged)
    return found | {"sentences": len(clauses)}


def measure_where_nouns_look() -> dict[str, Any]:
    """In 400 held-out sentences of one clause: by encoding, for each block and each of its four
    heads, the mean share of a noun's attention that falls on itself, the verb, the other noun,
    and "was" and "by" (together). Stored models; and, as a control, one block of one head that
    looks at all words alike."""
    tested = single_clauses(400)
    found = {
        encoding: nouns_look(tested, lambda words, e=encoding: forward(trained(e), words).attention)
        for encoding in ENCODINGS
    }
    return found | {"all alike": nouns_look(tested, even_attention)}


def even_attention(words: np.ndarray) -> np.ndarray:
    """Return weights (1, batch, 1, length, length) of a head that looks at all words alike."""
    batch, length = words.shape
    return np.full((1, batch, 1, length, length), 1 / length)


def nouns_look(
    tested: list[Sentence], attention_of: Callable[[np.ndarray], np.ndarray]
) -> dict[str, Any]:
    """Return the mean share of a noun's attention on each target, by block and head."""
    first_verb, passive = len(NOUNS), [VOCABULARY.index(word) for word in ("was", "by")]
    shares = []
    for words, _ in by_length(tested):
        sentence, place = np.nonzero(words < len(NOUNS))
        # (n_layers, n_heads, n_nouns, length)
        looks = attention_of(words)[:, sentence, :, place].transpose(1, 2, 0, 3)
        seen = words[sentence]
        itself = np.arange(words.shape[1]) == place[:, np.newaxis]
        targets = {
            "itself": itself,
            "verb": (seen >= first_verb) & (seen < first_verb + len(VERBS)),
            "other noun": (seen < len(NOUNS)) & ~itself,
            "was, by": np.isin(seen, passive),
        }
        shares.append([(looks * target).sum(axis=-1) for target in targets.values()])
    means = np.concatenate(shares, axis=-1).mean(axis=-1)
    return dict(zip(targets, rounded(means), strict=True))


MEASUREMENTS = (
    measure_rows_exchanged,
    measure_where_nouns_look,
    measure_random_starts,
    measure_random_starts_longer,
    measure_loudness,
    measure_position_after_each_block,
    measure_offset_share,
)


def main() -> None:
    """Make all measurements, or those named, and store them beside this file."""
    torch.set_num_threads(1)
    file = Path(__file__).with_name("measurements.json")
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for measure in MEASUREMENTS:
        name = measure.__name__.removeprefix("measure_")
        if not sys.argv[1:] or name in sys.argv[1:]:
            how = " ".join(inspect.getdoc(measure).split())
            kept[name] = {"how": how, "result": measure(), "torch": torch.__version__}
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in kept)
            file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
