"""Put built pages on a branch of the remote: one commit on top of the last, nothing forced.

GitHub Pages serves the branch when Settings, Pages, Source says "Deploy from a branch". Your
working tree, your index and your branches stay as they are. ghp-import 2.1 was tried: it overwrites
a local branch gh-pages, starts from the branch as it was last fetched, and commits unchanged pages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools import ROOT, command_parser


def git(*arguments: str, root: Path, **environment: str) -> str:
    """Run git in `root`; its output. A failure ends the script with what git said."""
    if not shutil.which("git"):
        raise SystemExit("git is not installed, or not in PATH: https://git-scm.com/downloads")
    done = subprocess.run(
        ["git", *arguments],
        cwd=root,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise SystemExit(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def publish(pages: Path, root: Path, remote: str, branch: str) -> str | None:
    """Push the pages; the new commit, or None if they are there already."""
    if not (pages / "index.html").is_file():
        raise SystemExit(f"{pages} holds no built book. Build it first: make build")
    if remote not in git("remote", root=root).split():
        raise SystemExit(
            f"There is no remote '{remote}' to publish to. Add it first:\n"
            f"    git remote add {remote} https://github.com/owner/name"
        )
    (pages / ".nojekyll").touch()  # Otherwise Pages leaves out _static and _sources.
    parents = []
    if git("ls-remote", "--heads", remote, f"refs/heads/{branch}", root=root):
        git("fetch", "--quiet", remote, f"refs/heads/{branch}", root=root)
        parents = [git("rev-parse", "FETCH_HEAD", root=root)]
    with tempfile.TemporaryDirectory() as scratch:
        apart = {"GIT_INDEX_FILE": str(Path(scratch, "index")), "GIT_WORK_TREE": str(pages)}
        git("add", "--all", "--force", ".", root=pages, **apart, GIT_DIR=git_directory(root))
        tree = git("write-tree", root=pages, **apart, GIT_DIR=git_directory(root))
    if parents and git("rev-parse", f"{parents[0]}^{{tree}}", root=root) == tree:
        return None
    source = git("rev-parse", "--short", "HEAD", root=root)
    flags = [flag for parent in parents for flag in ("-p", parent)]
    commit = git("commit-tree", tree, *flags, "-m", f"The book as of {source}", root=root)
    git("push", "--quiet", remote, f"{commit}:refs/heads/{branch}", root=root)
    return commit


def git_directory(root: Path) -> str:
    """The repository's own directory, as an absolute path (a worktree's is elsewhere)."""
    return git("rev-parse", "--absolute-git-dir", root=root)


def main(arguments: list[str]) -> None:
    parser = command_parser("publish", __doc__)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--remote", default="origin")
    parser.add_argument("--branch", default="gh-pages")
    options = parser.parse_args(arguments)
    commit = publish(options.pages.resolve(), ROOT, options.remote, options.branch)
    place = f"branch {options.branch} of {options.remote}"
    print(f"Published {commit[:9]} on {place}." if commit else f"{place} is up to date.")
