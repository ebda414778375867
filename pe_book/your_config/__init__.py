"""The page "What does your config.json say?": its form, and the report on a configuration.

`form.py` is the page at rest and `report.py` its answer, `picture.py` the wavelengths in it and
`examples.py` what a reader may begin with. Between form and answer is a live cell
(`pe_book/live/config.mjs`); `_ext/book_site/your_config.py` puts it on the page.
"""
