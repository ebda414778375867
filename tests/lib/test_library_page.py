"""The page of the library: its examples run, and it shows every function that is exported."""

import doctest
import inspect
import re
from importlib.metadata import version
from pathlib import Path

import pytest

import pe_check.testing
import pe_lib
from pe_lib import practice, variants

PAGE = (Path(__file__).resolve().parents[2] / "pages/library.md").read_text(encoding="utf-8")
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


def public_functions(module) -> list[str]:
    """The functions that a module defines."""
    return [
        f"{module.__name__}.{one}"
        for one, value in vars(module).items()
        if inspect.isfunction(value)
        and not one.startswith("_")
        and value.__module__ == module.__name__
    ]


def test_every_public_function_is_shown_once():
    shown = re.findall(r"(?m)^\.\. autofunction:: ([\w.]+)$", PAGE)
    public = [
        *(f"pe_lib.{name}" for name in pe_lib.__all__),
        *(f"pe_check.{name}" for name in pe_check.__all__),
        *(f"pe_check.testing.{name}" for name in pe_check.testing.__all__),
        *public_functions(variants),
        *public_functions(practice),
    ]
    assert sorted(shown) == sorted(public)


def test_the_version_is_that_of_the_package():
    assert pe_lib.__version__ == version("pe-lib")
