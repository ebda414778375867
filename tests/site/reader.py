"""Visiting the built site in a browser, and what a visit records."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field
from pathlib import Path

from book.paths import ROOT

THEMES = ("light", "dark")
WIDTHS = DESK, PHONE = (1280, 375)
HEIGHT = 900
# Chromium asks this host by itself what kind of form it sees; no page names it.
BROWSER_REQUEST = "content-autofill.googleapis.com"


# Folders without pages of the book; talks and pages for frames have their own tests.
NOT_PAGES = ("_static", "vendor", "reports", "_sources", "slides", "embed", "lite")


def built_pages(directory: Path = ROOT / "_build" / "html") -> list[str]:
    """Return the path of every page of the built site; without a build, the front page's alone.

    Then the fixture that serves the site reports what to do.
    """
    pages = [
        file.relative_to(directory).as_posix()
        for file in directory.rglob("*.html")
        if file.relative_to(directory).parts[0] not in NOT_PAGES
    ]
    return sorted(pages) or ["index.html"]


PAGES = built_pages()
CHAPTERS = [page for page in PAGES if page.startswith("chapters/")]
FIRST = CHAPTERS[0] if CHAPTERS else "chapters/01_order_problem.html"
# Its figure has captions in place of question, sentence and table: test_story.py visits it.
STORY = "pages/in_five_minutes.html"


class BlockingProxy:
    """A proxy for all hosts except localhost that refuses and records every request.

    Unlike listeners within a page, it sees the requests of scripts, workers, prefetches and the
    browser itself.
    """

    def __init__(self) -> None:
        self.requests: list[str] = []
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
                if BROWSER_REQUEST not in line:
                    self.requests.append(line)
                connection.sendall(b"HTTP/1.1 403 Refused\r\nContent-Length: 0\r\n\r\n")

    def close(self) -> None:
        self._socket.close()


class Faults(list):
    """Soft assertions: failures are collected with their places, and the visit goes on."""

    @contextlib.contextmanager
    def at(self, where: str):
        from playwright.sync_api import Error

        try:
            yield
        except (AssertionError, Error) as error:
            self.append(f"{where}: {error}")


# Resolves when all transitions after a change of theme or width are finished and painted. They are
# finished here, because those far from the viewport may never run. An observer counts the frames,
# because a test may have replaced the page's clock, and requestAnimationFrame with it.
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


# What in a figure is on its way to its place, by no animation of the browser; true without any.
MOVING = "[data-moving], [data-sliding]"


# Chromium warns of a preloaded font where no formula is in the viewport for some seconds.
UNUSED_PRELOAD = ".woff2 was preloaded using link preload but not used within a few seconds"


@dataclass
class Visit:
    """A page in the browser, and the problems that it had."""

    page: object
    blocking_proxy: BlockingProxy
    problems: list[str] = field(default_factory=list)

    def look(self, *, width: int | None = None, theme: str | None = None) -> None:
        """Set the viewport's width or the system's theme, and wait until the page has settled."""
        if width:
            self.page.set_viewport_size({"width": width, "height": HEIGHT})
        if theme:
            self.page.emulate_media(color_scheme=theme)
        self.page.evaluate(SETTLED)

    def has_theme(self, theme: str) -> bool:
        return self.page.locator("html").get_attribute("data-theme") == theme

    def listen(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        self.page.on("response", self._response)
        self.page.on("crash", lambda _: self.problems.append("the page crashed"))

    def _console(self, message) -> None:
        if message.type in ("error", "warning") and UNUSED_PRELOAD not in message.text:
            self.problems.append(f"console {message.type}: {message.text}")

    def _response(self, response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")

    def take_problems(self) -> list[str]:
        """Return and clear the problems since the last call."""
        requests = self.blocking_proxy.requests
        found = [*self.problems, *(f"request to another host: {line}" for line in requests)]
        self.problems.clear()
        requests.clear()
        return found


# What is far from the screen has not been laid out (book.mjs).
NEAR_ONLY = "'nearOnly' in document.documentElement.dataset"


def make_first_move(page) -> None:
    """Move the pointer, and wait until the whole page is laid out."""
    page.mouse.move(100, 100)
    page.wait_for_function(f"!({NEAR_ONLY})")


# Whether the browser has drawn every explorer that has a control, so that its still is hidden.
EXPLORERS_DRAWN = """() => {
  const stills = document.querySelectorAll(".pe-explorer:has(input[type=range]) .pe-still");
  return [...stills].every((still) => still.hidden);
}"""


def unfold(page) -> None:
    """Open every solution and table, answer every question, and move every explorer."""
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
    page.wait_for_function(EXPLORERS_DRAWN)


def from_menu(explorer, name: str):
    """The button of this name in the menu of an explorer, with the menu open."""
    explorer.locator(".pe-menu").evaluate("(menu) => { menu.open = true; }")
    return explorer.get_by_role("button", name=name, exact=True)
