"""The table and the errors in JavaScript: the same frequencies, the same table within 1e-15."""

import json
import math
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from pe_book import twins
from pe_lib import angular_frequencies, positional_encoding, positional_encoding_at, wavelengths
from pe_lib.checks import BASE_LIMIT, D_MODEL_LIMIT, POSITION_LIMIT
from pe_lib.encoding import block_rows
from tests.truth import error_of

FOLDER = Path(twins.__file__).parent
RUNNER = Path(__file__).with_name("twin_runner.mjs")
BASES = (2, 100, 1e4, 5e5, 1e8, BASE_LIMIT)
LAST = POSITION_LIMIT - 1
SETTINGS = [(d, base) for d in (1, 2, 3, 4, 64, 511, 512, 1024) for base in BASES]


def node(requests: list[tuple[str, str, list]]) -> list:
    """Return what node answers to (module, function, arguments), one after the other."""
    executable = shutil.which("node")
    if executable is None:
        message = "node is missing: Python and JavaScript were NOT compared"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    lines = [
        json.dumps({"module": str(FOLDER / module), "name": name, "args": args})
        for module, name, args in requests
    ]
    run = subprocess.run(
        [executable, RUNNER], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(requests), run.stderr
    return answers


def values(requests):
    answers = node(requests)
    for answer, request in zip(answers, requests, strict=True):
        assert "value" in answer, (answer, request)
    return [answer["value"] for answer in answers]


def test_frequencies_are_the_same_numbers():
    found = values([("encoding.mjs", "angularFrequencies", [d, b]) for d, b in SETTINGS])
    for (d_model, base), omega in zip(SETTINGS, found, strict=True):
        assert omega == angular_frequencies(d_model, base).tolist()
    lengths = values([("encoding.mjs", "wavelengths", [d, b]) for d, b in SETTINGS])
    for (d_model, base), length in zip(SETTINGS, lengths, strict=True):
        assert np.allclose(length, wavelengths(d_model, base), rtol=3e-16, atol=0)


def test_blocks_have_as_many_rows():
    widths = [1, 2, 3, 4, 63, 64, 65, 128, 512, 1000, 1024, 1025, 4096, 70_000, 2**20]
    found = values([("encoding.mjs", "blockRows", [d]) for d in widths])
    assert found == [block_rows(d) for d in widths]


def test_tables_agree_within_the_bound():
    rng = np.random.default_rng(20170612)
    cases = []
    for d_model, base in SETTINGS:
        for start in (0, -3, int(rng.integers(-LAST, LAST - 8)), 9_999_990, LAST - 8):
            cases.append((9 if start else 200, d_model, base, start))
    found = values(
        [("encoding.mjs", "positionalEncoding", [n, d, b, {"start": s}]) for n, d, b, s in cases]
    )
    for (seq_len, d_model, base, start), table in zip(cases, found, strict=True):
        expected = positional_encoding(seq_len, d_model, base, start=start)
        assert np.abs(np.reshape(table, expected.shape) - expected).max() <= 1e-15


def test_rows_at_any_position_agree_within_the_bound():
    rng = np.random.default_rng(3)
    positions = [0, 0.5, -0.5, 63.75, 1e-300, -0.25, 5, LAST, -LAST, *rng.uniform(-LAST, LAST, 9)]
    found = values(
        [("encoding.mjs", "positionalEncodingAt", [positions, d, b]) for d, b in SETTINGS]
    )
    for (d_model, base), rows in zip(SETTINGS, found, strict=True):
        expected = positional_encoding_at(positions, d_model, base)
        assert np.abs(np.reshape(rows, expected.shape) - expected).max() <= 1e-15


@pytest.mark.parametrize("position", [1, 8191, -9_999_999, 9_999_999, LAST])
def test_javascript_itself_is_within_the_bound_of_the_truth(position):
    for d_model, base in ((64, 1e4), (511, 5e5), (512, 1e4)):
        [row] = values(
            [("encoding.mjs", "positionalEncoding", [1, d_model, base, {"start": position}])]
        )
        assert error_of(row, position, d_model, base) <= 1e-15


def test_the_same_row_has_the_same_bits_in_javascript_too():
    whole, part, at = values(
        [
            ("encoding.mjs", "positionalEncoding", [300, 7, 1e4, {"start": -100}]),
            ("encoding.mjs", "positionalEncoding", [10, 7, 1e4, {"start": 30}]),
            ("encoding.mjs", "positionalEncodingAt", [list(range(30, 40)), 7, 1e4]),
        ]
    )
    assert part == at == whole[130 * 7 : 140 * 7]
    zero = whole[100 * 7 : 101 * 7]
    assert zero == [0, 1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("positionalEncoding", [0, 4], "seqLen must be"),
        ("positionalEncoding", [2.5, 4], "seqLen must be"),
        ("positionalEncoding", [2, 0], "dModel must be"),
        ("positionalEncoding", [1, D_MODEL_LIMIT + 1], "dModel must be"),
        ("positionalEncoding", [2, 4, 1], "base must be"),
        ("positionalEncoding", [2, 4, None], "base must be"),
        ("positionalEncoding", [2, 4, math.nextafter(BASE_LIMIT, math.inf)], "base must be"),
        ("positionalEncoding", [2, 4, 1e4, {"start": LAST}], "start must be"),
        ("positionalEncoding", [2, 4, 1e4, {"out": [1, 2]}], "out must be"),
        ("positionalEncodingAt", [[POSITION_LIMIT], 4], "positions must be"),
        ("positionalEncodingAt", [["3"], 4], "positions must be"),
        ("angularFrequencies", [-2], "dModel must be"),
        ("angularFrequencies", [4, 0], "base must be"),
    ],
)
def test_bad_input_is_refused_in_words(name, arguments, words):
    [answer] = node([("encoding.mjs", name, arguments)])
    assert words in answer["error"]


def test_the_limits_themselves_are_accepted():
    [row] = values([("encoding.mjs", "positionalEncoding", [1, D_MODEL_LIMIT, BASE_LIMIT])])
    assert row[:4] == [0, 1, 0, 1] and len(row) == D_MODEL_LIMIT
