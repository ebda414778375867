"""Every explorer on the built site, moved as a reader moves it, answers as its `update` says."""

from __future__ import annotations

import json
import re
import time
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from bs4 import BeautifulSoup

from pe_book import explorers
from pe_book.declare import Select, Slider, Toggle, Words
from pe_book.drawing import palette
from pe_book.renderer import bundle, markup
from pe_book.renderer.node import carried
from tests.rendered import figure_of, text_of
from tests.site.reader import (
    CHAPTERS,
    DESK,
    PAGES,
    ROOT,
    SCREENS,
    STORY,
    THEMES,
    fake_timers,
    from_menu,
    make_first_move,
)

BUILT = ROOT / "_build" / "html"


def keys_on(path: str) -> dict[str, str]:
    """The key of each explorer on a page, in the page's order, with the explorer's name."""
    file = BUILT / path
    html = file.read_text("utf-8") if file.is_file() else ""
    return {key: name for name, key in re.findall(r'data-explorer="(\w+)" data-key="(\w+)"', html)}


def explorers_on(path: str) -> list[str]:
    """The names of a page's explorers, each once: the one at its head may come again below."""
    return list(dict.fromkeys(keys_on(path).values()))


PLACES = [(path, name) for path in PAGES if path != STORY for name in explorers_on(path)]
PAGES_WITH_EXPLORERS = list(dict.fromkeys(path for path, _ in PLACES))
# Come to an explorer until it is laid out: what is far from the screen may not be, and a browser
# that goes back in its history may scroll away from it again.
COME = """async (section) => {
  const outputs = [...section.querySelectorAll("output")];
  const seen = (e) => e.checkVisibility({ contentVisibilityAuto: true });
  for (let frames = 0; frames < 600 && !outputs.every(seen); frames++) {
    section.scrollIntoView({ behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}"""
# After two frames: what the controls say, and what stands below the figure. In JSON, as all that is
# long here: playwright looks at each number of other answers for longer than a browser draws it.
SEEN = """async (section) => {
  const drawn = () =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await drawn();
  const busy = ".pe-sentence[aria-busy=true], [data-moving], [data-sliding]";
  while (section.querySelector(busy)) await drawn();
  await drawn();
  await (COME)(section);
  const read = (e) => ({ value: e.value, checked: e.checked, text: e.ariaValueText,
    beside: section.querySelector(`output[for="${e.id}"]`)?.innerText });
  const all = (selector) => [...section.querySelectorAll(selector)];
  return JSON.stringify({
    controls: Object.fromEntries(all("[name]").map((e) => [e.name, read(e)])),
    sentence: section.querySelector(".pe-sentence").innerText,
    cells: all("tbody td").map((cell) => cell.textContent),
  });
}""".replace("COME", COME)
# What is drawn: the numbers of all paths, the words, and how many cells each heat map has.
DRAWN = """(section) => {
  const sheet = section.querySelector(".pe-sheet");
  return JSON.stringify({
    paths: [...sheet.querySelectorAll("path")].map((path) => path.getAttribute("d")),
    words: [...sheet.querySelectorAll("text")].map((text) => text.textContent),
    cells: [...section.querySelectorAll("canvas")].map(({ width, height }) => [height, width]),
  });
}"""
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
NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")
HOVERABLE = Path(__file__).with_name("hoverable.mjs")
LOOK = f"async (section) => [await ({SEEN})(section), ({DRAWN})(section)]"
# The figure is written in the color of the text around it, and that color is another than before.
# So many of its words have a color of their own.
IN_INK_BUT = """([name, before, colored]) => {
  const section = document.querySelector(`#explorer-${name}`);
  const ink = getComputedStyle(section).color;
  return ink !== before && [...section.querySelectorAll(".pe-sheet text")]
    .filter((text) => getComputedStyle(text).fill !== ink).length === colored;
}"""


UNFOLD = "(section) => section.querySelectorAll('.pe-more').forEach((more) => (more.open = true))"


