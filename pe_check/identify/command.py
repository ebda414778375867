"""Identify a table, or those of a checkpoint. The exit status is 0 if it is the paper's, else 1;
with --expect 0 if it is as expected, else 1; and 2 if it cannot be read."""

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from pe_check.identify import Identification, identify
from pe_check.identify.checkpoint import tables
from pe_check.identify.expect import (
    Verdict,
    as_expected,
    expectation,
    expected_ropes,
    verdict,
)
from pe_check.identify.files import PICKLES, READERS, read_table

TABLE = (
    "a .npy, .npz, .csv, .tsv or text file, or FILE.npz:NAME; a .safetensors "
    "checkpoint, or FILE:NAME of one, which takes pip install 'pe-check[safetensors]'; or a "
    "function of (seq_len, d_model), or an array, as package.module:name"
)


def add_parser(commands: Any) -> None:
    """Add the command to the subparsers of `python -m pe_check`."""
    about = "identify the positional encoding in a table or checkpoint"
    parser = commands.add_parser("identify", help=about, description=__doc__)
    parser.add_argument("table", help=TABLE)
    parser.add_argument("--expect", metavar="CONFIG", help="a model's config.json")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what a table is; return 0 if it is as expected, 1 if not, 2 for bad input."""
    try:
        expected = expected_ropes(args.expect) if args.expect else ()
        answers = _answers(args.table)
    except (Exception, SystemExit) as error:  # an imported module may raise anything
        kind = "" if type(error) is ValueError else f"{args.table}: {type(error).__name__}: "
        print(f"error: {kind}{error}", file=sys.stderr)
        return 2
    verdicts: dict[str, Verdict] = {}
    if expected:
        verdicts = {name: verdict(name, answer, expected) for name, answer in answers.items()}
    if args.json:
        _print_json(answers, verdicts)
    else:
        for name, answer in answers.items():
            print(f"{name}: {answer}" if name else answer)
            if name in verdicts:
                print(f"  expected: {expectation(expected)}\n  {verdicts[name]}")
    if expected:
        return 0 if as_expected(verdicts) else 1
    return 0 if all(answer.paper for answer in answers.values()) else 1


def _answers(name: str) -> dict[str, Identification]:
    """Return what each table is, by name; "" for a table alone."""
    module, colon, attribute = name.rpartition(":")
    suffixes = (*READERS, *PICKLES, ".safetensors")
    is_file = Path(module).suffix.lower() in suffixes
    if colon and not is_file and not Path(name).exists():
        if module.endswith(".py"):
            dotted = ".".join(Path(module).with_suffix("").parts)
            raise ValueError(f"a module is named without .py and with dots: {dotted}:{attribute}")
        sys.path.insert(0, "")  # as python -m does: a module of the current folder
        return {"": identify(getattr(import_module(module), attribute))}
    path, chosen = (module, attribute) if colon and is_file else (name, "")
    if path.endswith(".safetensors"):
        try:
            found = tables(path, chosen)
        except ValueError as error:
            raise ValueError(f"{path} cannot be read as a checkpoint: {error}") from None
        return {tensor: _identified(table) for tensor, table in found.items()}
    return {"": identify(read_table(name))}


def _identified(table: Any) -> Identification:
    """Return what a checkpoint's tensor is, or why that cannot be said: others may be read."""
    try:
        return identify(table)
    except (TypeError, ValueError) as error:
        return Identification("refused", details={"reason": str(error)})


def _print_json(answers: dict[str, Identification], verdicts: dict[str, Verdict]) -> None:
    found = [
        {"name": name, **answer.as_json()}
        | ({"expected": verdicts[name]._asdict()} if name in verdicts else {})
        for name, answer in answers.items()
    ]
    print(json.dumps(found[0] if list(answers) == [""] else found, indent=2, ensure_ascii=False))
