"""A letter of a formula and what stands for it in the figure light up together."""

import pytest

LIT = """(name) => [...document.querySelectorAll(`#explorer-${name} .pe-sheet .pe-lit`)]
  .map((e) => e.dataset.trace ? `trace ${e.dataset.trace}` : `shape ${e.dataset.shape}`)"""
CASES = {
    "shift": ("chapters/04_offsets_are_rotations.html", {"p": ["trace 2"]}),
    "fingerprint": ("chapters/02_formula.html", {"p": ["shape 0"], "j": ["shape 1", "shape 2"]}),
}


@pytest.mark.parametrize("name", CASES)
def test_a_letter_lights_up_its_part_of_the_figure(name, book_url, open_page):
    path, letters = CASES[name]
    visit = open_page(f"{book_url}/{path}#{name}:")
    page = visit.page
    law = page.locator(".pe-law")
    law.wait_for()
    before = law.inner_text()
    formula = page.locator("div.math:has(+ .pe-law)")
    for letter, parts in letters.items():
        formula.locator(".pe-symbol").get_by_text(letter, exact=True).first.hover()
        assert sorted(page.evaluate(LIT, name)) == parts
    # The other way round: a slider lights up its letter, and the law has its number.
    slider = page.locator(f"#pe-{name}-position")
    slider.press("ArrowRight")
    lit = formula.locator(".pe-symbol.pe-lit")
    assert set(lit.all_inner_texts()) == {"p"}
    assert law.inner_text() != before
    assert not visit.take_problems()
