"""Every function that `pe_lib` exports is documented in one form: a sentence and four sections."""

import doctest
import inspect
from itertools import pairwise

import pytest

import pe_lib

FUNCTIONS = [name for name in pe_lib.__all__ if inspect.isfunction(getattr(pe_lib, name))]
SECTIONS = ["Parameters", "Returns", "Raises", "Examples"]


def test_the_public_interface_has_functions():
    assert "positional_encoding" in FUNCTIONS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_has_a_sentence_and_the_four_sections_in_order(name):
    lines = inspect.getdoc(getattr(pe_lib, name)).splitlines()
    assert lines[0].endswith(".") and lines[1] == "", lines[0]
    headings = [line for line, rule in pairwise(lines) if line and rule == "-" * len(line)]
    assert headings == SECTIONS


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_docstring_names_every_parameter_and_runs_an_example(name):
    function = getattr(pe_lib, name)
    text = inspect.getdoc(function)
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0].splitlines()
    entries = [line.partition(" : ")[0] for line in section if not line.startswith(" ")]
    named = [part.strip() for entry in entries for part in entry.split(",")]
    assert named == list(inspect.signature(function).parameters)
    assert doctest.DocTestParser().get_examples(text)
    assert name in text.partition("Examples\n--------\n")[2]
