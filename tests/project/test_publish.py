"""`make publish`: the pages on a branch of their own, each time one commit on top, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import publish as script
from tools.publish import git, publish


@pytest.fixture
def clone(tmp_path: Path, monkeypatch) -> Path:
    """A repository with a remote, one commit, and pages built in an ignored directory."""
    for name, value in (("NAME", "Somebody"), ("EMAIL", "somebody@example.org")):
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    remote, clone = tmp_path / "remote.git", tmp_path / "clone"
    git("init", "--quiet", "--bare", str(remote), root=tmp_path)
    git("init", "--quiet", "--initial-branch=main", str(clone), root=tmp_path)
    git("remote", "add", "origin", str(remote), root=clone)
    (clone / ".gitignore").write_text("_build/\n", encoding="utf-8")
    pages = clone / "_build" / "html"
    (pages / "_static").mkdir(parents=True)
    (pages / "index.html").write_text("first", encoding="utf-8")
    (pages / "_static" / "book.css").write_text("p {}", encoding="utf-8")
    git("add", ".gitignore", root=clone)
    git("commit", "--quiet", "-m", "Start", root=clone)
    return clone


def published(clone: Path, *arguments: str) -> str:
    return git(*arguments, root=clone.parent / "remote.git")


def test_the_branch_holds_the_pages_and_nothing_else(clone):
    before = git("rev-parse", "HEAD", root=clone)
    commit = publish(clone / "_build" / "html", clone, "origin", "gh-pages")

    assert published(clone, "rev-parse", "gh-pages") == commit
    names = published(clone, "ls-tree", "-r", "--name-only", "gh-pages").split()
    assert names == [".nojekyll", "_static/book.css", "index.html"]
    assert git("rev-parse", "HEAD", root=clone) == before
    assert git("status", "--porcelain", root=clone) == ""
    assert git("branch", "--format=%(refname:short)", root=clone) == "main"


def test_publishing_again_adds_a_commit_and_removes_old_files(clone):
    pages = clone / "_build" / "html"
    first = publish(pages, clone, "origin", "gh-pages")
    (pages / "index.html").write_text("second", encoding="utf-8")
    (pages / "_static" / "book.css").unlink()
    second = publish(pages, clone, "origin", "gh-pages")

    assert published(clone, "rev-parse", "gh-pages^") == first
    assert published(clone, "rev-parse", "gh-pages") == second
    assert published(clone, "show", "gh-pages:index.html") == "second"
    assert "book.css" not in published(clone, "ls-tree", "-r", "--name-only", "gh-pages")


def test_unchanged_pages_make_no_commit(clone):
    pages = clone / "_build" / "html"
    publish(pages, clone, "origin", "gh-pages")
    assert publish(pages, clone, "origin", "gh-pages") is None
    assert published(clone, "rev-list", "--count", "gh-pages") == "1"


def test_what_somebody_else_publishes_meanwhile_is_kept(clone, monkeypatch):
    pages = clone / "_build" / "html"
    publish(pages, clone, "origin", "gh-pages")
    (pages / "index.html").write_text("second", encoding="utf-8")
    others = []

    def late(*arguments: str, root: Path, **environment: str) -> str:
        """Run git; just before the push, a commit of somebody else arrives."""
        if arguments[0] == "push":
            others.append(
                published(clone, "commit-tree", "gh-pages^{tree}", "-p", "gh-pages", "-m", "x")
            )
            published(clone, "update-ref", "refs/heads/gh-pages", others[0])
        return git(*arguments, root=root, **environment)

    monkeypatch.setattr(script, "git", late)
    with pytest.raises(SystemExit, match="git push failed"):
        publish(pages, clone, "origin", "gh-pages")
    assert [published(clone, "rev-parse", "gh-pages")] == others


def test_what_is_missing_is_named(clone):
    with pytest.raises(SystemExit, match="make build"):
        publish(clone / "nothing", clone, "origin", "gh-pages")
    with pytest.raises(SystemExit, match="git remote add upstream"):
        publish(clone / "_build" / "html", clone, "upstream", "gh-pages")


def test_it_says_what_was_published(clone, monkeypatch, capsys):
    pages = clone / "_build" / "html"
    monkeypatch.setattr(script, "ROOT", clone)
    script.main([str(pages)])
    commit = published(clone, "rev-parse", "--short=9", "gh-pages")
    assert capsys.readouterr().out == f"Published {commit} on branch gh-pages of origin.\n"
    script.main([str(pages)])
    assert capsys.readouterr().out == "branch gh-pages of origin is up to date.\n"


def test_gits_error_message_is_shown(clone):
    with pytest.raises(SystemExit, match=r"git rev-parse failed: \w"):
        git("rev-parse", "--verify", "nowhere", root=clone)


def test_a_missing_git_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="git is not installed"):
        git("status", root=tmp_path)
