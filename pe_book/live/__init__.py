"""Code cells that run where the book is read, in a Python inside of the browser.

`runner.py` is all that happens between a cell's source and its outputs. `worker.mjs` loads Python
and hands over to it, and `python.mjs` owns the worker. `cell.mjs` is a cell on the page,
`cell_with_file.mjs` one that takes files too, and `editor.mjs` is the editor in both; `mount.mjs`
makes a page's cells editable. `_ext/book_site/live.py` brings all of it, and Python, onto the site.
"""
