"""The numbers and formulas of the pages are computed.

An HTML comment after a number has the expression that gives it:

    At $d = 512$<!-- d = --> the longest wavelength is 60,611<!-- wavelengths(d)[-1] --> positions

No reader sees it: JupyterLab, Colab and GitHub hide comments, the build drops them.

- The value is rounded to the places that are written. A number can be 60,611, 0.0177, 6.0 × 10⁻⁵,
  seven or twice; before `%`, the value is a share of one.
- Several values are as many numbers: 6.28, 62.8, 628 and 6283<!-- wavelengths(8) -->.
- In a formula, the comment follows the closing `$`; after `$$`, it has a line of its own.
- `<!-- d = -->` takes the number before it as a setting, for expressions of the same cell, or the
  same section of a page. At least one of them has to use it.

Expressions use what `pe_lib` exports, `np`, `math`, and the names of the page's module: that of its
chapter, or `slides`, `course`, `pages`. What takes more than a line is a function there. What
papers report is in `literature`.

A number with two decimal places, or a power of ten, needs an expression; others may have one.
`test_numbers` names the file, the cell and the number that is wrong; `test_equations` evaluates
every equation with the letters of `letters`.
"""
