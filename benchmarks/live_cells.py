"""Measure what a live cell costs: bytes over the wire, and seconds to a reply, beside JupyterLab.

    python benchmarks/live_cells.py            five runs of everything, some minutes
    python benchmarks/live_cells.py --quick    one run, no JupyterLab; writes nothing

The built book is served on this machine as GitHub Pages serves it: compressed, and kept by the
browser for ten minutes. A browser with an empty profile opens chapter 2, goes to its exercise and
presses Run; then the same browser, with what it keeps on disk, opens the page again. JupyterLab, on
the same machine and with an empty profile too, opens a notebook with the same exercise and runs it.
Results go to benchmarks/results/live_cells.md.
"""

import gzip
import json
import os
import platform
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zipfile
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from pe_book.live.runner import SETUP  # noqa: E402
from scripts.browser import FLAGS, installed_browser  # noqa: E402
from scripts.serve import BookHandler  # noqa: E402

BUILT = ROOT / "_build" / "html"
TEXT = Path(__file__).parent / "results" / "live_cells.md"
RUNS = 5
PAGE, CELL = "chapters/02_formula.html", "3552490d"
# What a host compresses; what is compressed already goes as it is.
COMPRESSED = re.compile(r"\.(html|css|m?js|json|svg|wasm|txt|xml)$")
GROUPS = (
    ("Pyodide's core", r"vendor/pyodide-[^/]*/p"),
    ("numpy", r"vendor/pyodide-[^/]*/numpy"),
    ("this book's packages", r"vendor/packages\.zip"),
    ("the editor", r"vendor/codemirror/"),
    ("what drives them", r"live/worker|vendor/live\.json"),
)
BUDGET_BYTES, BUDGET_COLD, BUDGET_CACHED, BUDGET_LATER = 9.5e6, 4.0, 3.0, 0.05


@cache
def compressed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), 6)


class Host(BookHandler):
    """Serves as GitHub Pages does, and counts the bytes of each answer."""

    sent: dict

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")
        super(BookHandler, self).end_headers()

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        if not (file.is_file() and COMPRESSED.search(file.name)):
            if file.is_file():
                self.note(file.stat().st_size)
            return super().do_GET()
        body = compressed(file)
        mark = f'"{file.stat().st_mtime_ns}"'
        if self.headers.get("If-None-Match") == mark:
            self.send_response(304)
            self.end_headers()
            return None
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", mark)
        self.end_headers()
        self.wfile.write(body)
        self.note(len(body))
        return None

    def note(self, size: int) -> None:
        name = self.path.split("?")[0].lstrip("/")
        self.sent[name] = self.sent.get(name, 0) + size


def serve() -> tuple[ThreadingHTTPServer, dict]:
    """Serve the built book; return the server, and the bytes that it sends by address."""
    sent = {}
    handler = partial(type("Counting", (Host,), {"sent": sent}), directory=str(BUILT))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, sent


# --- On the page ----------------------------------------------------------------------------------

# Press Run, and wait until what the cell ends with stands in the page and is painted.
PRESS = """(cell) => new Promise((done) => {
  const output = cell.querySelector(".pe-output");
  const state = cell.querySelector(".pe-state");
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (!/^(Done|An error)/.test(state.textContent)) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done([performance.now() - start, output.textContent]);
      channel.port2.postMessage(0);
    });
  });
  watch.observe(state, { childList: true, characterData: true, subtree: true });
  cell.querySelector(".pe-run").click();
})"""


def exercise() -> str:
    """The code of the exercise, as the chapter has it."""
    chapter = (ROOT / PAGE).with_suffix(".ipynb")
    cells = json.loads(chapter.read_text(encoding="utf-8"))["cells"]
    return "".join(next(cell["source"] for cell in cells if cell["id"] == CELL))


def timed(source: str) -> str:
    """The same code, which also prints the seconds that it takes by itself."""
    *body, last = source.splitlines()
    lines = ["import time", "start = time.perf_counter()", *body, f"shown = {last}"]
    return "\n".join([*lines, "print(time.perf_counter() - start)", "shown"])


