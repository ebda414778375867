"""JupyterLab on a busy machine: explorers come alive, answer, and Python has their settings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from book.paths import ROOT

CHAPTER = "04_offsets_are_rotations"
#: Explorers of the chapter; a cell after the first prints a setting of it.
SHOWN = ("shift", "similarity")
BUSY = 6  # times slower
LIMIT = 1_000_000  # bytes of a saved chapter
CONNECTED = """() => {
  const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
  return kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
# A figure is drawn when it is near, and what comes to stand above it moves it away.
STILL_IS_GONE = """(name) => {
  const [still, live] = ["[data-static-figure]", "[data-live]"].map((mark) =>
    document.querySelector(`${mark} [data-explorer=${name}], ${mark}[data-explorer=${name}]`));
  live?.scrollIntoView({ block: "center", behavior: "instant" });
  return live && still && !still.checkVisibility();
}"""
RUN_ALL = "() => void window.jupyterapp.commands.execute('notebook:run-all-cells')"
SAVE = "window.jupyterapp.commands.execute('docmanager:save').then(() => true)"
pytestmark = pytest.mark.xdist_group("jupyterlab")


def address_once_ready(server: subprocess.Popen, runtime, log) -> str:
    """Wait until JupyterLab answers; return its address, for which it takes a free port itself."""
    deadline = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < deadline:
        try:
            started = json.loads((runtime / f"jpserver-{server.pid}.json").read_text("utf-8"))
            address = f"http://127.0.0.1:{started['port']}"
            with urllib.request.urlopen(f"{address}/api", timeout=30):
                return address
        except (OSError, json.JSONDecodeError):  # not there, not complete, or not listening yet
            time.sleep(0.2)
    server.kill()
    raise AssertionError(f"JupyterLab does not answer:\n{log.read_text('utf-8')}")


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
    command += ["--LabApp.expose_app_in_browser=True", "--ServerApp.disable_check_xsrf=True"]
    command += [f"--LabApp.user_settings_dir={settings.parents[1]}"]
    variables = os.environ | {"JUPYTER_RUNTIME_DIR": str(folder / "runtime")}
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=variables, stdout=log, stderr=log) as server,
    ):
        yield address_once_ready(server, folder / "runtime", folder / "log"), folder
        server.terminate()


@pytest.fixture
def page(lab, browser, desktop_path):
    """The page of the chapter, which runs on a slow machine."""
    address, folder = lab
    chromium = browser.browser_type.launch(
        executable_path=desktop_path, args=["--no-sandbox", "--headless=new"]
    )

    notebook = json.loads((ROOT / "chapters" / f"{CHAPTER}.ipynb").read_text(encoding="utf-8"))
    show = f'explorers.show("{SHOWN[0]}"'
    cells = notebook["cells"]
    [place] = [n for n, cell in enumerate(cells, 1) if show in "".join(cell["source"])]
    code = f"print({SHOWN[0]}.settings['position'])"
    new = {"cell_type": "code", "execution_count": None, "id": "added", "metadata": {}}
    cells.insert(place, {**new, "outputs": [], "source": [code]})
    (folder / f"{CHAPTER}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(300_000)  # six times slower, where others are busy too
    page.goto(f"{address}/lab/workspaces/{CHAPTER}/tree/{CHAPTER}.ipynb?reset")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for()
    page.wait_for_function(CONNECTED)
    slow_down(page, BUSY)
    page.evaluate(RUN_ALL)
    expect.set_options(timeout=300_000)
    yield page
    expect.set_options(timeout=5_000)
    chromium.close()


def live(page, explorer: str):
    """Return the widget of an explorer, once it is drawn."""
    widget = page.locator(f"[data-explorer={explorer}][data-live]").first
    widget.locator(".pe-drawing path").first.wait_for(state="attached")
    return widget


def slow_down(page, times: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def test_explorers_come_alive_a_slider_answers_and_the_next_cell_reads_it(lab, page):
    for name in SHOWN:
        widget = live(page, name)
        page.wait_for_function(STILL_IS_GONE, arg=name, polling=500)
        assert widget.is_visible() and widget.locator(".pe-sentence").inner_text()
    page.wait_for_function(CONNECTED)
    slow_down(page, 1)

    name = SHOWN[0]
    widget, cell = live(page, name), page.locator(".jp-CodeCell", has_text=f"print({name}.settings")
    output = cell.locator(".jp-OutputArea")
    before = int(output.text_content())
    widget.locator("[name=position]").press("ArrowRight")
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(output).to_have_text(str(before + 1))
    # JupyterLab's own style for buttons does not win.
    radius = widget.locator(".pe-play").evaluate("(part) => getComputedStyle(part).borderRadius")
    assert radius == "50%"

    page.evaluate(SAVE)
    file = lab[1] / f"{CHAPTER}.ipynb"
    saved = json.loads(file.read_text(encoding="utf-8"))
    outputs = [o for cell in saved["cells"] for o in cell.get("outputs", [])]
    assert not [output for output in outputs if output["output_type"] in ("error", "stderr")]
    assert "widgets" in saved["metadata"]
    assert file.stat().st_size <= LIMIT
