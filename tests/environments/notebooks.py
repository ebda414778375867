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


async def run(notebook: Path, directory: str, output: Path, places: asyncio.Semaphore) -> None:
    content = nbformat.read(notebook, as_version=4)
    where = {"metadata": {"path": directory}}
    async with places:
        with TemporaryDirectory() as sockets:
            # A port that is free now may be taken before the kernel has started and binds it.
            config = Config(KernelManager={"transport": "ipc", "ip": f"{sockets}/kernel"})
            client = NotebookClient(
                content, timeout=600, kernel_name="python3", resources=where, config=config
            )
            try:
                await client.async_execute()
            except Exception as error:
                (output / f"{notebook.stem}.txt").write_text(str(error), encoding="utf-8")
    nbformat.write(content, output / notebook.name)


async def main(directory: str, output: str, *notebooks: str) -> None:
    places = asyncio.Semaphore(2)
    await asyncio.gather(*(run(Path(n), directory, Path(output), places) for n in notebooks))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
