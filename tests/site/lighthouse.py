"""Lighthouse over every page, as a phone on a slow network gets it, and each page's budget.

`make test` holds what is counted: scores that do not hang on time, bytes, requests, what blocks the
first paint, and the layout's shift. `make lighthouse` runs this module, which holds the scores for
performance and accessibility too. (What the latter asks, test_pages.py asks of more than Lighthouse
looks at.) Performance counts the processor's time, and a machine that others share lowers it for
work that the page does not have. So a page that misses its budget is measured again, up to
`ATTEMPTS` times; the budgets themselves never move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from book.browser import FLAGS, installed_browser
from tests.node import node_executable
from tests.site.reader import PAGES, ROOT

ATTEMPTS = 4
RUNS = 3  # of which the middle one counts
LARGEST_SHIFT = 0.02
# 404.html is given out for addresses that do not exist, and asks not to be found.
MEASURED = [page for page in PAGES if page != "404.html"]


@dataclass(frozen=True)
class Budget:
    """The least score for performance, and the most of what is counted."""

    performance: int
    kilobytes: int
    requests: int
    blocking: int = 1


# Once the page is idle it also gets what its explorers need to answer without a network: the
# modules of the renderer one by one, and where the trained model answers, the 36 KB of its weights.
# Its stills are there for a wide column and for a narrow one: 20 KB for the waves of chapter 3.
WITH_EXPLORER = Budget(performance=95, kilobytes=307, requests=45)
FRONT_PAGE = Budget(performance=98, kilobytes=230, requests=40)
OTHERS = Budget(performance=98, kilobytes=220, requests=14)
# The theme's own search, with its scripts as the theme has them, and the index of the book's words,
# 40 KB, which grows with the text.
SEARCH = Budget(performance=98, kilobytes=185, requests=17, blocking=10)


def budget_of(page: str) -> Budget:
    if page == "search.html":
        return SEARCH
    if page == "index.html":
        return FRONT_PAGE
    text = (ROOT / "_build" / "html" / page).read_text(encoding="utf-8")
    return WITH_EXPLORER if 'class="pe-explorer"' in text else OTHERS


class Lighthouse:
    """One node and one browser for all pages; with `runs` it measures time, without only counts."""

    def __init__(self, browser_path: str, runs: int = 0) -> None:
        script = ROOT / "tests" / "site" / "lighthouse.mjs"
        self.process = subprocess.Popen(
            [node_executable(), script, f"--runs={runs}", "--", *FLAGS],
            cwd=ROOT,
            env={**os.environ, "BROWSER_PATH": browser_path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __call__(self, page: str) -> dict:
        self.process.stdin.write(f"{page}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"Lighthouse ended at {page}, with what stands above"
        return json.loads(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()


def missed(found: dict, budget: Budget) -> list[str]:
    """The budgets that a measurement breaks, in words."""
    least = {"best-practices": 100, "seo": 100}
    if "performance" in found:
        least |= {"performance": budget.performance, "accessibility": 100}
    most = {name: getattr(budget, name) for name in ("kilobytes", "requests", "blocking")}
    broken = [f"{name} {found[name]}, at least {n}" for name, n in least.items() if found[name] < n]
    broken += [f"{name} {found[name]}, at most {n}" for name, n in most.items() if found[name] > n]
    if found["cls"] >= LARGEST_SHIFT:
        broken.append(f"layout shift {found['cls']}, below {LARGEST_SHIFT}")
    return broken


def row(page: str, found: dict) -> str:
    """One row of the table that `make lighthouse` prints."""
    scores = [found[name] for name in ("performance", "accessibility", "best-practices", "seo")]
    rest = [f"{found['lcp'] / 1000:.1f} s", f"{found['tbt']} ms", found["cls"]]
    return f"| {' | '.join(map(str, [page, *scores, *rest, found['kilobytes']]))} KB |"


def main() -> int:
    """Print every page's row; the number of pages that miss their budget in all attempts."""
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(f"This machine is busy (load {busy:.1f}): that lowers performance.", file=sys.stderr)
    lighthouse = Lighthouse(installed_browser(), RUNS)
    failures = []
    print("page: performance, accessibility, best practices, SEO, ...")
    for page in MEASURED:
        for _ in range(ATTEMPTS):
            found = lighthouse(page)
            broken = missed(found, budget_of(page))
            if not broken:
                break
        else:
            failures.append(f"{page}: {'; '.join(broken)}. Failed audits: {found['failed']}")
        print(row(page, found), flush=True)
    lighthouse.close()
    print("\n".join(failures), file=sys.stderr)
    return len(failures)


if __name__ == "__main__":
    sys.exit(main())
