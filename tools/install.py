"""Make the book's environment, and install into it what the named parts need.

What is installed already, from the same locks, is left as it is. A Python without any package runs
this, an old one too: it looks for a newer one, or says what to do.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tools import ROOT, command_parser
from tools.diagnose import directory_problem, explain

FIRST, LAST = (3, 11), (3, 14)
NO_PYTHON = """\
The book needs Python 3.11 to 3.14; {name} is: {found}.
Install one (https://www.python.org/downloads/), or name one that is there:

    make book PYTHON=/path/to/python3.12
    py -3.12 -m tools install               (Windows)
"""
NO_VENV = """\
{python} comes without its venv module. On Debian and Ubuntu that is a package of its own:

    sudo apt-get install python{version}-venv
"""
#: Python's packages by part: what they are, and what uv is asked for.
PACKAGES = {
    "reader": ("what the book needs", ("-r", "requirements.txt")),
    "developer": (
        "the development tools",
        ("-c", "constraints.txt", "--group", "dev", "--group", "lite", "-e", ".[test]"),
    ),
    "lite": ("JupyterLite", ("-c", "constraints.txt", "--group", "lite")),
    "course": ("nbgrader", ("-c", "constraints.txt", "--group", "course")),
    "release": ("what checks a release", ("-c", "constraints.txt", "--group", "release")),
}
LOCKS = (
    "requirements.txt",
    "constraints.txt",
    "pyproject.toml",
    "pe_book/pyproject.toml",
    "pe_check/pyproject.toml",
)
#: npm's packages by part: what they are, what npm is asked for, and their megabytes.
FRONT_END = {
    "pages": ("the front-end files that the pages carry", ("--omit=dev",), 300),
    "tests": ("the front-end test tools", (), 700),
}
NPM_LOCKS = ("package.json", "package-lock.json")
PYPI = "https://pypi.org/simple"
# What programs say, whatever this system's encoding is.
TEXT = {"encoding": "utf-8", "errors": "replace"}
#: What the environment takes with all tools.
MEGABYTES = 1000
# In milliseconds: else npm tries for more than two minutes where there is no network.
NPM_SETTINGS = {
    "NPM_CONFIG_UPDATE_NOTIFIER": "false",
    "NPM_CONFIG_FETCH_RETRY_MINTIMEOUT": "1000",
    "NPM_CONFIG_FETCH_RETRY_MAXTIMEOUT": "5000",
}
# The browser of the tests' visits: its package unpacks it into TMPDIR.
CHROMIUM = 'import("@sparticuz/chromium").then((it) => it.default.executablePath())'


def programs(venv: Path) -> Path:
    """The folder of an environment's programs."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def program(venv: Path, name: str) -> str:
    """The path of one of an environment's programs."""
    return str(programs(venv) / (f"{name}.exe" if os.name == "nt" else name))


def main(arguments: list[str]) -> None:
    parser = command_parser("install", __doc__)
    parts = [*PACKAGES, *FRONT_END]
    parser.add_argument("parts", nargs="*", default=["reader"], help=f"of {', '.join(parts)}")
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv")
    parser.add_argument("--python", help="the Python of a new environment")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(parts):
        parser.error(f"no such part: {', '.join(sorted(unknown))} (of {', '.join(parts)})")
    os.environ["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    # What is started here reads and writes UTF-8, whatever this system prefers.
    os.environ["PYTHONUTF8"] = "1"
    for part in options.parts:
        if part in PACKAGES:
            if not Path(program(options.venv, "uv")).exists():
                make_environment(options.venv, options.python)
            install_packages(options.venv, part)
        else:
            install_front_end(options.venv, part)


# --- Python ---------------------------------------------------------------------------------------


def version_of(python: str) -> tuple[int, ...]:
    """The version of a Python; empty where it is none."""
    code = "import sys; print('%d %d %d' % sys.version_info[:3])"  # Python 2 reads it, too
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, **TEXT)
    except OSError:
        return ()
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else ()


def suitable_python(wanted: str | None) -> str:
    """The Python that is wanted, else the first of this and the usual names that will do."""
    names = [f"python3.{minor}" for minor in range(LAST[1], FIRST[1] - 1, -1)]
    candidates = [wanted] if wanted else [sys.executable, "python3", *names]
    for name in candidates:
        python = shutil.which(name)
        if python and FIRST <= version_of(python)[:2] <= LAST:
            return python
    found = ".".join(map(str, version_of(candidates[0])))
    found = f"Python {found}" if found else "not found"
    raise SystemExit(NO_PYTHON.format(name=candidates[0], found=found))


def make_environment(venv: Path, wanted: str | None) -> None:
    """Make a virtual environment with uv in it, at the locked version."""
    python = suitable_python(wanted)
    version = version_of(python)
    print(f"Making {venv} with {python} (Python {'.'.join(map(str, version))})", flush=True)
    if subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True).returncode:
        raise SystemExit(NO_VENV.format(python=python, version=".".join(map(str, version[:2]))))
    require_directory(venv, MEGABYTES)
    run([python, "-m", "venv", "--clear", str(venv)], venv, str)
    pip = [program(venv, "python"), "-m", "pip", "install", "-qq"]
    command = [*pip, "--constraint", str(ROOT / "constraints.txt"), "uv"]
    run(command, venv, lambda: pips_index(venv) or PYPI)