def parsed_view(explorer, seen: dict) -> dict:
    """The settings that the controls show, of what SEEN has read."""
    found = {}
    for control in explorer.controls:
        element = seen["controls"][control.name]
        if isinstance(control, Toggle):
            found[control.name] = element["checked"]
        elif isinstance(control, Select | Words):
            found[control.name] = element["value"]
        elif control.choices:
            found[control.name] = control.choices[int(element["value"])]
        else:
            value = float(element["value"])
            found[control.name] = int(value) if value.is_integer() else value
    return found


class Explored:
    """One explorer in the browser beside its declaration in Python."""

    def __init__(self, visit, name: str, key: str | None = None) -> None:
        self.visit, self.page, self.key = visit, visit.page, key or name
        self.explorer = explorers.ALL[name]
        self.section = self.page.locator(f"#explorer-{self.key}")

    @cached_property
    def start(self) -> dict:
        """The settings that it has on this page at first, and after Reset."""
        data = self.section.locator("script[type='application/json']").text_content()
        return json.loads(data)["start"]

    def control(self, name: str):
        return self.section.locator(f'[name="{name}"]')

    def first_slider(self):
        return self.control(next(c.name for c in self.explorer.controls if isinstance(c, Slider)))

    def show(self) -> None:
        """Come to it at once, and unfold it: what is far from the screen may not be laid out."""
        self.section.evaluate(UNFOLD)
        self.section.evaluate("(section) => section.scrollIntoView({ behavior: 'instant' })")
        self.section.evaluate(COME)

    def wake(self) -> None:
        """Come near, and wait until the drawing is there."""
        self.show()
        self.section.dispatch_event("pointerenter")
        self.section.locator(".pe-still").wait_for(state="hidden")

    def open_table(self) -> None:
        """By key, which reaches it wherever the layout of the page above has moved it."""
        self.section.locator(".pe-data summary").press("Enter")

    def reset(self) -> None:
        from_menu(self.section, "Reset").click()

    def look(self) -> dict:
        """All that SEEN has read, with the settings of the controls and the figure."""
        seen, figure = map(json.loads, self.section.evaluate(LOOK))
        return seen | {"settings": parsed_view(self.explorer, seen), "figure": figure}

    def settings(self) -> dict:
        """The settings as the reader sees them in the controls."""
        return parsed_view(self.explorer, json.loads(self.section.evaluate(SEEN)))

    def sentence(self) -> str:
        return self.section.locator(".pe-sentence").inner_text()

    def expect(self, settings: dict, seen: dict | None = None) -> None:
        """Controls, words, sentence, table and figure stand as `update` says for these settings."""
        seen = seen or self.look()
        assert seen["settings"] == settings
        for control in self.explorer.controls:
            if isinstance(control, Slider):
                words = markup.words(control, settings[control.name])
                element = seen["controls"][control.name]
                assert (element["text"], element["beside"]) == (words, words)
        text = text_of(self.explorer, **settings)
        assert seen["sentence"] == text.sentence
        assert seen["cells"] == [cell for row in text.rows for cell in row]
        figure = figure_of(self.explorer, **settings)
        # Many have a still for a wide column, and one for a narrow one.
        stills = ElementTree.fromstring(f"<stills>{text.svg}</stills>")
        still = stills[-1 if self.page.viewport_size["width"] < 600 else 0]
        assert_drawn(seen["figure"], still, 12 if shows_last_bits(figure) else 0.02)


def shows_last_bits(figure: dict) -> bool:
    """Whether a log axis shows values below 1e-9: sines differ there between browser and node."""
    log_axes = {
        key.replace("axis", "")
        for key, axis in figure["layout"].items()
        if key.startswith("yaxis") and axis.get("type") == "log"
    }
    return any(
        y is not None and y < 1e-9
        for trace in figure["data"]
        if trace.get("yaxis", "y") in log_axes
        for y in trace["y"]
    )


