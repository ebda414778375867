"""What readers and students run works on Windows, macOS and Linux, as far as the code shows it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from _ext.book_site.live import address
from tools import ROOT
from tools.build import LITE

#: What readers, students and whoever builds the book run.
RUN = ("pe_lib/", "pe_book/", "tools/", "_ext/", "chapters/", "course/")
#: Python's modules that Windows does not have.
POSIX_MODULES = {
    *("crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline"),
    *("resource", "spwd", "syslog", "termios", "tty"),
}
#: Functions of os, signal, socket and pathlib that Windows lacks, or has for administrators alone.
POSIX_NAMES = {
    *("fork", "forkpty", "geteuid", "getgid", "getpgid", "getuid", "killpg", "mkfifo", "nice"),
    *("setsid", "symlink", "symlink_to", "uname", "SIGKILL", "SIGALRM", "SIGHUP", "AF_UNIX"),
}
#: Asked where there is an apt-get, which Windows lacks too.
GUARDED = set()
TEXT_CALLS = {"read_text", "write_text", "open"}
#: They open bytes.
OTHER_OPENS = ("Image.open", "tarfile.open", "webbrowser.open")
RUNS = {"run", "Popen", "check_output"}


def tracked(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def code_of(name: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8")
    if not name.endswith(".ipynb"):
        return text
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    lines = "\n".join("".join(cell["source"]) for cell in cells)
    return re.sub(r"^(\s*)[%!].*", r"\1pass", lines, flags=re.MULTILINE)


@cache
def nodes_of(name: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(code_of(name))))


ALL_CODE = tracked("*.py", "*.ipynb")
RUN_CODE = [name for name in ALL_CODE if name.startswith(RUN)]


def posix_only(nodes: Iterable[ast.AST]) -> set[str]:
    """The modules and names in code that Windows does not have."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom):
            found |= {(node.module or "").split(".")[0]} & POSIX_MODULES
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & POSIX_NAMES
    return found


def without_encoding(nodes: Iterable[ast.AST]) -> list[str]:
    """The calls that read or write text in whatever encoding the system prefers."""
    return [ast.unparse(node) for node in nodes if isinstance(node, ast.Call) and guesses(node)]


def guesses(call: ast.Call) -> bool:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    # The encoding is the first argument of read_text, and the second of write_text.
    place = {"read_text": 0, "write_text": 1}.get(name, 9)
    if "encoding" in given or len(call.args) > place:
        return False
    if name in RUNS:
        return "text" in given or "universal_newlines" in given
    if name not in TEXT_CALLS or ast.unparse(function) in OTHER_OPENS:
        return False
    modes = [given["mode"]] if "mode" in given else call.args
    values = [str(mode.value) for mode in modes if isinstance(mode, ast.Constant)]
    opens_bytes = any(re.fullmatch("[rwax+]*b[rwax+]*", value) for value in values)
    return name != "open" or not opens_bytes


def shells(nodes: Iterable[ast.AST]) -> list[str]:
    """The calls that start a shell."""
    calls = [ast.unparse(node) for node in nodes if isinstance(node, ast.Call)]
    return [c for c in calls if "shell=True" in c or c.startswith(("os.system(", "os.popen("))]


def test_nothing_is_used_that_only_posix_has():
    found = {(name, used) for name in RUN_CODE for used in posix_only(nodes_of(name))}
    assert found == GUARDED


def test_no_shell_is_started():
    assert [text for name in RUN_CODE for text in shells(nodes_of(name))] == []


def test_every_text_is_read_and_written_in_a_named_encoding():
    found = [(name, text) for name in ALL_CODE for text in without_encoding(nodes_of(name))]
    assert found == []


def test_no_open_temporary_file_is_opened_by_another_program():
    """On Windows it is locked."""
    assert [name for name in RUN_CODE if "NamedTemporaryFile" in code_of(name)] == []


def test_no_two_names_differ_by_case_alone():
    names = [name.casefold() for name in tracked()]
    folders = {parent.as_posix() for name in tracked() for parent in Path(name).parents}
    assert len(set(names)) == len(names)
    assert len({folder.casefold() for folder in folders}) == len(folders)


def test_every_name_is_one_that_windows_takes():
    reserved = r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?"
    for name in tracked():
        for part in Path(name).parts:
            assert not re.search(r'[<>:"|?*\\]|[ .]$', part), name
            assert not re.fullmatch(reserved, part, flags=re.IGNORECASE), name


def test_no_path_is_long():
    """Windows takes 260 characters, the clone's own folder included."""
    assert max(map(len, tracked())) < 120


@pytest.mark.site
def test_no_path_of_the_built_book_is_long():
    pages = ROOT / "_build" / "html"
    built = [
        file.relative_to(ROOT) for file in pages.rglob("*") if pages / LITE not in file.parents
    ]
    assert built and max(len(str(path)) for path in built) < 120


def test_no_symbolic_link_is_kept():
    listed = subprocess.run(
        ["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert listed.stdout and not re.findall(r"^120000 .*", listed.stdout, flags=re.MULTILINE)


def test_git_writes_every_text_with_the_same_line_ends():
    names = tracked()
    done = subprocess.run(
        ["git", "check-attr", "--stdin", "-z", "text", "eol"],
        cwd=ROOT,
        input="\0".join(names),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    fields = done.stdout.split("\0")
    found = {tuple(fields[i : i + 2]): fields[i + 2] for i in range(0, len(fields) - 2, 3)}
    for name in names:
        binary = Path(name).suffix in {".npy", ".npz", ".png", ".webp"}
        assert found[name, "text"] == ("unset" if binary else "auto"), name
        assert binary or found[name, "eol"] == "lf", name


@pytest.mark.parametrize("kind", [PureWindowsPath, PurePosixPath])
def test_an_address_has_slashes_on_every_system(kind):
    base = kind("C:/Meine Bücher/_build/site_live")
    assert address(base / "vendor" / "packages.zip", base) == "vendor/packages.zip"
    assert address(base / "vendor" / "zwei Worte.zip", base) == "vendor/zwei%20Worte.zip"


MISTAKES = {
    "import fcntl": posix_only,
    "from pwd import getpwnam": posix_only,
    "os.geteuid()": posix_only,
    "signal.signal(signal.SIGALRM, f)": posix_only,
    "open('x')": without_encoding,
    "file.open('w')": without_encoding,
    "file.read_text()": without_encoding,
    "file.write_text('rb')": without_encoding,
    "subprocess.run(['x'], text=True)": without_encoding,
    "subprocess.run('x', shell=True)": shells,
    "os.system('x')": shells,
}


@pytest.mark.parametrize("code", MISTAKES)
def test_a_mistake_is_seen(code):
    assert MISTAKES[code](ast.walk(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["open('x', 'rb')", "file.open(mode='wb')", "x.open('rb')", "f.write_text('a', 'utf-8')"],
)
def test_what_names_its_encoding_or_needs_none_is_left_alone(code):
    assert not without_encoding(ast.walk(ast.parse(code)))
