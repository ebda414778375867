"""Code cells that run where the book is read, in a Python inside of the browser.

`runner.py` is all that happens between a cell's source and its outputs. `worker.mjs` loads Python
and hands over to it, `python.mjs` owns the worker, `cell.mjs` is a cell's face on the page, and
`editor.mjs` is the editor in it. `_ext/book_site/live.py` brings them and Python onto the site.
"""
