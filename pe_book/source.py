"""Show a function's source in a chapter, from the library itself, so that no copy can go stale."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True)
class Source:
    """Source code that a notebook shows highlighted and a terminal shows as it is.

    Parameters
    ----------
    code : str
        Python.
    """

    code: str

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.code}\n```"

    def __repr__(self) -> str:
        return self.code


def source_of(*objects: Callable) -> Source:
    """Return the source of functions or classes without their docstrings, ready to be shown.

    Parameters
    ----------
    *objects
        Functions or classes that were written in a file.

    Returns
    -------
    Source
        The definitions one below the other.

    Raises
    ------
    OSError, TypeError
        If an object has no source, as numpy's compiled functions have none.

    Examples
    --------
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

    Parameters
    ----------
    name : str
        The module's file name without its ending, such as "pytorch".

    Returns
    -------
    Source
        The whole module.

    Raises
    ------
    FileNotFoundError
        If there is no such module.

    Examples
    --------
    >>> source_of_module("attention").code.splitlines()[0]
    'from collections.abc import Sequence'
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
