"""The coding exercises: a reader writes a function, and a reply says what is wrong with it.

Their cells stand in the chapters. Each exercise is one module: `wavelengths` has a right function,
`check_wavelengths`, which the cells call, and the known mistakes with their replies. A chapter
imports the module of its exercise alone, because a page waits for what it imports.
"""
