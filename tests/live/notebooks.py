"""Run one notebook as a session would; what came out goes to another file.

    python notebooks.py NOTEBOOK OUTPUT DIRECTORY

A script of its own, because the environment under test has no pytest.
"""

import sys

import nbformat
from nbclient import NotebookClient


def main(notebook: str, output: str, directory: str) -> None:
    content = nbformat.read(notebook, as_version=4)
    client = NotebookClient(
        content,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": directory}},
    )
    try:
        client.execute()
    finally:
        nbformat.write(content, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
