"""What letters mean on the book's pages, as numbers and matrices: pe_lib's, or defined here.

Each function draws settings and binds names for `latex.Evaluator`; `PAGES` says which of them a
page uses, where it is not `table` alone. A name that ends in an underscore is a function of its
subscript.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

import pe_lib
from pe_lib import variants
from pe_lib.attention import softmax
from pe_lib.similarity import similarity

RANGES = {"j": range(4), "p": range(5), "r": range(5), "s": range(5), "t": range(5)}
D, L = 2 * len(RANGES["j"]), len(RANGES["p"])


def column(values) -> np.ndarray:
    return np.asarray(values, dtype=float).reshape(-1, 1)


def row(values) -> np.ndarray:
    return np.asarray(values, dtype=float).reshape(1, -1)


def table(rng: np.random.Generator) -> dict:
    """Bind the letters of the notation page."""
    base = float(rng.choice([10.0, 100.0, 10_000.0]))
    frequencies, lengths = pe_lib.angular_frequencies(D, base), pe_lib.wavelengths(D, base)
    p, q, k, m, n, a, b = (int(each) for each in rng.permutation(np.arange(2, 30))[:7])
    omega, j = float(rng.uniform(0.3, 0.9)), int(rng.integers(1, D // 2))

    def entries(position, at=None):
        values = pe_lib.positional_encoding_at([position], D, base)[0]
        return column(values) if at is None else values[at]

    def block(angle):
        """Return the library's block for an offset that turns pair 0 by the angle."""
        return pe_lib.rotation_matrix(angle, 2)

    return {
        **{"d": D, "B": base, "L": 40, "j": j},
        **{"p": p, "q": q, "k": k, "m": m, "n": n, "a": a, "b": b},
        r"\omega": omega,
        r"\omega_": lambda j: float(frequencies[j]),
        r"\lambda_": lambda j: float(lengths[j]),
        r"\delta": float(rng.normal()),
        r"\varphi": float(rng.normal()),
        "e": math.e,
        "argument": float(rng.normal()),
        "PE": entries,
        "M_": lambda offset: pe_lib.rotation_matrix(offset, D, base),
        "R": block,
        "I": np.eye(D),
        "K": lambda offset: float(similarity(offset, D, base)),
        "r": float(lengths[1] / lengths[0]),
        "angle": p * math.atan2(*pe_lib.positional_encoding(2, D, base)[1, 2 * j : 2 * j + 2]),
    }


def whole_turns(rng: np.random.Generator) -> dict:
    """Bind two positions whose angles differ by n turns, which whole numbers never do."""
    q, n = float(rng.uniform(1, 9)), int(rng.integers(1, 9))
    return {"p": q + 2 * math.pi * n, "q": q, "n": n}


def half_turns(rng: np.random.Generator) -> dict:
    """Bind an offset of n half turns, the only one at which a factor turns sine to sine."""
    n, omega = int(rng.integers(1, 9)), float(rng.uniform(0.3, 0.9))
    position = float(rng.uniform(1, 9))
    return {"k": n * math.pi / omega, r"\omega": omega, "m": (-1) ** n, "p": position}


def small_angle(rng: np.random.Generator) -> dict:
    return {"x": float(rng.uniform(0.01, 0.05))}


def base_for_2048(rng: np.random.Generator) -> dict:
    """Bind the settings of an exercise, whose base makes half a turn of the slowest hand."""
    low, high = 100.0, 10_000.0
    for _ in range(100):
        middle = (low + high) / 2
        short = pe_lib.wavelengths(128, middle)[-1] < 2 * 2048
        low, high = (middle, high) if short else (low, middle)
    return {"d": 128, "L": 2048, "B": low}


def two_hands(rng: np.random.Generator) -> dict:
    frequencies = pe_lib.angular_frequencies(4)
    return {"d": 4, r"\omega_": lambda j: float(frequencies[j])}


def wide(rng: np.random.Generator) -> dict:
    """Bind an offset far from 1 and from the base, in a wide table."""
    k = int(rng.integers(20, 500))
    return {"B": 1e4, "k": k, "K": lambda offset: float(similarity(offset, 4096))}


