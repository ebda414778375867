"""Notebooks run in parallel, and only those whose outputs are stale.

myst-nb runs notebooks one after another, and its cache asks whether a notebook's own code changed.
Here, before Sphinx reads the pages, every notebook runs whose code has changed, and all of them run
when the book's packages, the locked versions or Python have changed; myst-nb then finds the outputs
in its cache. This can go when myst-nb runs notebooks in parallel and its cache key
covers more.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
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
# In the cache's folder: the hash of what all outputs in it depend on, besides each notebook's code.
ORIGIN = "origin"


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
        name: nbformat.read(file, as_version=4)
        for name, file in files.items()
        if file.endswith(".ipynb")
    }
    origin = origin_of_outputs(Path(app.srcdir))
    cache = open_cache(Path(settings.execution_cache_path), origin)
    stale = {name: nb for name, nb in notebooks.items() if not is_cached(cache, nb)}
    failed = 0
    for name, done in run_in_parallel(stale, files, settings.execution_timeout):
        if done.err is None:
            bundle = CacheBundleIn(done.nb, files[name], data={"execution_seconds": done.time})
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


def open_cache(folder: Path, origin: str) -> JupyterCacheAbstract:
    """Return the cache, without outputs of another origin."""
    mark = folder / ORIGIN
    if not mark.is_file() or mark.read_text(encoding="ascii") != origin:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        mark.write_text(origin, encoding="ascii")
    return get_cache(folder)


def is_cached(cache: JupyterCacheAbstract, notebook: NotebookNode) -> bool:
    try:
        cache.match_cache_notebook(notebook)
    except KeyError:
        return False
    return True


def run_in_parallel(
    notebooks: dict[str, NotebookNode], files: dict[str, str], timeout: int
) -> Iterator[tuple[str, ExecutionResult]]:
    """Run notebooks, one per processor at a time, and yield each when it is done."""
    if not notebooks:
        return
    print(f"Notebooks to run: {len(notebooks)}", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {
            pool.submit(
                single_nb_execution, notebook, Path(files[name]).parent, timeout, allow_errors=False
            ): name
            for name, notebook in notebooks.items()
        }
        for number, done in enumerate(as_completed(running), 1):
            name, result = running[done], done.result()
            print(f"[{number}/{len(running)}] {Path(name).name} {result.time:.0f} s", flush=True)
            yield name, result


def setup(app: Sphinx) -> None:
    app.connect("config-inited", prepare_kernels)
    app.connect("env-before-read-docs", run_stale)
