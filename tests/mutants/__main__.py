"""Plant mistakes in copies of the tree, run the tests of their area, report what survives.

make mutants                   every listed mistake, and for each entry a number of others
make mutants SECONDS=170       a random sample, as many as fit into the time
make mutants ONLY=prose        one area; EACH=100 plants 100 for each entry, EACH=all all
"""

import argparse
import contextlib
import itertools
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

from conftest import HAS_TORCH, NEEDS_TORCH
from tests.mutants import ROOT, Mutant, generated, harmless, plan, planted

#: Seconds for one command, many for a busy machine. A mistake that makes a test endless is noticed.
PATIENCE = 900
#: pytest's status where a file holds no tests: it has noticed nothing.
NO_TESTS = 5
#: A mistake that only the review of changed sentences stops, and no computation.
CONFIRMATION = "tests/claims/test_confirmed.py"
TRACKED = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT, capture_output=True, text=True, check=True,
).stdout.split("\0")[:-1]  # fmt: skip
_seconds = itertools.count(int(time.time()) + 10)
_running: set[subprocess.Popen] = set()
_over = threading.Event()
#: The commands of the list that were seen to pass without a mistake.
_sound: set[str] = set()


class UnsoundError(Exception):
    """Tests that fail on an unchanged copy decide nothing."""


