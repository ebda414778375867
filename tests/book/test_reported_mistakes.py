"""Eleven mistakes that people reported to public repositories, and what `identify` says to each.

Each function is ours: the formula that the report describes, without the code around it.
"""

import numpy as np
import pytest

from pe_book.mistakes import MISTAKES
from pe_lib.identify import identify


def interleaved(sines, cosines):
    """Return the table of two angle arrays: sines of the first, cosines of the second."""
    table = np.empty((len(sines), sines.shape[1] + cosines.shape[1]))
    table[:, 0::2], table[:, 1::2] = np.sin(sines), np.cos(cosines)
    return table


def positions(seq_len):
    return np.arange(seq_len)[:, np.newaxis]


def by_column(seq_len, d_model, exponents, base=10_000.0):
    """Return sines in even and cosines in odd columns; the exponents are given by column."""
    angles = positions(seq_len) / base ** exponents(np.arange(d_model))
    return interleaved(angles[:, 0::2], angles[:, 1::2])


def whole_quotient(seq_len, d_model):
    """https://github.com/Kyubyong/transformer/pull/81: dividing integers, Python 2 gave 0."""
    return by_column(seq_len, d_model, lambda c: 0.0 * c)


def column_for_pair(seq_len, d_model):
    """https://github.com/Kyubyong/transformer/issues/38"""
    return by_column(seq_len, d_model, lambda c: 2 * c / d_model)


def next_cosine(seq_len, d_model):
    """https://github.com/luhengshiwo/LLMForEverybody/issues/106"""
    return by_column(seq_len, d_model, lambda c: 2 * (c // 2 + c % 2) / d_model)


def floor_of_the_quotient(seq_len, d_model):
    """https://github.com/zju3dv/LoFTR/issues/41"""
    steps = np.arange(0, d_model, 2)
    angles = positions(seq_len) * np.exp(steps * (-np.log(10_000.0) / d_model // 2))
    return interleaved(angles, angles[:, : d_model // 2])


def odd_exponents_and_thousand(seq_len, d_model):
    """https://github.com/maxjcohen/transformer/issues/62"""
    return by_column(seq_len, d_model, lambda c: c / d_model, base=1000.0)


def divided_twice(seq_len, d_model):
    """https://github.com/harvardnlp/annotated-transformer/issues/131"""
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10_000.0) / d_model))
    angles = positions(seq_len) / div_term
    return interleaved(angles, angles[:, : d_model // 2])


def row_of_the_batch(seq_len, d_model):
    """https://github.com/AkiRusProd/numpy-transformer/issues/1"""
    right = by_column(seq_len, d_model, lambda c: c // 2 * 2 / d_model)
    batch = np.zeros((1, seq_len, d_model))
    return (batch + right[: len(batch), np.newaxis])[0]


def lost_colon(seq_len, d_model):
    """https://github.com/DiffPoseTalk/DiffPoseTalk/issues/20"""
    table = by_column(5000, d_model, lambda c: c // 2 * 2 / d_model)[np.newaxis]
    x = np.zeros((1, min(seq_len, 4999), d_model))
    return x + table[:, x.shape[1], :]


def cosine_too_many(seq_len, d_model):
    """https://github.com/gc-os-ai/pyaptamer/issues/607"""
    angles = positions(seq_len) / 10_000.0 ** (np.arange(0, d_model, 2) / d_model)
    table = np.zeros((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def zeros_first_and_a_rate(seq_len, d_model):
    """https://github.com/r9y9/deepvoice3_pytorch/issues/19: a position rate, and a row of zeros."""
    angles = 1.385 * positions(seq_len) / 10_000.0 ** (np.arange(d_model) // 2 * 2 / d_model)
    table = interleaved(angles[:, 0::2], angles[:, 1::2])
    table[0] = 0
    return table


def every_second_of_too_many(seq_len, d_model):
    """https://github.com/BrianPulfer/PapersReimplementations/issues/9: the one proposed there."""
    omega = 1 / 10_000.0 ** (2 * np.arange(d_model) / d_model)
    angles = positions(seq_len) * omega[::2]
    return interleaved(angles, angles[:, : d_model // 2])


REPORTED = {
    whole_quotient: ["one frequency"],
    column_for_pair: ["column as pair"],
    next_cosine: ["cosine exponent"],
    floor_of_the_quotient: ["floor division"],
    odd_exponents_and_thousand: ["a frequency for each column", "another base"],
    divided_twice: ["sign lost"],
    row_of_the_batch: ["batch axis"],
    lost_colon: ["dropped colon"],
    cosine_too_many: ["odd width crashes"],
    zeros_first_and_a_rate: ["padding", "scaled positions"],
    every_second_of_too_many: ["double step"],
}


@pytest.mark.parametrize("function", REPORTED, ids=lambda function: function.__name__)
def test_a_reported_mistake_is_named(function):
    found = identify(function)
    assert not found.paper
    assert [finding.name for finding in found.findings] == REPORTED[function]
    assert "https://github.com/" in function.__doc__


def test_there_are_eleven():
    assert len(REPORTED) == 11


#: The rows from which an exhibit of chapter 8 is named, at 16 columns in float64; else two.
FEWEST = {"positions from one": 1, "parity of the position": 10, "axes exchanged": 16}
#: What these show depends on the size that is asked for.
OF_SIZE = {"odd width crashes", "float32 angles"}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_an_exhibit_is_named_by_its_function_and_from_few_rows(mistake):
    named = [finding.name for finding in identify(mistake.implementation).findings]
    assert named == [mistake.name]
    if mistake.name not in OF_SIZE:
        rows = mistake.implementation(FEWEST.get(mistake.name, 2), 16, 10_000.0)
        assert [finding.name for finding in identify(rows).findings] == [mistake.name]
