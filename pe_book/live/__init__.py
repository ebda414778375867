"""Code cells that run where the book is read, in a Python inside of the browser.

`runner.py` is all that happens between a cell's source and its outputs. `worker.mjs` loads Python
and hands over to it, and `python.mjs` owns the worker. `cell.mjs` is a cell's face on the page,
`table.mjs` that of the one that takes files too, and `editor.mjs` is the editor in both;
`equip.mjs` brings them to a page. `_ext/book_site/live.py` brings all of it, and Python, onto the
site.
"""