def assert_drawn(found: dict, still: ElementTree.Element, tolerance: float) -> None:
    """What the page draws step by step is what node draws at once, but for so many pixels."""
    parts = [(each.tag.partition("}")[2], each) for each in still.iter()]
    assert found["words"] == [each.text or "" for tag, each in parts if tag == "text"]
    assert len(found["cells"]) == sum(tag == "image" for tag, _ in parts)
    expected = [each.get("d") for tag, each in parts if tag == "path"]
    assert len(found["paths"]) == len(expected)
    for one, other in zip(found["paths"], expected, strict=True):
        one, other = (np.array(NUMBER.findall(path), dtype=float) for path in (one, other))
        assert one.shape == other.shape and np.allclose(one, other, atol=tolerance)


def explored_on(visit, path: str) -> list[Explored]:
    return [Explored(visit, name, key) for key, name in keys_on(path).items()]


def step(slider) -> None:
    """One step to the right, at the right end one to the left."""
    at_end = slider.evaluate("(slider) => slider.value === slider.max")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


@pytest.fixture
def explore(open_page, book_url):
    def explore(path: str, name: str, address: str = "", script: str = "", **options) -> Explored:
        visit = open_page("about:blank", **options)
        visit.page.add_init_script(script)
        visit.page.goto(f"{book_url}/{path}{address}")
        here = Explored(visit, name)
        here.show()
        return here

    return explore


def test_every_explorer_is_on_a_page():
    assert {*explorers_on(STORY), *(name for _, name in PLACES)} == set(explorers.ALL)


@pytest.mark.parametrize("path", [*PAGES_WITH_EXPLORERS, STORY])
def test_each_explorer_is_in_the_outline_of_its_page(path):
    """Its question is a heading, at most one level below the heading before it."""
    html = BeautifulSoup((BUILT / path).read_text("utf-8"), "html.parser")
    headings = html.main.find_all(re.compile("^h[1-6]$"))
    levels = [int(heading.name[1]) for heading in headings]
    asked = [heading.get_text() for heading in html.main.select(".pe-explorer :is(h2, h3, h4)")]
    assert asked == [explorers.ALL[name].question for name in keys_on(path).values()]
    assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("path", PAGES_WITH_EXPLORERS)
def test_explorers_respond_to_every_control(path, width, book_url, open_page, faults):
    """In one theme, and switched to the other; on a phone also by Back and loaded again."""
    first, other = THEMES if width == DESK else THEMES[::-1]
    visit = open_page(f"{book_url}/{path}", width=width, theme=first)
    page, all_here = visit.page, explored_on(visit, path)
    changed = {}
    make_first_move(page)  # else what is clicked may move away while the page is laid out
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, {first}"):
            use_every_control(here)
            assert not visit.take_problems()
    ink = all_here[0].section.evaluate("(section) => getComputedStyle(section).color")
    visit.look(theme=other)
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, switched to {other}"):
            changed[here.key] = here.settings()
            figure = figure_of(here.explorer, **changed[here.key])
            notes = figure["layout"].get("annotations", [])
            colors = [note.get("font", {}).get("color", "@ink") for note in notes]
            colored = sum(color != "@ink" for color in colors) + sum(
                sum(place is not None for place in trace["y"])
                for trace in figure["data"]
                if trace.get("textfont", {}).get("color", "@ink") != "@ink"
            )
            if figure.get("scene"):
                [still, _] = ElementTree.fromstring(
                    f"<stills>{text_of(here.explorer, **changed[here.key]).svg}</stills>"
                )
                texts = [each for each in still.iter() if each.tag.endswith("}text")]
                colored = sum(each.get("fill") != "currentColor" for each in texts)
            here.show()
            page.wait_for_function(IN_INK_BUT, arg=[here.key, ink, colored])
            here.expect(changed[here.key])
            assert not visit.take_problems()
    if width == DESK:  # what an address and the history restore is the same at any width
        return
    with faults.at("back and forward"):
        assert_history_restores(all_here, changed)
        assert not visit.take_problems()
    page.wait_for_function("location.hash.length > 1")
    page.reload(wait_until="load")
    make_first_move(page)
    for here in all_here:
        with faults.at(f"{here.key}, {width} px, loaded in {other}"):
            assert_reload_and_reset(here, changed[here.key])
            assert not visit.take_problems()
    page.wait_for_function("location.hash === ''")


