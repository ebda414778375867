"""The still figures, one module for each chapter.

Every function takes arrays and draws them. It returns a `Picture`, whose text alternative and
caption say what these arrays show.
"""
