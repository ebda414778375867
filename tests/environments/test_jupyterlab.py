"""JupyterLab on a busy machine: explorers come alive, or their stills stay and say why."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.environments.starting_jupyterlab import address_once_ready

#: Explorers of each chapter.
SHOWN = {
    "02_formula": ("counter", "clocks", "fingerprint"),
    "03_frequency_and_wavelength": ("waves",),
    "04_offsets_are_rotations": ("shift", "similarity"),
}
BUSY = 6  # times slower
LIMIT = 1_000_000  # bytes of a saved chapter
CONNECTED = """() => {
  const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
  return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
# A figure is drawn when it is near, and what comes to stand above it moves it away.
STILL_IS_GONE = """(name) => {
  const [still, live] = ["[data-still]", "[data-live]"].map((mark) =>
    document.querySelector(`${mark} [data-explorer=${name}], ${mark}[data-explorer=${name}]`));
  live?.scrollIntoView({ block: "center", behavior: "instant" });
  return live && still && !still.checkVisibility();
}"""
RUN_ALL = "() => void window.jupyterapp.commands.execute('notebook:run-all-cells')"
SAVE = "window.jupyterapp.commands.execute('docmanager:save').then(() => true)"
pytestmark = pytest.mark.xdist_group("jupyterlab")


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab: its address and its folder."""
    folder = tmp_path_factory.mktemp("lab")
    # Widgets are stored with a notebook, as by nbconvert.
    settings = folder / "settings" / "@jupyter-widgets" / "jupyterlab-manager"
    settings.mkdir(parents=True)
    (settings / "plugin.jupyterlab-settings").write_text('{"saveState": true}', encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    command += [
        "--LabApp.expose_app_in_browser=True",
        f"--LabApp.user_settings_dir={settings.parents[1]}",
    ]
    command += ["--ServerApp.disable_check_xsrf=True"]
    runtime = folder / "runtime"
    variables = os.environ | {"JUPYTER_RUNTIME_DIR": str(runtime)}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=variables, stdout=log, stderr=log) as server,
    ):
        yield address_once_ready(server, runtime, folder / "log"), folder
        server.terminate()


@pytest.fixture
def opened(lab, browser, printer_path):
    """A function that opens a notebook on a slow machine and returns its page."""
    address, folder = lab
    chromium = browser.browser_type.launch(
        executable_path=printer_path, args=["--no-sandbox", "--headless=new"]
    )

    def open_notebook(name: str, slower: int = BUSY):
        shutil.copy(ROOT / "chapters" / f"{name}.ipynb", folder)
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(300_000)  # six times slower, where others are busy too
        page.goto(f"{address}/lab/workspaces/{name}/tree/{name}.ipynb?reset")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        page.wait_for_function(CONNECTED)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        return page

    yield open_notebook
    chromium.close()


@pytest.mark.parametrize("chapter", SHOWN)
def test_every_explorer_of_a_chapter_comes_alive_and_it_stays_small(lab, opened, chapter):
    page = opened(chapter)
    page.evaluate(RUN_ALL)
    for name in SHOWN[chapter]:
        live = page.locator(f"[data-explorer={name}][data-live]")
        live.locator(".pe-drawing path").first.wait_for(state="attached")
        page.wait_for_function(STILL_IS_GONE, arg=name, polling=500)
        assert live.is_visible()
        assert live.locator(".pe-sentence").inner_text().endswith(".")
    page.wait_for_function(CONNECTED)
    page.evaluate(SAVE)
    file = lab[1] / f"{chapter}.ipynb"
    saved = json.loads(file.read_text(encoding="utf-8"))
    outputs = [o for cell in saved["cells"] for o in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert "widgets" in saved["metadata"]
    assert file.stat().st_size <= LIMIT


def point_at(part, lit) -> None:
    """Point at a part of a page again and again until `lit` finds something.

    JupyterLab scrolls to the last cell some seconds after it has run, and moves the part away.
    """
    for _ in range(20):
        part.page.mouse.move(0, 0)
        part.hover()
        part.page.wait_for_timeout(500)
        if lit.count():
            return
    pytest.fail(f"nothing lights up: {lit}")


def test_an_explorer_looks_as_on_the_page_and_a_letter_lights_up_its_part(opened):
    page = opened("04_offsets_are_rotations", slower=1)
    page.evaluate(RUN_ALL)
    shift = page.locator("[data-explorer=shift][data-live]")
    shift.locator(".pe-drawing path").first.wait_for(state="attached")
    shift.scroll_into_view_if_needed()
    # JupyterLab's own style for buttons does not win, and text has the sizes of the page.
    look = "(part, name) => getComputedStyle(part)[name]"
    assert shift.locator(".pe-play").evaluate(look, "borderRadius") == "50%"
    assert shift.locator(".pe-asks").evaluate(look, "fontWeight") == "600"
    algebra = page.locator(".jp-MarkdownCell").filter(has_text="Two lines of algebra")
    lit = shift.locator(".pe-sheet .pe-lit")
    point_at(algebra.locator("mjx-c.mjx-c1D458").first, lit)
    assert {each.get_attribute("data-trace") for each in lit.all()} == {"1", "3"}
    # The other way round.
    letters = algebra.locator(".pe-lit.mjx-c1D45D")
    point_at(shift.get_by_role("slider", name="Position p"), letters)
    letters.first.wait_for()
    assert not algebra.locator(".pe-lit.mjx-c1D458").count()
