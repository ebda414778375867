r"""Evaluate formulas as the book writes them in LaTeX, with numbers and matrices for its letters.

sympy's two parsers were tried: they multiply matrices in any order, and read no subscript that is
an expression, no `\mathrm{PE}[p+k]` and no lines that are aligned.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

RELATIONS = {
    "=": None,
    r"\approx": None,
    "<": operator.lt,
    ">": operator.gt,
    r"\le": operator.le,
    r"\ge": operator.ge,
    r"\ne": operator.ne,
    r"\ll": lambda one, other: 10 * one < other,
}
FUNCTIONS = {
    r"\sin": np.sin,
    r"\cos": np.cos,
    r"\ln": np.log,
    r"\exp": np.exp,
    r"\max": np.max,
}
CONSTANTS = {r"\pi": math.pi, r"\gamma": np.euler_gamma}
BRACKETS = {"(": ")", "[": "]", "{": "}"}
#: Which method reads what a token opens.
OPENING = {
    r"\lVert": "norm",
    r"\frac": "fraction",
    r"\sqrt": "root",
    r"\begin{pmatrix}": "matrix",
    r"\begin{bmatrix}": "matrix",
}
#: What only sets a formula, or punctuates it.
SETTING = re.compile(
    r"\\[,;!:]|(?<!\\)\\ |\\(?:bigl?|bigr|Bigl?|Bigr|left|right|displaystyle)(?![a-z])|&|\{\}"
)
TOKEN = re.compile(
    r"\s*(\\begin\{\w+\}|\\end\{\w+\}|\\(?:text|mathrm)\{[^{}]*\}|\\\\|\\[a-zA-Z]+|\d[\d.]*\d|\d|.)",
    re.DOTALL,
)
ENDS = {None, *")]},&+-/", r"\\", r"\cdot", r"\times", r"\rVert"}


class Unknown(ValueError):
    """A formula has a name that is not bound, a form that is not read, or no value."""


def evaluate(tokens: list[str], names: dict, ranges: dict):
    """Return the value of a formula, with `names` for its letters and `ranges` for sums."""
    try:
        return Evaluator(tokens, dict(names), ranges).all()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise Unknown(f"{type(error).__name__}: {error}") from error


@dataclass
class Evaluator:
    """Read one side of an equation, as `tokens`, with `names` for letters.

    A name is bound to a number, to a matrix (vectors are matrices with one row or column), or to a
    function of what is in its subscript or its parentheses. `ranges` says over which values a
    sum goes that names its index alone.
    """

    tokens: list[str]
    names: dict
    ranges: dict = field(default_factory=dict)
    at: int = 0

    def peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        if token is None or (expected and token != expected):
            raise Unknown(f"{expected or 'something'} expected, not {token}")
        self.at += 1
        return token

    def all(self):
        value = self.listed()
        if self.peek() is not None:
            raise Unknown(f"{self.peek()} is not expected")
        return value

    def listed(self):
        """Return a value, or several between commas as a tuple, in which `...` are dots."""
        values = [self.item()]
        while self.peek() == ",":
            self.take()
            values.append(self.item())
        return values[0] if len(values) == 1 else tuple(values)

    def item(self):
        if self.peek() == r"\dots":
            self.take()
            return ...
        return self.sum()

    def sum(self):
        sign = self.take() if self.peek() in ("+", "-") else "+"
        value = self.product()
        value = -value if sign == "-" else value
        while self.peek() in ("+", "-"):
            sign, term = self.take(), self.product()
            value = plus(value, term if sign == "+" else -term)
        return value

    def product(self):
        value = self.factors()
        while self.peek() in ("/", r"\cdot", r"\times"):
            if self.take() == "/":
                value = value / self.factors()
            else:
                value = dot(value, self.factors())
        return value

    def factors(self):
        """Return the product of factors side by side."""
        value = self.power()
        while not self.ends():
            value = times(value, self.power())
        return value

    def ends(self) -> bool:
        token = self.peek()
        return token in ENDS or token in RELATIONS or token.startswith(r"\end")

    def power(self):
        token = self.peek()
        if token in FUNCTIONS:
            return self.function()
        if token == r"\sum":
            return self.total()
        return self.raised(self.atom())

    def raised(self, value):
        while self.peek() == "^":
            self.take()
            value = self.with_exponent(value)
        return value

    def with_exponent(self, value):
        group = self.group()
        if group[0] == r"\top":
            value, group = value.T, group[1:]
        if not group:
            return value
        exponent = self.inner(group)
        if isinstance(value, np.ndarray):
            return np.linalg.matrix_power(value, round(exponent))
        return value**exponent

    def function(self):
        r"""Return a function of all that follows up to the next: `\sin (p+m)\omega\,\cos …`."""
        apply, exponent = FUNCTIONS[self.take()], 1
        if self.peek() == "^":
            self.take()
            exponent = self.inner(self.group())
        if self.ends():
            return apply(self.names["argument"]) ** exponent
        if self.peek() in FUNCTIONS:
            raise Unknown("a function of a function needs parentheses")
        argument = self.total() if self.peek() == r"\sum" else self.raised(self.atom())
        while not self.ends() and self.peek() not in (*FUNCTIONS, r"\sum"):
            argument = times(argument, self.raised(self.atom()))
        return apply(argument) ** exponent

    def total(self):
        self.take(r"\sum")
        self.take("_")
        [index] = self.group()
        begin, outer = self.at, self.names.get(index)
        result = None
        for each in self.ranges[index]:
            self.at, self.names[index] = begin, each
            term = self.product()
            result = term if result is None else plus(result, term)
        self.names[index] = outer
        return result

    def atom(self):
        token = self.take()
        if token in BRACKETS:
            value = self.listed()
            self.take(BRACKETS[token])
            return value
        if token in OPENING:
            return getattr(self, OPENING[token])()
        if token[0].isdigit():
            return float(token) if "." in token else int(token)
        return self.named(token)

    def norm(self):
        value = self.sum()
        self.take(r"\rVert")
        return float(np.linalg.norm(value))

    def fraction(self):
        return self.inner(self.group()) / self.inner(self.group())

    def root(self):
        return math.sqrt(self.atom() if self.peek() == "(" else self.inner(self.group()))

    def named(self, token: str):
        name = re.sub(r"\\(?:text|mathrm)\{(.*)\}", r"\1", token)
        while self.peek() == "'":
            name += self.take()
        subscript = None
        if self.peek() == "_":
            self.take()
            subscript = self.group()
            whole = f"{name}_{''.join(subscript)}"
            name, subscript = (whole, None) if whole in self.names else (name + "_", subscript)
        if name not in self.names:
            if name in CONSTANTS and subscript is None:
                return CONSTANTS[name]
            raise Unknown(f"{name} is not bound")
        value = self.names[name]
        if subscript is not None:
            two = len(subscript) == 2 and all(each.isalpha() for each in subscript)
            indices = [[each] for each in subscript] if two else [subscript]
            value = value(*map(self.inner, indices))
        if callable(value):
            if self.peek() not in ("(", "["):
                raise Unknown(f"{name} is a function")
            end = {"(": ")", "[": "]"}[self.take()]
            given = [self.sum()]
            while self.peek() == ",":
                self.take()
                given.append(self.sum())
            self.take(end)
            value = value(*given)
            if self.peek() == "_":
                self.take()
                value = value[[self.inner(self.group())]]
        return value

    def group(self) -> list[str]:
        """Return the tokens of a group, or the single token that takes its place."""
        token = self.take()
        if token != "{":
            return [token]
        depth, found = 1, []
        while depth:
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token, 0)
            found.append(token)
        return found[:-1]

    def inner(self, tokens: list[str]):
        return Evaluator(tokens, self.names, self.ranges).all()

    def matrix(self):
        rows = [[self.sum()]]
        while not self.peek().startswith(r"\end"):
            if self.take() == "&":
                rows[-1].append(self.sum())
            else:
                rows.append([self.sum()])
        self.take()
        return np.block([[np.atleast_2d(entry) for entry in row] for row in rows])


def plus(one, other):
    if np.shape(one) != np.shape(other):
        raise Unknown(f"a sum of shapes {np.shape(one)} and {np.shape(other)}")
    return one + other


def times(one, other):
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        if one.shape[1] != other.shape[0]:
            raise Unknown(f"a product of shapes {one.shape} and {other.shape}")
        return as_number(one @ other)
    return one * other


def dot(one, other):
    """Return the product at a centered point: of two vectors of one shape, their dot product."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.shape == other.shape:
        if 1 in one.shape:
            return float((one * other).sum())
    return times(one, other)


