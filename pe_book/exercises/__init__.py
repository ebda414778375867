"""Coding exercises, one module per chapter: hand over a function, read what is wrong with it.

A check calls the reader's function on several cases, compares with the library, and names the
mistake when it is a known one.
"""
