"""What `pe_lib` and `pe_check.testing` export is documented in full."""

import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

import pe_lib
from pe_check import testing

SECTIONS = ["Parameters", "Returns", "Raises", "Examples"]
PUBLIC = [getattr(pe_lib, name) for name in pe_lib.__all__]
PUBLIC += [getattr(testing, name) for name in testing.__all__]


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_a_docstring_has_a_sentence_every_parameter_and_an_example(function):
    text = inspect.getdoc(function)
    lines = text.splitlines()
    assert lines[0].endswith(".") and lines[1] == "", lines[0]
    headings = [line for line, rule in pairwise(lines) if line and rule == "-" * len(line)]
    returns = inspect.signature(function).return_annotation not in (None, "None")
    assert headings == [name for name in SECTIONS if returns or name != "Returns"]
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0].splitlines()
    entries = [line.partition(" : ")[0] for line in section if not line.startswith(" ")]
    named = [part.strip() for entry in entries for part in entry.split(",")]
    assert named == list(inspect.signature(function).parameters)
    assert re.search(rf">>> .*{function.__name__}", text)
    # `help` spelled out ArrayLike in eleven lines.
    assert "_SupportsArray" not in str(inspect.signature(function))


def test_the_reading_guide_names_every_module():
    guide = re.findall(r"^- `(\w+)`:", pe_lib.__doc__, re.MULTILINE)
    modules = [path.stem for path in Path(pe_lib.__file__).parent.glob("*.py")]
    assert sorted(guide) == sorted({*modules} - {"__init__"})
