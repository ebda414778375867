"""Measure the time from a slider's movement to the screen: on the page, and through a kernel.

    python benchmarks/frame_times.py            all explorers of the built book, some minutes
    python benchmarks/frame_times.py --quick    ten steps each, no kernel; writes nothing

For each explorer every slider moves step by step, to and fro, 100 steps in all, in headless
Chromium. A step's time runs from the event to the frame that shows the changed figure. The same is
then done in JupyterLab on this machine, where each step asks the kernel and Python draws. The
results go to benchmarks/results/frame_times.md.
"""

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
import urllib.error
import urllib.request
from pathlib import Path
from time import sleep

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402

from pe_book import declare, explorers  # noqa: E402
from scripts.browser import FLAGS, installed_browser  # noqa: E402
from scripts.serve import book_server  # noqa: E402

BUILT = ROOT / "_build" / "html"
TEXT = Path(__file__).parent / "results" / "frame_times.md"
PAUSE = 30  # milliseconds between two steps, as of a hand that drags without haste
LIMIT = 1000 / 30
PAINTED = """
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const painted = () => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
"""
ON_PAGE = (
    "async ([name, steps, wait]) => {"
    + PAINTED
    + """
  const section = document.getElementById("explorer-" + name);
  const times = [];
  for (const [control, count] of steps) {
    const input = section.querySelector(`[name="${control}"]`);
    let way = 1;
    for (let k = 0; k < count; k++) {
      await pause(wait);
      if (Number(input.value) + way * Number(input.step) > Number(input.max)) way = -1;
      if (Number(input.value) + way * Number(input.step) < Number(input.min)) way = 1;
      input.value = Number(input.value) + way * Number(input.step);
      const start = performance.now();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      times.push((await painted()) - start);
    }
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return times;
}"""
)
IN_LAB = (
    "async ([name, steps, wait]) => {"
    + PAINTED
    + """
  const panel = document.querySelector(".pe-live-" + name);
  const plot = panel.querySelector(".js-plotly-plot");
  const times = [];
  for (const [control, count] of steps) {
    const handle = panel.querySelector(`.pe-setting-${control} [role=slider]`);
    let key = "ArrowRight";
    for (let k = 0; k < count; k++) {
      await pause(wait);
      const now = Number(handle.getAttribute("aria-valuenow"));
      if (now >= Number(handle.getAttribute("aria-valuemax"))) key = "ArrowLeft";
      if (now <= Number(handle.getAttribute("aria-valuemin"))) key = "ArrowRight";
      const start = performance.now();
      const drawn = new Promise((done) => {
        const watch = new MutationObserver(() => { watch.disconnect(); done(true); });
        watch.observe(plot, { subtree: true, childList: true, attributes: true });
        setTimeout(() => { watch.disconnect(); done(false); }, 5000);
      });
      handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      if (await drawn) times.push((await painted()) - start);
    }
  }
  return times;
}"""
)


def shares(explorer: declare.Explorer, steps: int) -> list[list]:
    """Return each slider's name and its share of the steps."""
    sliders = [c.name for c in explorer.controls if isinstance(c, declare.Slider)]
    return [
        [name, steps // len(sliders) + (i < steps % len(sliders))] for i, name in enumerate(sliders)
    ]


def places() -> list[tuple[str, str]]:
    """Return the address and the explorer's name for every explorer on the pages of the book."""
    return [
        (file.relative_to(BUILT).as_posix(), name)
        for file in sorted([*BUILT.glob("*.html"), *BUILT.glob("chapters/*.html")])
        for name in re.findall(r'data-explorer="(\w+)"', file.read_text("utf-8"))
    ]


def on_pages(browser, steps: int) -> dict[str, list[float]]:
    """Return the times of every explorer on the pages of the built book."""
    times = {}
    with book_server(BUILT, port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        for path, name in places():
            page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 900})
            page.goto(f"{address}/{path}")
            section = page.locator(f"#explorer-{name}")
            section.scroll_into_view_if_needed()
            section.dispatch_event("pointerenter")
            section.locator(".pe-sheet").wait_for()
            sleep(1)
            times[name] = page.evaluate(ON_PAGE, [name, shares(explorers.ALL[name], steps), PAUSE])
            page.close()
        server.shutdown()
    return times


