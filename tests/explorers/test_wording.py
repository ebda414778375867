"""The templates of what explorers say: filled as declared, and complete."""

from pathlib import Path

import pytest

import pe_book
from pe_book.declare import Wording
from pe_book.text import numbers

MODULE = Path(pe_book.__file__).parent / "declare/wording.mjs"
USED = Path(__file__).with_name("used_templates.mjs")
#: Every format, with arguments that it takes.
FORMATS = {
    "fixed": [(), (3,)],
    "signed": [(), (2,)],
    "significant": [(), (5,)],
    "scientific": [(), (0,)],
    "percent": [(), (1,)],
    "plural": [("position",), ("entry", "entries"), ("whole turn",)],
    "byte_size": [()],
}
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


def test_numbers_are_written_by_every_format_as_python_writes_them(node):
    empty = Wording({}).spec()
    for name, extras in FORMATS.items():
        for extra in extras:
            for value in (0.0, 1.0, -0.5, 12_000, 1e6) if name != "byte_size" else (0, 1, 10**6):
                value = abs(int(value)) if name == "plural" else value
                template = (
                    f"{{x:{name}({', '.join(map(str, extra))})}}" if extra else f"{{x:{name}}}"
                )
                ours = getattr(numbers, name)(value, *extra)
                assert node(MODULE, "fill", empty, template, {"x": value}) == ours


def test_sentences_and_tables_are_put_together(node):
    values = {"x": 0.125, "n": 3, "flag": False, "method": "rope"}
    view = {
        "sentences": ["one", "two"],
        "values": values,
        "rows": [[None, 1], [0, 2.25], [0.5, -3]],
    }
    sentence = node(MODULE, "sentence", WORDING.spec(), view)
    assert sentence == "0.13 of 3 pairs. So no: RoPE."
    assert node(MODULE, "table", WORDING.spec(), view) == {
        "header": ["entry of rope", "value"],
        "rows": [["no row", "1.0"], ["nothing", "2.3"], ["0.500 of 3", "−3.0"]],
    }


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{x:wrong}", 'a format is one of .*fixed.*, not "wrong"'),
        ("{missing}", "there is no value missing"),
        ("{:answer}", "no entry for null"),
    ],
)
def test_what_cannot_be_said_is_refused(node, template, message):
    with pytest.raises(RuntimeError, match=message):
        node(MODULE, "fill", WORDING.spec(), template, {"x": 1}, None)
