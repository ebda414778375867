"""The page of the library: its examples run, and it shows every function that is exported."""

import doctest
import re
from pathlib import Path

import pytest

import pe_lib

PAGE = (Path(__file__).resolve().parents[2] / "library.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```python\n(.*?)^```$", PAGE)


def test_the_examples_give_what_they_show():
    text = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, "library.md", None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted >= 10 and not result.failed


@pytest.mark.slow
def test_the_example_in_pytorch_runs():
    torch = pytest.importorskip("torch")
    [code] = [block for block in BLOCKS if "import torch" in block]
    names = {}
    exec(code, names)
    assert names["encoded"].shape == names["embeddings"].shape
    assert names["encoded"].dtype == torch.float32


def test_every_exported_function_is_shown_once():
    shown = re.findall(r"(?m)^\.\. autofunction:: pe_lib\.(\w+)$", PAGE)
    assert sorted(shown) == sorted(set(pe_lib.__all__))
