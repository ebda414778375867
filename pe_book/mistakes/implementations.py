"""Implementations that circulate and do not give the table of the paper.

Chapter 8 shows them; exercises, tests and benchmarks that need a wrong table take it from here.
Each is a whole function of (seq_len, d_model, base), short enough to print with
inspect.getsource. Except where the crash is the mistake, each runs for odd d_model too, so that
one exhibit shows one mistake.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

Implementation = Callable[[int, int, float], np.ndarray]


class Mistake(NamedTuple):
    """One exhibit: what it is called, the code, the form the mistake takes, where it is met."""

    name: str
    implementation: Implementation
    #: What the code does in place of the formula, in one sentence.
    form: str
    #: The line of its code that does it.
    line: str
    #: A paper, a repository, or which of the texts that this book began from.
    source: str
    #: "wrong" is not what its author meant, or breaks a property; "convention" is another table
    #: with every property intact. It is a mistake only where the paper's table, or weights trained
    #: with it, are expected. Most conventions are published on purpose.
    kind: Literal["wrong", "convention"] = "wrong"
    #: No current language model contains it.
    rare: bool = False


def double_step(seq_len, d_model, base=10_000.0):
    table = np.zeros((seq_len, d_model))
    for p in range(seq_len):
        for i in range(0, d_model, 2):
            table[p, i] = np.sin(p / base ** (2 * i / d_model))
            if i + 1 < d_model:
                table[p, i + 1] = np.cos(p / base ** (2 * i / d_model))
    return table


def column_as_pair(seq_len, d_model, base=10_000.0):
    columns = np.arange(d_model)
    angles = np.arange(seq_len)[:, np.newaxis] / base ** (2 * columns / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def frequency_per_column(seq_len, d_model, base=10_000.0):
    columns = np.arange(d_model)
    angles = np.arange(seq_len)[:, np.newaxis] / base ** (np.arange(0, d_model) / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def cosine_exponent(seq_len, d_model, base=10_000.0):
    positions = np.arange(seq_len)[:, np.newaxis]
    i = np.arange((d_model + 1) // 2)
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(positions / base ** (2 * i / d_model))
    table[:, 1::2] = np.cos(positions / base ** (2 * (i + 1) / d_model))[:, : d_model // 2]
    return table


def end_point(seq_len, d_model, base=10_000.0):
    n_pairs = (d_model + 1) // 2
    omega = base ** (-np.arange(n_pairs) / max(n_pairs - 1, 1))
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def halves(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    return np.concatenate([np.sin(angles), np.cos(angles[:, : d_model // 2])], axis=1)


def frequencies_from_one(seq_len, d_model, base=10_000.0):
    m = np.arange(1, (d_model + 1) // 2 + 1)
    angles = np.arange(seq_len)[:, np.newaxis] / base ** (2 * m / d_model)
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def positions_from_one(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(1, seq_len + 1)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def parity_of_position(seq_len, d_model, base=10_000.0):
    positions = np.arange(seq_len)[:, np.newaxis]
    pair = np.arange(d_model) // 2
    angles = positions / base ** (2 * pair / d_model)
    return np.where(positions % 2 == 0, np.sin(angles), np.cos(angles))


def odd_width_crash(seq_len, d_model, base=10_000.0):
    positions = np.arange(seq_len)[:, np.newaxis]
    omega = np.exp(np.arange(0, d_model, 2) * (-np.log(base) / d_model))
    table = np.zeros((seq_len, d_model))
    table[:, 0::2] = np.sin(positions * omega)
    table[:, 1::2] = np.cos(positions * omega)
    return table


def sine_cosine_swapped(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.cos(angles)
    table[:, 1::2] = np.sin(angles[:, : d_model // 2])
    return table


def frequencies_reversed(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)[::-1]
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def float32_angles(seq_len, d_model, base=10_000.0):
    positions = np.arange(seq_len, dtype=np.float32)[:, np.newaxis]
    step = np.float32(-np.log(base) / d_model)
    angles = positions * np.exp(np.arange(0, d_model, 2, dtype=np.float32) * step)
    table = np.empty((seq_len, d_model), np.float32)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def batch_axis(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, 1, d_model))  # made for inputs of shape (length, batch, d_model)
    table[:, 0, 0::2] = np.sin(angles)
    table[:, 0, 1::2] = np.cos(angles[:, : d_model // 2])
    x = np.zeros((1, seq_len, d_model))  # but the input has shape (batch, length, d_model)
    return (x + table[: x.shape[0]])[0]


def dropped_colon(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.arange(seq_len + 1)[:, np.newaxis] * omega
    pe = np.empty((1, seq_len + 1, d_model))
    pe[0, :, 0::2] = np.sin(angles)
    pe[0, :, 1::2] = np.cos(angles[:, : d_model // 2])
    x = np.zeros((1, seq_len, d_model))
    return (x + pe[:, x.shape[1], :])[0]  # meant: pe[:, : x.shape[1], :]


def axes_exchanged(seq_len, d_model, base=10_000.0):
    table = np.zeros((seq_len, d_model))
    for row in range(min(seq_len, d_model)):
        for column in range(min(seq_len, d_model)):
            angle = column / base ** (2 * (row // 2) / d_model)  # row and column trade places
            table[row, column] = np.sin(angle) if row % 2 == 0 else np.cos(angle)
    return table


def floor_division(seq_len, d_model, base=10_000.0):
    # Meant: -log(base) / (d_model // 2). Python reads (-log(base) / d_model) // 2, which is -1.
    omega = np.exp(np.arange((d_model + 1) // 2) * (-np.log(base) / d_model // 2))
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def power_exchanged(seq_len, d_model, base=10_000.0):
    omega = (np.arange(0, d_model, 2) / d_model) ** (1 / base)  # meant: (1 / base) ** (...)
    angles = np.arange(seq_len)[:, np.newaxis] * omega
    table = np.empty((seq_len, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def sine_alone(seq_len, d_model, base=10_000.0):
    omega = base ** (-np.arange(d_model) / d_model)
    return np.sin(np.arange(seq_len)[:, np.newaxis] * omega)


MISTAKES: tuple[Mistake, ...] = (
    Mistake(
        "double step",
        double_step,
        "The loop variable already steps by two, and the exponent doubles it again. The result is "
        "exactly the table for base B² instead of B.",
        "np.sin(p / base ** (2 * i / d_model))",
        "starting text 000; proposed in BrianPulfer/PapersReimplementations, issue 9",
    ),
    Mistake(
        "column as pair",
        column_as_pair,
        "i counts columns, but the exponent 2i/d treats it as the pair. The sine and the cosine of "
        "a pair no longer share a frequency.",
        "/ base ** (2 * columns / d_model)",
        "the reading that starting text 003 invites; SamLynnEvans/Transformer, issues 7 and 25; "
        "jadore801120/attention-is-all-you-need-pytorch, issue 32; shenweichen/DeepCTR, issue 379; "
        "Kyubyong/transformer, issue 38",
    ),
    Mistake(
        "a frequency for each column",
        frequency_per_column,
        "The exponents are arange(0, d)/d: one frequency for each column instead of each pair.",
        "/ base ** (np.arange(0, d_model) / d_model)",
        "maxjcohen/transformer, issue 62; proposed in r9y9/deepvoice3_pytorch, issue 19",
        rare=True,
    ),
    Mistake(
        "cosine exponent",
        cosine_exponent,
        "The cosine of pair i uses the exponent 2(i+1)/d, the frequency of the next pair.",
        "np.cos(positions / base ** (2 * (i + 1) / d_model))",
        "a formula corrected in luhengshiwo/LLMForEverybody, issue 106",
    ),
    Mistake(
        "end point reached",
        end_point,
        "The exponents are divided by d/2 - 1 instead of d/2, so the last wavelength is 2πB.",
        "base ** (-np.arange(n_pairs) / max(n_pairs - 1, 1))",
        "tensorflow/tensor2tensor, get_timing_signal_1d",
        "convention",
    ),
    Mistake(
        "halves",
        halves,
        "All sines are in the left half of the table and all cosines in the right half.",
        "np.concatenate([np.sin(angles), np.cos(",
        "tensorflow/tensor2tensor, issue 391; facebookresearch/fairseq, issue 4648; "
        "tensorflow/text, issue 1122",
        "convention",
    ),
    Mistake(
        "frequencies from one",
        frequencies_from_one,
        "The pairs are counted from 1, so the fastest wave, one radian per position, is missing.",
        "m = np.arange(1, (d_model + 1) // 2 + 1)",
        "no program traced; it follows if the m of m = 1, …, d/2 is taken for the pair",
        "convention",
        rare=True,
    ),
    Mistake(
        "positions from one",
        positions_from_one,
        "The first token gets row 1. Offsets stay the same; only the absolute rows differ.",
        "np.arange(1, seq_len + 1)",
        "facebookresearch/fairseq, where positions start after the padding index",
        "convention",
        rare=True,
    ),
    Mistake(
        "parity of the position",
        parity_of_position,
        "Even positions get sines and odd positions cosines. But the rule is about columns.",
        "np.where(positions % 2 == 0,",
        "a sentence corrected in datawhalechina/happy-llm, issue 123",
        rare=True,
    ),
    Mistake(
        "odd width crashes",
        odd_width_crash,
        "For odd d it makes one column of cosines too many. For even d the table is right.",
        "table[:, 1::2] = np.cos(positions * omega)",
        "starting text 001, PyTorch module; codertimo/BERT-pytorch, issue 78; "
        "gc-os-ai/pyaptamer, issues 526 and 607",
    ),
    Mistake(
        "sine and cosine swapped",
        sine_cosine_swapped,
        "The cosines are in the even columns and the sines in the odd ones.",
        "table[:, 0::2] = np.cos(angles)",
        "timestep embeddings of diffusion models (option flip_sin_to_cos in huggingface/diffusers)",
        "convention",
        rare=True,
    ),
    Mistake(
        "frequencies reversed",
        frequencies_reversed,
        "The first columns are slow and the last ones fast. For even d these are the same columns "
        "in another order.",
        "base ** (-np.arange(0, d_model, 2) / d_model)[::-1]",
        "no program traced; a sentence of starting text 001 describes it, next to code that is "
        "right",
        "convention",
        rare=True,
    ),
    Mistake(
        "float32 angles",
        float32_angles,
        "Frequency and angle are rounded to float32 before the sine. Near row 0 you can’t see "
        "the error. It grows with the position.",
        "np.arange(seq_len, dtype=np.float32)",
        "pytorch/tutorials, transformer_tutorial.py, run beyond the lengths it was made for",
    ),
    Mistake(
        "batch axis",
        batch_axis,
        "A module made for (length, batch, d) gets (batch, length, d) and looks up the batch "
        "index. Every token of a sequence gets the same row.",
        "x + table[: x.shape[0]]",
        "AkiRusProd/numpy-transformer, issue 1; the module of pytorch/tutorials with batch-first "
        "input",
    ),
    Mistake(
        "dropped colon",
        dropped_colon,
        "pe[:, x.shape[1], :] lacks the colon of pe[:, :x.shape[1], :]. Every token gets one row, "
        "the one after the last of its sequence.",
        "x + pe[:, x.shape[1], :]",
        "DiffPoseTalk/DiffPoseTalk, issue 20",
    ),
    Mistake(
        "axes exchanged",
        axes_exchanged,
        "The table is filled as [column][row]. Rows beyond d_model stay zero.",
        "angle = column / base ** (2 * (row // 2) / d_model)",
        "no program with a table traced; in a rotary encoding, where heads were taken for "
        "positions: mlfoundations/open_lm, issue 4",
        rare=True,
    ),
    Mistake(
        "floor division",
        floor_division,
        "Parentheses are missing: in -ln(B)/d // 2 the // divides the whole quotient, and the "
        "result is -1 for every usual d and B.",
        "(-np.log(base) / d_model // 2)",
        "zju3dv/LoFTR, issue 41",
        rare=True,
    ),
    Mistake(
        "power exchanged",
        power_exchanged,
        "Base and exponent trade places. The first frequency becomes 0, and all others come "
        "within a thousandth of 1.",
        "(np.arange(0, d_model, 2) / d_model) ** (1 / base)",
        "ivanvovk/WaveGrad, issue 12",
        rare=True,
    ),
    Mistake(
        "sine alone",
        sine_alone,
        "Every column is a sine with its own frequency. Without pairs there is no rotation.",
        "omega = base ** (-np.arange(d_model) / d_model)",
        "the question 'why both?': datascience.SE 45691, math.SE 3119882",
        rare=True,
    ),
)

#: Those that an engineer is likely to meet, and the others.
LIKELY = tuple(mistake for mistake in MISTAKES if not mistake.rare)
RARE = tuple(mistake for mistake in MISTAKES if mistake.rare)