def attention(rng: np.random.Generator) -> dict:
    """Bind a layer of attention and a reordering, the whole and word by word."""
    x = rng.normal(size=(L, D))
    w = {name: rng.normal(size=(D, D)) for name in ("W_q", "W_k", "W_v")}
    query, key, value = (x @ each for each in w.values())

    def layer(inputs):
        return pe_lib.attention(*(inputs @ each for each in w.values()))

    weights = pe_lib.attention_weights(query, key)
    p, r = (int(each) for each in rng.integers(L, size=2))
    return {
        **w,
        **{"X": x, "P": pe_lib.permutation_matrix(rng.permutation(L)), "I": np.eye(L)},
        **{"Q": query, "K": key, "V": value, "A": weights, "L": L, "d": D, "p": p, "r": r},
        "f": layer,
        "g": lambda outputs: layer(outputs).mean(axis=0, keepdims=True),
        "q_": lambda at: row(query[at]),
        "k_": lambda at: row(key[at]),
        "v_": lambda at: row(value[at]),
        "a_": lambda at, to: float(weights[at, to]),
        "y_": lambda at: row((weights @ value)[at]),
    }


def stack(rng: np.random.Generator) -> dict:
    other = attention(np.random.default_rng(rng.integers(1000)))["f"]
    return attention(rng) | {"g": other}


