"""Notebooks run in parallel, and only those whose outputs are stale.

myst-nb runs notebooks one after another, and its cache asks whether a notebook's own code changed.
Here, before Sphinx reads the pages, every notebook runs whose code has changed, and all of them run
when the book's packages, the locked versions or Python have changed; myst-nb then finds the outputs
in its cache. This can go when myst-nb runs notebooks in parallel and its cache key
covers more.
"""

import json
import os
import re
import shutil
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

from book.fingerprint import fingerprint

logger = logging.getLogger(__name__)

# What a notebook may import or read. Its outputs do not contain the explorers' scripts.
KINDS = ("py", "mjs", "json", "npy", "npz")
PACKAGES = ("pe_lib/**/*.py", "pe_check/**/*.py", *(f"pe_book/**/*.{kind}" for kind in KINDS))
# `pe_book/notebook/host.py` reads this, and nothing else does. Kernels inherit it from the build.
PAGE_VARIABLE = "PE_BOOK_BUILD"
# Kernels run side by side: one thread for each, as several would wait for each other. And Linux's
# allocator keeps what numpy frees: chapter 6 trains in half the time.
KERNEL_ENVIRONMENT = {
    PAGE_VARIABLE: "1",
    "OMP_NUM_THREADS": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**25),
    "MALLOC_TRIM_THRESHOLD_": str(2**28),
}
KERNEL_SETTINGS = """\
import logging

c.IPKernelApp.log_level = "ERROR"
logging.getLogger("asyncio").setLevel("CRITICAL")
"""
ANSI = re.compile(r"\x1b\[[\d;]*m")
# The key of the cache's entry for the hash of what a notebook's outputs depend on.
ORIGIN_KEY = "book_site_origin"


def prepare_kernels(app: Sphinx, config) -> None:
    """Set the environment that the kernels inherit, and an IPython profile of their own.

    A user's profile must not affect the book. The log level silences a warning of the kernel's
    connection, which is local, and asyncio's, that a kernel was shut down while it listened.
    """
    profile = Path(app.confdir) / "_build" / "ipython" / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    settings = profile / "ipython_kernel_config.py"
    settings.write_text(KERNEL_SETTINGS, encoding="utf-8")
    os.environ |= {"IPYTHONDIR": str(profile.parent), **KERNEL_ENVIRONMENT}


def run_stale(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Run the stale notebooks, and let Sphinx read every page whose outputs are new to it.

    A notebook that raises fails the build, after the others have run.
    """
    settings = env.mystnb_config
    if settings.execution_mode != "cache":
        return
    files = {name: env.doc2path(name) for name in sorted(env.found_docs)}
    notebooks = {
        name: read_notebook(Path(file), Path(app.srcdir))
        for name, file in files.items()
        if file.endswith(".ipynb")
    }
    origin = origin_of_outputs(Path(app.srcdir))
    cache, origins = open_cache(settings.execution_cache_path, notebooks)
    stale = {name: nb for name, nb in notebooks.items() if origins[name] != origin}
    failed = 0
    for name, done in run_in_parallel(stale, files, settings.execution_timeout):
        if done.err is None:
            note = {"execution_seconds": done.time, ORIGIN_KEY: origin}
            bundle = CacheBundleIn(done.nb, files[name], data=note)
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
        else:
            failed += 1
            place = Path(files[name]).relative_to(app.srcdir).as_posix()
            logger.error("%s", failure(place, stale[name], done.err))
    if failed:
        raise SystemExit(1)  # for any other exception Sphinx adds a report of its own
    if getattr(env, "book_site_origin", "") != origin:
        docnames[:] = sorted({*docnames, *notebooks})
    env.book_site_origin = origin


def read_notebook(file: Path, root: Path) -> NotebookNode:
    """Return a notebook; one that a merge has left with conflicts is named, with the line."""
    text = file.read_text(encoding="utf-8")
    try:
        json.loads(text)  # which tells the line
        return nbformat.reads(text, as_version=4)
    except ValueError as error:
        place = file.relative_to(root).as_posix()
        logger.error("%s is no notebook: %s", place, error)
        raise SystemExit(1) from None


def failure(place: str, notebook: NotebookNode, error: Exception) -> str:
    """Return the cell and line of an error in a notebook, the error, and the line of code."""
    for number, cell in enumerate(notebook.cells, 1):
        for output in cell.get("outputs", ()):
            if output.output_type == "error":
                trace = ANSI.sub("", "\n".join(output.traceback))
                [line] = re.findall(r"Cell In\[\d+\], line (\d+)", trace)[:1] or ["1"]
                reason = f"{output.ename}: {output.evalue}".splitlines()[0]
                code = cell.source.splitlines()[int(line) - 1].strip()
                inner = re.findall(r"File .*?((?:pe_lib|pe_check|pe_book)\S+?):(\d+)", trace)
                raised = "".join(f"\n    raised by {file}, line {at}" for file, at in inner[-1:])
                return f"{place}, cell {number}, line {line}: {reason}\n    {code}{raised}"
    return f"{place}: {str(error).splitlines()[0]}"


def origin_of_outputs(root: Path) -> str:
    """Return a hash of what the notebooks' outputs depend on, besides their own code."""
    lock = root / "uv.lock"
    versions = lock.read_text(encoding="utf-8") if lock.exists() else ""
    parts = (fingerprint(root, PACKAGES), versions, sys.version)
    return sha256("\0".join(parts).encode()).hexdigest()


def open_cache(
    path: str, notebooks: dict[str, NotebookNode]
) -> tuple[JupyterCacheAbstract, dict[str, str | None]]:
    """Return the cache, and the hash stored with the cached outputs of each notebook.

    One that a full disk or a power cut has damaged is put aside, and a new one begins.
    """
    cache = get_cache(path)
    try:
        return cache, {name: cached_origin(cache, nb) for name, nb in notebooks.items()}
    except Exception as error:
        damaged = Path(path).with_name("damaged_cache")
        shutil.rmtree(damaged, ignore_errors=True)
        Path(path).rename(damaged)
        reason = str(error).splitlines()[0]
        print(f"{path} is damaged ({reason}). It is now {damaged.name}; all notebooks run again.")
        return get_cache(path), dict.fromkeys(notebooks)


def cached_origin(cache: JupyterCacheAbstract, notebook: NotebookNode) -> str | None:
    """Return the hash stored with the cached outputs of this notebook, if there are any."""
    try:
        record = cache.match_cache_notebook(notebook)
        cache.get_cache_bundle(record.pk)
    except KeyError:
        return None
    return record.data.get(ORIGIN_KEY)


def run_in_parallel(
    notebooks: dict[str, NotebookNode], files: dict[str, str], timeout: int
) -> Iterator[tuple[str, ExecutionResult]]:
    """Run notebooks, one per processor at a time, and yield each when it is done."""
    order = list(notebooks)
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
        # Daemon threads do not delay an interrupt of the build.
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