def pips_index(venv: Path) -> str:
    """The index that stands in for PyPI by pip's settings, which uv does not read."""
    command = [program(venv, "python"), "-m", "pip", "config", "get", "global.index-url"]
    if index := os.environ.get("PIP_INDEX_URL"):
        return index
    return subprocess.run(command, capture_output=True, **TEXT).stdout.strip()


def install_packages(venv: Path, part: str) -> None:
    purpose, wanted = PACKAGES[part]
    stamp, digest = venv / f".stamp-{part}", digest_of(LOCKS)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
        return
    print(f"Installing {purpose} into {venv}", flush=True)
    uv_install(venv, wanted)
    stamp.write_text(digest, encoding="utf-8")


def uv_install(venv: Path, wanted: tuple[str, ...]) -> None:
    """Run `uv pip install`: the environment's own uv, or the one that UV names."""
    require_directory(venv, MEGABYTES)
    environment = dict(os.environ)
    if not environment.get("UV_DEFAULT_INDEX") and not environment.get("UV_INDEX_URL"):
        if index := pips_index(venv):
            environment["UV_DEFAULT_INDEX"] = index
    uv = environment.get("UV") or program(venv, "uv")
    command = [uv, "pip", "install", "--quiet", "--python", program(venv, "python"), *wanted]
    index = environment.get("UV_DEFAULT_INDEX") or environment.get("UV_INDEX_URL") or PYPI
    run(command, venv, lambda: index, env=environment)


# --- npm ------------------------------------------------------------------------------------------


def install_front_end(venv: Path, part: str) -> None:
    purpose, options, megabytes = FRONT_END[part]
    modules, digest = ROOT / "node_modules", digest_of(NPM_LOCKS)
    stamp = modules / f".stamp-{part}"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
        return
    print(f"Getting {purpose} (npm)", flush=True)
    require_directory(modules, megabytes)
    # npm looks for node in PATH.
    path = f"{programs(venv)}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **NPM_SETTINGS, "PATH": path}
    npm = program(venv, "npm")
    # Scripts of packages do not run: none is needed, and vnu-jar's would download a Java.
    quiet = ("--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error")
    command = [npm, "ci", "--ignore-scripts", *options, *quiet]

    def registry() -> str:
        asked = [npm, "config", "get", "registry"]
        done = subprocess.run(asked, env=environment, capture_output=True, **TEXT)
        return done.stdout.strip()

    run(command, modules, registry, cwd=ROOT, env=environment)
    modules.mkdir(exist_ok=True)
    if part == "tests":
        unpack_chromium(venv, modules / ".chromium")
        (modules / ".stamp-pages").write_text(digest, encoding="utf-8")
    stamp.write_text(digest, encoding="utf-8")


def unpack_chromium(venv: Path, target: Path) -> None:
    """Unpack npm's Chromium, which is made for one system."""
    if (platform.system(), platform.machine()) == ("Linux", "x86_64"):
        target.mkdir(exist_ok=True)
        environment = {**os.environ, "TMPDIR": str(target)}
        node = [program(venv, "node"), "--eval", CHROMIUM]
        subprocess.run(node, cwd=ROOT, env=environment, check=True)


# --- Both -----------------------------------------------------------------------------------------


def run(command: list[str], directory: Path, address: Callable[[], str], **options) -> None:
    """Run a program that writes into a directory and fetches from an address.

    What it says is shown where it fails for a reason that is not known here.
    """
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **TEXT, **options
    )
    if done.returncode:
        raise SystemExit(explain(directory, address(), done.stdout))


def digest_of(names: tuple[str, ...]) -> str:
    """One hash of files of the clone."""
    digest = hashlib.sha256()
    for name in names:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def require_directory(directory: Path, megabytes: float) -> None:
    if problem := directory_problem(directory, float(os.environ.get("ROOM", megabytes))):
        raise SystemExit(problem)
