"""Notebooks run side by side, and only those whose outputs are stale.

myst-nb runs notebooks one after another, and its cache asks whether a notebook's own code changed.
Here, before Sphinx reads the pages, every notebook runs whose outputs do not follow any more from
what it reaches in the packages, the locked versions and Python; myst-nb then finds the outputs in
its cache. This can go when myst-nb runs notebooks side by side and takes more into its cache's key.
"""

import os
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError
from sphinx.util import logging

from scripts.speed import SPEED

from .reach import Packages

logger = logging.getLogger(__name__)

PACKAGES = ("pe_lib", "pe_book")
# `pe_book/host.py` reads this, and nothing else does. Kernels inherit it from the build.
PAGE_VARIABLE = "PE_LIB_PAGE"
# Under this name the cache keeps what the outputs of a notebook followed from.
NOTE = "book_site_origin"


def prepare_kernels(app: Sphinx, config) -> None:
    """Set what the kernels inherit: they know that a page is built.

    What a person's own IPython profile runs at the start stays out of the book, and a kernel does
    not warn of its connection, which never leaves this machine.
    """
    profile = Path(app.confdir) / "_build" / "ipython" / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    settings = profile / "ipython_kernel_config.py"
    settings.write_text('c.IPKernelApp.log_level = "ERROR"\n', encoding="utf-8")
    os.environ |= {PAGE_VARIABLE: "1", "IPYTHONDIR": str(profile.parent), **SPEED}


def run_stale(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Run the notebooks that are stale, and have every page read whose outputs Sphinx has not seen.

    A notebook that raises fails the build, after the others have run.
    """
    settings = env.mystnb_config
    if settings.execution_mode != "cache":
        return
    cache = get_cache(settings.execution_cache_path)
    files = {name: env.doc2path(name) for name in sorted(env.found_docs)}
    notebooks = {
        name: nbformat.read(file, as_version=4)
        for name, file in files.items()
        if file.endswith(".ipynb")
    }
    origins = origins_of(notebooks, Path(app.srcdir))
    stale = {name: nb for name, nb in notebooks.items() if noted(cache, nb) != origins[name]}
    failed = 0
    for name, done in run_side_by_side(stale, files, settings.execution_timeout):
        if done.err is None:
            note = {"execution_seconds": done.time, NOTE: origins[name]}
            bundle = CacheBundleIn(done.nb, files[name], data=note)
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
        else:
            failed += 1
            logger.warning(
                "Executing notebook failed: %s\n%s",
                type(done.err).__name__,
                done.exc_string,
                location=name,
                type="book_site",
                subtype="outputs",
            )
    if failed:
        raise ExtensionError(f"{failed} of {len(stale)} notebooks raised an error")
    seen = getattr(env, "book_site_origins", {})
    unseen = {name for name, origin in origins.items() if seen.get(name) != origin}
    docnames[:] = sorted(unseen.union(docnames))
    env.book_site_origins = origins
    print("Reading and writing the pages", flush=True)


def origins_of(notebooks: dict[str, NotebookNode], root: Path) -> dict[str, str]:
    """For each notebook one hash of what its outputs follow from, besides its own code."""
    packages = Packages(root, PACKAGES)
    lock = root / "constraints.txt"
    versions = sys.version + (lock.read_text(encoding="utf-8") if lock.exists() else "")
    return {
        name: sha256((packages.fingerprint(code_of(notebook)) + versions).encode()).hexdigest()
        for name, notebook in notebooks.items()
    }


def code_of(notebook: NotebookNode) -> str:
    """The notebook's Python, without the lines that are IPython's own."""
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return re.sub(r"^(\s*)[%!].*", r"\1pass", "\n".join(cells), flags=re.MULTILINE)


def noted(cache: JupyterCacheAbstract, notebook: NotebookNode) -> str | None:
    """What the outputs of this notebook in the cache followed from, if there are any."""
    try:
        return cache.match_cache_notebook(notebook).data.get(NOTE)
    except KeyError:
        return None


def run_side_by_side(
    notebooks: dict[str, NotebookNode], files: dict[str, str], timeout: int
) -> Iterator[tuple[str, ExecutionResult]]:
    """Run notebooks, as many at a time as there are processors, and hand over each when it is done.

    The one that shows its reader how far it is takes long, and starts first.
    """
    order = sorted(notebooks, key=lambda name: "progress_bar" not in code_of(notebooks[name]))
    to_run, finished = iter(order), SimpleQueue()

    def work() -> None:
        for name in to_run:
            folder = os.path.dirname(files[name])
            try:
                done = single_nb_execution(notebooks[name], folder, timeout, allow_errors=False)
            except Exception as error:
                done = error
            finished.put((name, done))

    workers = min(len(order), os.cpu_count() or 1)
    if order:
        print(f"Notebooks to run: {len(order)}, {workers} at a time", flush=True)
    for _ in range(workers):
        # A daemon does not hold up somebody who interrupts the build.
        Thread(target=work, daemon=True).start()
    for number in range(1, len(order) + 1):
        name, done = finished.get()
        if isinstance(done, Exception):
            raise ExtensionError(f"{name} could not be run", done)
        print(f"[{number}/{len(order)}] {Path(name).name} {done.time:.0f} s", flush=True)
        yield name, done


def setup(app: Sphinx) -> None:
    app.connect("config-inited", prepare_kernels)
    app.connect("env-before-read-docs", run_stale)
