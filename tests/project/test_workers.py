"""Tests that share what is slow to make run on one worker, else each worker makes it again."""

from __future__ import annotations

import subprocess
import sys

import pytest

GROUPED = """
import os
import time
from pathlib import Path

import pytest


@pytest.mark.xdist_group("shared")
@pytest.mark.parametrize("number", range(6))
def test_grouped(number):
    time.sleep(0.05)
    Path(f"{number}.ran").write_text(os.environ["PYTEST_XDIST_WORKER"])


@pytest.mark.parametrize("number", range(6))
def test_alone(number):
    time.sleep(0.05)
"""


@pytest.mark.slow
def test_a_group_stays_on_one_worker(tmp_path):
    (tmp_path / "test_grouped.py").write_text(GROUPED, encoding="utf-8")
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadgroup"]
    subprocess.run([sys.executable, *command], cwd=tmp_path, check=True, capture_output=True)
    ran = [file.read_text() for file in tmp_path.glob("*.ran")]
    assert len(ran) == 6 and len(set(ran)) == 1
