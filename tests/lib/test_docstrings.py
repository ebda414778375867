"""What `pe_lib` exports is documented in full and used by the book."""

import doctest
import inspect
import json
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import pe_lib
from pe_check import testing

LIBRARY = Path(pe_lib.__file__).parent
BOOK = LIBRARY.parent
SECTIONS = ["Parameters", "Returns", "Raises", "Examples"]

#: Exported for a user's sake: no chapter needs them.
FOR_USERS = {
    "tensor2tensor_encoding",  # the other table in use, whose frequencies are others
    "compare_rope",  # two implementations side by side
    "diff",
    "reversals",  # where the similarity of chapter 4 rises
    "similarity_law",
}


PUBLIC = [getattr(pe_lib, name) for name in pe_lib.__all__]
PUBLIC += [getattr(testing, name) for name in testing.__all__]


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_a_docstring_has_a_sentence_and_the_sections_in_order(function):
    lines = inspect.getdoc(function).splitlines()
    assert lines[0].endswith(".") and lines[1] == "", lines[0]
    headings = [line for line, rule in pairwise(lines) if line and rule == "-" * len(line)]
    returns = inspect.signature(function).return_annotation is not None
    assert headings == [name for name in SECTIONS if returns or name != "Returns"]


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_a_docstring_names_every_parameter(function):
    text = inspect.getdoc(function)
    section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0].splitlines()
    entries = [line.partition(" : ")[0] for line in section if not line.startswith(" ")]
    named = [part.strip() for entry in entries for part in entry.split(",")]
    assert named == list(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: function.__name__)
def test_a_docstring_has_an_example_that_is_run(function):
    """As the finder sees it, from which a decorator without functools.wraps hides a docstring."""
    name, module = function.__name__, import_module(function.__module__)
    found = doctest.DocTestFinder().find(module, module.__name__)
    sources = [
        example.source
        for test in found
        if test.name == f"{module.__name__}.{name}"
        for example in test.examples
    ]
    assert any(name in source for source in sources)


def test_what_is_exported_is_shown_in_the_book_or_listed_with_a_reason():
    notebooks = [json.loads(path.read_text("utf-8")) for path in BOOK.glob("chapters/*.ipynb")]
    texts = ["".join(cell["source"]) for notebook in notebooks for cell in notebook["cells"]]
    texts += [
        (BOOK / page).read_text("utf-8") for page in ("pages/glossary.md", "pages/notation.md")
    ]
    shown = set(re.findall(r"(?<=\bpe_lib\.)\w+|(?<=`)\w+", "\n".join(texts)))
    assert set(pe_lib.__all__) - shown <= FOR_USERS


def test_the_reading_guide_names_every_module():
    guide = re.findall(r"^- `(\w+)`:", pe_lib.__doc__, re.MULTILINE)
    # A folder that was a package once may keep compiled files.
    modules = {path.stem for path in LIBRARY.glob("*.py")}
    modules |= {path.parent.name for path in LIBRARY.glob("*/__init__.py")}
    assert len(guide) == len(set(guide))
    assert set(guide) == modules - {"__init__"}
