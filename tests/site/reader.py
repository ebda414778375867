"""What a reader's browser does on the built site, and what it must not do."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEMES = ("light", "dark")
# What axe asks of colors: all that can be otherwise in another theme.
COLORS = ["color-contrast", "link-in-text-block"]
WIDTHS = (1280, 375)
HEIGHT = 900
# Chromium asks this one by itself what kind of form it sees; no page names it.
BROWSERS_OWN = "content-autofill.googleapis.com"


# No pages of the book; talks have tests of their own.
APART = ("_static", "vendor", "reports", "_sources", "slides")


def built_pages(directory: Path = ROOT / "_build" / "html") -> list[str]:
    """Every page of the built site, by its address; the front page alone if nothing is built.

    Then the fixture that serves the site says what to do.
    """
    pages = [
        file.relative_to(directory).as_posix()
        for file in directory.rglob("*.html")
        if file.relative_to(directory).parts[0] not in APART
    ]
    return sorted(pages) or ["index.html"]


PAGES = built_pages()
CHAPTERS = [page for page in PAGES if page.startswith("chapters/")]


class Refuser:
    """A proxy that the browser takes for every host but this machine: it refuses and remembers.

    A page's scripts, its workers, prefetches and the browser itself all go through it, which no
    listener within a page can say of itself.
    """

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                connection.settimeout(2)
                line = connection.recv(4096).split(b"\r\n")[0].decode("latin-1")
                if BROWSERS_OWN not in line:
                    self.asked.append(line)
                connection.sendall(b"HTTP/1.1 403 Refused\r\nContent-Length: 0\r\n\r\n")

    def close(self) -> None:
        self._socket.close()


class Faults(list):
    """What went wrong, with the place where: a visit goes on after it."""

    @contextlib.contextmanager
    def at(self, where: str):
        from playwright.sync_api import Error

        try:
            yield
        except (AssertionError, Error) as error:
            self.append(f"{where}: {error}")


# What a change of colors or of width set in motion has arrived, and is painted. (What is far from
# the screen may not be moved on at all: to wait for its end could be to wait for ever.) Told by an
# observer, because a test may have the page's clock in its hand, and with it requestAnimationFrame.
SETTLED = """async () => {
  const frame = () => new Promise((done) => {
    const observer = new ResizeObserver(() => { observer.disconnect(); done(); });
    observer.observe(document.documentElement);
  });
  await frame();
  await frame();
  const ends = (motion) => motion.effect.getComputedTiming().endTime < Infinity;
  document.getAnimations().filter(ends).forEach((motion) => motion.finish());
  await frame();
}"""


# Chromium's warning where a reader comes to a place without formulas, and stays for some seconds.
# That pages use the fonts for which they ask early is asked of each, wherever its reader may be.
EARLY = ".woff2 was preloaded using link preload but not used within a few seconds"
UNUSED_FONTS = """async () => {
  await document.fonts.ready;
  const kinds = { normal: "Regular", italic: "Italic" };
  const used = [...document.fonts].filter((face) => face.status === "loaded")
    .map((face) => `${face.family}-${kinds[face.style]}.woff2`);
  return [...document.querySelectorAll("link[rel=preload][as=font]")].map((link) => link.href)
    .filter((address) => !used.includes(address.split("/").at(-1)))
    .map((address) => `asked for early and not used: ${address}`);
}"""


@dataclass
class Visit:
    """A page in the browser, and what went wrong on it."""

    page: object
    refuser: Refuser
    troubles: list[str] = field(default_factory=list)

    def look(self, *, width: int | None = None, theme: str | None = None) -> None:
        """Turn the screen, or the system's theme, and wait until the page has followed."""
        if width:
            self.page.set_viewport_size({"width": width, "height": HEIGHT})
        if theme:
            self.page.emulate_media(color_scheme=theme)
        self.page.evaluate(SETTLED)

    def has_theme(self, theme: str) -> bool:
        return self.page.locator("html").get_attribute("data-theme") == theme

    def listen(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        self.page.on("response", self._response)

    def _console(self, message) -> None:
        if message.type in ("error", "warning") and EARLY not in message.text:
            self.troubles.append(f"console {message.type}: {message.text}")

    def _response(self, response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")

    def all_troubles(self) -> list[str]:
        """What was heard since the last time that somebody asked."""
        found = [*self.troubles, *(f"foreign request: {line}" for line in self.refuser.asked)]
        self.troubles.clear()
        self.refuser.asked.clear()
        return found


@contextlib.contextmanager
def opener(browser, refuser: Refuser):
    """A function that opens an address as a reader with a given screen and setting would."""
    contexts = []

    def open_page(url: str, *, width: int = 1280, theme: str = "light", **options) -> Visit:
        # playwright's waiting evaluates text on the page, which the policy forbids; test_policy.py
        # visits every page with the policy in force.
        options = {"bypass_csp": True} | options
        context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=theme,
            proxy={"server": refuser.address, "bypass": "127.0.0.1"},
            **options,
        )
        contexts.append(context)
        visit = Visit(context.new_page(), refuser)
        visit.listen()
        visit.page.goto(url, wait_until="load")
        return visit

    yield open_page
    for context in contexts:
        context.close()


# What axe leaves off itself, experimental rules and AAA, and Lighthouse asks.
MORE = (
    "identical-links-same-purpose",
    "label-content-name-mismatch",
    "table-fake-caption",
    "target-size",
    "td-has-header",
)
# What passes need not be described: that takes a third of the time.
BRIEFLY = {"resultTypes": ["violations"], "selectors": False}
ASKED = BRIEFLY | {"rules": {rule: {"enabled": True} for rule in MORE}}


def violations(page, axe: str, within=None, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds, WCAG 2.2 AA and best practices, each with the first place where it is.

    `within`, a locator, leaves the rest of the page out; `rules` names those that alone are asked.
    """
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe)
    found = page.evaluate(
        """async ([within, asked]) => {
          const at = scrollY;
          // Below its top a page lies in part under its own header, and so do targets.
          scrollTo({ top: 0, behavior: "instant" });
          const found = await axe.run(within ?? document, asked);
          scrollTo({ top: at, behavior: "instant" });
          return JSON.stringify(found.violations);
        }""",
        [within and within.element_handle(), BRIEFLY | {"runOnly": rules} if rules else ASKED],
    )
    return [
        f"axe {rule['id']} ({len(rule['nodes'])}): {rule['nodes'][0]['html'][:200]}"
        f" -- {rule['nodes'][0]['failureSummary']}"
        for rule in json.loads(found)
    ]


# How many elements a page shows. Where both themes show as many, one is enough for all but COLORS.
SHOWN = "() => [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility()).length"


def overflow(page) -> list[str]:
    """By how much the page is wider than the screen, and what sticks out."""
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= width) return [];
          const out = [...document.querySelectorAll("main *")]
            .filter((e) => e.getBoundingClientRect().right > width + 1)
            .map((e) => `${e.tagName}.${e.className}`).slice(0, 5);
          const excess = document.documentElement.scrollWidth - width;
          return [`${excess} px wider than the screen: ${out}`];
        }"""
    )


@contextlib.contextmanager
def unpacked(site: Path, target: Path, below: str = ""):
    """The site's zip, unpacked into a folder below `target`, and served by Python's own server."""
    archive = shutil.make_archive(str(target / "book"), "zip", site)
    shutil.unpack_archive(archive, target / "unpacked" / below)
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"],
        cwd=target / "unpacked",
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        port = re.search(r"port (\d+)", server.stdout.readline())[1]
        yield f"http://127.0.0.1:{port}/{below}".rstrip("/")
    finally:
        server.terminate()
        server.wait()


def make_first_move(page) -> None:
    """Move, as a reader does, and wait until the page is laid out and stays as it is."""
    page.mouse.move(100, 100)
    page.wait_for_function("!('nearOnly' in document.documentElement.dataset)")


# A timer of so many milliseconds does not go off by itself, but when the test says so.
HOLD = """{
  const [real, stop, held] = [setTimeout, clearTimeout, new Map()];
  let last = 0;
  globalThis.setTimeout = (call, delay, ...rest) => {
    if (delay !== DELAY) return real(call, delay, ...rest);
    held.set(`held ${++last}`, call);
    return `held ${last}`;
  };
  globalThis.clearTimeout = (id) => held.delete(id) || stop(id);
  globalThis.goOff = async () => {
    const calls = [...held.values()];
    held.clear();
    for (const call of calls) await call();
    return calls.length;
  };
}"""


def held(name: str) -> str:
    """A script that has the timers of one of `page.mjs`'s constants in the test's hand."""
    script = (ROOT / "pe_book" / "faces" / "page.mjs").read_text("utf-8")
    [delay] = re.findall(rf"const {name} = (\d+);", script)
    return HOLD.replace("DELAY", delay)


# The browser has drawn every explorer that has a control: what stood there before is hidden.
DRAWN = """() => [...document.querySelectorAll(".pe-explorer:has(input[type=range]) .pe-still")]
  .every((still) => still.hidden)"""


def unfold(page) -> None:
    """Open every solution and table, answer every question, and bring every explorer to life."""
    page.evaluate(
        """() => {
          for (const details of document.querySelectorAll("details")) details.open = true;
          for (const question of document.querySelectorAll("form.pe-question")) {
            const option = question.querySelector("input[type=radio]");
            if (option) option.click();
            else question.querySelector("input[type=text]").value = "1";
            question.querySelector("button[type=submit]").click();
          }
        }"""
    )
    for explorer in page.locator(".pe-explorer").all():
        explorer.scroll_into_view_if_needed()
        if (slider := explorer.locator("input[type=range]").first).count():
            slider.press("ArrowRight")
    page.wait_for_function(DRAWN)
