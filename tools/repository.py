"""Tell the book where it lives, or ask it: `make repository URL=https://… [BRANCH=main]`.

The address stands in one place, `repository:` in _config.yml, from which the launch buttons are
made. Two copies are written too: in pyproject.toml for a package index, and in the first cell of
every chapter and problem set for Colab, where a notebook is alone. An empty URL takes the address
out again. It needs Python alone, without ruamel.yaml, since it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from tools import ROOT, command_parser
from tools.setup_cell import TAGS, setup_source


class RuleError(ValueError):
    """An address, a branch or a file that breaks a rule; the message names both."""


def checked_url(url: str) -> str:
    """The address in the form that git, pip and the launch buttons all understand.

    >>> checked_url("https://github.com/someone/book.git/")
    'https://github.com/someone/book'
    """
    tidy = url.strip().rstrip("/").removesuffix(".git")
    if not tidy:
        return ""
    parts = urlsplit(tidy)
    if parts.scheme == "file" and parts.netloc == "localhost":
        return tidy  # A clone on this machine: for trying the notebooks out.
    if parts.scheme != "https" or not re.fullmatch(r"[\w.-]+\.[a-z]{2,}(:\d+)?", parts.netloc):
        raise RuleError(
            f"URL={url} is not the web address of a repository: "
            "it must look like https://github.com/owner/name, with no user name or password in it."
        )
    if not re.fullmatch(r"(/[\w.-]+){2,}", parts.path) or parts.query or parts.fragment:
        raise RuleError(
            f"URL={url} is not the address of a repository: "
            "after the host there must be /owner/name and nothing more."
        )
    return tidy


def checked_branch(branch: str) -> str:
    """The branch, if git would take the name.

    >>> checked_branch("release/1.0")
    'release/1.0'
    """
    if not re.fullmatch(r"\w[\w./-]*", branch) or ".." in branch or branch.endswith(("/", ".")):
        raise RuleError(f"BRANCH={branch} is not the name of a branch.")
    return branch


def read_entry(config: str, block: str, key: str) -> str:
    """The text of `key` in a top-level `block` of _config.yml; it must stand there once.

    >>> read_entry('repository:\\n  url: ""  # none yet\\n', "repository", "url")
    ''
    """
    return _entry(config, block, key)["value"].strip("\"'")


def write_entry(config: str, block: str, key: str, value: str) -> str:
    """The same text with another value, everything else (comments too) left as it is."""
    found = _entry(config, block, key)
    written = f'"{value}"' if not value or found["value"][:1] in "\"'" else value
    return config[: found.start("value")] + written + config[found.end("value") :]


def _entry(config: str, block: str, key: str) -> re.Match:
    pattern = (
        rf"^{block}:[^\n]*\n(?:(?:[ ]+[^\n]*|[ ]*#[^\n]*|)\n)*?[ ]+{key}:[ ]+"
        r"""(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s#]*)"""
    )
    found = list(re.finditer(pattern, config, flags=re.MULTILINE))
    if len(found) != 1:
        raise RuleError(f"_config.yml must have one line '{key}:' under '{block}:'.")
    return found[0]


def read_repository(root: Path) -> tuple[str, str]:
    """The book's address (empty if it is not set) and branch."""
    config = (root / "_config.yml").read_text(encoding="utf-8")
    return read_entry(config, "repository", "url"), read_entry(config, "repository", "branch")


def setup_cell_of(notebook: dict, name: str) -> dict:
    """The cell of a notebook that is, or is to become, the setup cell: its first code cell."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    if not code or "import pe_lib" not in "".join(code[0]["source"]):
        raise RuleError(f"{name}: the first code cell must be the one that imports pe_lib.")
    return code[0]


def with_setup_cell(text: str, name: str, url: str, branch: str) -> str:
    """The text of a notebook with the setup cell that belongs to this address."""
    notebook = json.loads(text)
    cell = setup_cell_of(notebook, name)
    cell["source"] = setup_source(url, branch).splitlines(keepends=True)
    cell["metadata"]["tags"] = list(TAGS)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def with_addresses(pyproject: str, url: str, branch: str) -> str:
    """The text of pyproject.toml with the addresses that a package index shows.

    >>> print(with_addresses("[project.urls]\\n", "https://github.com/o/n", "main"), end="")
    [project.urls]
    Source = "https://github.com/o/n"
    Issues = "https://github.com/o/n/issues"
    Changelog = "https://github.com/o/n/blob/main/CHANGELOG.md"
    """
    table = "[project.urls]\n"
    if url:
        table += f'Source = "{url}"\nIssues = "{url}/issues"\n'
        table += f'Changelog = "{url}/blob/{branch}/CHANGELOG.md"\n'
    pattern = r"(?m)^\[project\.urls\]\n(?:\w+ = .*\n)*"
    if len(re.findall(pattern, pyproject)) != 1:
        raise RuleError("pyproject.toml must have one table [project.urls].")
    return re.sub(pattern, lambda _: table, pyproject)


def set_repository(root: Path, url: str, branch: str) -> list[str]:
    """Write the address into the settings and all notebooks; the names of the files that changed.

    Nothing is written unless everything can be.
    """
    config_file = root / "_config.yml"
    config = config_file.read_text(encoding="utf-8")
    config = write_entry(config, "repository", "url", url)
    config = write_entry(config, "repository", "branch", branch)
    pyproject_file = root / "pyproject.toml"
    pyproject = pyproject_file.read_text(encoding="utf-8")
    texts = {config_file: config, pyproject_file: with_addresses(pyproject, url, branch)}
    for notebook in sorted([*root.glob("chapters/*.ipynb"), *root.glob("course/*.ipynb")]):
        text = notebook.read_text(encoding="utf-8")
        texts[notebook] = with_setup_cell(text, notebook.name, url, branch)
    changed = []
    for file, text in texts.items():
        if file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
            changed.append(file.relative_to(root).as_posix())
    return changed


def main(arguments: list[str]) -> None:
    parser = command_parser("repository", __doc__)
    parser.add_argument("--url", help="the repository's web address; empty: take it out")
    parser.add_argument("--branch", help="the branch that readers get (default: as before)")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        url, branch = read_repository(options.root)
        if options.url is not None or options.branch:
            url = url if options.url is None else checked_url(options.url)
            branch = checked_branch(options.branch or branch)
            changed = set_repository(options.root, url, branch)
            print(f"Written: {', '.join(changed)}" if changed else "Nothing to change.")
    except RuleError as error:
        raise SystemExit(str(error)) from None
    if not url:
        print(
            "The book has no address yet, so it shows no launch buttons. Set it with:\n"
            "    make repository URL=https://github.com/owner/name [BRANCH=main]"
        )
        return
    print(f"The book lives at {url}, branch {branch}.")
    if urlsplit(url).netloc != "github.com":
        print("Colab opens notebooks from GitHub only: no Colab button, but the others.")
