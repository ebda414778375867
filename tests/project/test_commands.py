"""`python -m tools` lists its commands, and each says what it is for."""

import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tools import ROOT
from tools.__main__ import COMMANDS, main


def test_every_command_is_listed(capsys):
    assert main([]) == 0
    output = capsys.readouterr().out
    assert re.findall(r"^  (\w+)  +\w", output, flags=re.MULTILINE) == list(COMMANDS)


def test_an_unknown_command_is_refused_with_the_list(capsys):
    assert main(["biuld"]) == 2
    assert "  build " in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_it_is_for(name, capsys):
    module = import_module(f"tools.{name}")
    with pytest.raises(SystemExit, match="0"):
        module.main(["--help"])
    output = " ".join(capsys.readouterr().out.split())
    assert output.startswith(f"usage: python -m tools {name} ")
    assert " ".join(module.__doc__.splitlines()[0].split()) in output


def test_the_makefile_calls_existing_commands():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    called = set(re.findall(r"-m tools (\w+)", makefile))
    assert called and called <= COMMANDS.keys()


def test_in_an_ascii_locale_it_runs_in_utf8_mode(tmp_path):
    """Where Python is told not to do so by itself."""
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    folder = tmp_path / "ein Büchlein"
    folder.mkdir()
    command = [sys.executable, "-m", "tools", "serve", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **locale}, capture_output=True, encoding="utf-8"
    )
    assert "ein Büchlein holds no built book" in done.stderr