class Copy:
    """A copy of the tree, with the original's environment and built book."""

    def __init__(self, folder: Path, with_pages: bool) -> None:
        self.root = folder
        for file in TRACKED:
            if (ROOT / file).is_file():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, folder / file)
        for name in (".venv", "node_modules", ".git"):
            if (ROOT / name).exists():
                (folder / name).symlink_to(ROOT / name)
        if with_pages and (ROOT / "_build").exists():
            shutil.copytree(ROOT / "_build", folder / "_build", symlinks=True)

    def write(self, file: str, text: str) -> None:
        path = self.root / file
        path.write_text(text, encoding="utf-8")
        # A second of its own: Python takes a compiled file for fresh if second and size agree.
        moment = next(_seconds)
        os.utime(path, (moment, moment))

    def outcome(self, mutant: Mutant, until: float) -> str:
        """Plant a mistake, run its tests until one fails, and take the mistake back."""
        before = {file: (self.root / file).read_text(encoding="utf-8") for file in mutant.texts}
        for file, text in mutant.texts.items():
            self.write(file, text)
        try:
            failed = self.failing(mutant.tests, until)
        except TimeoutError:
            return "unfinished"
        finally:
            for file, text in before.items():
                self.write(file, text)
        if failed is None:
            return "survived"
        if failed not in _sound:
            # Of commands that fail anyway, everything would count as noticed.
            try:
                again = self.failing(mutant.tests[: mutant.tests.index(failed) + 1], until)
            except TimeoutError:
                return "unfinished"
            if again is not None:
                raise UnsoundError(f"These tests fail without any mistake, too: {again}")
            _sound.add(failed)
        return "unconfirmed" if CONFIRMATION in failed else "noticed"

    def failing(self, commands: list[str], until: float) -> str | None:
        """Return the first of the tests that fails, or None; TimeoutError if the time is over."""
        for tests in commands:
            if tests.startswith("build"):
                command = [sys.executable, "scripts/build.py"]
            else:
                known = [t for t in shlex.split(tests) if "/" not in t or self._exists(t)]
                if not any("/" in test for test in known):
                    continue
                command = [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider"]
                command += known
            seconds = min(PATIENCE, until - time.monotonic())
            status = self.run(command, seconds) if seconds > 0 else None
            if _over.is_set() or (status is None and until - time.monotonic() < 1):
                raise TimeoutError
            if status not in (0, NO_TESTS):
                return tests
        return None

    def _exists(self, test: str) -> bool:
        return (self.root / test.partition("::")[0]).exists()

    def run(self, command: list[str], seconds: float) -> int | None:
        """Return the command's status, or None if it was not done in time."""
        process = subprocess.Popen(
            command, cwd=self.root, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True, env=os.environ | {"CI": ""},
        )  # fmt: skip
        _running.add(process)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            stop(process)
            _running.discard(process)


def stop(process: subprocess.Popen) -> None:
    """End a command and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def chosen(options: argparse.Namespace, choose: random.Random) -> list[Mutant]:
    """Return the mistakes to plant; those of a sample in random order, areas taking turns."""
    by_area = defaultdict(list)
    left_out = set() if HAS_TORCH else {*NEEDS_TORCH}
    files = [file for file in TRACKED if file not in left_out]
    if left_out:
        print(f"Left out, because torch is not installed: {', '.join(NEEDS_TORCH)}", flush=True)
    for entry in plan():
        if options.only and entry["area"] not in options.only.split(","):
            continue
        if options.seconds and entry.get("long"):  # the pages are built for it
            continue
        count = int(options.each) if options.each.isdigit() else entry.get("count", 20)
        count = None if options.each == "all" else count
        by_area[entry["area"]] += planted(entry)
        by_area[entry["area"]] += generated(entry, files, choose, count)
    if options.seconds:
        for found in by_area.values():
            choose.shuffle(found)
    turns = itertools.zip_longest(*by_area.values()) if options.seconds else by_area.values()
    return [mutant for turn in turns for mutant in turn if mutant]


def report(results: list[tuple[Mutant, str]]) -> None:
    outcomes = defaultdict(Counter)
    for mutant, outcome in results:
        outcomes[mutant.area][outcome] += 1
        outcomes["all"][outcome] += 1
    print(f"\n{'area':12} planted noticed unconfirmed survived   share")
    for area in [*(a for a in outcomes if a != "all"), "all"]:
        n = outcomes[area]
        done = n["noticed"] + n["unconfirmed"] + n["survived"]
        share = f"{(done - n['survived']) / done:8.0%}" if done else ""
        print(f"{area:12} {done:7} {n['noticed']:7} {n['unconfirmed']:11} {n['survived']:8}{share}")
    if outcomes["all"]["unfinished"]:
        print(f"{outcomes['all']['unfinished']} were not decided when the time was over.")
    print(f"left out: {len(harmless())} that change nothing, with reasons in list.toml")
    for mutant, outcome in results:
        if outcome == "survived":
            print(f"survived: [{mutant.area}] {mutant.what}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=0, help="stop after this time")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", default="", help="areas, with commas between them")
    parser.add_argument("--each", default="", help="a number of mistakes for each entry, or all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--least", type=float, default=0, help="fail if fewer are noticed, in %%")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"seed {options.seed}", flush=True)
    until = time.monotonic() + options.seconds if options.seconds else float("inf")
    waiting = chosen(options, random.Random(options.seed))
    with_pages = any(tests.startswith("build") for m in waiting for tests in m.tests)
    left, results, unsound, lock = iter(waiting), [], [], threading.Lock()

    def work(folder: Path) -> None:
        copy = Copy(folder, with_pages)
        while until - time.monotonic() > 1 and not _over.is_set():
            with lock:
                mutant = next(left, None)
            if mutant is None:
                return
            try:
                outcome = copy.outcome(mutant, until)
            except UnsoundError as error:
                unsound.append(error)
                _over.set()
            if _over.is_set():
                return
            with lock:
                results.append((mutant, outcome))
                print(f"{outcome:11} [{mutant.area}] {mutant.what}", flush=True)

    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        threads = []
        for number in range(options.workers):
            place = Path(folder, str(number))
            place.mkdir()
            threads.append(threading.Thread(target=work, args=(place,), daemon=True))
            threads[-1].start()
        try:
            for thread in threads:
                thread.join()
        except KeyboardInterrupt:
            _over.set()
            for process in list(_running):
                stop(process)
            print("\nStopped.")
    report(results)
    if unsound:
        print(unsound[0], file=sys.stderr)
        return 1
    outcomes = Counter(outcome for _, outcome in results)
    decided = len(results) - outcomes["unfinished"]
    if not decided:
        print("No mistake was decided in this time.", file=sys.stderr)
        return 1
    return int(100 * (decided - outcomes["survived"]) < options.least * decided)


if __name__ == "__main__":
    sys.exit(main())
