"""The report on a reader's configuration: its layers, its words, and what is wrong with it."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from pe_book.your_config.examples import EXAMPLES, text
from pe_book.your_config.report import LONGEST, of_text
from pe_check.config import inspect_config
from pe_check.config.pitfalls import pitfalls


def pictures(report) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", report.html)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_answered_with_its_layers_and_its_warnings(name):
    found = inspect_config(json.loads(text(name)))
    report = of_text(text(name), "1000000")
    assert report.line == 0 and f"{found.n_layers} layers" in report.message
    [strip] = pictures(report)
    assert len(strip.findall("rect")) == found.n_layers
    assert len(re.findall(r'class="pe-layers"', report.html)) == len(found.groups)
    plain = re.sub(r"<[^>]+>", "", report.html)
    for warning in (pitfall.text for pitfall in pitfalls(found)):
        assert warning.replace("'", "&#x27;") in plain or warning in plain


@pytest.mark.parametrize(
    ("given", "length", "message", "line"),
    [
        ("", "", "Not JSON", 1),
        ('{"model_type": "llama",\n}', "", "in line 2", 2),
        ('{"rope_theta": 500.0}', "", "Num_hidden_layers is missing", 0),
        (text("SmolLM3 3B"), "0", "whole number from 1 to 536,870,911, but it is 0", 0),
        (text("SmolLM3 3B"), str(LONGEST + 1), "but it is 536870912", 0),
        ('{"model_type": "<b>", "num_hidden_layers": "<i>"}', "", "&lt;i&gt;", 0),
    ],
)
def test_what_is_wrong_is_said_with_its_line(given, length, message, line):
    report = of_text(given, length)
    assert message in report.html and report.line == line
    assert "<svg" not in report.html and "<b>" not in report.html


def test_a_model_without_layers_has_no_picture():
    without_layers = of_text('{"model_type": "gpt2"}')
    assert not pictures(without_layers) and "a learned row" in without_layers.html
