"""Chapter 1: who acts in a sentence, by the stored network evaluated independently."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest

import pe_book
from tests.rendered import view_of

DATA = Path(pe_book.__file__).parent / "model" / "sentences"
NOUN = "dog|cat|mouse|fox|bear|girl|boy|cook"
NOUNS = NOUN.split("|")
PHRASE = rf"(?:(?:the|a) (?:(?:big|old|red|small|fast|shy) )?)?(?:{NOUN})"
VERB = "chased|watched|heard|followed|fed|liked"
ADVERB = "today|yesterday|quietly|again"
CLAUSE = re.compile(
    rf"(?:(?P<before>{ADVERB}) )?(?P<first>{PHRASE}) (?P<verb>(?:{VERB})|was (?:{VERB}) by) "
    rf"(?P<second>{PHRASE})(?: (?P<after>{ADVERB}))?"
)


def stored_network(encoding: str) -> tuple[list[str], dict[str, np.ndarray]]:
    """Return a network's vocabulary, and its parameters by their names."""
    stored = json.loads((DATA / f"sentences_{encoding}.json").read_text(encoding="utf-8"))
    numbers = iter(np.frombuffer(base64.b64decode(stored["float16"]), "<f2").astype(float))
    return stored["words"], {
        name: np.array([next(numbers) for _ in range(np.prod(shape))]).reshape(shape)
        for name, shape in stored["shapes"].items()
    }


def network(words: list[str], encoding: str, start: int) -> tuple[np.ndarray, dict]:
    """Return probabilities (n, 4), and attention weights by block and head, counted from 1."""
    vocabulary, w = stored_network(encoding)
    n = len(words)
    positions = np.arange(start, start + n)
    x = np.array([w["embedding"][vocabulary.index(word)] for word in words])
    if encoding == "sinusoidal":
        turns = np.exp(1j * np.outer(positions, 10_000.0 ** (-np.arange(16) / 16)))
        x = x + np.stack([turns.imag, turns.real], axis=-1).reshape(n, 32)
    if encoding == "learned":
        x = x + w["table"][positions]
    looks = {}
    for block in range(2):
        part = {name[2:]: a for name, a in w.items() if name.startswith(f"{block}.")}
        qkv = norm(x, part["norm1.scale"], part["norm1.shift"]) @ part["qkv"]
        mixed = []
        for head in range(4):
            q, k, v = (qkv[:, kind * 32 + head * 8 :][:, :8] for kind in range(3))
            if encoding == "rope":
                back = np.exp(-1j * np.outer(positions, 100.0 ** (-np.arange(4) / 4)))
                q, k = ((a[:, 0::2] + 1j * a[:, 1::2]) * back for a in (q, k))
            weights = np.zeros((n, n))
            for p in range(n):
                scores = (q[p] @ k.conj().T).real / np.sqrt(8)
                if encoding == "alibi":
                    scores = scores - np.abs(np.arange(n) - p) / 4 ** (head + 1)
                seen = p + 1 if encoding == "causal" else n
                shares = np.exp(scores[:seen])
                weights[p, :seen] = shares / shares.sum()
            looks[block + 1, head + 1] = weights
            mixed.append(weights @ v)
        x = x + np.hstack(mixed) @ part["out"] + part["out.bias"]
        hidden = norm(x, part["norm2.scale"], part["norm2.shift"]) @ part["up"] + part["up.bias"]
        x = x + hidden.clip(0) @ part["down"] + part["down.bias"]
    shares = np.exp(norm(x, w["norm.scale"], w["norm.shift"]) @ w["readout"] + w["readout.bias"])
    return shares / shares.sum(axis=1, keepdims=True), looks


def norm(x: np.ndarray, scale: np.ndarray, shift: np.ndarray) -> np.ndarray:
    mean, variance = x.mean(axis=1, keepdims=True), x.var(axis=1, keepdims=True)
    return (x - mean) / np.sqrt(variance + 1e-5) * scale + shift


def right_of(text: str) -> list[str] | None:
    """Return the labels that English gives, or None where training had no such sentence."""
    found = []
    for clause in text.split(" and "):
        match = CLAUSE.fullmatch(clause)
        if not match:
            return None
        passive = match["verb"].startswith("was ")
        of = {
            "first": "acted upon" if passive else "acts",
            "second": "acts" if passive else "acted upon",
        }
        found += ["none"] * bool(found) + ["none"] * bool(match["before"])
        found += [of["first"]] * len(match["first"].split())
        found += ["none", "action", "none"] if passive else ["action"]
        found += [of["second"]] * len(match["second"].split()) + ["none"] * bool(match["after"])
    return found


def exchanged(words: str) -> str | None:
    """Return a short sentence with its two nouns exchanged, or None where it has not just two."""
    nouns = re.findall(rf"\b(?:{NOUN})\b", words)
    if len(nouns) != 2 or len(words.split()) > 6:
        return None
    others = iter(nouns[::-1])
    return re.sub(rf"\b(?:{NOUN})\b", lambda _: next(others), words)