def rows_of_table(rng: np.random.Generator) -> dict:
    """Bind the letters of chapter 6: rows, and a matrix that commutes with rotations."""
    names = table(rng)
    blocks = [[[c, s], [-s, c]] for c, s in rng.normal(size=(D // 2, 2))]
    a = np.zeros((D, D))
    for j, block in enumerate(blocks):
        a[2 * j : 2 * j + 2, 2 * j : 2 * j + 2] = block
    w_q = rng.normal(size=(D, D))
    return names | {
        "t_": lambda position: names["PE"](position).T,
        **{"A": a, "W_q": w_q, "W_k": (np.linalg.inv(w_q) @ a).T},
    }


def concatenated(rng: np.random.Generator) -> dict:
    w_x, w_t = rng.normal(size=(2, 3, 3))
    x, t = rng.normal(size=(2, 1, 3))
    return {"W_x": w_x, "W_t": w_t, "x": x, "t": t, "W": np.vstack([w_x, w_t])}


def four_parts(rng: np.random.Generator) -> dict:
    x, t = rng.normal(size=(2, 30, D))
    names = {"x_": lambda m: row(x[m]), "t_": lambda m: row(t[m]), "A": rng.normal(size=(D, D))}
    return table(rng) | names


def at_512(rng: np.random.Generator) -> dict:
    return {"d": 512}


def columns_of_table(rng: np.random.Generator) -> dict:
    names = table(rng)
    return names | {"t_": names["PE"], "s": int(rng.integers(30)), "M": names["M_"](3)}


def vectors(rng: np.random.Generator) -> dict:
    """Bind a query and a key as columns, turned by the library's rotations."""
    return with_vectors(table(rng), column(rng.normal(size=D)), column(rng.normal(size=D))) | {
        "G": np.eye(D) + rng.normal(size=(D, D)) / 20
    }


def with_vectors(names: dict, q: np.ndarray, k: np.ndarray) -> dict:
    turn = names["M_"]
    of_q, of_k = (v[0::2, 0] + 1j * v[1::2, 0] for v in (q, k))
    between = np.angle(of_q * of_k.conj())
    return names | {
        **{"q": q, "k": k, "A_": turn},
        "f": lambda vector, position: turn(position) @ vector,
        "q_": lambda j: float(abs(of_q[j])),
        "k_": lambda j: float(abs(of_k[j])),
        r"\varphi_": lambda j: float(between[j]),
    }


def eight_back(rng: np.random.Generator) -> dict:
    """Bind a query whose score is largest at the key eight positions before it."""
    names, k = table(rng), column(rng.normal(size=D))
    names = with_vectors(names, names["M_"](-8) @ k, k)
    m = 20
    scores = [np.vdot(names["q"], names["M_"](n - m) @ k) for n in range(40)]
    return names | {"m": m, "n": int(np.argmax(scores)), "j": 1}


def partly_turned(rng: np.random.Generator) -> dict:
    """Bind Gemma 4's proportional type: exponents of the whole head, and r of d columns turned."""
    d, r = 16, 4
    whole = pe_lib.angular_frequencies(d)
    j = int(rng.integers(r // 2))
    turned = np.where(np.arange(d // 2) < r // 2, whole, 0)
    return {"d": d, "r": r, "B": 1e4, "j": j, r"\omega_": lambda j: float(turned[j])}


def by_layer(rng: np.random.Generator) -> dict:
    """Bind a layer's own base and scale: positions divided by the scale."""
    base, scale = float(rng.uniform(50, 5000)), float(rng.uniform(2, 8))
    frequencies = variants.interpolated_frequencies(D, scale, base)
    return {
        **{"d": D, "j": int(rng.integers(1, 4)), r"B_\ell": base, r"s_\ell": scale},
        r"\omega_": lambda j: float(frequencies[j]),
    }


def sigmoid(x: float) -> float:
    return (1 + math.tanh(x / 2)) / 2


def gates(rng: np.random.Generator) -> dict:
    """Bind FoX's gates at ALiBi's slope, CoPE's gates, and a softmax with a sink."""
    queries, keys = rng.normal(size=(2, L, D))
    scores, z, slope = rng.normal(size=L), float(rng.normal()), float(rng.uniform(0.1, 2))
    p, s = 4, 1
    bias = variants.alibi_bias(L, slope)
    with_sink = softmax(np.append(scores, z))[:-1]
    l_ = int(rng.integers(1, L))
    return {
        **{"m": slope, "e": math.e, "z": z, "l": l_, "i": int(rng.integers(L))},
        **{"p": p, "s": s, "x": float(rng.normal())},
        "f_": lambda l: math.exp(bias[l, l - 1]),  # noqa: E741
        "g_": lambda p, l: sigmoid(float(queries[p] @ keys[l])),  # noqa: E741
        "q_": lambda p: row(queries[p]),
        "k_": lambda l: row(keys[l]),  # noqa: E741
        r"\sigma": sigmoid,
        r"\mu": lambda x: math.log1p(math.exp(x)),
        "s_": lambda t: float(scores[t]),
        "w_": lambda t: float(with_sink[t]),
        "bias": float(bias[p, s]),
    }


def latent(rng: np.random.Generator) -> dict:
    """Bind Multi-head Latent Attention of DeepSeek V3, whose heads have 128 and 64 numbers."""
    q, w, c = column(rng.normal(size=128)), rng.normal(size=(128, 16)), column(rng.normal(size=16))
    turned = [column(rng.normal(size=64)) for _ in range(2)]
    p, s, m, f = 30, int(rng.integers(30)), 1.0, 40.0
    a = variants.yarn_score_factor(f)
    whole_q, whole_k = (
        np.vstack([still, pe_lib.rotation_matrix(at, 64) @ moving])
        for still, at, moving in ((q, p, turned[0]), (w @ c, s, turned[1]))
    )
    return {
        **{"q": q, "W": w, "c_": lambda _: c, "q'": turned[0], "r_": lambda _: turned[1]},
        **{"p": p, "s": s, "m": m, "f": f, "a": a},
        "M_": lambda offset: pe_lib.rotation_matrix(offset, 64),
        "score": a * float((whole_q * whole_k).sum()) / math.sqrt(len(whole_q)),
    }


Letters = Callable[[np.random.Generator], dict]
PAGES: dict[str, list[Letters]] = {
    "01_order_problem": [attention, stack],
    "02_formula": [table, two_hands],
    "03_frequency_and_wavelength": [table, small_angle],
    "04_offsets_are_rotations": [table, wide, vectors],
    "06_inside_a_transformer": [rows_of_table, concatenated, four_parts],
    "07_rope_in_15_minutes": [vectors],
    "09_since_2024": [partly_turned, by_layer, gates, latent, vectors],
    "glossary": [table, attention],
    "hour_3": [columns_of_table, vectors],
    "lesson": [attention, table],
}
#: What holds under an assumption alone, such as that of a theorem or of a step in its proof.
ASSUMING: dict[str, dict[str, Letters]] = {
    "03_frequency_and_wavelength": {
        r"\sin p = \sin q": whole_turns,
        r"\cos p = \cos q": whole_turns,
        r"p - q = 2\pi n": whole_turns,
        r"\pi = \frac{p - q}{2n}": whole_turns,
        "2L = 4096": base_for_2048,
        r"2\pi B^{1 - 2/d} = 4096": base_for_2048,
        r"B = (\frac{4096}{2\pi} )^{\frac{d}{d-2}} "
        r"= 651.9^{\frac{128}{126}} = 722.5": base_for_2048,
    },
    "04_offsets_are_rotations": {
        r"\sin((p+k)\omega) = m \sin(p\omega)": half_turns,
        r"\sin k\omega = 0": half_turns,
    },
    "06_inside_a_transformer": {
        r"\sqrt{d/2} = 16": at_512,
    },
    "07_rope_in_15_minutes": {
        r"\varphi_j = 8 \omega_j": eight_back,
    },
}
