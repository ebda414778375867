"""The templates of sentences and tables are filled as declared."""

from pathlib import Path

import pytest

import pe_book
from pe_book.declare import Wording

MODULE = Path(pe_book.__file__).parent / "declare/wording.mjs"
WORDING = Wording(
    sentences={
        "one": "{x:fixed(2)} of {n:plural(pair)}.",
        "two": "So {flag:answer}: {method:method}.",
    },
    columns=[("entry of {method}", "{:entry}"), ("value", "{:plain}")],
    words={
        "answer": {"true": "yes, {n} times", "false": "no"},
        "method": {"rope": "RoPE", "other": "method {}"},
        "entry": {"none": "no row", "0": "nothing", "other": "{:significant} of {n}"},
        "plain": "{:fixed(1)}",
    },
)


@pytest.mark.parametrize(
    ("template", "value", "expected"),
    [
        ("{:entry}", None, "no row"),
        ("{:entry}", 0.0, "nothing"),
        ("{:entry}", 0.25, "0.250 of 3"),
        ("{:entry}", 2, "2.00 of 3"),
        ("{:plain}", 0.25, "0.3"),
        ("{:signed(2)}", 0.25, "+0.25"),
        ("{:signed(2)}", 0.001, "0.00"),
        ("{:signed(2)}", -0.25, "−0.25"),
        ("{:method}", "alibi", "method alibi"),
        ("{:listed}", [1, 2.0, 3], "1, 2, and 3"),
        ("{:listed(method)}", ["rope", "t5"], "RoPE and method t5"),
        ("{:listed}", [], ""),
        ("{flag:answer}", None, "yes, 3 times"),
    ],
)
def test_words_are_chosen_by_value(node, template, value, expected):
    values = {"n": 3, "flag": True}
    assert node(MODULE, "fill", WORDING.spec(), template, values, value) == expected


def test_sentences_and_tables_are_put_together(node):
    values = {"x": 0.125, "n": 3, "flag": False, "method": "rope"}
    view = {
        "sentences": ["one", "two"],
        "values": values,
        "rows": [[None, 1], [0, 2.25], [0.5, -3]],
    }
    parts = node(MODULE, "parts", WORDING.spec(), view)
    assert "".join(text for _, text in parts) == "0.13 of 3 pairs. So no: RoPE."
    assert node(MODULE, "table", WORDING.spec(), view) == {
        "header": ["entry of rope", "value"],
        "rows": [["no row", "1.0"], ["nothing", "2.3"], ["0.500 of 3", "−3.0"]],
    }


@pytest.mark.parametrize(
    ("template", "keyword"),
    [
        ("{x:wrong}", "a format is one of"),
        ("{missing}", "no value missing"),
        ("{:answer}", "no entry"),
    ],
)
def test_an_unknown_format_value_or_entry_is_refused(node, template, keyword):
    with pytest.raises(RuntimeError, match=keyword):
        node(MODULE, "fill", WORDING.spec(), template, {"x": 1}, None)