@pytest.mark.parametrize("path", PAGES_WITH_EXPLORERS)
def test_an_explorer_draws_like_its_still_and_alike_at_once_and_step_by_step(
    path, book_url, open_page, node, faults
):
    visit = open_page(f"{book_url}/{path}")
    all_here, starts = explored_on(visit, path), {}
    make_first_move(visit.page)
    for here in all_here:
        with faults.at(f"{here.key}, the still"):
            assert_svg_matches_still(here)
        starts[here.key] = here.section.evaluate(DRAWING)
        with faults.at(f"{here.key}, the pointer"):
            assert_hover_shows_values(here, node, faults)
    assert_incremental_updates_match_fresh_drawings(all_here, starts, faults)
    assert not visit.take_problems()


def use_every_control(here: Explored) -> None:
    here.wake()
    here.open_table()
    seen = here.look()
    assert seen["settings"] == here.start
    assert seen["sentence"] == text_of(here.explorer, **here.start).sentence
    height = here.section.bounding_box()["height"]
    for control in here.explorer.controls:
        element, before = here.control(control.name), seen["settings"]
        if isinstance(control, Toggle):
            element.click()
        elif isinstance(control, Select):
            others = [v for v in control.values() if v != before[control.name]]
            element.select_option(others[-1])
        elif isinstance(control, Words):
            element.fill(control.examples[0])
            element.press("Enter")
        else:
            step(element)
            seen = here.look()
            moved = here.explorer.fit(before | {control.name: seen["settings"][control.name]})
            assert moved[control.name] != before[control.name]
            here.expect(moved, seen)
            here.page.keyboard.press("Home")
            assert element.evaluate(AT_START)
            drag(here.page, element, 0.2, 0.5, 0.7)
            assert not element.evaluate(AT_START)
        seen = here.look()
        now = seen["settings"]
        assert now[control.name] != before[control.name] or isinstance(control, Slider)
        here.expect(now, seen)
    # The drawing moved nothing on the page but lines of text.
    section, figure, sheet = here.section.evaluate(SIZES)
    assert np.abs(np.subtract(figure, sheet)).max() < 1
    assert abs(section[1] - height) < 400


AT_START = "(slider) => slider.value === slider.min"
SIZES = """(section) => [section, ...section.querySelectorAll(".pe-figure, .pe-sheet")]
  .map((e) => e.getBoundingClientRect()).map(({ width, height }) => [width, height])"""


def drag(page, element, *shares: float) -> None:
    """Take a slider's handle at its left end, and let go at the last of these shares."""
    box = element.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    for share in shares:
        page.mouse.move(box["x"] + share * box["width"], middle)
    page.mouse.up()


def assert_reload_and_reset(here: Explored, changed: dict) -> None:
    here.wake()
    here.open_table()
    here.expect(changed)
    here.reset()
    here.expect(here.start)


def assert_history_restores(all_here: list[Explored], changed: dict) -> None:
    """Each explorer's visit was one step, in the page's order."""
    for here in reversed(all_here):
        here.page.wait_for_url(f"**{here.key}:*")
        here.page.go_back()
        here.show()
        here.expect(here.start)
    assert "#" not in here.page.url
    for here in all_here:
        here.page.go_forward()
        here.show()
        here.expect(changed[here.key])


# ---- played

# Intervals go off when the test says so.
TICKING = """
  globalThis.ticking = new Map();
  globalThis.setInterval = (call, delay) => {
    const id = ticking.size + 1;
    ticking.set(id, { call, delay });
    return id;
  };
  globalThis.clearInterval = (id) => ticking.delete(id);
"""
TICK = "(times) => { while (times--) for (const { call } of [...ticking.values()]) call(); }"
DELAYS = "() => [...ticking.values()].map(({ delay }) => delay)"
PLAYED = [
    (path, name, control)
    for path, name in PLACES
    for control in explorers.ALL[name].controls
    if isinstance(control, Slider) and control.pace
]


