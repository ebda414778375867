"""A class of ten on the hub of course/hub, by HTTP on this machine's own loopback.

The class makes accounts of this machine, so it needs root, and takes them away again.
"""

from __future__ import annotations

import asyncio
import csv
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import pytest

from course.hub import start
from tests.course.hub_member import COURSE, Kernel, Member
from tools.course import ROOT, cells, filled, hand_ins

pytestmark = [
    pytest.mark.elsewhere,
    pytest.mark.xdist_group("hub"),
    pytest.mark.skipif(not find_spec("nbgrader"), reason="`make course` installs nbgrader"),
]

SET = "problem_set_1"
NOTEBOOK = f"{SET}/{SET}.ipynb"
CHAPTER = "chapters/03_frequency_and_wavelength.ipynb"
RESULTS = ROOT / "_build" / "hub.md"
ENDLESS = "def symmetry(layer, n, d):\n    while True:\n        pass"


def students() -> dict[str, dict[str, str]]:
    """What each of ten students hands in at last, by name: a function for each task done."""
    known = {one.name: one.functions for one in hand_ins(SET)}
    solution = known.pop("solution")
    return {
        "ada": solution,
        "twice": solution,
        "late": solution,
        "endless": solution | {"symmetry": ENDLESS},
        "empty": known.pop("nothing"),
    } | {name.replace("_", "-")[:12]: functions for name, functions in known.items()}


STUDENTS = students()


@dataclass
class Usage:
    """Memory in MB and processor time in seconds of all processes of one account."""

    memory: float
    seconds: float

    @classmethod
    def of(cls, account: str) -> Usage:
        """Proportional set sizes: what several processes share is counted once."""
        uid, memory, ticks = pwd.getpwnam(account).pw_uid, 0, 0
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if process.stat().st_uid != uid:
                    continue
                rollup = (process / "smaps_rollup").read_text(encoding="utf-8")
                fields = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            memory += int(rollup.partition("\nPss:")[2].split()[0])
            ticks += sum(map(int, fields[11:15]))  # its own, and its children's that have ended
        return cls(memory / 1024, ticks / os.sysconf("SC_CLK_TCK"))


@dataclass
class Lesson:
    """What a class did and saw."""

    names: dict[str, str]  # account by student
    teacher: Member
    members: dict[str, Member]
    logged_in: dict[str, int] = field(default_factory=dict)
    moved: dict[str, tuple[int, str]] = field(default_factory=dict)
    read: dict[str, dict[str, str]] = field(default_factory=dict)
    statuses: dict[str, dict[str, int]] = field(default_factory=dict)
    released: dict = field(default_factory=dict)
    graded: dict[str, dict] = field(default_factory=dict)
    late: dict[str, float] = field(default_factory=dict)
    feedback: dict[str, str] = field(default_factory=dict)
    usage: dict[str, dict[str, Usage]] = field(default_factory=dict)

    def measure(self, moment: str) -> None:
        self.usage[moment] = {name: Usage.of(account) for name, account in self.names.items()}


def free_port() -> int:
    """A port that is free, and whose two next ones are."""
    for _ in range(50):
        with socket.socket() as first, socket.socket() as second, socket.socket() as third:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
                third.bind(("127.0.0.1", port + 2))
            except OSError:
                continue
            return port
    raise RuntimeError("no three free ports in a row")


def python_for_all() -> str:
    """A Python that every account of this machine can run."""
    for folder in os.environ["PATH"].split(os.pathsep):
        python = Path(folder) / "python3"
        if python.exists() and start.usable_by_all(python):
            return str(python)
    pytest.fail("every Python here lies in a folder that is closed to other accounts")


