"""The page of the library shows every function that is exported, and its examples run.

So do those of the page of checks.
"""

import doctest
import inspect
import re
from importlib import import_module
from importlib.metadata import version

import pytest

import pe_check.testing
import pe_lib
from book.paths import ROOT

PAGE = (ROOT / "pages/library.md").read_text(encoding="utf-8")
CODE = r"(?ms)^```python\n(.*?)^```$"


@pytest.mark.parametrize("name", ["library.md", "your_checks.md"])
def test_the_examples_give_what_they_show(name):
    blocks = re.findall(CODE, (ROOT / "pages" / name).read_text(encoding="utf-8"))
    text = "\n".join(block for block in blocks if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.attempted >= 8 and not result.failed


@pytest.mark.slow
def test_the_example_in_pytorch_runs():
    torch = pytest.importorskip("torch")
    [code] = [block for block in re.findall(CODE, PAGE) if "import torch" in block]
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
