"""The numbers on the first page on what came since 2024; those of configurations are read there.

tests/environments/test_statements.py reads them from the library.
"""
