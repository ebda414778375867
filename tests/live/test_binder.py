"""Binder: requirements.txt and nothing else, JupyterLab, and every chapter runs."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.live.conftest import ROOT, Environment
from tests.live.sessions import faults, has_explorers, run_notebook, shows_widgets

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("binder")]


@pytest.fixture(scope="session")
def binder(tmp_path_factory, book_copy) -> Environment:
    """A fresh environment after the one step that Binder does."""
    environment = Environment(tmp_path_factory.mktemp("binder") / "venv")
    environment.pip_install("-r", "requirements.txt", cwd=book_copy)
    return environment


def test_requirements_bring_no_development_tool_and_no_torch(binder, book_copy):
    listed = binder.run("python", "-m", "pip", "list", "--format=json", cwd=book_copy).stdout
    names = {package["name"].lower() for package in json.loads(listed)}
    assert {"pe-lib", "jupyterlab", "jupyter-book", "numpy"} <= names
    assert names.isdisjoint({"pytest", "ruff", "torch", "hypothesis", "playwright"})
    binder.run("python", "-m", "pip", "check", cwd=book_copy)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapter_runs(binder, book_copy, tmp_path, chapter):
    notebook = book_copy / "chapters" / chapter.name
    outputs = run_notebook(binder, notebook, tmp_path / "out.ipynb", notebook.parent)
    assert not faults(outputs)
    assert shows_widgets(outputs) == has_explorers(notebook)


def test_jupyterlab_starts_and_offers_the_chapters(binder, book_copy):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["jupyter", "lab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
    command += [f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=book"]
    server = subprocess.Popen(
        command,
        cwd=book_copy,
        env=binder.variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def get(path: str) -> bytes:
        address = f"http://127.0.0.1:{port}{path}"
        request = urllib.request.Request(address, headers={"Authorization": "token book"})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.read()

    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                get("/api/status")
                break
            except (urllib.error.URLError, ConnectionError):
                assert server.poll() is None, "JupyterLab ended"
                assert time.monotonic() < deadline, "JupyterLab did not answer in a minute"
                time.sleep(0.2)
        assert b"JupyterLab" in get("/lab/tree/chapters")
        names = {entry["name"] for entry in json.loads(get("/api/contents/chapters"))["content"]}
        assert names >= {Path(chapter).name for chapter in CHAPTERS}
        extensions = json.loads(get("/lab/api/extensions"))
        widgets = {entry["name"]: entry for entry in extensions}
        assert widgets["@jupyter-widgets/jupyterlab-manager"]["status"] in ("ok", None)
    finally:
        server.terminate()
        server.wait(timeout=20)
