"""The coding exercises: a reader writes a function, and a reply says what is wrong with it.

Each exercise is one module: `wavelengths` declares the four cells of its chapter (TASK, START,
EXPLANATION, SOLUTION), `check_wavelengths`, which its cells call, and its known mistakes with
their replies. `python -m pe_book.exercises` writes the cells into the chapters. A chapter imports
the module of its exercise alone, because a page waits for what it imports.
"""