def as_number(value: np.ndarray):
    return float(value[0, 0]) if value.shape == (1, 1) else value


def tokens(latex: str) -> list[str]:
    return TOKEN.findall(latex.strip())


def statements(latex: str) -> Iterator[str]:
    r"""Return what a formula states, each in one line: `\begin{aligned}` and `\qquad` separate.

    >>> list(statements(r"\begin{aligned} a &= b \\ &\quad + c, \\ d &= e . \end{aligned}"))
    ['a = b + c', 'd = e']
    """
    text = re.sub(r"\\begin\{aligned\}|\\end\{aligned\}", "", latex)
    if text != latex:
        text = re.sub(r"\\quad", "", text)
        text = re.sub(r"\\\\\s*&?\s*(?=[-+=])", " ", text)
        parts = re.split(r"\\\\|\\qquad|(?<=[,.\d]) *& ", text)
    else:
        parts = re.split(r"\\qquad|\\quad(?=\\text)", text)
    for part in parts:
        if "matrix}" in part:
            clean = re.sub(r"\s+", " ", part)
        else:
            clean = re.sub(r"\s+", " ", SETTING.sub(" ", part))
        if clean := clean.strip(" ,.;"):
            yield clean


def sides(statement: str) -> list[list[str]]:
    """Return the sides of a chain of relations and, between two of them, the relation."""
    found, depth = [[]], 0
    for token in tokens(strip(statement)):
        depth += token in "({[" or token.startswith(r"\begin")
        depth -= token in ")}]" or token.startswith(r"\end")
        if token in RELATIONS and not depth:
            found += [[token], []]
        else:
            found[-1].append(token)
    return found


def is_equation(statement: str) -> bool:
    found = sides(statement)
    return len(found) > 1 and all(found)


def strip(statement: str) -> str:
    """Return a statement without what only sets it, outside of matrices."""
    parts = re.split(r"(\\begin\{[pb]matrix\}.*?\\end\{[pb]matrix\})", statement)
    inside = re.compile(SETTING.pattern.replace("|&", ""))
    return "".join((inside if n % 2 else SETTING).sub(" ", part) for n, part in enumerate(parts))
