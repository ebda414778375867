"""How a cell shows a table, the source of what it runs, and how far a long run has come."""

import ast
import html
import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Listing:
    """A table with a header, shown as HTML in a notebook and as columns of text elsewhere."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{_cell(name)}</th>' for name in self.header)
        body = "".join(
            f'<tr><th scope="row"{_room(first)}>{_cell(first)}</th>'
            + "".join(f"<td{_room(value)}>{_cell(value)}</td>" for value in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        return (
            # The caption is outside of what scrolls, so that a narrow screen shows all of it.
            f'<div class="pe-listing"><p><strong>{_cell(self.caption)}</strong></p>'
            '<div role="region" tabindex="0" style="overflow-x:auto" '
            f'aria-label="{html.escape(self.caption, quote=True)}">'
            '<table style="text-align:left;border-collapse:collapse">'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></div>"
        )

    def __repr__(self) -> str:
        lines = [[str(value) for value in row] for row in (self.header, *self.rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.header))]
        text = [
            "  ".join(
                value.ljust(width) for value, width in zip(line, widths, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([self.caption, *text])


def _room(value: object) -> str:
    """Give a sentence room and break no number: the table scrolls on a phone instead."""
    length = len(str(value))
    style = "min-width:11em" if length > 40 else "white-space:nowrap" if length <= 10 else ""
    return f' style="{style}"' if style else ""


def _cell(value: object) -> str:
    return html.escape(str(value), quote=False)


def listing(header: Sequence[str], rows: Sequence[Sequence[object]], *, caption: str) -> Listing:
    """Return a table that shows itself at the end of a cell; each row's first cell names the row.

    >>> listing(["form", "tables"], [["loop", 1.0]], caption="Peak memory")
    Peak memory
    form  tables
    loop  1.0
    """
    return Listing(tuple(header), tuple(tuple(row) for row in rows), caption)


@dataclass(frozen=True)
class Source:
    """Python code that a notebook shows highlighted and a terminal shows as it is."""

    code: str

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.code}\n```"

    def __repr__(self) -> str:
        return self.code


def source_of(*objects: Callable) -> Source:
    """Return the library's own source of functions or classes, so that no copy can go stale.

    Docstrings are left out: the chapter's text says what they say. So are decorators.

    >>> def double(x):
    ...     '''Return twice x.'''
    ...     return 2 * x
    >>> source_of(double)
    def double(x):
        return 2 * x
    """
    return Source("\n\n\n".join(_bare(_definition(item)) for item in objects))


def _definition(item: Callable) -> str:
    """Return the source of a function or class from its `def` or `class` on."""
    text = textwrap.dedent(inspect.getsource(item))
    first = ast.parse(text).body[0].lineno
    return "\n".join(text.splitlines()[first - 1 :])


def _bare(text: str) -> str:
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
