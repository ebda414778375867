"""Measure an explorer's latency on a phone, at 1, 4 and 6 times CPU throttling.

    python -m benchmarks.slider_latency                  all explorers of the built book (minutes)
    python -m benchmarks.slider_latency --quick shift    ten steps of these; writes nothing
    python -m benchmarks.slider_latency --against DIR    in turn with the pages of an older build,
                                                         by touch; prints ratios, writes nothing

A target that was set on a faster machine is read here at the `--rate` at which the older build
takes as long as it took there.

The viewport is 390 x 844. Each step is a trusted input event: a key on a slider, a finger on a
slider or on a handle of the figure, a key that exchanges two words. Its latency runs from the
event's timestamp to the frame that shows the changed figure. The rate of 1 separates the machine's
own speed and load from the throttling. The results go to benchmarks/results/slider_latency.md.
"""

import argparse
import contextlib
import math
import os
import platform
import random
import re
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from tools import ROOT
from tools.browser import FLAGS, installed_browser
from tools.serve import book_server, running

BUILT = ROOT / "_build" / "html"
TEXT = Path(__file__).parent / "results" / "slider_latency.md"
RATES = (1, 4, 6)
# Between two steps, as a reader drags; a fixed pause would meet each frame at the same moment.
PAUSE_MS = (30, 47)
TARGETS_MS = (50, 100)  # at the highest rate: median, 95th percentile
PAINTED = """
const painted = () => new Promise((done) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now());
  channel.port2.postMessage(0);
}));
"""
RECORD = (
    "(section) => {"
    + PAINTED
    + """
  globalThis.times = [];
  let from = 0;
  for (const kind of ["keydown", "pointerdown", "touchstart", "pointermove", "touchmove"])
    section.addEventListener(kind, (event) => (from = event.timeStamp), true);
  let waiting = false;
  // Older builds have no event of their own for a drawing; there the slider's stands for it.
  for (const kind of ["pe-drawn", "input"])
    section.addEventListener(kind, async () => {
      if (waiting) return;
      waiting = true;
      const start = from;
      times.push((await painted()) - start);
      waiting = false;
      console.debug("painted");
    });
}"""
)

# The least that a slider can do, for comparison: a page that only shows its number.
CONTROL = "a number alone"
CONTROL_PAGE = """<section><input type=range max=31 value=0><output class=pe-sheet>0</output>
<script>
  const [section] = document.getElementsByTagName("section");
  section.addEventListener("input", ({ target }) => {
    section.querySelector("output").textContent = target.value;
    section.dispatchEvent(new CustomEvent("pe-drawn"));
  });
</script></section>"""

# With its event: the other sliders' limits may depend on this one.
SET_TO_MINIMUM = """(input) => {
  input.value = input.min;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def explorers_on_pages(built: Path = BUILT) -> dict[str, str]:
    """Return a page's path for every explorer of a built book, of a chapter if it is in one."""
    return {
        name: file.relative_to(built).as_posix()
        for file in (*built.glob("*.html"), *sorted(built.glob("chapters/*.html")))
        for name in re.findall(r'data-explorer="(\w+)"', file.read_text("utf-8"))
    }


