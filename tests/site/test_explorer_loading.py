"""How an explorer's scripts come to a page or a widget, and what stands there where they fail."""

from __future__ import annotations

import re

import pytest

from pe_book import explorers
from pe_book.drawing import palette
from pe_book.renderer import bundle, markup
from tests.rendered import text_of
from tests.site.explored import BUILT, PAGES_WITH_EXPLORERS, PLACES, Explored, explorers_on
from tests.site.reader import STORY, HeldRequests, from_menu

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


def test_scripts_load_at_the_first_interaction(book_url, open_page):
    path, name = PLACES[0]
    here, asked = Explored(open_page("about:blank"), name), []
    here.page.on("request", lambda request: asked.append(request.url))
    with here.page.expect_response(f"**/explorers/{name}.mjs*"):
        here.page.goto(f"{book_url}/{path}", wait_until="load")
    here.page.wait_for_load_state("networkidle")
    loaded = sorted(
        url.rpartition("/")[2].partition("?")[0] for url in asked if "/explorers/" in url
    )
    assert loaded == sorted(f"{each}.mjs" for each in explorers_on(path))
    here.page.context.set_offline(True)
    here.wake()
    assert not [url for url in asked if "plotly" in url]
    here.page.context.set_offline(False)


def responds_with_error(route) -> None:
    code = "export function update() { throw new Error('a fault put here'); }"
    route.fulfill(body=code, content_type="text/javascript")


def responds_not_found(route) -> None:
    route.fulfill(status=404, body="")


def never_responds(route) -> None:
    route.abort()


def message_when_request_fails(here: Explored, address: str, pattern: str, answer) -> str:
    """What is said when one file is replaced by `answer` and the first slider moves."""
    here.page.goto("about:blank")
    here.page.unroute_all()
    here.page.route(pattern, answer)
    here.page.goto(address)
    here.show()
    slider = here.first_slider()
    slider.press("ArrowLeft" if slider.input_value() == slider.get_attribute("max") else "Home")
    message = here.section.locator(".pe-message")
    message.wait_for()
    return message.inner_text()


@pytest.mark.parametrize(("path", "name"), PLACES[:2])
def test_a_script_that_fails_is_reported_and_the_still_remains(
    path, name, book_url, open_page, faults
):
    here = Explored(open_page("about:blank"), name)
    for answer in (responds_with_error, responds_not_found, never_responds):
        with faults.at(f"{name}, the module {answer.__name__}"):
            message = message_when_request_fails(
                here, f"{book_url}/{path}", f"**/explorers/{name}.mjs*", answer
            )
            assert "stands at its default settings" in message
            assert here.settings() == here.start
            assert here.sentence() == text_of(here.explorer, **here.start).sentence
            assert_still_stands(here)
            reset = from_menu(here.section, "Reset")
            assert reset.is_disabled() == (answer is responds_with_error)
            if answer is responds_with_error:
                continue
            here.page.unroute_all()
            here.wake()
            here.section.locator(".pe-still").wait_for(state="hidden")
            assert not here.section.locator(".pe-message").is_visible()


def test_a_script_aborted_because_the_reader_leaves_is_not_reported(book_url, open_page):
    path, name = PLACES[0]
    here = Explored(open_page("about:blank"), name)
    script = HeldRequests(here.page, f"**/explorers/{name}.mjs*")
    here.page.goto(f"{book_url}/{path}")
    here.show()
    slider = here.first_slider()
    start = slider.input_value()
    slider.press("End" if start != slider.get_attribute("max") else "Home")
    moved = slider.input_value()
    script.abort_as_on_leaving()
    assert not here.section.locator(".pe-message").is_visible()
    assert slider.input_value() == moved != start
    here.page.unroute(script.pattern)
    slider.press("ArrowLeft")
    here.section.locator(".pe-still").wait_for(state="hidden")


def assert_still_stands(here: Explored) -> None:
    assert here.section.locator(".pe-still > svg").first.is_visible()
    assert here.section.get_by_role("img", name=here.explorer.alt).is_visible()


@pytest.mark.elsewhere
def test_widgets_work_offline(open_page, faults):
    """As the host of a notebook runs them: from a blob, with a model, and without a server."""
    visit = open_page("about:blank")
    page, section = visit.page, visit.page.locator(".pe-explorer[data-live]")
    for name, explorer in explorers.ALL.items():
        with faults.at(name):
            page.goto("about:blank")
            still = markup.still_html(explorer, explorer.defaults, "1")
            page.set_content(f"<!doctype html>{still}<div id=widget></div>")
            state = {
                "html": markup.explorer_html(explorer, explorer.defaults, None),
                "settings": explorer.defaults,
                "still": "1",
            }
            page.evaluate(RUN_WIDGET, [bundle.widget_module(name), state])
            section.locator(".pe-drawing path").first.wait_for(state="attached")
            assert page.locator("[data-still]").is_hidden()
            target = list(explorer.extremes())[-1]
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


def test_a_widget_that_cannot_start_leaves_the_still_and_says_why(open_page):
    visit = open_page("about:blank")
    explorer = explorers.ALL["waves"]
    visit.page.set_content(f"{markup.still_html(explorer, explorer.defaults, '1')}<div id=widget>")
    broken = re.sub(r'packed = "[^"]*"', 'packed = "broken"', bundle.widget_module("waves"))
    visit.page.evaluate(RUN_WIDGET, [broken, {"still": "1"}])
    visit.page.get_by_text("The live figure could not be started, so this is a still.").wait_for()
    assert visit.page.locator("[data-still] svg").first.is_visible()
    visit.take_problems()


@pytest.mark.parametrize("path", [*PAGES_WITH_EXPLORERS, STORY])
def test_scripts_keep_their_size_limit(path):
    """What a page loads of the book's own, gzipped: at first, and once all its explorers move.

    Not what they import only when a control asks for it.
    """
    import gzip

    entries = ["renderer/page.mjs", *map(bundle.module_of, explorers_on(path))]
    modules = bundle.needed(entries, later=False)
    served = {m: (BUILT / "_static" / "pe_book" / m).read_bytes() for m in modules}
    sizes = {module: len(gzip.compress(content)) for module, content in served.items()}
    first = bundle.needed(entries[:1], later=False)
    assert sum(sizes[module] for module in first) < 30_000
    assert sum(sizes.values()) < 42_000
    assert palette.SINE.encode() not in b"".join(served.values())
