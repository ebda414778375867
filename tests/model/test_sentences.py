"""The sentences, the stored models, and what `examine` and `score` say of them."""

import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from pe_book.model.sentences import (
    ENCODINGS,
    LABELS,
    VOCABULARY,
    examine,
    score,
)
from pe_book.model.sentences.grammar import (
    NOUNS,
    VERBS,
    is_held_out,
    sentences,
)
from pe_book.model.sentences.measure import MEASUREMENTS
from pe_book.model.sentences.reading import held_out_sentences, score_of
from pe_book.model.sentences.stored import measurements, nouns_right, scores, trained
from pe_lib import positional_encoding
from tests.explorers.test_sentence import NOUN, VERB, right_of


def drawn(count: int, **options) -> list:
    return list(islice(sentences(np.random.default_rng(5), **options), count))


# --- The grammar ----------------------------------------------------------------------------------


@pytest.mark.parametrize("held_out", [True, False])
def test_labels_and_held_out_clauses_against_a_parser(held_out):
    for sentence in drawn(500, held_out=held_out, longest=45):
        labels = right_of(str(sentence))
        for clause in str(sentence).split(" and "):
            agent, patient = re.findall(NOUN, clause)
            if " was " in clause:
                agent, patient = patient, agent
            [verb] = re.findall(VERB, clause)
            triple = NOUNS.index(agent), VERBS.index(verb), NOUNS.index(patient)
            assert is_held_out(*triple) == held_out
        assert as_text(sentence) == labels, str(sentence)


def test_no_clause_is_held_out_without_its_converse():
    count = 0
    for agent in range(len(NOUNS)):
        for verb in range(len(VERBS)):
            for patient in range(len(NOUNS)):
                count += is_held_out(agent, verb, patient)
                assert is_held_out(agent, verb, patient) == is_held_out(patient, verb, agent)
    assert 0.15 < count / (len(NOUNS) ** 2 * len(VERBS)) < 0.25


@pytest.mark.parametrize(("shortest", "longest"), [(1, 16), (1, 8), (31, 45)])
def test_sentences_have_the_lengths_asked_for(shortest, longest):
    options = {"held_out": True, "shortest": shortest, "longest": longest}
    lengths = {len(sentence.words) for sentence in drawn(100, **options)}
    assert max(shortest, 3) <= min(lengths) and max(lengths) <= longest
    assert len(lengths) >= 4


def test_a_sentence_of_the_direction_set_read_backward_is_another_one_with_the_roles_exchanged():
    exchanged = {"acts": "acted upon", "acted upon": "acts"}
    for sentence in drawn(300, held_out=True, direction=True):
        backward = right_of(backward_of(sentence))
        assert backward[::-1] == [exchanged.get(label, label) for label in as_text(sentence)]


def test_no_other_sentence_is_one_when_it_is_read_backward():
    tells = {VOCABULARY.index(word) for word in ("the", "a", "was", "by")}
    found = {True: 0, False: 0}
    for sentence in drawn(1500, held_out=False):
        by_direction = tells.isdisjoint(sentence.words)
        found[by_direction] += 1
        assert (right_of(backward_of(sentence)) is not None) == by_direction, str(sentence)
    assert min(found.values()) > 100


def backward_of(sentence) -> str:
    return " ".join(str(sentence).split()[::-1])


def as_text(sentence) -> list[str]:
    return [LABELS[label] for label in sentence.labels]


# --- Reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["sinusoidal", "learned", "rope", "alibi"])
def test_read_tells_active_from_passive(encoding):
    active = examine("The big dog chased the cat.", encoding)
    assert " ".join(active.words) == "the big dog chased the cat"
    assert active.labels == ["acts", "acts", "acts", "action", "acted upon", "acted upon"]
    passive = labels("the cat was chased by the big dog", encoding)
    assert (passive["cat"], passive["dog"], passive["was"]) == ("acted upon", "acts", "none")


def labels(sentence: str, encoding: str) -> dict[str, str]:
    reading = examine(sentence, encoding)
    return dict(zip(reading.words, reading.labels, strict=True))


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("the cat chased a unicorn",), ValueError, "unicorn"),
        ((" . ",), ValueError, "words"),
        (("the " * 65,), ValueError, "65"),
        (("the cat", "rotary"), ValueError, "rotary"),
        (("the cat", "rope", 63), ValueError, "start"),
    ],
)
def test_errors_name_the_value_and_the_rule(arguments, kind, message):
    with pytest.raises(kind, match=message):
        examine(*arguments)


# --- Scores ---------------------------------------------------------------------------------------


def test_score_of_the_readers_own_table():
    table = positional_encoding(64, 32)
    assert score(table) == score_of(trained("sinusoidal"), held_out_sentences(200))
    assert score(table).sentences > 0.99
    assert score(np.zeros((64, 32))).nouns < 0.7
    assert score(table.reshape(64, 16, 2)[..., ::-1].reshape(64, 32)).nouns < 0.8


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_stored_scores_are_those_of_the_stored_weights(encoding):
    kept = [s for s in scores() if s["model"] == encoding]
    assert len(kept) > 10
    for each in (kept[0], kept[4], kept[7]):
        tested = held_out_sentences(600, *each["words"], direction=each["direction"])
        assert score_of(trained(encoding), tested, each["start"]) == pytest.approx(
            (each["nouns"][0], each["sentences"][0]), abs=2e-3
        )


@pytest.mark.parametrize(
    ("low", "high", "encodings"),
    [
        (0.97, 1, ("sinusoidal", "learned", "rope")),
        (0.85, 0.95, ("alibi",)),
        (0.70, 0.80, ("causal",)),
        (0.45, 0.55, ("none",)),
    ],
)
def test_every_encoding_learned_what_it_can_know(low, high, encodings):
    for encoding in encodings:
        found = nouns_right(encoding)
        assert low < min(found) and max(found) <= high, encoding


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_stored_measurements_are_those_of_the_stored_models(name):
    kept = measurements()[name]["result"]
    assert flat(MEASUREMENTS[name]()) == pytest.approx(flat(kept), abs=2e-3)


def flat(result) -> list[float]:
    if isinstance(result, dict):
        result = list(result.values())
    if isinstance(result, list):
        return [number for part in result for number in flat(part)]
    return [result]


# --- Where it runs --------------------------------------------------------------------------------


NO_SENTENCES = [
    "big dog chased the cat",
    "dog the chased cat",
    "the dog chased the cat and",
    "the dog was chased the cat",
    "the dog chased by the cat",
    "the big old dog chased the cat",
    "and the dog chased the cat",
]


def nearly_sentences(count: int) -> list[str]:
    """Return sentences of the grammar in each of which a word is replaced, left out, or doubled."""
    rng, found = np.random.default_rng(3), []
    for sentence in drawn(count, held_out=False, longest=24):
        words = str(sentence).split()
        at = int(rng.integers(len(words)))
        put = [[str(rng.choice(VOCABULARY))], [], 2 * [words[at]]][rng.integers(3)]
        found.append(" ".join([*words[:at], *put, *words[at + 1 :]]))
    return [sentence for sentence in found if sentence]


@pytest.mark.parametrize(
    "tried",
    [[*NO_SENTENCES, *nearly_sentences(2000)], [str(s) for s in drawn(500, held_out=True)]],
    ids=["nearly sentences", "sentences"],
)
def test_the_browsers_grammar_is_that_of_english(node, tried):
    module = Path(__file__).with_name("grammar.mjs")
    expected = [right_of(sentence) for sentence in tried]
    assert any(expected) and node(module, "labelsOf", tried) == expected
    assert node(module, "nouns") == list(NOUNS)
