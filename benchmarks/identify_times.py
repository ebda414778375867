"""How long it takes to name a table, in Python and on the page "What is your table?".

    python benchmarks/identify_times.py

On the page, Python is loaded: the time is from the choice of a file, as numpy saves it, to the
painted answer. Each figure is the best of three. Results go to results/identify_times.md.
"""

import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import numpy as np  # noqa: E402
from live_cells import machine, serve, table, verdict  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from pe_lib import identify, positional_encoding, tensor2tensor_encoding  # noqa: E402
from scripts.browser import FLAGS, installed_browser  # noqa: E402

TEXT = ROOT / "benchmarks" / "results" / "identify_times.md"
SIZE = (4096, 1024)
RUNS = 3
MOST_IN_PYTHON, MOST_ON_PAGE = 1.0, 3.0
TABLES = {
    "the paper's, float64": positional_encoding(*SIZE),
    "the paper's, float32": positional_encoding(*SIZE, dtype=np.float32),
    "tensor2tensor's, float16": tensor2tensor_encoding(*SIZE).astype("f2"),
    "random": np.random.default_rng(0).normal(size=SIZE),
}
# The run shall begin with the clock, not when the browser learns of the file.
HOLD = "() => addEventListener('change', (e) => held && e.stopImmediatePropagation(), true)"
# Choose a file, and wait until its answer stands in the page and is painted.
CHOOSE = """async (box) => {
  const run = box.querySelector(".pe-run");
  const file = box.querySelector("input[type=file]");
  window.held = false;
  const start = performance.now();
  file.dispatchEvent(new Event("change"));
  do await new Promise(requestAnimationFrame);
  while (run.ariaDisabled === "true" || !box.querySelector(".pe-output .pe-report"));
  await new Promise(requestAnimationFrame);
  return [(performance.now() - start) / 1000, box.querySelector(".pe-output strong").textContent];
}"""


def in_python(given: np.ndarray) -> float:
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        identify(given)
        times.append(perf_counter() - start)
    return min(times)


def on_page(page, file: Path) -> tuple[float, str]:
    box = page.locator("#your-table")
    found = []
    for _ in range(RUNS):
        page.evaluate("window.held = true")
        box.locator("input[type=file]").set_input_files(file)
        found.append(box.evaluate(CHOOSE))
    return min(found)


def main() -> None:
    where, rows = machine(), []
    server, _ = serve()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
        page = browser.new_context(bypass_csp=True).new_page()
        page.set_default_timeout(120_000)
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/your_table.html")
        page.mouse.move(100, 100)
        page.evaluate(HOLD)
        box = page.locator("#your-table")
        box.get_by_role("button", name="Run").click()
        box.locator(".pe-output .pe-report").wait_for()
        for name, given in TABLES.items():
            file = Path(folder) / f"{len(rows)}.npy"
            np.save(file, given)
            seconds, said = on_page(page, file)
            plain = in_python(given)
            assert said == identify(given).headline, said
            rows.append(
                [
                    name,
                    f"{plain:.2f} s, {verdict(plain, MOST_IN_PYTHON)}",
                    f"{seconds:.2f} s, {verdict(seconds, MOST_ON_PAGE)}",
                    said,
                ]
            )
            print(*rows[-1], sep="   ", flush=True)
        version = browser.version
        browser.close()
    server.shutdown()
    size = " x ".join(f"{side:,}" for side in SIZE)
    lines = [
        "# How long it takes to name a table",
        "",
        f"Tables of {size}. {where}; Chromium {version}, numpy {np.__version__}. Allowed are "
        f"{MOST_IN_PYTHON:.0f} s in Python and {MOST_ON_PAGE:.0f} s on the page with its Python "
        "loaded, from the choice of the file to the painted answer.",
        "",
        *table(["table", "Python", "page", "the answer begins"], rows),
        "Written by `benchmarks/identify_times.py`.",
    ]
    TEXT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