def open_cell(context, address: str):
    """Open the page and go to the exercise, as a reader does; its editor is there at the end."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{address}/{PAGE}")
    page.mouse.move(100, 100)
    page.wait_for_function("!('nearOnly' in document.documentElement.dataset)")
    cell = page.locator(f"#cell-{CELL}")
    cell.scroll_into_view_if_needed()
    cell.get_by_role("button", name="Run").wait_for()
    page.wait_for_load_state("networkidle")
    return page, cell


def write(page, cell, code: str) -> None:
    """Put code into the editor without a key, which would start Python."""
    cell.get_by_role("textbox", name="Code").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def on_page(playwright, address: str, sent: dict, later: int) -> dict:
    """One reader: a first visit, and a second with what the browser kept."""
    found = {}
    with tempfile.TemporaryDirectory() as profile:
        for visit in ("cold", "cached"):
            context = playwright.chromium.launch_persistent_context(
                profile,
                executable_path=installed_browser(),
                args=list(FLAGS),
                bypass_csp=True,
            )
            sent.clear()
            page, cell = open_cell(context, address)
            seconds, reply = press(cell)
            assert "Not yet." in reply, reply
            found[visit] = seconds
            page.wait_for_load_state("networkidle")
            found[f"{visit} bytes"] = dict(sent)
            if visit == "cached":
                write(page, cell, timed(exercise()))
                press(cell)
                found["later"] = []
                for _ in range(later):
                    seconds, reply = press(cell)
                    found["later"].append(seconds - float(re.match(r"[\d.e-]+", reply)[0]))
            context.close()
    return found


def press(cell) -> tuple[float, str]:
    milliseconds, text = cell.evaluate(PRESS)
    return milliseconds / 1000, text


# --- What is not used -----------------------------------------------------------------------------

LOADED = """
import sys
print("\\n".join(sorted({m.__file__ for m in list(sys.modules.values())
                        if getattr(m, "__file__", None)})))
"""


def live_sources() -> list[str]:
    """The code of every live cell and worked solution of the book."""
    return [
        "".join(cell["source"])
        for file in sorted((ROOT / "chapters").glob("*.ipynb"))
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]
        if {"live"} & set(cell["metadata"].get("tags", []))
    ]


def unused(playwright, address: str) -> list[list[str]]:
    """What no live cell of the book loads of numpy and of the standard library, in bytes."""
    browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
    page, cell = open_cell(browser.new_context(bypass_csp=True), address)
    for source in live_sources():
        write(page, cell, source)
        press(cell)
    write(page, cell, LOADED)
    loaded = press(cell)[1].split()
    browser.close()
    rows = []
    [folder] = (BUILT / "vendor").glob("pyodide-*")
    for name, archive, mark in (
        ("numpy", next(folder.glob("numpy-*.whl")), "pyodide/"),
        ("standard library", folder / "python_stdlib.zip", ".zip/"),
    ):
        used = {file.split(mark)[1].removesuffix("c") for file in loaded if mark in file}
        with zipfile.ZipFile(archive) as packed:
            sizes = {
                entry.filename.removesuffix("c"): entry.compress_size for entry in packed.infolist()
            }
        # Libraries that others link to are used without being modules.
        needed = sum(size for file, size in sizes.items() if file in used or ".libs/" in file)
        assert needed > 0.1 * sum(sizes.values()), f"{name}: what is loaded was not recognized"
        rows.append([name, megabytes(archive.stat().st_size), megabytes(needed)])
    return rows


# --- In JupyterLab --------------------------------------------------------------------------------


def in_lab(playwright, folder: Path, address: str, token: str) -> float:
    """From opening the notebook in an empty browser to the reply of the exercise, in seconds."""
    browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(120_000)
    start = time.perf_counter()
    workspace = secrets.token_hex(4)
    page.goto(f"{address}/lab/workspaces/{workspace}/tree/exercise.ipynb?token={token}")
    page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for()
    page.locator(".jp-CodeCell .cm-content:visible").first.click()
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    page.locator(".pe-reply", has_text="Not yet.").wait_for()
    seconds = time.perf_counter() - start
    browser.close()
    return seconds


def start_lab(folder: Path, token: str) -> tuple[subprocess.Popen, str]:
    """Start JupyterLab on a folder with one notebook: the setup and the exercise."""
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    cells = [cell | {"id": "a", "source": SETUP}, cell | {"id": "b", "source": exercise()}]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "exercise.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    options = [
        "--no-browser",
        "--allow-root",
        "--ServerApp.port=0",
        f"--ServerApp.root_dir={folder}",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--IdentityProvider.token={token}"]
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    lab = subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": path}, stderr=subprocess.PIPE, text=True
    )
    found = (re.search(r"http://[^/\s]+:\d+", line) for line in lab.stderr)
    address = next(match for match in found if match).group()
    threading.Thread(target=lab.stderr.read, daemon=True).start()
    for _ in range(240):
        try:
            urllib.request.urlopen(f"{address}/api?token={token}", timeout=5).close()
            return lab, address
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise TimeoutError(f"no answer from {address}")


# --- The report -----------------------------------------------------------------------------------


def megabytes(count: float) -> str:
    return f"{count / 1e6:.2f} MB"


def machine() -> str:
    """The processor, the number of cores, and how busy they were with other things."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.*)", info.read_text()) if info.exists() else None
    model = found.group(1) if found else platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"


