"""The kinds of mistakes: each yields changes of a text, as (what, text with the mistake).

A kind says where such a mistake can stand, and makes one small, plausible change there.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

Changes = Iterator[tuple[str, str]]
KINDS: dict[str, Callable[[str], Changes]] = {}

OPERATORS = {"+": "-", "-": "+", "*": "/", "/": "*", "//": "/", "%": "*", "**": "*", "@": "+"}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# What turns a true sentence into a false one; each word stands for both directions.
OPPOSITES = [
    *["first last", "before after", "larger smaller", "more fewer", "faster slower", "fast slow"],
    *["row column", "rows columns", "sine cosine", "sines cosines", "odd even", "always never"],
    *["all none", "every no", "higher lower", "longer shorter", "longest shortest", "same other"],
    *["right wrong", "above below", "grows falls", "rises falls", "largest smallest", "up down"],
    *["without with", "farther nearer", "positions pairs", "query key", "double half"],
    *["doubles halves", "is are", "learned fixed", "equivariant invariant", "theorem experiment"],
    *[
        "linear quadratic",
        "twice half",
        "upper lower",
        "left right",
        "can cannot",
        "trained unseen",
    ],
]
NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
SWAPS = {a: b for pair in OPPOSITES[::-1] for a, b in (pair.split(), pair.split()[::-1])}
SWAPS |= dict(zip(NUMBER_WORDS.split(), [*NUMBER_WORDS.split()[1:], "fifteen"], strict=True))
del SWAPS["is"], SWAPS["are"], SWAPS["no"], SWAPS["other"], SWAPS["one"], SWAPS["down"]


def kind(function: Callable[[str], Changes]) -> Callable[[str], Changes]:
    KINDS[function.__name__] = function
    return function


def replaced(text: str, start: int, stop: int, new: str) -> tuple[str, str]:
    """Return what is changed, in its line, and the changed text."""
    number = text.count("\n", 0, start) + 1
    line = text.splitlines()[number - 1].strip()
    changed = text[:start] + new + text[stop:]
    return f"line {number}: {text[start:stop]!r} -> {new!r} in {line[:90]!r}", changed


class Source:
    """Python source with places: where a node begins and ends, counted in characters."""

    def __init__(self, text: str) -> None:
        self.text, self.tree = text, ast.parse(text)
        self.lines = [line.encode() for line in text.splitlines(keepends=True)]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line.decode()))
        docs = (ast.Module, ast.ClassDef, ast.FunctionDef)
        self.docstrings = {
            id(node.body[0].value)
            for node in ast.walk(self.tree)
            if isinstance(node, docs) and node.body and isinstance(node.body[0], ast.Expr)
        }

    def place(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1][:column].decode())

    def span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self.place(node.lineno, node.col_offset),
            self.place(node.end_lineno, node.end_col_offset),
        )

    def code(self, node: ast.AST) -> str:
        start, stop = self.span(node)
        return self.text[start:stop]

    def nodes(self, *types: type) -> Iterator:
        return (node for node in ast.walk(self.tree) if isinstance(node, types))

    def strings(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of strings that a reader may see: several words, no docstrings."""
        texts = [
            node for node in self.nodes(ast.Constant)
            if isinstance(node.value, str) and " " in node.value and id(node) not in self.docstrings
        ]  # fmt: skip
        yield from sorted({self.span(node) for node in texts})  # pieces of an f-string share one


# ---- code


@kind
def operator(text: str) -> Changes:
    """An operator exchanged."""
    source = Source(text)
    for node in source.nodes(ast.BinOp):
        between = source.span(node.left)[1], source.span(node.right)[0]
        found = re.search(r"\*\*|//|[-+*/%@]", text[slice(*between)])
        if found and not any((isinstance(side, ast.Constant) and isinstance(side.value, str))
                             or isinstance(side, ast.JoinedStr)
                             for side in (node.left, node.right)):  # fmt: skip
            yield replaced(
                text, between[0] + found.start(), between[0] + found.end(), OPERATORS[found[0]]
            )


