"""An environment with transformers, for the comparisons that run at night."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from book.paths import ROOT
from tests.environments.environment import UV, Environment

# What runs in that environment.
collect_ignore_glob = ["*_of_transformers.py"]


@pytest.fixture(scope="session")
def transformers(tmp_path_factory) -> Environment:
    """An environment with transformers, at the locked version or, if that is asked, the newest."""
    environment = Environment(tmp_path_factory.mktemp("transformers") / "venv")
    export = [*UV, "export", "--quiet", "--frozen", "--only-group", "transformers"]
    locked = environment.run(*export, "--no-hashes", cwd=ROOT).stdout
    requirements = environment.home / "requirements.txt"
    requirements.write_text(locked, encoding="utf-8")
    newest = os.environ.get("NEWEST_TRANSFORMERS")
    environment.install(*(["transformers"] if newest else ["-r", requirements]), cwd=ROOT)
    # By pip, which finds the build without a graphics card's libraries where an index has it.
    environment.run("python", "-m", "pip", "install", "-q", "torch==2.13.0", cwd=ROOT)
    return environment


def asked_of_transformers(environment: Environment, script: str, asked: Any = None) -> Any:
    """Return what a script of this folder answers, run where transformers is; JSON in and out."""
    program = Path(__file__).with_name(script)
    done = environment.run("python", program, cwd=environment.home, input=json.dumps(asked))
    return json.loads(done.stdout.splitlines()[-1])