def test_explorers_with_a_play_button():
    assert {"counter", "shift", "waves"} <= {name for _, name, _ in PLAYED}


@pytest.mark.parametrize(("path", "name", "control"), PLAYED, ids=[name for _, name, _ in PLAYED])
def test_play_stops_on_pause_and_on_other_input(path, name, control, explore):
    here = explore(path, name, script=TICKING)
    slider, start = here.control(control.name), here.settings()
    button = here.section.locator(".pe-play")
    button.focus()
    here.page.keyboard.press("Enter")
    assert button.inner_text() == "Pause"
    assert here.page.evaluate(DELAYS) == [1000 / control.pace]
    here.section.locator(".pe-still").wait_for(state="hidden")
    here.page.evaluate(TICK, 3)
    # What moves between its steps sets out at once.
    first = int(control.continuous)
    values = list(control.values())
    begin = 0 if control.restarts else values.index(start[control.name])
    moved = start | {control.name: values[begin + 3 + first]}
    here.open_table()
    here.expect(moved)
    assert "#" not in here.page.url
    button.press("Space")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    here.page.wait_for_url(f"**#{name}:{control.name}={moved[control.name]}*")
    # From the end it goes on at the start.
    slider.press("End")
    button.click()
    here.page.evaluate(TICK, 1 - first)
    # One that starts over with each press has set out from there again.
    here.expect(start | {control.name: values[first if control.restarts else 0]})
    slider.press("ArrowRight")
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    button.click()
    here.reset()
    assert (button.inner_text(), here.page.evaluate(DELAYS)) == ("Play", [])
    here.page.emulate_media(reduced_motion="reduce")
    button.click()
    assert here.page.evaluate(DELAYS) == [1000]
    here.page.evaluate("scrollTo(0, 0)")
    here.page.locator("footer").last.scroll_into_view_if_needed()
    here.page.wait_for_function("ticking.size === 0")
    assert not here.visit.take_problems()


# ---- the front page


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_front_page_shows_a_whole_explorer_above_the_fold(width, height, open_page, book_url):
    visit = open_page(f"{book_url}/index.html")
    visit.page.set_viewport_size({"width": width, "height": height})
    visit.page.evaluate("scrollTo(0, 0)")
    visit.page.locator(".pe-tiles > li").first.wait_for(state="attached")
    for what in ("h1", ".pe-preset", ".pe-swap", ".pe-figure", ".pe-sentence", "a.book-start"):
        box = visit.page.locator(f".bd-article {what}").first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, (what, box)
    assert visit.page.locator("a.book-start").get_attribute("href") == CHAPTERS[0]


# ---- in motion

# Where each slider goes, as code on its `input`.
MOVES = {
    "near": "Number(input.value) + (input.value === input.max ? -3 : 3)",
    "low": "input.min",
    "high": "input.max",
}
# Every slider goes there as in a drag that goes on, each with its frame.
MOVE = """async (section) => {
  for (const input of section.querySelectorAll("input[type=range]")) {
    input.value = VALUE;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}"""
# All of a drawing: its elements with their attributes in order, its words, its cells. What the
# pointer or the focus lights up is no part of it (test_symbols.py), nor where a handle was before;
# what slides is read at its end.
DRAWING = """(section) => new Promise((done) => {
  const frames = (call) => requestAnimationFrame(() => requestAnimationFrame(call));
  const slid = () => section.querySelector("[data-sliding]") ? frames(slid) : tell();
  const classes = (node) => [...node.classList]
    .filter((name) => name !== "pe-lit" && name !== "pe-dimmed");
  const described = (node) => node.nodeType === 3 ? node.data : [node.localName,
    [...node.attributes].filter(({ name }) => name !== "class")
      .map(({ name, value }) => `${name}=${value}`).sort(),
    classes(node),
    node.localName === "canvas" ? node.toDataURL() : [...node.childNodes].map(described)];
  const tell = () => done(JSON.stringify(
    [...section.querySelectorAll(".pe-drawing > :not(.pe-hover, .pe-trail)")].map(described)));
  frames(slid);
})"""


