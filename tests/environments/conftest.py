"""Environments of their own, as a reader gets them in Binder and in Colab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.environments.starting_jupyterlab import address_once_ready
from tools.lock import UV

ROOT = Path(__file__).resolve().parent.parent.parent
# What runs in an environment with transformers.
collect_ignore_glob = ["*_of_transformers.py"]
INSTALL = """
import sys
from pathlib import Path
from tools.install import uv_install
uv_install(Path(sys.argv[1]), tuple(sys.argv[2:]))
"""
TORCH = "torch==2.13.0"
# What would lead a new environment back to this one.
INHERITED = ("PYTHON", "VIRTUAL_ENV", "JUPYTER", "IPYTHON", "PE_LIB", "PIP_CONSTRAINT", "CONDA")


def output_of(*command: str | Path) -> str:
    """What a program of this machine prints."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


class Environment:
    """A virtual environment in a home of its own."""

    def __init__(self, directory: Path, python: str | Path = sys.executable):
        self.directory = directory
        self.home = directory.parent / f"{directory.name}-home"
        self.home.mkdir()
        subprocess.run([UV, "venv", "--quiet", "--seed", "--python", python, directory], check=True)
        # The one thing shared with other environments: what was downloaded before.
        self.caches = {
            "PIP_CACHE_DIR": output_of(directory / "bin" / "python", "-m", "pip", "cache", "dir"),
            "UV_CACHE_DIR": output_of(UV, "cache", "dir"),
        }

    @property
    def variables(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(INHERITED)}
        kept["PATH"] = f"{self.directory / 'bin'}{os.pathsep}{kept['PATH']}"
        kept["HOME"] = str(self.home)
        # What is never imported need not be compiled.
        return kept | self.caches | {"UV": UV, "PIP_NO_COMPILE": "1"}

    def run(self, *command: str | Path, cwd: Path, check: bool = True, **kwargs):
        """Run a program of this environment; a failure shows what it said."""
        done = subprocess.run(
            command, cwd=cwd, env=self.variables, capture_output=True, encoding="utf-8", **kwargs
        )
        if check and done.returncode:
            pytest.fail(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}", False)
        return done

    def python(self, code: str, cwd: Path) -> str:
        return self.run("python", "-c", code, cwd=cwd).stdout.strip()

    def install(self, *arguments: str | Path, cwd: Path) -> None:
        """Install as `make` does, with the uv of the environment that runs the tests."""
        environment = {**self.variables, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", INSTALL, self.directory, *arguments]
        subprocess.run(command, cwd=cwd, env=environment, check=True)


def copy_of_the_book(target: Path) -> Path:
    """What a fresh clone would hold, changes that are not committed yet included."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


@pytest.fixture(scope="session")
def book_copy(tmp_path_factory) -> Path:
    """A copy of the book that nothing has touched."""
    return copy_of_the_book(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="session")
def transformers(tmp_path_factory) -> Environment:
    """An environment with transformers, at the locked version or, if that is asked, the newest."""
    environment = Environment(tmp_path_factory.mktemp("transformers") / "venv")
    lock = ("-c", ROOT / "constraints.txt")
    newest = os.environ.get("NEWEST_TRANSFORMERS")
    wanted = ["transformers"] if newest else [*lock, "--group", "transformers"]
    environment.install(*wanted, cwd=ROOT)
    # By pip, which finds the build without a graphics card's libraries where an index has it.
    environment.run("python", "-m", "pip", "install", "-q", *lock, TORCH, cwd=ROOT)
    return environment


def asked_of_transformers(environment: Environment, script: str, asked: Any = None) -> Any:
    """What a script of this folder answers, run where transformers is; JSON in and out."""
    program = Path(__file__).with_name(script)
    done = environment.run("python", program, cwd=environment.home, input=json.dumps(asked))
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="session")
def binder(tmp_path_factory, book_copy) -> Environment:
    """A fresh environment after the steps that Binder's builder takes, on the Python it takes."""
    plan = binders_plan(book_copy)
    python = python_of(plan["python"])
    environment = Environment(tmp_path_factory.mktemp("binder") / "venv", python)
    environment.install(*plan["base"], cwd=book_copy)
    for arguments in plan["pip"]:
        # The cache changes what is downloaded, not what is installed.
        kept = (argument for argument in arguments if argument != "--no-cache-dir")
        environment.install(*kept, cwd=book_copy)
    return environment


def binders_plan(book: Path) -> dict:
    """What jupyter-repo2docker would do with a copy of the book: its Python, and what pip gets.

    A process of its own, because the build pack looks at the current directory.
    """
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("binders_plan.py")],
        cwd=book,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        pytest.fail(f"jupyter-repo2docker refuses the book:\n{done.stderr}", pytrace=False)
    return json.loads(done.stdout)


def python_of(version: str) -> str:
    """The path of this version of Python; uv finds it, or downloads it."""
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    environment = {**os.environ, "PYENV_VERSION": version}  # pyenv hides what is not chosen
    for command in ("find", "install", "find"):
        done = subprocess.run(
            [UV, "python", command, version], env=environment, capture_output=True, encoding="utf-8"
        )
        if command == "find" and done.returncode == 0:
            return done.stdout.strip()
    pytest.fail(f"No Python {version}, which Binder takes:\n{done.stderr}", pytrace=False)


class JupyterLab:
    """A JupyterLab that runs on this machine alone, on a directory."""

    token = "book"
    # No window for news, and every cell in the page, not only those in sight.
    settings: ClassVar = {
        "@jupyterlab/apputils-extension:notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
        },
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    }

    def __init__(self, environment: Environment, directory: Path):
        overrides = environment.directory / "share/jupyter/lab/settings/overrides.json"
        overrides.parent.mkdir(parents=True, exist_ok=True)
        overrides.write_text(json.dumps(self.settings), encoding="utf-8")
        runtime, log = environment.home / "jupyter-runtime", environment.home / "jupyterlab.log"
        command = ["jupyter", "lab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
        command += [f"--IdentityProvider.token={self.token}"]
        variables = environment.variables | {"JUPYTER_RUNTIME_DIR": str(runtime)}
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command, cwd=directory, env=variables, stdout=output, stderr=output
            )
        self.address = address_once_ready(self.process, runtime, log)

    def get(self, path: str) -> bytes:
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.address + path, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


@pytest.fixture(scope="session")
def jupyterlab(binder, book_copy):
    """JupyterLab as Binder starts it, on a copy of the book."""
    server = JupyterLab(binder, book_copy)
    try:
        yield server
    finally:
        server.stop()
