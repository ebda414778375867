"""Build the book into _build/html, doing only what changed since the last build.

Sphinx sees when a page changes and jupyter-cache when a notebook's code does. Neither sees that
the library under the notebooks, the extension or the locked versions changed; this script does,
and throws away exactly what they went into. Warnings fail the build, and since Sphinx shows the
warnings of a page once only, a failed build forgets its pages, so that the next one fails too.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the outputs of the notebooks depend on, besides the notebooks.
EXECUTION = ("pe_lib/**/*.py", "pe_book/**/*.py", "pe_book/**/*.json", "constraints.txt")
# What the pages depend on, besides their own text: the outputs, and all this.
PAGES = (
    *EXECUTION,
    "pe_book/**/*.mjs",
    "pe_book/**/*.css",
    "_config.yml",
    "_toc.yml",
    "_ext/**/*",
    "_static/**/*",
    "_templates/**/*",
    "package-lock.json",
)


def fingerprint(root: Path, patterns: Iterable[str]) -> str:
    """One hash of the names and contents of all files that match, `__pycache__` left out."""
    digest = hashlib.sha256()
    files = {file for pattern in patterns for file in root.glob(pattern) if file.is_file()}
    for file in sorted(files):
        if "__pycache__" in file.parts:
            continue
        digest.update(f"{file.relative_to(root).as_posix()}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def forget_stale(root: Path) -> list[str]:
    """Remove from `_build` what no longer follows from the sources; say what was removed.

    The new fingerprints are written at once: from then on `_build` holds nothing older.
    """
    build = root / "_build"
    record = build / "fingerprints.json"
    current = {
        "execution": fingerprint(root, EXECUTION) + sys.version,
        "pages": fingerprint(root, PAGES) + sys.version,
    }
    try:
        previous = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        previous = {}
    removed = []
    if previous.get("execution") != current["execution"]:
        removed.append(".jupyter_cache")
    if previous.get("pages") != current["pages"]:
        removed += [".doctrees", "html", "jupyter_execute"]
    removed = [name for name in removed if (build / name).exists()]
    for name in removed:
        shutil.rmtree(build / name)
    build.mkdir(exist_ok=True)
    record.write_text(json.dumps(current, indent=1), encoding="utf-8")
    return removed


def kernel_profile(build: Path) -> Path:
    """An IPython directory for the build's kernels.

    What a person's own profile runs at the start stays out of the book, and a kernel does not warn
    of its connection, which never leaves this machine.
    """
    directory = build / "ipython"
    (directory / "profile_default").mkdir(parents=True, exist_ok=True)
    settings = directory / "profile_default" / "ipython_kernel_config.py"
    settings.write_text('c.IPKernelApp.log_level = "ERROR"\n', encoding="utf-8")
    return directory


@contextlib.contextmanager
def alone(build: Path) -> Iterator[None]:
    """Wait until no other build of this book runs, and keep others waiting meanwhile.

    The system lets go of the lock when the process ends, whatever ends it.
    """
    build.mkdir(exist_ok=True)
    with open(build / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another build of this book is running; waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    with alone(ROOT / "_build"):
        return built()


def built() -> int:
    removed = forget_stale(ROOT)
    if ".jupyter_cache" in removed:
        print("The library or the locked versions changed: every notebook runs again.", flush=True)
    elif removed:
        print("The book's settings or looks changed: every page is written again.", flush=True)
    command = [Path(sys.executable).with_name("jupyter-book"), "build", "."]
    command += ["-W", "-n", "--keep-going"]
    environment = {**os.environ, "IPYTHONDIR": str(kernel_profile(ROOT / "_build"))}
    code = subprocess.run([*command, *sys.argv[1:]], cwd=ROOT, env=environment).returncode
    if code:
        shutil.rmtree(ROOT / "_build" / ".doctrees", ignore_errors=True)
        print(
            "\nThe book was not built. Every WARNING and ERROR above counts; the first is usually\n"
            "the cause. A notebook that raised has its traceback in _build/html/reports/.",
            file=sys.stderr,
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
