"""How an explorer's scripts come to a page or a widget, and what is shown where they fail."""

from __future__ import annotations

import pytest

from pe_book import explorers
from pe_book.renderer import bundle, markup
from tests.rendered import extremes, text_of
from tests.site.explored import PLACES, Explored

# What a host of anywidget does with a module and the state of its model.
RUN_WIDGET = """async ([source, state]) => {
  const calls = [];
  window.model = {
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    save_changes: () => {},
    on: (_, call) => calls.push(call),
    off: () => {},
    receive: (settings) => {
      state.settings = settings;
      for (const call of calls) call();
    },
  };
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  await widget.render({ model, el: document.querySelector("#widget") });
}"""


def show_widget(page, explorer) -> None:
    """Show an explorer as a notebook does."""
    static = markup.static_html(explorer, explorer.defaults, "1")
    page.set_content(f"<!doctype html><section>{static}<div id=widget></div></section>")
    state = {
        "html": markup.explorer_html(explorer, explorer.defaults, None),
        "settings": explorer.defaults,
        "figure_id": "1",
    }
    page.evaluate(RUN_WIDGET, [bundle.widget_module(explorer.name), state])
    page.locator(".pe-explorer[data-live] .pe-drawing path").first.wait_for(state="attached")


@pytest.mark.parametrize("answer", [{"status": 404}, {"body": "export const broken = 1;"}])
def test_a_script_that_fails_is_reported_and_the_still_remains(answer, book_url, open_page):
    path, name = PLACES[0]
    here = Explored(open_page("about:blank"), name)
    here.page.route(
        f"**/explorers/{name}.mjs*",
        lambda route: route.fulfill(content_type="text/javascript", **answer),
    )
    here.page.goto(f"{book_url}/{path}")
    here.show()
    message = here.section.locator(".pe-message")
    message.wait_for()
    assert "Reload the page" in message.inner_text()
    assert here.settings() == here.start
    assert here.sentence() == text_of(here.explorer, **here.start).sentence
    assert here.section.get_by_role("img", name=here.explorer.alt).is_visible()


def test_widgets_work_offline(open_page, faults):
    """As the host of a notebook runs them: from a blob, with a model, and without a server."""
    visit = open_page("about:blank")
    page, section = visit.page, visit.page.locator(".pe-explorer[data-live]")
    for name, explorer in explorers.ALL.items():
        with faults.at(name):
            page.goto("about:blank")
            show_widget(page, explorer)
            assert page.locator("[data-static-figure]").is_hidden()
            target = list(extremes(explorer))[-1]
            page.evaluate("(settings) => window.model.receive(settings)", target)
            page.wait_for_function(
                "(text) => document.querySelector('.pe-explorer[data-live] .pe-sentence')"
                ".textContent === text",
                arg=text_of(explorer, **target).sentence,
            )
            section.locator(".pe-menu > summary").click()
            section.get_by_role("button", name="Reset").click()
            page.wait_for_function(
                "(start) => Object.entries(start)"
                ".every(([name, value]) => window.model.get('settings')[name] === value)",
                arg=explorer.defaults,
            )
            assert not section.locator(".pe-message").is_visible()
            assert not visit.take_problems()
