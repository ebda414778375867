"""What happens between a cell's source and its outputs: plain Python, the same in page and test.

Outputs go out one by one as they come, by `send(kind, text)`: "out" and "err" are what the code
prints, "text" and "html" what its last expression shows, and "cut" says that the rest is left out.
"""

import ast
import importlib.util
import io
import linecache
import re
import symtable
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout

from pe_book.text.numbers import fixed

#: What the setup cell of every chapter leaves behind (`tools/setup_cell.py`).
SETUP = "import numpy as np\n\nimport pe_lib\n"
#: Characters of one run that a page shows as text, and as HTML.
TEXT_LIMIT = 50_000
HTML_LIMIT = 2_000_000

PACKAGE = (
    "This page's Python has the standard library, numpy, pe_lib and pe_book, and no {0}. Code that "
    "needs {0} runs in a notebook."
)
JUPYTER = "Lines with %, ! or ? are commands of Jupyter. This page runs plain Python."
JUPYTERS_LINE = re.compile(r"(?m)^(\s*)(?:[%!].*|[\w.]+\?+\s*$)")
MEMORY = (
    "That takes more memory than the browser gives a page. Your code and the other names are "
    "still there. Ask for less, and run it again."
)
#: Numbers of bytes that a Python of 32 bits, as a browser has it, cannot even count.
TOO_LARGE = re.compile("array is too big|Maximum allowed (dimension|size)|index-sized integer")
EXIT = "The code called sys.exit(). What it defined before that is still there."
INPUT = "a page can't ask for input while code runs; write the value into the code instead"


class Session:
    """What the cells of a page share: names, as the cells of a notebook do."""

    def __init__(self, send: Callable[[str, str], None]) -> None:
        self.names = {"__name__": "__main__", "input": _refuse_input}
        self._send = send
        exec(SETUP, self.names)
        warnings.formatwarning = _warning

    def run(
        self,
        source: str,
        cell: str = "",
        others: Sequence[dict] = (),
        given: Mapping[str, object] | None = None,
    ) -> dict:
        """Run a cell, and say how it went.

        `others` are the page's other code cells: "id", "source", "heading", and whether they are
        "live". `given` are values by name. The answer has the "error" as text, its "line" in this
        cell, "notes" that help, and the "seconds" that the code took. A note names the "cell" that
        it points to, or says that the code runs "elsewhere".
        """
        outputs = _Outputs(self._send)
        self.names |= dict(given or {})
        file = f"<cell {cell}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        self.names.pop("__warningregistry__", None)  # else a warning comes once, not in each run
        answer = {"error": "", "line": 0, "notes": []}
        start = time.perf_counter()
        try:
            with redirect_stdout(outputs.stream("out")), redirect_stderr(outputs.stream("err")):
                body, last = _compiled(source, file)
                exec(body, self.names)
                if last is not None:
                    outputs.show(eval(last, self.names))
        except SystemExit as error:
            text = EXIT
            if error.code not in (None, 0):
                text += f" Its words: {error.code}"
            answer |= {"line": _line_number(error, file), "notes": [{"text": text}]}
        except BaseException as error:
            answer |= {"error": _trimmed(error, file), "line": _line_number(error, file)}
            if isinstance(error, MemoryError) or TOO_LARGE.search(str(error)):
                answer["notes"].append({"text": MEMORY})
            elif isinstance(error, SyntaxError) and JUPYTERS_LINE.search(source):
                answer["notes"].append({"text": JUPYTER})
            elif isinstance(error, ModuleNotFoundError) and error.name:
                answer["notes"] += _missing_package(error.name.partition(".")[0])
            elif isinstance(error, NameError) and error.name:
                answer["notes"] += _defined_elsewhere(error.name, others)
        answer["seconds"] = time.perf_counter() - start
        return answer


class _Outputs:
    """The outputs of one run, up to the limit."""

    def __init__(self, send: Callable[[str, str], None]) -> None:
        self._send = send
        self._left = TEXT_LIMIT

    def stream(self, kind: str) -> io.TextIOBase:
        return _Stream(lambda text: self.write(kind, text))

    def write(self, kind: str, text: str) -> None:
        if self._left < 0 or not text:
            return
        if text[: self._left]:
            self._send(kind, text[: self._left])
        self._left -= len(text)
        if self._left < 0:
            limit = fixed(TEXT_LIMIT)
            cut = f"Cut here: the output is longer than {limit} characters."
            self._send("cut", cut)

    def show(self, value: object) -> None:
        """Show what a cell's last expression gives as a notebook does: HTML, else its repr."""
        if value is None:
            return
        html = getattr(value, "_repr_html_", None)
        text = html() if callable(html) and not isinstance(value, type) else None
        if text is not None and len(text) <= HTML_LIMIT:
            self._send("html", text)
        else:
            self.write("text", repr(value))


class _Stream(io.TextIOBase):
    """What `print` writes to: it hands on each piece at once."""

    def __init__(self, hand_on: Callable[[str], None]) -> None:
        self._hand_on = hand_on

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._hand_on(text)
        return len(text)


def _compiled(source: str, file: str) -> tuple:
    """All but the last expression, and that expression; both before anything runs."""
    tree = ast.parse(source, file)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        expression = ast.Expression(tree.body.pop().value)
        last = compile(expression, file, "eval", dont_inherit=True)
    return compile(tree, file, "exec", dont_inherit=True), last


def _trimmed(error: BaseException, file: str) -> str:
    """The traceback of the reader's own lines, in Python's words."""
    whole = traceback.TracebackException.from_exception(error)
    for part in _with_causes(whole):
        frames = [frame for frame in part.stack if frame.filename.startswith("<cell ")]
        part.stack = traceback.StackSummary.from_list(frames)
    text = "".join(whole.format()).replace(f'File "{file}"', "This cell")
    return re.sub(r'File "<cell [^"]*>"', "Another cell", text)


def _with_causes(part: traceback.TracebackException | None) -> Iterator:
    if part is not None:
        yield part
        for other in (part.__cause__, part.__context__, *(part.exceptions or ())):
            yield from _with_causes(other)


def _line_number(error: BaseException, file: str) -> int:
    """The line of this cell where the error came up; 0 if it has none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    steps = traceback.walk_tb(error.__traceback__)
    return ([0] + [line for frame, line in steps if frame.f_code.co_filename == file])[-1]


def _warning(message, category, filename, lineno, line=None) -> str:
    where = f", line {lineno}" if filename.startswith("<cell ") else ""
    return f"{category.__name__}{where}: {message}\n"


def _refuse_input(prompt: object = "") -> str:
    raise RuntimeError(INPUT)


def _defined_elsewhere(name: str, others: Sequence[dict]) -> list[dict]:
    """Return a note on a name that is not there because another cell defines it."""
    for other in others:
        if name in _defined_by(other["source"]):
            do = "Run that one first." if other["live"] else "Copy what you need from it."
            text = f"A cell under “{other['heading']}” defines the name {name}. {do}"
            return [{"text": text, "cell": other["id"]}]
    return []


def _defined_by(source: str) -> set[str]:
    """Return the global names that a source defines."""
    try:
        # Jupyter's own lines, as in the setup cell, are not Python.
        table = symtable.symtable(JUPYTERS_LINE.sub(r"\1pass", source), "<cell>", "exec")
    except (SyntaxError, ValueError):
        return set()
    return {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}


def _missing_package(name: str) -> list[dict]:
    if importlib.util.find_spec(name) is not None:  # but a module in it is missing
        return []
    return [{"text": PACKAGE.format(name), "elsewhere": True}]
