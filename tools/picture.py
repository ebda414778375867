"""Take the picture of the book that README shows, from the built pages: `make picture`."""

from __future__ import annotations

import io
import threading
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tools import ROOT, command_parser
from tools.browser import get_browser, installed_browser
from tools.serve import book_server

TARGET = ROOT / ".github" / "book.png"
SIZE = {"width": 1280, "height": 860}
LIMIT = 150_000


def photograph(pages: Path, page_name: str, selector: str) -> bytes:
    """The page as PNG, scrolled to where the selector's first match stands near the top."""
    with book_server(pages, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=installed_browser() or get_browser(), args=["--no-sandbox"]
        )
        page = browser.new_page(bypass_csp=True, viewport=SIZE, device_scale_factor=1)
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{page_name}")
        page.locator(selector).first.wait_for()
        page.evaluate(
            "selector => { const found = document.querySelector(selector);"
            " scrollTo(0, found.getBoundingClientRect().top + scrollY - 130); }",
            selector,
        )
        page.locator(selector).first.dispatch_event("pointerenter")
        page.locator(selector).first.locator(".pe-still").wait_for(state="hidden")
        taken = page.screenshot()
        browser.close()
        server.shutdown()
    return taken


def small(picture: bytes) -> bytes:
    """The same picture in as many colors as fit into the limit."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for colors in (256, 128, 64, 32):
        buffer = io.BytesIO()
        # Of the most different colors: else a thin line takes the color of a large surface.
        shown = image.quantize(colors, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        shown.save(buffer, "PNG", optimize=True)
        if buffer.tell() < LIMIT:
            return buffer.getvalue()
    raise SystemExit(f"The picture is larger than {LIMIT} bytes even in 32 colors.")


def main(arguments: list[str]) -> None:
    parser = command_parser("picture", __doc__)
    parser.add_argument("--pages", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--page", default="chapters/04_offsets_are_rotations.html")
    parser.add_argument("--selector", default=".pe-explorer")
    parser.add_argument("--target", type=Path, default=TARGET)
    options = parser.parse_args(arguments)
    picture = small(photograph(options.pages, options.page, options.selector))
    options.target.write_bytes(picture)
    print(f"{options.target}: {len(picture) / 1000:.0f} kB")
