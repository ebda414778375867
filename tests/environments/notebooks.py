"""Run notebooks as sessions would, each in a kernel of its own, two at a time.

    python notebooks.py DIRECTORY OUTPUT NOTEBOOK ...

The kernels start in DIRECTORY. OUTPUT gets each notebook as it came out, and a text that says why
beside one that did not run to its end. A script of its own, because the environment under test has
no pytest.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config


async def run(
    notebook: Path, directory: str, output: Path, sockets: str, places: asyncio.Semaphore
) -> None:
    content = nbformat.read(notebook, as_version=4)
    where = {"metadata": {"path": directory}}
    # Unix sockets: another program can take a free port before the kernel has started and binds it.
    config = Config(KernelManager={"transport": "ipc", "ip": f"{sockets}/{notebook.stem}"})
    settings = {"timeout": 600, "kernel_name": "python3", "coalesce_streams": True}
    client = NotebookClient(content, resources=where, config=config, **settings)
    async with places:
        try:
            await client.async_execute()
        except Exception as error:
            (output / f"{notebook.stem}.txt").write_text(str(error), encoding="utf-8")
    nbformat.write(content, output / notebook.name)


async def main(directory: str, output: str, *notebooks: str) -> None:
    places = asyncio.Semaphore(2)
    with TemporaryDirectory() as sockets:
        await asyncio.gather(
            *(run(Path(n), directory, Path(output), sockets, places) for n in notebooks)
        )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
