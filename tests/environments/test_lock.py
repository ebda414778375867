"""The lock comes as wheels on every Python that is claimed, and says so where it does not."""

from __future__ import annotations

import pytest

from tests.environments.conftest import ROOT
from tools.lock import PYTHONS, lack_of_wheels


@pytest.mark.parametrize("python", PYTHONS)
def test_everything_comes_as_a_wheel(python):
    """`make lock` asks for the other systems, too."""
    assert lack_of_wheels(python, "linux") == ""


def test_a_version_without_a_wheel_is_named(tmp_path):
    lock = tmp_path / "constraints.txt"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    lines = ["numpy==2.0.2" if line.startswith("numpy==") else line for line in lines]
    lock.write_text("\n".join(lines), encoding="utf-8")
    assert lack_of_wheels("3.12", "linux", lock) == ""
    assert "numpy" in lack_of_wheels("3.14", "linux", lock)
