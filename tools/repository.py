"""Record where the book lives, or print it: `make repository URL=https://… [BRANCH=main]`.

The address is kept in `repository:` in _config.yml, from which the launch buttons are made. Copies
are written to pyproject.toml, for a package index, and to the first code cell of every chapter and
problem set, for Colab, where a notebook is alone. It runs before anything is installed.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from book.paths import ROOT
from tools import command_parser
from tools.setup_cell import TAGS, setup_source

# A clone on this machine, too: for trying the notebooks out.
URL = re.compile(r"https://[\w.-]+\.[a-z]{2,}(/[\w.-]+){2,}|file://localhost/.+")
BRANCH = re.compile(r"(?!.*\.\.)\w[\w./-]*")


def _entry(config: str, block: str, key: str) -> re.Match:
    """Find the value of `key` in a top-level block of _config.yml."""
    pattern = rf'(?m)^{block}:\n(?:(?: .*)?\n)*?  {key}: (?P<value>"[^"\n]*"|\S+)'
    if found := re.search(pattern, config):
        return found
    raise ValueError(f"_config.yml must have a line '{key}:' under '{block}:'")


def write_entry(config: str, block: str, key: str, value: str) -> str:
    """Return the settings with another value; everything else, comments too, stays as it is."""
    start, end = _entry(config, block, key).span("value")
    return f'{config[:start]}"{value}"{config[end:]}'


def read_repository(root: Path) -> tuple[str, str]:
    """Return the book's address (empty if it is not set) and branch."""
    config = (root / "_config.yml").read_text(encoding="utf-8")
    url, branch = (_entry(config, "repository", key)["value"] for key in ("url", "branch"))
    return url.strip('"'), branch.strip('"')


def with_setup_cell(text: str, url: str, branch: str) -> str:
    """Return the text of a notebook with the setup cell that belongs to this address."""
    notebook = json.loads(text)
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    if "import pe_lib" not in "".join(cell["source"]):
        raise ValueError("the first code cell of a notebook must be the one that imports pe_lib")
    cell["source"] = setup_source(url, branch).splitlines(keepends=True)
    cell["metadata"]["tags"] = list(TAGS)
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def with_addresses(pyproject: str, url: str, branch: str) -> str:
    """Return pyproject.toml with the addresses that a package index shows.

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
    return re.sub(r"(?m)^\[project\.urls\]\n(?:\w+ = .*\n)*", lambda _: table, pyproject)


def set_repository(root: Path, url: str, branch: str) -> None:
    """Write the address into the settings and all notebooks; nothing unless everything can be."""
    if url and not URL.fullmatch(url):
        raise ValueError(f"URL={url} must look like https://github.com/owner/name")
    if not BRANCH.fullmatch(branch):
        raise ValueError(f"BRANCH={branch} is not the name of a branch")
    files = [root / "_config.yml", root / "pyproject.toml"]
    files += sorted([*root.glob("chapters/*.ipynb"), *root.glob("course/*.ipynb")])
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    config, pyproject, *notebooks = files
    texts[config] = write_entry(texts[config], "repository", "url", url)
    texts[config] = write_entry(texts[config], "repository", "branch", branch)
    texts[pyproject] = with_addresses(texts[pyproject], url, branch)
    for file in notebooks:
        texts[file] = with_setup_cell(texts[file], url, branch)
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8", newline="\n")


def main(arguments: list[str]) -> None:
    parser = command_parser("repository", __doc__)
    parser.add_argument("--url", help="the repository's web address; empty: take it out")
    parser.add_argument("--branch", help="the branch that readers get (default: as before)")
    options = parser.parse_args(arguments)
    url, branch = read_repository(ROOT)
    if options.url is not None or options.branch:
        url = url if options.url is None else options.url.rstrip("/").removesuffix(".git")
        branch = options.branch or branch
        try:
            set_repository(ROOT, url, branch)
        except (ValueError, OSError) as error:  # a folder that cannot be written
            parser.error(str(error))
    print(f"The book lives at {url}, branch {branch}." if url else "The book has no address yet.")
