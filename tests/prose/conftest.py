"""Scripts of this folder that run where transformers is, at night."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.environments.environment import Environment

# What runs in that environment.
collect_ignore_glob = ["*_of_transformers.py"]


def asked_of_transformers(environment: Environment, script: str, asked: Any = None) -> Any:
    """Return what a script of this folder answers, run where transformers is; JSON in and out."""
    program = Path(__file__).with_name(script)
    done = environment.run("python", program, cwd=environment.home, input=json.dumps(asked))
    return json.loads(done.stdout.splitlines()[-1])
