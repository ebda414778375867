"""What the book says about the stored models beyond their scores, measured and stored.

`python -m pe_book.model.sentences.measure` takes some seconds. Each function in MEASUREMENTS makes
one; its docstring, stored beside the result, says how. Those of variants of the models, trained
once, stay as they are stored.
"""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pe_book.model.sentences.grammar import NOUNS, VERBS, VOCABULARY, Sentence
from pe_book.model.sentences.model import ENCODINGS, forward
from pe_book.model.sentences.reading import by_length, held_out_sentences
from pe_book.model.sentences.stored import measurements, trained


def single_clauses(count: int) -> list[Sentence]:
    """Return held-out sentences of one clause."""
    joined = VOCABULARY.index("and")
    return [s for s in held_out_sentences(3 * count) if joined not in s.words][:count]


def rows_exchanged() -> dict[str, Any]:
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


def where_nouns_look() -> dict[str, Any]:
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
    return dict(zip(targets, np.round(means, 4).tolist(), strict=True))


MEASUREMENTS = {"rows_exchanged": rows_exchanged, "where_nouns_look": where_nouns_look}


def main() -> None:
    """Make all measurements, and store them beside this file."""
    kept = measurements()
    for name, measure in MEASUREMENTS.items():
        kept[name] = {"how": " ".join(inspect.getdoc(measure).split()), "result": measure()}
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in kept)
    file = Path(__file__).with_name("measurements.json")
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