def group_exists(name: str) -> bool:
    return subprocess.run(["getent", "group", name], capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def hub():
    """A running hub for a class of new accounts: its address, its directory, their passwords."""
    mark = f"pe{secrets.token_hex(2)}"
    directory = Path(tempfile.mkdtemp(prefix="hub-", dir="/srv"))
    directory.chmod(0o755)
    port = free_port()
    names = {name: f"{mark}-{name}" for name in STUDENTS}
    teacher = f"{mark}-teacher"
    file = directory / "class.toml"
    file.write_text(
        f'teachers = ["{teacher}"]\nstudents = {json.dumps(list(names.values()))}\n'
        f'port = {port}\ndirectory = "{directory}"\n',
        encoding="utf-8",
    )
    groups = [group for group in ("pe-teachers", "pe-students") if not group_exists(group)]
    log = directory / "log.txt"
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [python_for_all(), ROOT / "course" / "hub" / "start.py", file],
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        for _ in range(600):
            text = log.read_text(encoding="utf-8")
            if process.poll() is not None or "JupyterHub is now running" in text:
                break
            time.sleep(1)
        assert process.poll() is None and "JupyterHub is now running" in text, text
        rows = csv.reader((directory / "state" / "passwords.csv").open(encoding="utf-8"))
        yield f"http://127.0.0.1:{port}", directory, dict(rows), names, teacher
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        for account in [teacher, *names.values()]:
            subprocess.run(["pkill", "-KILL", "-u", account], check=False)
            subprocess.run(["userdel", "--remove", account], check=False, capture_output=True)
        for group in groups:
            subprocess.run(["groupdel", group], check=False)
        shutil.rmtree(directory)


SNOOP = """
import os
from pathlib import Path
for path in {paths!r}:
    try:
        file = Path(path)
        print(path, len(os.listdir(file)) if file.is_dir() else len(file.read_bytes()))
    except OSError as error:
        print(path, type(error).__name__)
"""


async def attend(lesson: Lesson, name: str) -> Kernel:
    """Log in, open chapter 3, run it up to its first explorer, and move a slider."""
    member = lesson.members[name]
    lesson.logged_in[name] = await member.log_in()
    return await member.kernel(CHAPTER)


async def use_chapter(lesson: Lesson, name: str, kernel: Kernel) -> None:
    notebook = await lesson.members[name].notebook(CHAPTER)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            await kernel.run(cell["source"])
    answered = await kernel.move("position", 33)
    lesson.moved[name] = answered, await kernel.run("waves.settings['position']")


async def hand_in(member: Member, functions: dict[str, str]) -> None:
    notebook = await member.notebook(NOTEBOOK)
    await member.save(NOTEBOOK, filled(notebook, functions))
    await member.exchange("submit", SET)


async def snoop(lesson: Lesson, name: str, kernel: Kernel, directory: Path) -> None:
    """Try to read what others own, as code in one's own session, and by HTTP."""
    others = [account for student, account in lesson.names.items() if student != name]
    teacher = lesson.teacher.name
    homes = [pwd.getpwnam(other).pw_dir for other in (*others, teacher)]
    inbound = directory / "exchange" / COURSE / "inbound"
    paths = [
        *homes,
        *(f"{home}/positional-encoding/{NOTEBOOK}" for home in homes),
        f"{homes[-1]}/positional-encoding/course/source/{NOTEBOOK}",
        str(directory / "course"),
        str(directory / "course" / "source" / NOTEBOOK),
        str(directory / "state"),
        str(directory / "state" / "passwords.csv"),
        str(directory / "state" / "jupyterhub.sqlite"),
        str(inbound),
        str(directory / "exchange" / COURSE / "feedback"),
    ]
    said = await kernel.run(SNOOP.format(paths=paths))
    lesson.read[name] = dict(line.rsplit(" ", 1) for line in said.splitlines())
    assert set(lesson.read[name]) == set(paths)
    member = lesson.members[name]
    lesson.statuses[name] = {
        other: (await member.client.get(f"/user/{other}/api/contents")).status_code
        for other in (*others, teacher)
    }


async def hold(address: str, directory: Path, passwords: dict, names: dict, teacher: str) -> Lesson:
    lesson = Lesson(
        names,
        Member(address, teacher, passwords[teacher]),
        {name: Member(address, account, passwords[account]) for name, account in names.items()},
    )
    tutor = lesson.teacher
    assert await tutor.log_in() == 200
    for step in ("assign", "release"):
        await tutor.grader("POST", f"assignment/{SET}/{step}")

    kernels = dict(
        zip(names, await asyncio.gather(*(attend(lesson, name) for name in names)), strict=True)
    )
    lesson.measure("logged in, a kernel started")
    await asyncio.gather(*(use_chapter(lesson, name, kernels[name]) for name in names))
    lesson.measure("chapter 3 run")

    await asyncio.gather(*(one.exchange("fetch", SET) for one in lesson.members.values()))
    lesson.released = await lesson.members["ada"].notebook(NOTEBOOK)
    await hand_in(lesson.members["twice"], {})
    in_time = [name for name in names if name != "late"]
    await asyncio.gather(*(hand_in(lesson.members[name], STUDENTS[name]) for name in in_time))
    due = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(time.time() + 1))
    body = {"duedate_notimezone": due, "duedate_timezone": "+0000"}
    await tutor.grader("PUT", f"assignment/{SET}", body)
    await asyncio.sleep(3)
    await hand_in(lesson.members["late"], STUDENTS["late"])
    await asyncio.gather(*(snoop(lesson, name, kernels[name], directory) for name in names))

    await tutor.grader("POST", f"assignment/{SET}/collect")
    for account in names.values():
        await tutor.grader("POST", f"submission/{SET}/{account}/autograde")
    for step in ("generate_feedback", "release_feedback"):
        await tutor.grader("POST", f"assignment/{SET}/{step}")
    found = {one["student"]: one for one in await tutor.grader("GET", f"submissions/{SET}")}
    lesson.graded = {name: found[account] for name, account in names.items()}
    desk = await tutor.kernel("desk.ipynb")
    said = await desk.run(
        "import json\nfrom nbgrader.api import Gradebook\n"
        "book = Gradebook('sqlite:///course/gradebook.db')\n"
        f"every = book.assignment_submissions('{SET}')\n"
        "print(json.dumps({one.student.id: one.total_seconds_late for one in every}))"
    )
    late = json.loads(said)
    lesson.late = {name: late[account] for name, account in names.items()}

    async def read_feedback(name: str) -> None:
        member = lesson.members[name]
        await member.exchange("fetch_feedback", SET)
        times = (await member.ask("GET", f"api/contents/{SET}/feedback"))["content"]
        newest = max(one["name"] for one in times)
        page = await member.ask("GET", f"api/contents/{SET}/feedback/{newest}/{SET}.html")
        lesson.feedback[name] = page["content"]

    await asyncio.gather(*(read_feedback(name) for name in names))
    lesson.measure("at the end")
    for member in (tutor, *lesson.members.values()):
        await member.client.aclose()
    return lesson


