"""Show a function's source in a chapter, from the library itself, so that no copy can go stale."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Source:
    """Source code that a notebook shows highlighted and a terminal shows as it is."""

    code: str

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.code}\n```"

    def __repr__(self) -> str:
        return self.code


def source_of(*objects: Callable) -> Source:
    """Return the source of functions or classes without their docstrings, ready to be shown.

    Args:
        *objects: functions or classes that were written in a file.

    Returns:
        A Source with the definitions one below the other.

    >>> def double(x):
    ...     '''Return twice x.'''
    ...     return 2 * x
    >>> source_of(double)
    def double(x):
        return 2 * x
    """
    return Source("\n\n\n".join(_bare(inspect.getsource(item)) for item in objects))


def source_of_module(name: str) -> Source:
    """Return the source of a module of `pe_lib` without importing it, docstrings left out.

    Args:
        name: the module's file name without its ending, such as "pytorch".
    """
    text = resources.files("pe_lib").joinpath(f"{name}.py").read_text(encoding="utf-8")
    return Source(_bare(text))


def _bare(text: str) -> str:
    text = textwrap.dedent(text).rstrip()
    lines = text.splitlines()
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Module)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            for number in range(docstring.lineno - 1, docstring.end_lineno):
                lines[number] = None
            # An empty line that only set the docstring apart goes with it.
            after = docstring.end_lineno
            if after < len(lines) and lines[after] is not None and not lines[after].strip():
                lines[after] = None
    return "\n".join(line for line in lines if line is not None).strip("\n")
