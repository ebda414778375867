"""What the explorer of sentences says, against the network written once more from its file."""

import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest

import pe_book
from tests.book.test_explorer_values import compare
from tests.rendered import view_of

DATA = Path(pe_book.__file__).parent / "data"
NOUN = "dog|cat|mouse|fox|bear|girl|boy|cook"
PHRASE = rf"(?:the|a) (?:(?:big|old|red|small|fast|shy) )?(?:{NOUN})"
VERB = "chased|watched|heard|followed|fed|liked"
ADVERB = "today|yesterday|quietly|again"
CLAUSE = re.compile(
    rf"(?:(?P<before>{ADVERB}) )?(?P<first>{PHRASE}) (?P<verb>(?:{VERB})|was (?:{VERB}) by) "
    rf"(?P<second>{PHRASE})(?: (?P<after>{ADVERB}))?"
)


def network(words: list[str], encoding: str, start: int) -> tuple[np.ndarray, dict]:
    """Return probabilities (n, 4), and attention weights by block and head, counted from 1."""
    stored = json.loads((DATA / f"sentences_{encoding}.json").read_text(encoding="utf-8"))
    numbers = iter(np.frombuffer(base64.b64decode(stored["float16"]), "<f2").astype(float))
    w = {
        name: np.array([next(numbers) for _ in range(np.prod(shape))]).reshape(shape)
        for name, shape in stored["shapes"].items()
    }
    n = len(words)
    positions = np.arange(start, start + n)
    x = np.array([w["embedding"][stored["words"].index(word)] for word in words])
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


def answers(words, encoding, start, look):
    listed = words.split()
    shares, _ = network(listed, encoding, start)
    labels = [("acts", "action", "acted upon", "none")[i] for i in shares.argmax(axis=1)]
    right = right_of(words)
    wrong = [word for word, a, b in zip(listed, labels, right or labels, strict=True) if a != b]

    def nouns(label):
        pairs = zip(listed, labels, strict=True)
        return [w for w, said in pairs if said == label and w in NOUN.split("|")] or ["nobody"]

    n = len(listed)
    said = ["answer", "no grammar" if right is None else "wrong" if wrong else "right"]
    said += ["long"] * (n > 16) + ["looks"] * (look != "off")
    said += [] if not start else ["seen"] if start + n - 1 <= 15 else ["unseen"]
    values = {
        "labels": labels,
        "confidence": list(shares.max(axis=1)),
        "n": n,
        "last": start + n - 1,
        "acts": nouns("acts"),
        "upon": nouns("acted upon"),
        "wrong": wrong,
        "mistakes": len(wrong),
    }
    rows = [
        [start + i, listed[i], labels[i], shares[i].max(), right[i] if right else "—"]
        for i in range(n)
    ]
    return said, values, rows


def test_sentence_says_what_the_stored_network_gives():
    compare("sentence", answers)


@pytest.mark.parametrize("look", ["1.1", "1.4", "2.3"])
@pytest.mark.parametrize("encoding", ["causal", "rope"])
def test_lines_lead_from_each_word_to_those_that_it_looks_at(encoding, look):
    words = "the cat was chased by the big dog"
    _, looks = network(words.split(), encoding, 0)
    weights = looks[tuple(map(int, look.split(".")))]
    traces = view_of("sentence", words=words, encoding=encoding, look=look).traces
    found = {}
    for (low, high), trace in zip(((0.1, 0.25), (0.25, 0.5), (0.5, 2)), traces[4:7], strict=True):
        points = list(zip(trace["x"], trace["y"], strict=True))
        ends = [i for i, (x, _) in enumerate(points) if x is None]
        for begin, end in zip([-1, *ends], ends, strict=False):
            line = points[begin + 1 : end]
            if line:
                # It leaves above the middle of its word, and comes in below the other's.
                pair = round(line[0][1] + 0.18, 9), round(line[-1][1] - 0.18, 9)
                found[pair] = (low, high)
    expected = {
        (word, other): weights[word, other]
        for word, other in np.ndindex(weights.shape)
        if weights[word, other] >= 0.1
    }
    assert found.keys() == expected.keys() and len(found) > 5
    assert all(low <= expected[pair] < high for pair, (low, high) in found.items())
    assert len(traces[7]["x"]) == len(found)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("the dog chased a unicorn", "'unicorn' is not in the vocabulary: dog, cat"),
        ("the  dog", "single spaces"),
        ("", "words with spaces between them, not ''"),
        (7, "not 7"),
        ("dog " * 25 + "dog", "at most 25 words, not 26"),
    ],
)
def test_a_sentence_that_cannot_be_read_is_refused(value, message):
    with pytest.raises(ValueError, match=message):
        view_of("sentence", words=value)