@pytest.fixture(scope="module")
def lesson(hub):
    async def within_time() -> Lesson:
        async with asyncio.timeout(1500):
            return await hold(*hub)

    # In a thread of its own: a browser's event loop may run in this one.
    with ThreadPoolExecutor(1) as thread:
        held = thread.submit(asyncio.run, within_time()).result()
    write(held)
    return held


def write(lesson: Lesson) -> None:
    """Write the table of what a student takes."""
    lines = ["| moment | MB, median | MB, largest | s of processor time |", "|---|---|---|---|"]
    for moment, of in lesson.usage.items():
        memory = sorted(one.memory for one in of.values())
        seconds = sorted(one.seconds for one in of.values())
        middle = len(memory) // 2
        lines.append(
            f"| {moment} | {memory[middle]:.0f} | {memory[-1]:.0f} | {seconds[middle]:.1f} |"
        )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_all_log_in_and_a_slider_moves_in_every_kernel(lesson):
    assert lesson.logged_in == dict.fromkeys(STUDENTS, 200)
    for answered, position in lesson.moved.values():
        assert answered > 0 and position == "33"


def test_released_notebook_holds_tasks_without_solutions_or_hidden_tests(lesson):
    source = json.dumps(lesson.released)
    assert set(cells(lesson.released)) >= {"symmetry", "symmetry-marks"}
    for secret in ("SOLUTION", "HIDDEN", "pe_book", "permutation(n)"):
        assert secret not in source