def summary(times: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    return statistics.median(times), statistics.quantiles(times, n=20, method="inclusive")[-1]


def machine() -> str:
    """Return the processor, the number of cores, and the load before the measurement."""
    info = Path("/proc/cpuinfo")
    found = (
        re.search(r"model name\s*:\s*(.*)", info.read_text(encoding="utf-8"))
        if info.exists()
        else None
    )
    model = found.group(1) if found else platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"


@contextlib.contextmanager
def painted(page):
    """Make a step within, and wait until it is painted; a finger may miss the slider's next value.

    The page tells by itself: a question to it would be answered by the same slow processor.
    """
    with contextlib.suppress(PlaywrightTimeout), page.expect_console_message(timeout=1500):
        yield
    page.wait_for_timeout(random.uniform(*PAUSE_MS))


def by_keys(page, client, section, steps: int) -> None:
    sliders = section.locator("input[type=range]:visible").all()
    for i, slider in enumerate(sliders):
        slider.focus()
        for _ in range(steps // len(sliders) + (i < steps % len(sliders))):
            at_end = slider.input_value() == slider.get_attribute("max")
            with painted(page):
                page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")


def by_touch(page, client, section, steps: int) -> None:
    """Drag the handle to the right and back, a value or more with each step of the finger."""
    sliders = section.locator("input[type=range]:visible").all()
    for i, slider in enumerate(sliders):
        slider.scroll_into_view_if_needed()
        before = page.evaluate("times.length")
        with painted(page):
            slider.evaluate(SET_TO_MINIMUM)
        page.evaluate("(n) => { times.length = n; }", before)
        box = slider.bounding_box()
        y, left, width = box["y"] + box["height"] / 2, box["x"] + 10, box["width"] - 20
        point = {"x": left, "y": y}
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        count = steps // len(sliders) + (i < steps % len(sliders))
        stops = min(
            count, slider.evaluate("(input) => (input.max - input.min) / (input.step || 1)")
        )
        for k in range(count):
            turns = (k + 1) / stops % 2
            point = {"x": left + width * min(turns, 2 - turns), "y": y}
            move = {"type": "touchMove", "touchPoints": [point]}
            with painted(page):
                client.send("Input.dispatchTouchEvent", move)
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def by_drag(page, client, section, steps: int) -> None:
    """Drag each handle of the figure over its middle and back."""
    handles = section.locator(".pe-handle:visible").all()
    for i, handle in enumerate(handles):
        section.locator(".pe-sheet").scroll_into_view_if_needed()
        sheet, held = section.locator(".pe-sheet").bounding_box(), handle.bounding_box()
        x, y = (held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
        touch = "Input.dispatchTouchEvent"
        client.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        count = steps // len(handles) + (i < steps % len(handles))
        for k in range(count):
            swing = math.sin(math.tau * (k + 1) / count)
            point = {"x": x + 0.3 * sheet["width"] * swing, "y": y + 0.2 * sheet["height"] * swing}
            with painted(page):
                client.send(touch, {"type": "touchMove", "touchPoints": [point]})
        client.send(touch, {"type": "touchEnd", "touchPoints": []})


def by_swap(page, client, section, steps: int) -> None:
    """Exchange the nouns of a sentence, by the button below its tiles."""
    swap = section.locator(".pe-swap")
    if not swap.is_visible():
        return
    swap.focus()
    for _ in range(steps):
        with painted(page):
            page.keyboard.press("Enter")


WAYS = {"keys": by_keys, "touch": by_touch, "drag": by_drag, "swap": by_swap}


def times_of(
    browser,
    address: str,
    name: str,
    steps: int,
    ways: Iterable[str] = WAYS,
    rates: Iterable[float] = RATES,
) -> dict[tuple[str, float], list[float]]:
    """Return an explorer's times by each way of moving it, at every rate."""
    found = {}
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = browser.new_page(**phone, bypass_csp=True, is_mobile=True, reduced_motion="reduce")
    client = page.context.new_cdp_session(page)
    if name == CONTROL:
        page.set_content(CONTROL_PAGE)
    else:
        page.goto(address)
    section = page.locator("section" if name == CONTROL else f"#explorer-{name}")
    section.scroll_into_view_if_needed()
    section.dispatch_event("pointerenter")
    section.locator(".pe-sheet").wait_for()
    section.evaluate(RECORD)
    for rate in rates:
        client.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        for how in ways:
            page.evaluate("times.length = 0")
            WAYS[how](page, client, section, steps)
            if times := page.evaluate("times"):
                found[how, rate] = times
    page.context.close()
    return found


def measured(
    browser, address: str, steps: int, only: set[str]
) -> dict[tuple[str, str, int], list[float]]:
    """Return the times of every explorer, by each way of moving it, at every rate."""
    found = {}
    for name, path in {CONTROL: "", **explorers_on_pages()}.items():
        if only and name not in only:
            continue
        times = times_of(browser, f"{address}/{path}", name, steps)
        for (how, rate), each in times.items():
            found[name, how, rate] = each
        for how in WAYS:
            if (how, 1) in times:
                medians = [f"{summary(times[how, rate])[0]:.0f}" for rate in RATES]
                print(f"{name} by {how}: {', '.join(medians)} ms", flush=True)
    return found


def compare(browser, address: str, older: Path, steps: int, only: set[str], rate: float) -> None:
    """Print each explorer's times by touch at one rate beside those of an older build.

    Either build comes first in turn, so that neither has the quieter machine.
    """
    rows = []
    with served(older) as older_address:
        builds = [(address, explorers_on_pages()), (older_address, explorers_on_pages(older))]
        for name in builds[0][1]:
            if name not in builds[1][1] or (only and name not in only):
                continue
            order = -1 if len(rows) % 2 else 1
            times = [
                times_of(browser, f"{host}/{pages[name]}", name, steps, ["touch"], (1, rate))
                for host, pages in builds[::order]
            ][::order]
            found = [each.get(("touch", rate)) for each in times]
            if all(found):
                rows.append([summary(each) for each in found])
                print(f"{name}: {compared(*rows[-1])}", flush=True)
    if not rows:
        raise SystemExit(f"No explorer with a slider is both in {older} and in this build.")
    pooled = [map(statistics.median, zip(*cells, strict=True)) for cells in zip(*rows, strict=True)]
    print(f"median of {len(rows)} explorers: {compared(*pooled)}")


def compared(now: Iterable[float], before: Iterable[float]) -> str:
    """Return median and 95th percentile of two builds, and their ratios."""
    pairs = zip(("median", "95%"), now, before, strict=True)
    return ", ".join(f"{word} {a:.0f} / {b:.0f} ms = {a / b:.2f}" for word, a, b in pairs)


@contextlib.contextmanager
def served(built: Path) -> Iterator[str]:
    """Serve a built book, and give its address."""
    if not any(built.rglob("*.html")):
        raise SystemExit(f"{built} holds no built book. Build it first: make build")
    with running(book_server(built, port=0)) as address:
        yield address


def report(
    found: dict[tuple[str, str, int], list[float]], steps: int, version: str, where: str
) -> str:
    """Return the results as a table, with what is over the targets."""
    lines = [
        "# Latency of an explorer's step on a phone, with CPU throttling",
        "",
        f"Milliseconds from the event to the painted figure, {steps} steps each, 390 x 844, "
        f"headless Chromium {version} without a GPU. {where}.",
        "Written by `python -m benchmarks.slider_latency`.",
        "",
        "| explorer | by | " + " | ".join(f"{r}: median | {r}: 95%" for r in RATES) + " |",
        "|---|---|" + "---:|---:|" * len(RATES),
    ]
    over = []
    for name, how in sorted({(name, how) for name, how, _ in found}):
        cells = [summary(found[name, how, rate]) for rate in RATES]
        numbers = " | ".join(f"{value:.0f}" for pair in cells for value in pair)
        lines.append(f"| {name} | {how} | {numbers} |")
        if any(value > aim for value, aim in zip(cells[-1], TARGETS_MS, strict=True)):
            over.append(f"{name} by {how}")
    lines += [
        "",
        "`touch` is a finger on a slider, `drag` one on a handle of the figure; `swap` exchanges "
        "two words of a sentence. "
        "Chromium hands a finger's moves to a page once a frame, so a touch waits up to a frame "
        "longer.",
        "",
        f"Over a median of {TARGETS_MS[0]} ms or a 95th percentile of {TARGETS_MS[1]} "
        f"at rate {RATES[-1]}: "
        f"{', '.join(over) or 'none'}.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("explorers", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", type=Path, metavar="DIR")
    parser.add_argument("--rate", type=float, default=RATES[-1])
    given = parser.parse_args()
    steps, only, where = 10 if given.quick else 30, set(given.explorers), machine()
    with sync_playwright() as playwright, served(BUILT) as address:
        browser = playwright.chromium.launch(executable_path=installed_browser(), args=list(FLAGS))
        if given.against:
            compare(browser, address, given.against, steps, only, given.rate)
            return
        text = report(measured(browser, address, steps, only), steps, browser.version, where)
    print(text)
    if not given.quick and not only:
        TEXT.write_text(text, encoding="utf-8")
        print(f"Written to {TEXT.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
