"""The page "What is your table?": its form, and the report on what a reader brings.

`form.py` is the page at rest and `report.py` its answer. Between them is a live cell that knows
of files (`pe_book/live/table.mjs`); `_ext/book_site/your_table.py` puts the form on the page.
"""