def test_each_student_gets_the_expected_marks(lesson):
    expected = {one.name.replace("_", "-")[:12]: one.expected for one in hand_ins(SET)}
    expected |= dict.fromkeys(("ada", "twice", "late"), expected["solution"])
    expected["empty"] = expected["nothing"]
    expected["endless"] = expected["solution"] | {"symmetry": (0, "")}
    for name, of in lesson.graded.items():
        assert of["score"] == sum(marks for marks, _ in expected[name].values()), name


def test_only_the_late_one_is_late(lesson):
    assert {name for name, seconds in lesson.late.items() if seconds > 0} == {"late"}


def test_everybody_reads_their_own_feedback(lesson):
    for name, page in lesson.feedback.items():
        assert "Problem set 1" in page and f"{lesson.graded[name]['score']:g}" in page
    assert "KeyboardInterrupt" in lesson.feedback["endless"] + "Timeout"
    assert "NotImplementedError" in lesson.feedback["empty"]


def test_nobody_reads_the_work_of_others_nor_the_hidden_tests(lesson):
    for name in STUDENTS:
        opened = {path: said for path, said in lesson.read[name].items() if said.isdigit()}
        assert not opened, f"{name} reads {opened}"
        assert set(lesson.statuses[name].values()) == {403}


def test_accounts_that_are_numbers_alone_use_the_exchange_too(hub, tmp_path_factory):
    """As on Kubernetes: a number for each session, and the names from the hub."""
    directory = hub[1]
    place = directory / "numbers"
    exchange = place / "exchange"
    exchange.mkdir(parents=True)
    exchange.chmod(0o1777)
    teacher, ben, cleo = 61_001, 61_002, 61_003

    def nbgrader(uid: int, student: str, *arguments: str, fails: bool = False) -> str:
        home = place / str(uid)
        work = home / "positional-encoding"
        if not home.exists():
            work.mkdir(parents=True)
            if uid == teacher:
                shutil.copytree(directory / "course", work / "course")
            for path in (home, *home.rglob("*")):
                os.chown(path, uid, uid)
                path.chmod(0o700 if path.is_dir() else 0o600)
        binaries = directory / "environment" / "bin"
        done = subprocess.run(
            [binaries / "python", "-m", "nbgrader", *arguments],
            cwd=work / "course" if uid == teacher else work,
            user=uid,
            group=uid,
            extra_groups=[],
            umask=0o077,
            env={
                "PATH": f"{binaries}:/usr/bin:/bin",
                "HOME": str(home),
                "NBGRADER_EXCHANGE": str(exchange),
                "NBGRADER_STUDENT": student,
            },
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr

    nbgrader(teacher, "*", "generate_assignment", SET)
    nbgrader(teacher, "*", "release_assignment", SET)
    for uid, name in ((ben, "ben"), (cleo, "cleo")):
        nbgrader(uid, name, "fetch_assignment", SET)
        nbgrader(uid, name, "submit", SET)
    nbgrader(teacher, "*", "collect", SET)
    collected = place / str(teacher) / "positional-encoding" / "course" / "submitted"
    assert {path.name for path in collected.iterdir()} == {"ben", "cleo"}
    nbgrader(cleo, "cleo", "list", "--inbound")
    listing = subprocess.run(
        ["ls", exchange / COURSE / "inbound"], user=cleo, group=cleo, extra_groups=[]
    )
    assert listing.returncode != 0
    nbgrader(cleo, "cleo", "collect", SET, fails=True)
