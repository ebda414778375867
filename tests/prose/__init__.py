"""The numbers in prose, each computed by the comment that stands behind it.

A page says, where its Markdown is edited,

    At $d = 512$<!-- d = --> the longest wavelength is 60,611<!-- wavelengths(d)[-1] --> positions

and a reader sees neither comment: JupyterLab, Colab and GitHub hide them, the build drops them.

- An expression gives the number before it: the value, rounded to the places that are written. A
  number can be 60,611, 0.0177, 6.0 × 10⁻⁵, seven or twice; before `%`, the value is a share of one.
- Several values are as many numbers: 6.28, 62.8, 628 and 6283<!-- wavelengths(8) -->.
- In a formula, the comment stands behind the closing `$`; after `$$`, on a line of its own.
- `<!-- d = -->` takes the number before it as a setting, for expressions of the same cell, or the
  same section of a page. One of them has to use it.

Expressions use what `pe_lib` exports, `np`, `math`, and the names of the page's module: that of
its chapter, or `slides`, `course`, `pages`. What takes more than a line is a function there. What
papers report is in `literature`.

A number with two places behind its point, or a power of ten, needs an expression; others may have
one. `test_claims` names the file, the cell and the number that is wrong.
"""