def table(header: list[str], rows: list[list[str]]) -> list[str]:
    lines = [f"| {' | '.join(row)} |" for row in (header, *rows)]
    return [lines[0], "|---|" + "---:|" * (len(header) - 1), *lines[1:], ""]


def verdict(value: float, budget: float) -> str:
    return "kept" if value <= budget else "MISSED"


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    if not (BUILT / "vendor" / "live.json").is_file():
        raise SystemExit("The built book has no Python. Build it with the network: make build")
    where, runs = machine(), 1 if quick else RUNS
    server, sent = serve()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with sync_playwright() as playwright:
        found = [on_page(playwright, address, sent, 1 if quick else RUNS) for _ in range(runs)]
        leftovers = unused(playwright, address)
        lab_seconds = []
        if not quick:
            with tempfile.TemporaryDirectory() as folder:
                token = secrets.token_hex()
                lab, lab_address = start_lab(Path(folder), token)
                try:
                    for _ in range(runs):
                        lab_seconds.append(in_lab(playwright, Path(folder), lab_address, token))
                finally:
                    lab.terminate()
                    lab.wait()
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
        version = browser.version
        browser.close()
    server.shutdown()

    first, second = found[0]["cold bytes"], found[0]["cached bytes"]
    weights = [
        [
            name,
            *(
                sum(n for file, n in part.items() if re.search(mark, file))
                for part in (first, second)
            ),
        ]
        for name, mark in GROUPS
    ]
    total = sum(row[1] for row in weights)
    medians = {
        "cold": statistics.median(run["cold"] for run in found),
        "cached": statistics.median(run["cached"] for run in found),
        "later": statistics.median(seconds for run in found for seconds in run["later"]),
    }
    lines = [
        "# What a live cell costs",
        "",
        f"The exercise of chapter 2, headless Chromium {version} without a GPU; medians of {runs}.",
        f"{where}. Written by `python benchmarks/live_cells.py`.",
        "",
        "## Bytes over the wire, as a host sends them",
        "",
        *table(
            ["", "first visit", "within ten minutes"],
            [[name, megabytes(a), megabytes(b)] for name, a, b in weights]
            + [["all", megabytes(total), megabytes(sum(row[2] for row in weights))]],
        ),
        f"Budget {megabytes(BUDGET_BYTES)}: {verdict(total, BUDGET_BYTES)}. Nothing is fetched "
        "before a cell comes near (the editor) or runs (the rest).",
        "",
        "## Seconds from the first Run to the first reply",
        "",
        *table(
            ["", "median", "all", "budget", ""],
            [
                [
                    name,
                    f"{medians[key]:.2f} s",
                    " ".join(f"{run[key]:.2f}" for run in found),
                    f"{budget:.1f} s",
                    verdict(medians[key], budget),
                ]
                for name, key, budget in (
                    ("with nothing kept", "cold", BUDGET_COLD),
                    ("from the browser's cache", "cached", BUDGET_CACHED),
                )
            ],
        ),
        f"A later Run takes {1000 * medians['later']:.0f} ms beyond the time of the code itself "
        f"(budget {1000 * BUDGET_LATER:.0f} ms: {verdict(medians['later'], BUDGET_LATER)}).",
        "",
    ]
    if lab_seconds:
        lines += [
            "JupyterLab on this machine, its server running, takes "
            f"{statistics.median(lab_seconds):.1f} s from opening the notebook to the same reply "
            f"({' '.join(f'{seconds:.1f}' for seconds in lab_seconds)}).",
            "",
        ]
    lines += [
        "## What leaving out unused files would save",
        "",
        *table(["", "as it comes", "what the book's live cells load"], leftovers),
        "All is kept: a reader's own code may import the rest.",
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if not quick:
        TEXT.write_text(text, encoding="utf-8")
        print(f"Written to {TEXT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