@kind
def comparison(text: str) -> Changes:
    """A comparison with its bound shifted or reversed, `and` for `or`, a condition negated."""
    source = Source(text)
    for node in source.nodes(ast.Compare):
        between = source.span(node.left)[1], source.span(node.comparators[0])[0]
        found = re.search(r"[<>=!]=|[<>]", text[slice(*between)])
        if found:
            start = between[0] + found.start()
            yield replaced(text, start, between[0] + found.end(), COMPARISONS[found[0]])
    for node in source.nodes(ast.If, ast.IfExp):
        start, stop = source.span(node.test)
        yield replaced(text, start, stop, f"not ({text[start:stop]})")
    for node in source.nodes(ast.BoolOp):
        between = source.span(node.values[0])[1], source.span(node.values[1])[0]
        found = re.search(r"\b(and|or)\b", text[slice(*between)])
        if found:
            start = between[0] + found.start()
            yield replaced(text, start, start + len(found[0]), {"and": "or", "or": "and"}[found[0]])


@kind
def constant(text: str) -> Changes:
    """A number one higher, a fraction doubled, True for False."""
    source = Source(text)
    for node in source.nodes(ast.Constant):
        start, stop = source.span(node)
        if isinstance(node.value, bool):
            yield replaced(text, start, stop, str(not node.value))
        elif isinstance(node.value, int) and text[start:stop].replace("_", "").isdigit():
            yield replaced(text, start, stop, str(node.value + 1))
        elif isinstance(node.value, float):
            yield replaced(text, start, stop, repr(2 * node.value or 0.5))


@kind
def javascript(text: str) -> Changes:
    """An operator, comparison, number or truth value exchanged, outside of comments and strings."""
    swaps = {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " < ": " <= ", " > ": " >= "}
    swaps |= {" <= ": " < ", " >= ": " > ", " === ": " !== ", " !== ": " === ", " && ": " || "}
    swaps |= {" || ": " && ", "true": "false", "false": "true"}
    pattern = "|".join(sorted(map(re.escape, swaps), key=len, reverse=True)) + r"|\b\d+\b"
    skipped = r"//[^\n]*|/\*(?s:.*?)\*/|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`|/[^/\n ]+/[a-z]*[,.)]"
    for found in re.finditer(f"(?P<skip>{skipped})|(?P<hit>{pattern})", text):
        if hit := found["hit"]:
            new = swaps.get(hit) or str(int(hit) + 1)
            yield replaced(text, found.start(), found.end(), new)


# ---- words


def changed_words(text: str, start: int, stop: int) -> Changes:
    """Yield the piece from start to stop with one word for its opposite, or another number."""
    for found in re.finditer(r"(?<![\w{.\\<$-])([A-Za-z]+)(?![\w}(=>$-])", text[start:stop]):
        new = SWAPS.get(found[0].lower())
        if new:
            new = new.capitalize() if found[0][0].isupper() else new
            yield replaced(text, start + found.start(), start + found.end(), new)
    for found in re.finditer(r"(?<![\w{.:_^#&-])\d+(?:[.,]\d+)*(?![\w}:%]|\.\w)", text[start:stop]):
        last = start + found.end() - 1
        yield replaced(text, last, last + 1, str((int(text[last]) + 1) % 10))
    for found in re.finditer(r" not(?= )", text[start:stop]):
        yield replaced(text, start + found.start(), start + found.end(), "")


@kind
def words(text: str) -> Changes:
    """A text that a reader gets, in Python, says the opposite or another number."""
    source = Source(text)
    for start, stop in source.strings():
        yield from changed_words(text, start, stop)


@kind
def prose(text: str) -> Changes:
    """A sentence of a Markdown page says the opposite or another number."""
    hidden = r"(?ms)^(```|~~~).*?^\1|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|\]\([^)\s]*\)|<[^>]*>"
    hidden += r"|^---$.*?^---$|^\s*\d+\.\s|^:\w+:.*?$|^\([\w-]+\)=$|https?://\S+|\{[a-z-]+\}"
    at = 0
    for found in [*re.finditer(hidden, text), None]:
        stop = found.start() if found else len(text)
        yield from changed_words(text, at, stop)
        at = found.end() if found else stop