def answer_to(words: str, encoding: str, start: int) -> dict:
    """Return what the network says of a sentence, and whether it is sure and right."""
    listed = words.split()
    n = len(listed)
    seen = min(n, 64 - start) if encoding == "learned" else n
    shares, _ = network(listed[:seen], encoding, start)
    sure = shares.max(axis=1)
    labels = [("acts", "action", "acted upon", "none")[i] for i in shares.argmax(axis=1)]
    right = right_of(words)
    return {
        "right": right,
        "sure": seen == n and (sure >= 2 / 3).all(),
        "wrong": [
            listed[i] for i in range(seen) if right and sure[i] >= 2 / 3 and labels[i] != right[i]
        ],
        "undecided": [listed[i] for i in range(seen) if is_noun(listed[i]) and sure[i] < 2 / 3],
        "readings": [
            f"{listed[one]} {verb_between(listed, shares, one, other)} {listed[other]}"
            for one, other, weight in arcs_of(listed[:seen], shares, encoding)
            if weight >= 2 / 3
        ],
        "verb": next((listed[i] for i in range(seen) if shares[i, 1] >= 2 / 3), None),
        "table": [
            [
                start + i,
                listed[i],
                *([labels[i], sure[i]] if i < seen else ["—", None]),
                right[i] if right else "—",
            ]
            for i in range(n)
        ],
        "unread": n - seen,
    }


def expected(words, encoding, start, look, rows):
    n, twin = len(words.split()), exchanged(words) if look == "off" else None
    answers = [answer_to(each, encoding, start) for each in (words, twin) if each]
    known = all(each["right"] for each in answers)
    right = known and all(each["sure"] and not each["wrong"] for each in answers)
    joined = {
        name: [item for each in answers for item in each[name]]
        for name in ("readings", "undecided", "wrong")
    }
    unknown = ["no grammar"] * (not known)
    if encoding == "none":
        sentences = ["one answer" if twin else "bag", *unknown]
    else:
        if twin and right:
            sentences = ["clocks"] * (encoding in ("sinusoidal", "rope")) + ["both right"]
        else:
            sentences = ["reads" if joined["readings"] else "nobody"]
            sentences += ["unsure"] * bool(joined["undecided"])
            sentences += ["wrong"] * bool(known and joined["wrong"]) + unknown + ["right"] * right
    unread = answers[0]["unread"]
    sentences += ["unread"] * bool(unread) + ["long"] * (n > 16) + ["looks"] * (look != "off")
    sentences += [] if not start else ["seen"] if start + n - 1 <= 15 else ["unseen"]
    values = {
        "n": n,
        "last": start + n - 1,
        "unread": unread,
        "verb": answers[0]["verb"],
        "mistakes": len(joined["wrong"]),
        "answer": None,
        **joined,
    }
    table = [[k, *row] for k, each in enumerate(answers, 1) for row in each["table"]]
    return sentences, values, table


def is_noun(word: str) -> bool:
    return word in NOUNS


def arcs_of(listed: list[str], shares: np.ndarray, encoding: str) -> list[tuple]:
    """Return who acts, who is acted upon, and how sure the less sure of the two is."""
    clause = np.cumsum([word == "and" for word in listed]) * (encoding != "none")
    return [
        (one, other, min(shares[one, 0], shares[other, 2]))
        for one, other in np.ndindex(len(listed), len(listed))
        if one != other
        and clause[one] == clause[other]
        and is_noun(listed[one])
        and is_noun(listed[other])
        and min(shares[one, 0], shares[other, 2]) >= 0.1
    ]


def verb_between(listed: list[str], shares: np.ndarray, one: int, other: int) -> str:
    low, high = sorted((one, other))
    verbs = [listed[i] for i in range(low, high) if shares[i, 1] >= 2 / 3]
    return verbs[0] if verbs else "→"


@pytest.mark.parametrize("encoding", ["none", "causal", "sinusoidal", "rope", "alibi"])
def test_arcs_lead_from_who_acts_to_who_is_acted_upon(encoding):
    words = "the dog chased the cat and the boy was heard by a fox"
    scene = view_of("sentence", words=words, encoding=encoding).scene
    shares, _ = network(words.split(), encoding, 0)
    wanted = arcs_of(words.split(), shares, encoding)
    assert [arc[:2] for arc in scene["arcs"]] == [[one, other] for one, other, _ in wanted]
    assert [arc[2] for arc in scene["arcs"]] == pytest.approx([weight for *_, weight in wanted])
    assert np.array(scene["shares"]) == pytest.approx(shares)


def test_the_colors_of_a_row_are_its_entries():
    assert view_of("sentence").scene["rows"] is None
    sinusoidal = view_of("sentence", rows=True, start=2).scene["rows"]
    angle = 3 * 10_000.0 ** (-5 / 16)
    assert sinusoidal[1][10:12] == pytest.approx([np.sin(angle), np.cos(angle)])
    learned = view_of("sentence", encoding="learned", start=2).scene["rows"]
    assert learned[1] == pytest.approx(stored_network("learned")[1]["table"][3])


@pytest.mark.parametrize("look", ["1.1", "1.4", "2.3"])
@pytest.mark.parametrize("encoding", ["causal", "rope"])
def test_lines_lead_from_each_word_to_those_that_it_looks_at(encoding, look):
    words = "the cat was chased by the big dog"
    _, looks = network(words.split(), encoding, 0)
    weights = looks[tuple(map(int, look.split(".")))]
    found = view_of("sentence", words=words, encoding=encoding, look=look).scene["looks"]
    wanted = [[*pair, weights[pair]] for pair in np.ndindex(weights.shape) if weights[pair] >= 0.1]
    assert [line[:2] for line in found] == [line[:2] for line in wanted] and len(found) > 5
    assert [line[2] for line in found] == pytest.approx([line[2] for line in wanted])


@pytest.mark.parametrize(
    ("value", "keyword"),
    [
        ("the dog chased a unicorn", "vocabulary"),
        ("the  dog", "spaces"),
        ("", "spaces"),
        (7, "words"),
        ("dog " * 45 + "dog", "at most 45"),
    ],
)
def test_a_sentence_that_cannot_be_read_is_refused(value, keyword):
    with pytest.raises(ValueError, match=keyword):
        view_of("sentence", words=value)