def assert_incremental_updates_match_fresh_drawings(all_here, starts: dict, faults) -> None:
    """Only what changes is touched: what is left of figures before must not be seen."""
    page, moved, addresses = all_here[0].page, {}, {}
    for move, value in MOVES.items():
        for here in all_here:
            with faults.at(f"{here.key}, {move}"):
                here.section.evaluate(MOVE.replace("VALUE", value))
                settings = here.settings()
                if settings == here.start:
                    continue
                moved[move, here.key] = here.section.evaluate(DRAWING)
                part = sliders_in_an_address(here, settings)
                addresses[move] = [*addresses.get(move, []), part]
                # A model without positions draws the same wherever its sentence starts.
                drawn = figure_of(here.explorer, **settings)
                is_same = drawn == figure_of(here.explorer, **here.start)
                assert (moved[move, here.key] == starts[here.key]) == is_same
            with faults.at(f"{here.key}, back at the start after {move}"):
                here.reset()
                # It comes back by frames.
                until = time.monotonic() + 10
                while here.section.evaluate(DRAWING) != starts[here.key]:
                    assert time.monotonic() < until
    address = page.url.split("#")[0]
    for move, parts in addresses.items():
        page.goto(f"{address}?{move}#{';'.join(parts)}")
        for here in (each for each in all_here if (move, each.key) in moved):
            with faults.at(f"{here.key}, drawn {move} at once"):
                here.section.locator(".pe-still").wait_for(state="hidden")
                assert here.section.evaluate(DRAWING) == moved[move, here.key]


def sliders_in_an_address(here: Explored, settings: dict) -> str:
    sliders = [control.name for control in here.explorer.controls if isinstance(control, Slider)]
    return f"{here.key}:" + ",".join(f"{name}={settings[name]}" for name in sliders)


# The words of the figures that are seen, and the middle of each as shares of the figure.
WORDS = """(figure) => {
  const whole = figure.getBoundingClientRect();
  return [...figure.querySelectorAll("text, .pe-legend span span")]
    .filter((text) => text.getClientRects().length && text.textContent.trim())
    .map((text) => [text.textContent.trim(), text.getBoundingClientRect()])
    .map(([text, box]) => [text, ((box.left + box.right) / 2 - whole.left) / whole.width,
      ((box.top + box.bottom) / 2 - whole.top) / whole.height]);
}"""


def assert_svg_matches_still(here: Explored) -> None:
    """Two hands draw the same figure: each word of the one stands where it stands in the other."""
    here.show()
    figure = here.section.locator(".pe-figure")
    still = figure.evaluate(WORDS)
    here.wake()
    drawing = figure.evaluate(WORDS)
    assert sorted(word for word, *_ in drawing) == sorted(word for word, *_ in still)
    # The legend's lines break each in its own way.
    legend = {trace["name"] for trace in here.explorer.template["data"] if "name" in trace}
    for word, *place in still:
        if word in legend:
            continue
        near = [np.abs(np.subtract(place, there)) for text, *there in drawing if text == word]
        assert min(max(off) for off in near) < 0.06, f"{word} at {place}"


def assert_hover_shows_values(here: Explored, node, faults) -> None:
    figure = figure_of(here.explorer.with_layout(here.explorer.wide_layout), **here.start)
    hoverable = node(HOVERABLE, "hoverable", figure, carried(here.explorer)["tokens"])
    sheet = here.section.locator(".pe-sheet")
    sheet.evaluate("(sheet) => sheet.scrollIntoView({ block: 'center' })")
    box = sheet.bounding_box()
    scale = box["width"] / figure["layout"]["width"]
    label = here.section.locator(".pe-hover")
    # Numbers that are written in their cells need no label.
    assert hoverable or all(trace.get("hoverinfo") == "skip" for trace in figure["data"])
    for point in hoverable:
        x, y = point["at"]
        with faults.at(f"{here.key}, {point['texts'][0]}"):
            here.page.mouse.move(box["x"] + scale * x, box["y"] + scale * y)
            assert label.inner_text() in point["texts"]
            inside = label.bounding_box()
            assert inside["x"] > 0 and inside["x"] + inside["width"] < 1280
    here.page.mouse.move(1, 1)
    assert not label.is_visible()
    assert not here.visit.take_problems()