@kind
def notebook(text: str) -> Changes:
    """A sentence in a notebook's Markdown says the opposite or another number."""
    for number, cell in enumerate(json.loads(text)["cells"]):
        if cell["cell_type"] == "markdown":
            source = "".join(cell["source"])
            for what, changed in prose(source):
                lines = zip(source.splitlines(True), changed.splitlines(True), strict=True)
                old, new = next((a, b) for a, b in lines if a != b)
                old, new = (json.dumps(line, ensure_ascii=False) for line in (old, new))
                yield f"cell {number}, {what}", text.replace(old, new, 1)


@kind
def stored(text: str) -> Changes:
    """A stored number changed in its first digits, by a twentieth."""
    for found in re.finditer(r"(?<![\w\"-])\d+\.\d+(?![\w\"])", text):
        value = float(found[0])
        if value:
            new = repr(round(value * (0.95 if value > 0.5 else 1.05), 4))
            yield replaced(text, found.start(), found.end(), new)


# ---- questions and exercises


def calls(source: Source, *names: str) -> Iterator[ast.Call]:
    return (
        node for node in source.nodes(ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id in names
    )  # fmt: skip


@kind
def replies(text: str) -> Changes:
    """Two replies of one question, or of one exercise, exchanged."""
    source = Source(text)
    for node in source.nodes(ast.List, ast.Tuple):
        given = [
            call.args[1] for call in node.elts
            if isinstance(call, ast.Call) and getattr(call.func, "id", "")
            in ("Option", "Wrong", "Known") and len(call.args) > 1
        ]  # fmt: skip
        for one, other in pairwise(given):
            (a, b), (c, d) = source.span(one), source.span(other)
            changed = text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]
            yield f"{replaced(text, a, b, '')[0][:60]}: this reply and the next exchanged", changed


@kind
def right(text: str) -> Changes:
    """Another option marked as right."""
    source = Source(text)
    for node in source.nodes(ast.List):
        options = [c for c in node.elts if getattr(getattr(c, "func", None), "id", "") == "Option"]
        marked = [c for c in options if any(k.arg == "right" for k in c.keywords)]
        for option in options if marked else ():
            if option is not marked[0]:
                start, stop = source.span(marked[0])
                a, b = source.span(option)
                unmarked = re.sub(r",\s*right=True", "", text[start:stop])
                remarked = re.sub(r",?\s*\)$", ", right=True)", text[a:b])
                pieces = sorted([(start, stop, unmarked), (a, b, remarked)], reverse=True)
                changed = text
                for first, last, new in pieces:
                    changed = changed[:first] + new + changed[last:]
                yield f"right is {source.code(option.args[0])[:70]}", changed


@kind
def values(text: str) -> Changes:
    """The value of an answer, right or wrong, a twentieth larger."""
    source = Source(text)
    found = [call.args[0] for call in calls(source, "Wrong") if call.args]
    found += [
        k.value for call in calls(source, "Numeric") for k in call.keywords if k.arg == "answer"
    ]
    for node in found:
        start, stop = source.span(node)
        yield replaced(text, start, stop, f"1.05 * ({text[start:stop]})")


@kind
def tolerance(text: str) -> Changes:
    """A tolerance ten times as wide."""
    source = Source(text)
    for call in calls(source, "Numeric"):
        given = [k.value for k in call.keywords if k.arg == "tolerance"]
        start, stop = source.span(given[0]) if given else (source.span(call)[1] - 1,) * 2
        name = "" if given or text[:start].rstrip().endswith(",") else ","
        new = f"10 * {text[start:stop]}" if given else f"{name} tolerance=0.05"
        yield replaced(text, start, stop, new)
    for node in source.nodes(ast.Constant):
        if isinstance(node.value, float) and 0 < node.value < 0.01:
            start, stop = source.span(node)
            yield replaced(text, start, stop, f"{10 * node.value:g}")
