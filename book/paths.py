"""Where the book lies, and what a build writes."""

from pathlib import Path

#: The folder of the clone.
ROOT = Path(__file__).resolve().parent.parent
#: What readers get, in the folder of the clone.
PAGES = "_build/html"
#: JupyterLite's folder among the pages.
LITE = "lite"
