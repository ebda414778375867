"""Where the book lies, and what a build writes."""

from pathlib import Path

#: The folder of the clone.
ROOT = Path(__file__).resolve().parent.parent
#: What Sphinx writes, and what readers get, in the folder of the clone.
WORK, PAGES = "_build/work", "_build/html"
#: JupyterLite's folder among the pages.
LITE = "lite"
