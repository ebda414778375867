"""Every page, light and dark, on a desk and in a hand: quiet, on its own, accessible, fitting."""

from __future__ import annotations

import pytest

from tests.site.reader import CHAPTERS, PAGES, ROOT, THEMES, WIDTHS, unfold

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is missing: npm ci", pytrace=False)
    return AXE.read_text(encoding="utf-8")


def lay_out_all(page) -> None:
    """Lay out what is far from the screen too: else it has no width, and moves while it is read."""
    page.add_style_tag(content="section { content-visibility: visible !important; }")
    page.wait_for_timeout(200)


def violations(page, axe: str) -> list[str]:
    """What axe finds against WCAG 2.2 AA, each with the first place where it is."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe)
    found = page.evaluate("(tags) => axe.run({ runOnly: { type: 'tag', values: tags } })", WCAG)
    return [
        f"axe {rule['id']} ({len(rule['nodes'])}): {rule['nodes'][0]['html'][:200]}"
        f" -- {rule['nodes'][0]['failureSummary']}"
        for rule in found["violations"]
    ]


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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_page_is_quiet_accessible_and_fits(path, width, theme, book_url, open_page, axe):
    visit = open_page(f"{book_url}/{path}", width=width, theme=theme)
    visit.page.wait_for_load_state("networkidle")
    if path != "404.html":
        assert visit.page.locator("html").get_attribute("data-theme") == theme
    lay_out_all(visit.page)
    found = violations(visit.page, axe) + overflow(visit.page)
    assert not found + visit.all_troubles()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", CHAPTERS)
def test_used_chapter_is_quiet_accessible_and_fits(path, width, theme, book_url, open_page, axe):
    """The same with every question answered, solution opened and explorer moved."""
    visit = open_page(f"{book_url}/{path}", width=width, theme=theme)
    unfold(visit.page)
    lay_out_all(visit.page)
    found = violations(visit.page, axe) + overflow(visit.page)
    assert not found + visit.all_troubles()


def test_the_listeners_hear(book_url, open_page, axe):
    """Each check above notices what it is there for: an error, a host, a worker's host, a fault."""
    visit = open_page(f"{book_url}/index.html", width=375)
    visit.page.evaluate(
        """() => {
          const worker = new Worker(URL.createObjectURL(new Blob(
            ["fetch('http://elsewhere.invalid/from-a-worker')"])));
          fetch("http://elsewhere.invalid/from-the-page").catch(() => 0);
          fetch("no-such-file.js").catch(() => 0);
          setTimeout(() => { throw new Error("deliberate"); });
          document.querySelector("main").insertAdjacentHTML("beforeend",
            "<img src='_static/favicon.svg'><div style='width: 900px'>wide</div>");
        }"""
    )
    visit.page.wait_for_timeout(500)
    heard = "\n".join(visit.all_troubles())
    for part in ("from-a-worker", "from-the-page", "no-such-file.js", "deliberate"):
        assert part in heard
    assert any("image-alt" in line for line in violations(visit.page, axe))
    assert overflow(visit.page)
