"""The page of the library: its examples run, and it shows every function that is exported."""

import doctest
import inspect
import re
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import pe_check.testing
import pe_lib

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


def test_every_export_is_shown_and_what_is_shown_exists():
    shown = re.findall(r"(?m)^\.\. autofunction:: ([\w.]+)\.(\w+)$", PAGE)
    for module, name in shown:
        assert inspect.isfunction(getattr(import_module(module), name))
    exported = {
        (module.__name__, name)
        for module in (pe_lib, pe_check, pe_check.testing)
        for name in module.__all__
    }
    assert exported <= {*shown} and len(shown) == len({*shown})


def test_the_version_is_that_of_the_package():
    assert pe_lib.__version__ == version("pe-lib")