def in_lab(browser, names: list[str], steps: int) -> dict[str, list[float]]:
    """Return the times of the same explorers in JupyterLab, each in a notebook of its own."""
    times = {}
    token = secrets.token_hex()
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            source = f"from pe_book import explorers\nexplorers.{name}()"
            cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}}
            kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
            notebook = {"cells": [{**cell, "outputs": [], "source": source}], "metadata": kernel}
            text = json.dumps({**notebook, "nbformat": 4, "nbformat_minor": 5})
            Path(folder, f"{name}.ipynb").write_text(text, encoding="utf-8")
        options = [
            "--no-browser",
            "--allow-root",
            "--ServerApp.port=0",
            f"--ServerApp.root_dir={folder}",
        ]
        command = [
            sys.executable,
            "-m",
            "jupyterlab",
            *options,
            f"--IdentityProvider.token={token}",
        ]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        lab = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": path}, stderr=subprocess.PIPE, text=True
        )
        try:
            address = next(
                m for line in lab.stderr if (m := re.search(r"http://[^/\s]+:\d+", line))
            )
            threading.Thread(target=lab.stderr.read, daemon=True).start()
            answers(f"{address.group()}/api?token={token}")
            for name in names:
                page = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 1000})
                page.set_default_timeout(120_000)
                # A workspace of its own: else JupyterLab opens the notebooks before it as well.
                place = f"lab/workspaces/{name}/tree/{name}.ipynb"
                page.goto(f"{address.group()}/{place}?token={token}")
                page.locator(".jp-StatusBar-Widget", has_text="| Idle").wait_for()
                page.locator(".jp-CodeCell .cm-content:visible").first.click()
                page.keyboard.press("Shift+Enter")
                page.locator(f".pe-live-{name} .main-svg").first.wait_for()
                sleep(2)
                page.set_default_timeout(600_000)
                work = [name, shares(explorers.ALL[name], steps), PAUSE]
                times[name] = page.evaluate(IN_LAB, work)
                page.close()
        finally:
            lab.terminate()
            lab.wait()
    return times


def answers(url: str) -> None:
    """Wait until a server answers."""
    for _ in range(240):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            sleep(0.5)
    raise TimeoutError(f"no answer from {url}")


def summary(times: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    return statistics.median(times), statistics.quantiles(times, n=20, method="inclusive")[-1]


def machine() -> str:
    """Return the processor, the number of cores, and how busy they were with other things."""
    info = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*:\s*(.*)", info.read_text()) if info.exists() else None
    model = found.group(1) if found else platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    if not any(BUILT.rglob("*.html")):
        raise SystemExit("There is no built book. Build it first: make build")
    where = machine()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
        version = browser.version
        pages = on_pages(browser, 10 if quick else 100)
        lab = {} if quick else in_lab(browser, list(pages), 100)
        browser.close()
    lines = [
        "# From a slider's movement to the painted figure",
        "",
        f"Milliseconds, 100 steps each, headless Chromium {version} without a GPU. {where}.",
        "Written by `python benchmarks/frame_times.py`.",
        "",
        "| explorer | page: median | page: 95% | JupyterLab: median | JupyterLab: 95% |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, times in sorted(pages.items()):
        cells = [*summary(times), *(summary(lab[name]) if name in lab else ())]
        row = [f"{value:.1f}" for value in cells] + ["–"] * (4 - len(cells))
        lines.append(f"| {name} | {' | '.join(row)} |")
    late = [name for name, times in pages.items() if summary(times)[1] > LIMIT]
    lines += [
        "",
        f"Over {LIMIT:.0f} ms at the 95th percentile on the page: {', '.join(late) or 'none'}.",
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if not quick:
        TEXT.parent.mkdir(exist_ok=True)
        TEXT.write_text(text, encoding="utf-8")
        print(f"Written to {TEXT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
