"""Write notebooks as nbformat does, so that whatever tool saved them last leaves no mark.

python -m tools rewrite_notebooks chapters/*.ipynb
"""

from __future__ import annotations

from pathlib import Path

import nbformat

from tools import command_parser

#: JupyterLab adds the version of Python, and the name that the kernel has on the machine.
METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def tidy(text: str) -> str:
    """The same notebook in nbformat's own way of writing it, for any kernel of Python."""
    notebook = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    notebook.metadata = nbformat.from_dict(METADATA)
    return nbformat.writes(notebook) + "\n"


def main(arguments: list[str]) -> None:
    parser = command_parser("rewrite_notebooks", __doc__)
    parser.add_argument("notebooks", nargs="+", type=Path)
    for file in parser.parse_args(arguments).notebooks:
        file.write_text(tidy(file.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
