r"""Formulas in the HTML of questions, as LaTeX: `sin(<var>p</var>ω<sub>1</sub>)`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

#: What is written in HTML, and in LaTeX.
WRITTEN = {
    "·": r"\cdot ",
    "−": "-",
    "√": r"\sqrt ",
    "π": r"\pi ",
    "ω": r"\omega ",
    "λ": r"\lambda ",
    "γ": r"\gamma ",
    "σ": r"\sigma ",
    "θ": r"\theta ",
    "²": "^2",
    "½": r"\frac{1}{2}",
    "≈": r"\approx ",
    "×": r"\times ",
}
FRACTIONS = {"¼": "1/4", "⅓": "1/3", "⅖": "2/5", "⅗": "3/5", "⅔": "2/3", "¾": "3/4", "⅘": "4/5"}
TOKEN = (
    r"(?:<var>\w+</var>|<su[bp]>|</su[bp]>|\d[\d,]*(?:\.\d+)?|(?:sin|cos|ln)\b|"
    r"[·−√πωλγσθ²½¼⅓⅖⅗⅔¾⅘≈×+/=()|′]|\s)"
)
RUN = re.compile(rf"(?<![\w>.]){TOKEN}+(?![\w<])")


def to_latex(run: str) -> str:
    """Return a formula of HTML as LaTeX.

    >>> to_latex("10000<sup>−2/8</sup> = 0.1"), to_latex("<var>k</var>ω<sub>1</sub>")
    ('10000^{-2/8} = 0.1', 'k \\\\omega_{1}')
    """
    text = re.sub(r"<var>(\w+)</var>", r"\1 ", run)
    text = text.replace("<sup>", "^{").replace("<sub>", "_{")
    text = re.sub(r"</su[bp]>", "}", text)
    text = re.sub(r"\b(sin|cos|ln)\b", r"\\\1 ", text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    for sign, latex in (WRITTEN | FRACTIONS).items():
        text = text.replace(sign, latex)
    return re.sub(r" (?=[_^])", "", text).strip()


def formulas(text: str) -> Iterator[str]:
    """Return what is computed or equated in a text, as LaTeX.

    >>> list(formulas("It is sin(<var>k</var>ω) = sin(6 · 0.1), the sine."))
    ['\\\\sin (k \\\\omega ) = \\\\sin (6 \\\\cdot  0.1)']
    """
    for match in RUN.finditer(html.unescape(text.replace("&lt;", "≺"))):
        if latex := to_latex(match[0]).strip(" ,|").removeprefix("="):
            yield latex
