"""`make lock` writes what uv resolved, and refuses a lock that some reader could not install."""

import pytest

from tools import lock

PYPROJECT = """
[project]
dependencies = ["numpy>=1"]
[project.optional-dependencies]
book = ["plotly"]
test = ["hypothesis"]
"""


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """The commands by which uv was asked; it answers without the network."""
    commands = []

    def run(command, **_):
        commands.append(command)
        written = tmp_path / "constraints.txt"
        written.write_text("numpy==2.0\nplotly==6.1\nhypothesis==9.9\n", encoding="utf-8")

    (tmp_path / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setattr(lock, "READERS_EXTRAS", ["book"])
    monkeypatch.setattr(lock.subprocess, "run", run)
    return commands


def test_a_lock_that_comes_as_wheels_is_written(compiled, tmp_path, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(lock, "lack_of_wheels", lambda *which: asked.append(which) or "")
    lock.main([])
    text = (tmp_path / "requirements.txt").read_text("utf-8")
    assert text.endswith("numpy==2.0\nplotly==6.1\n") and "hypothesis" not in text
    assert sorted(asked) == sorted((p, s) for p in lock.PYTHONS for s in lock.SYSTEMS)
    assert "Run `make test` with them." in capsys.readouterr().out
    lock.main(["--keep"])
    assert ["--upgrade" in command for command in compiled] == [True, False]
    # From the oldest Python on; what only newer ones need gets its condition.
    for command in compiled:
        assert command[command.index("--universal") + 1 :][:2] == ["--python-version", "3.11"]


def test_a_lock_without_wheels_for_one_reader_is_refused(compiled, monkeypatch):
    python, system = lock.PYTHONS[-1], lock.SYSTEMS[-1]
    lack = {(python, system): "numpy has no wheel"}
    monkeypatch.setattr(lock, "lack_of_wheels", lambda *which: lack.get(which, ""))
    with pytest.raises(SystemExit, match=f"{system}, {python}:\nnumpy has no wheel"):
        lock.main([])