def test_a_value_under_the_pointer_goes_once_a_control_has_changed_it(explore):
    here = explore(*next(place for place in PLACES if place[1] == "grid"))
    here.wake()
    box = here.section.locator(".pe-sheet").bounding_box()
    here.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    label = here.section.locator(".pe-hover")
    assert label.is_visible()
    here.control("table").evaluate(
        """(select) => {
          select.selectedIndex = 1;
          select.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    assert not label.is_visible()


def test_invalid_settings_in_the_address_are_ignored(explore):
    path, name = next(place for place in PLACES if place[1] == "waves")
    values = "position=-7,base=nan,length=x"
    assert {part.partition("=")[0] for part in values.split(",")} <= {*explorers.ALL[name].defaults}
    here = explore(path, name, f"#{name}:{values},nothing=3;else:x=1")
    assert here.settings() == here.start
    assert not here.visit.take_problems()


@pytest.mark.parametrize(("path", "name"), PLACES[:2])
def test_a_drag_makes_one_history_entry_and_one_announcement(path, name, explore):
    here = explore(path, name, script=fake_timers("ANNOUNCE_DELAY_MS"))
    before = here.page.evaluate("history.length")
    here.section.evaluate(
        """(section) => {
          window.said = [];
          const status = section.querySelector(".pe-status");
          new MutationObserver(() => said.push(status.textContent))
            .observe(status, { childList: true, characterData: true, subtree: true });
          section.addEventListener("input", () => fireTimers());
        }"""
    )
    drag(here.page, here.first_slider(), *np.linspace(0.1, 0.9, 20))
    assert here.page.evaluate("said") == []
    assert here.page.evaluate("fireTimers()") == 1
    here.section.evaluate(SEEN)
    assert here.page.evaluate("said") == [here.sentence()]
    assert here.page.evaluate("fireTimers()") == 0
    assert here.page.evaluate("history.length") == before + 1


def test_a_step_edits_texts_in_place(explore):
    """An exchanged text node would have the styles of the whole page matched anew."""
    here = explore("chapters/04_offsets_are_rotations.html", "shift")
    here.first_slider().press("ArrowRight")
    here.section.evaluate(SEEN)
    before = here.sentence()
    here.section.evaluate(
        """(section) => {
          window.exchanged = [];
          const note = ({ target }) => exchanged.push(target.outerHTML);
          for (const part of section.querySelectorAll(".pe-sentence, .pe-controls, .pe-sheet"))
            new MutationObserver((records) => records.forEach(note))
              .observe(part, { childList: true, subtree: true });
        }"""
    )
    here.first_slider().press("ArrowRight")
    here.section.evaluate(SEEN)
    assert here.sentence() != before
    assert here.page.evaluate("exchanged") == []


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


# ---- faults


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


BRIGHTNESS = """(section) => {
  const [map] = section.querySelectorAll("canvas");
  const shown = document.createElement("canvas").getContext("2d");
  shown.filter = getComputedStyle(map).filter;
  shown.drawImage(map, 0, 0);
  const at = (x, y) => shown.getImageData(x, y, 1, 1).data.slice(0, 3).reduce((a, b) => a + b);
  return [at(5, 4), at(11, 11)];
}"""


def test_high_is_dark_on_a_light_page_and_bright_on_a_dark_one(explore):
    here = explore(*next(place for place in PLACES if place[1] == "grid"))
    here.wake()
    for theme, sign in (("light", -1), ("dark", 1)):
        here.visit.look(theme=theme)
        chosen, corner = here.section.evaluate(BRIGHTNESS)
        assert sign * (chosen - corner) > 100, theme
