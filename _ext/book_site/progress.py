"""How far a build has come: Sphinx is quiet, and a slow machine takes minutes for the pages."""

import time
from collections.abc import Callable

from sphinx.application import Sphinx

SECONDS = 10  # between two lines


def counter(done: str) -> Callable[..., None]:
    """Return a function that counts its calls, and prints their number every few seconds."""
    count, last_time = 0, time.monotonic()

    def count_one(*_: object) -> None:
        nonlocal count, last_time
        count += 1
        if time.monotonic() - last_time >= SECONDS:
            last_time = time.monotonic()
            print(f"  {count} {done}", flush=True)

    return count_one


def count_reading(app: Sphinx, env, docnames: list[str]) -> None:
    print(f"Reading {len(docnames)} pages", flush=True)
    app.connect("source-read", counter("read"))


def count_writing(app: Sphinx, builder) -> None:
    print("Writing pages", flush=True)
    app.connect("html-page-context", counter("written"))


def announce_end(app: Sphinx, exception: Exception | None) -> None:
    if exception is None:
        print("Joining styles and scripts, and making the index of the search", flush=True)


def setup(app: Sphinx) -> None:
    # After the notebooks have run, which may add pages to read.
    app.connect("env-before-read-docs", count_reading, priority=900)
    app.connect("write-started", count_writing)
    app.connect("build-finished", announce_end, priority=100)
