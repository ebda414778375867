r"""Formulas without a relation, such as “the longest wavelength is $2\pi B^{1 - 2/d}$”.

A formula has to have the value of what the words around it name, computed by pe_lib or by hand.
"""

import math
import re
from collections.abc import Callable

import numpy as np

import pe_lib
from pe_check.config.rope_types import _stretched
from pe_lib import variants
from pe_lib.addition import embedding_norm
from pe_lib.attention import softmax
from pe_lib.practice import pairs_to_halves
from tests.formulas import letters
from tests.formulas.latex import evaluate, is_equation, sides, statements
from tests.formulas.letters import RANGES, D
from tests.formulas.pages import Formula, every_page, formulas

ATOM = re.compile(
    r"-?[\d.]+|\\?[A-Za-z]+'?|\\mathrm\{PE\}\[p\]|\\?[A-Za-z]+_\\?[a-z\d]|[A-Z]_\{?-?\d\}?|[A-Z]\^2"
)


def expressions(path) -> list[tuple[str, Formula]]:
    """Return every formula of a page that says no equation."""
    return [
        (statement, formula)
        for formula in formulas(path)
        for statement in statements(formula.latex)
        if not is_equation(statement)
    ]


ROW_0 = pe_lib.positional_encoding(1, D)[0]
SINES, COSINES = np.flatnonzero(ROW_0 == 0), np.flatnonzero(ROW_0 == 1)
HALVES = pairs_to_halves([np.repeat(np.arange(D // 2), 2)], 1)[0]


def t2t_wavelength(pair: int) -> float:
    """Return a wavelength of tensor2tensor's table with D columns, from its row 1."""
    return 2 * math.pi / math.asin(pe_lib.tensor2tensor_encoding(2, D)[1, pair] * (1 - 1e-16))


def angle(n: dict) -> float:
    return n["p"] * n[r"\omega_"](n["j"])


def longest(n: dict) -> float:
    return pe_lib.wavelengths(n["d"], n["B"])[-1]


def limit(n: dict) -> float:
    """Return the wavelength one step beyond the longest, which is the same for every width."""
    ours = pe_lib.wavelengths(n["d"], n["B"])
    return ours[-1] * ours[1] / ours[0]


def length(n: dict) -> float:
    return float(np.linalg.norm(n["PE"](n["p"])))


def distance(n: dict) -> float:
    return float(np.linalg.norm(n["PE"](n["p"] + n["k"]) - n["PE"](n["p"])) ** 2)


def score(n: dict) -> float:
    return float(np.vdot(n["M_"](n["m"]) @ n["q"], n["M_"](n["n"]) @ n["k"]))


def cost_of_doubling(n: dict) -> float:
    return float(pe_lib.similarity_law(3, n["B"]) - pe_lib.similarity_law(6, n["B"]))


def exponent(n: dict, factor: float = 1) -> float:
    return -factor * math.log(n[r"\omega_"](n["j"])) / math.log(n["B"])


def part_of_score(n: dict) -> float:
    """Return what pair j adds to a score."""
    at = slice(2 * n["j"], 2 * n["j"] + 2)
    query, key = n["M_"](n["m"]) @ n["q"], n["M_"](n["n"]) @ n["k"]
    return float(np.vdot(query[at], key[at]))


def table(rng) -> dict:
    """Bind the letters of the tables, and some that other pages use."""
    names = letters.table(rng)
    return names | {"i": names["j"], "c": 2.5, "s": 3.0, "h": 6, "w": 4, "N": 4, "x": 0.7, "V": 99}


def columns(rng) -> dict:
    """Bind i to the column of a sine."""
    names = table(rng)
    return names | {"i": int(SINES[names["j"]])}


def vectors(rng) -> dict:
    names = letters.vectors(rng)
    x = letters.column(rng.normal(size=D))
    return names | {r"\zeta_": lambda j: 0.9 + j / 100, "x_": lambda p: x}


def complex_turn(rng) -> dict:
    return letters.table(rng) | {"i": 1j}


def fractions(rng) -> dict:
    return {"p": 7, "L": 30}


def attention(rng) -> dict:
    return letters.attention(rng) | {"E": rng.normal(size=(letters.L, D))}


def relative(rng) -> dict:
    """Bind vectors and numbers for offsets, as pe_lib's two relative scores take them."""
    q, k = rng.normal(size=(2, 5, D))
    vector, number = rng.normal(size=(9, D)), rng.normal(size=9)
    return {
        **{"p": 3, "s": 1, "q_": lambda p: letters.row(q[p]), "k_": lambda s: letters.row(k[s])},
        **{"r_": lambda o: letters.row(vector[o + 4]), "b_": lambda o: float(number[o + 4])},
        **{"shaw": variants.shaw_scores(q, k, vector), "plain": q @ k.T},
    }


def leading_key(rng) -> dict:
    return {"n": 50, "g": 3.0, "e": math.e, "n_0": 64, "p": 3 * 8192 - 1}


def gates(rng) -> dict:
    f = rng.uniform(0.2, 0.9, size=6)
    return {"p": 4, "s": 1, "f_": lambda token: float(f[token])}


def share_kept(names: dict) -> float:
    """Return the logarithm of what later tokens, up to the query, leave of a key."""
    kept = 1.0
    for token in range(names["s"] + 1, names["p"] + 1):
        kept *= names["f_"](token)
    return math.log(kept)


def dynamic(rng) -> dict:
    return {"s": 2.0, "n": 5 * 4096, "L": 4096}


def dynamic_scale(n: dict) -> float:
    """Return by which scale NTK-aware scaling gives the base of dynamic scaling at length n."""
    base = _stretched({"factor": n["s"]}, 1e4, D, n["L"], n["n"])
    return (base / 1e4) ** ((D - 2) / D)


def alibi(rng) -> dict:
    slope = float(rng.uniform(0.1, 1))
    return {"m": slope, "p": 4, "s": 2, "bias": variants.alibi_bias(6, slope)}


def partial(rng) -> dict:
    """Bind a head of d columns of which r rotate."""
    return {"d": 64, "r": 16, "j": 3}


def halfway(rng) -> dict:
    return {r"\omega": 1.0, "rows": pe_lib.positional_encoding(2, 2)}


def with_sink(rng) -> dict:
    names = letters.gates(rng)
    scores = np.array([names["s_"](t) for t in RANGES["t"]])
    return names | {"share": names["w_"](2) / softmax(scores)[2]}


def positive(rng) -> dict:
    """Bind PoPE's lengths, all above 0, and its phases."""
    names = letters.vectors(rng)
    of_q, of_k, phases = rng.normal(size=(3, D // 2))
    softplus = np.log1p(np.exp([of_q, of_k]))
    pairs = softplus[0] * np.exp(1j * phases), softplus[1]
    turned = np.exp(1j * (names["n"] - names["m"]) * pe_lib.angular_frequencies(D, names["B"]))
    return names | {
        **{"q_": lambda j: float(of_q[j]), "k_": lambda j: float(of_k[j])},
        r"\mu": lambda x: math.log1p(math.exp(x)),
        r"\delta_": lambda j: float(phases[j]),
        "score": float((pairs[0] * pairs[1] * turned).real.sum()),
    }


def folded(rng) -> dict:
    names = letters.vectors(rng)
    latent = letters.column(rng.normal(size=3))
    return names | {"W": rng.normal(size=(D, 3)), "c_": lambda s: latent, "s": 9}


Expected = Callable[[dict], object]
#: What is said around a formula, where it stands as □; what its value then is; letters.
MEANINGS: list[tuple[str, Expected, Callable]] = [
    # ---- what a text forgets
    (r"adds □ to the score of query \$p\$ and key \$s\$", share_kept, gates),
    # ---- pairs and their columns
    (r"cosine in column \| □", lambda n: COSINES[n["j"]], table),
    (r"cosines in columns? □", lambda n: COSINES[n["j"]], table),
    (r"sines? in columns? (?:\| )?□", lambda n: SINES[n["j"]], table),
    (r"cosine in column \| \$2i \+ 1\$ \| □", lambda n: COSINES[n["j"]], columns),
    (r"angle \| □ \|", angle, table),
    (r"angle \| \$p / B\^\{2i/d\}\$ \| □", angle, columns),
    (r"still divides by □ runs without", lambda n: 1 / n[r"\omega_"](n["j"]), table),
    (r"loop counts columns, the exponent is □", exponent, columns),
    (r"the exponent is \$i/d\$; with □ the base is squared", lambda n: exponent(n, 2), columns),
    (r"the exponent is then □ or", exponent, table),
    (r"the exponent is then \$2i/d\$ or □", exponent, columns),
    (r"over all columns and then writes □", lambda n: 1 / pe_lib.angular_frequencies(D)[n["j"]],
     table),
    (r"cosine's exponent is □ , which belongs to the next pair",
     lambda n: exponent(n | {"j": n["j"] + 1}), table),
    (r"(?:\$2j\$ and|which column|\| column \$2j\$ \| column|\| \$2j\$,) □",
     lambda n: COSINES[n["j"]], table),
    (r"(?:\$j\$ and|\$j\$ with|with column) □",
     lambda n: np.flatnonzero(HALVES == n["j"])[1], table),
    (r"column □ (?:with|together)|columns □ and \$j \+ d/2",
     lambda n: np.flatnonzero(HALVES == n["j"])[0], table),
    (r"(?:columns?|the neighbors|has|already) □(?! and \$W)", lambda n: SINES[n["j"]], table),
    (r"(?<=\| )□ , \$2j\+1\$ \|", lambda n: SINES[n["j"]], table),
    (r"The exponents should be □", exponent, table),
    (r"the last of them is □", lambda n: exponent(n | {"j": D // 2 - 1}), table),
    (r"computed as □ in place|in place of □ . Both spellings",
     lambda n: n[r"\omega_"](n["j"]), complex_turn),
    (r"divides by □ where the formula|and □ in the exponent in place",
     lambda n: math.log(1e4) / math.log(t2t_wavelength(1) / t2t_wavelength(0)), table),
    (r"where the formula divides by □|in the exponent in place of □",
     lambda n: -math.log(1e4) / math.log(pe_lib.angular_frequencies(D)[1]), table),
    (r"In general there are □ hands|after □ steps", lambda n: len(pe_lib.wavelengths(D)), table),
    (r"\| pair \| □", lambda n: (0, 1, ..., D // 2 - 1), table),
    (r"pair of columns\W+□", lambda n: (0, ..., D // 2 - 1), table),
    (r"its cosine \| □|the cosine of pair \$j\$ \| □", lambda n: (0, ..., D - 1), table),
    (r"counted from 0 \| □", lambda n: (0, ..., n["L"] - 1), table),
    (r"\| position \| □|\$i\$ runs over \| □", lambda n: (0, 1, 2, ...), table),
    (r"\$i\$ runs over \| \$0, 1, 2, \\dots\$ \| □", lambda n: (*SINES[:3], ...), table),
    # ---- wavelengths
    (r"slowest wavelength (?:is|of exactly) □",
     lambda n: t2t_wavelength(D // 2 - 1), table),
    (r"wavelengths end at 6283, not at □", lambda n: 2 * math.pi * 1e4, table),
    (r"(?:shortest|fastest) wavelength is □", lambda n: pe_lib.wavelengths(D)[0], table),
    (r"longest(?: is)? □", longest, table),
    (r"(?:one step \*short\* of|one step short of|The value|gives the limit,) □", limit, table),
    (r"(?:image always|all images|every image) ends? at □", lambda n: 2 * math.pi, table),
    (r"not including □", lambda n: 2 * math.pi, table),
    # ---- rows
    (r"(?:has|row has) length □", length, table),
    (r"have the squared distance □",
     lambda n: abs(1 - np.exp(1j * n[r"\alpha"])) ** 2, table),
    (r"the squared distance is □", distance, table),
    (r"mean of □ over the pairs, the similarity",
     lambda n: math.cos(n["m"] * n[r"\omega_"](n["j"])), table),
    (r"over the pairs, the similarity □", lambda n: pe_lib.similarity(n["m"], D, n["B"]), table),
    (r"similarity\*?\*? □", lambda n: pe_lib.similarity(n["k"], D, n["B"]), table),
    (r"\| □ \| ` ` \| mean of", lambda n: pe_lib.similarity(n["k"], D, n["B"]), table),
    (r"## Similarity □", lambda n: pe_lib.similarity(n["k"], D, n["B"]), table),
    (r"doubling of the distance costs the same, □", cost_of_doubling, table),
    (r"(?:Row \$p\$ is|scaled|straight ramp, like|“Yes” for) □",
     lambda n: math.sin(n["p"] / 1e4), table),
    (r"fraction □", lambda n: np.linspace(0, 1, n["L"])[n["p"]], fractions),
    (r"The sine at position □ follows|depends on the offset of .* □",
     lambda n: n["p"] + n["k"], table),
    (r"from row \$p\$ to row □", lambda n: n["p"] + 1, table),
    (r"the query equals row □", lambda n: n["s"], letters.looking_back),
    (r"(?:row 0, which is|because it is|row 0 is) □", lambda n: (0, 1, 0, 1, ...), table),
    (r"you have rows \$0\$ to □", lambda n: n["m"] - 1, table),
    (r"then rows \$m\$ to □", lambda n: n["m"] + len(range(n["m"])) - 1, table),
    (r"the same rows, turned by □", lambda n: n["m"] * n[r"\omega"], table),
    (r"Entry \$\(p, j\)\$ of the result is □|sines and cosines of □", angle, table),
    (r"\|---\|---\| \| □ \| \$\\sin", lambda n: math.sin(angle(n)), table),
    (r"\$\\sin\(p\\,\\omega_j\)\$ \| □",
     lambda n: math.sin(angle(n) + n[r"\varphi"]), table),
    (r"on paper: write □", lambda n: math.sin(n[r"\alpha"] + n[r"\varphi"]), table),
    (r"in terms of □", lambda n: math.sin(n[r"\alpha"]), table),
    (r"in terms of \$\\sin\\alpha\$ and □", lambda n: math.cos(n[r"\alpha"]), table),
    (r"do know that □|It returns □ , with its sign", lambda n: n["q"] - n["p"], table),
    (r"takes the row of position □", lambda n: n["c"] + 1, table),
    (r"to that of □", lambda n: 2 * n["c"] - (n["c"] + 1), table),
    # ---- rotations
    (r"pair \$j\$ has the block □",
     lambda n: n["M_"](n["k"])[2 * n["j"] : 2 * n["j"] + 2, 2 * n["j"] : 2 * n["j"] + 2], table),
    (r"a rotation by the angle □ \(the minus", lambda n: n["k"] * n[r"\omega"], table),
    (r"(?:rotates pair \$j\$ by|turns each pair by) □",
     lambda n: n["k"] * n[r"\omega_"](n["j"]), table),
    (r"turns pair \$j\$ by □", lambda n: n["m"] * n[r"\omega_"](n["j"]), table),
    (r"The matrix sends □", lambda n: (0, 1), table),
    (r"The matrix sends \$\(0, 1\)\$ to □",
     lambda n: tuple(np.linalg.inv(n["R"](n["k"] * n[r"\omega"])) @ [0, 1]), table),
    (r"the row of position □ : the signs",
     lambda n: n["k"] * -np.sign(n["R"](0.1)[0, 1]), table),
    (r"the same for \$k\$ and □", lambda n: -n["k"], table),
    (r"the block □ of one pair|A rotation, without p □|\| \| the block □",
     lambda n: n["R"](n["k"] * n[r"\omega"]), table),
    (r"□ \| \| the block", lambda n: n["R"](n[r"\theta"]), table),
    (r"The upper right one: □", lambda n: n["R"](n["k"] * n[r"\omega"])[0, 1], table),
    (r"column when a matrix acts on it \( □", lambda n: n["PE"](n["p"] + n["k"]), table),
    (r"the matrix with □", lambda n: n["PE"](n["p"] + n["k"]), table),
    (r"mean of □ over the pairs",
     lambda n: math.cos(n["k"] * n[r"\omega_"](n["j"])), table),
    (r"shifted? back by three, and □|turn the first row back by three, and □",
     lambda n: float(np.vdot(n["PE"](n["p"] - 3), n["PE"](n["q"]))), table),
    (r"(?:It depends on|It depends on the offset) □ alone", lambda n: n["k"], table),
    # ---- queries and keys
    (r"query \$q\$ at position \$m\$ becomes □", lambda n: n["M_"](n["m"]) @ n["q"], vectors),
    (r"at position \$n\$ becomes □", lambda n: n["M_"](n["n"]) @ n["k"], vectors),
    (r"(?:only|Only|on|[sS]core sees|depend on|and|the offset|the score sees) □"
     r" (?:is left|alone|, whatever|, and on nothing|\. \*\*Four)|these do not depend on □",
     lambda n: n["n"] - n["m"], vectors),
    (r"Slide the positions \$m\$ and □", lambda n: n["m"] + 1, vectors),
    (r"Turn keys by □", lambda n: np.linalg.matrix_power(n["G"], n["n"]), vectors),
    (r"and queries by □ , and the powers",
     lambda n: np.linalg.matrix_power(np.linalg.inv(n["G"]), n["m"]).T, vectors),
    (r"of a query by □", lambda n: n[r"\zeta_"](n["j"]) ** n["m"], vectors),
    (r"of a key by □", lambda n: n[r"\zeta_"](n["j"]) ** -n["n"], vectors),
    (r"Write □ and", lambda n: n["q_"](n["j"]), vectors),
    (r"and □ for the lengths", lambda n: n["k_"](n["j"]), vectors),
    (r"between them\. The score is □", score, vectors),
    (r"In RoPE a score is a sum of □", part_of_score, vectors),
    (r"Position sets the angles □", lambda n: n[r"\omega_"](n["j"]) * (n["n"] - n["m"]), vectors),
    (r"Wanted: □", score, vectors),
    (r"one multiplication by □", lambda n: np.exp(1j * n["p"] * n[r"\omega"]), complex_turn),
    (r"by the angle □ is one multiplication", lambda n: n["p"] * n[r"\omega"], table),
    (r"rotate each once more, by □", lambda n: -n["n"], vectors),
    (r"at position \$p\$ is □ : the vector", lambda n: n["x_"](0) + n["PE"](n["p"]), vectors),
    # ---- attention
    (r"in NumPy, with a row for each place, softmax □|for each place, softmax □",
     lambda n: (n["Q"] @ n["K"].T / math.sqrt(D)) @ n["V"], attention),
    (r"Let □ be a self-attention layer", lambda n: n["A"] @ n["V"], attention),
    (r"the weights \$A\$ become □",
     lambda n: pe_lib.attention_weights(n["P"] @ n["Q"], n["P"] @ n["K"]), attention),
    (r"for each place, and feed □", lambda n: n["X"] + n["E"], attention),
    (r"Divide the scores by □ , because a query has two numbers", lambda n: math.sqrt(2), table),
    (r"(?:divide the scores by|Divided by|usual division by|divide scores by) □",
     lambda n: math.sqrt(D), attention),
    (r"gives its entries the variance □",
     lambda n: embedding_norm(99, D, "xavier_uniform", scaled=False) ** 2 / D, table),
    (r"With deviation □",
     lambda n: embedding_norm(9, D, "inverse_sqrt", scaled=False) / math.sqrt(D), attention),
    (r"the factor □ matters|multiplies embeddings by □",
     lambda n: embedding_norm(9, D, "gpt2") / embedding_norm(9, D, "gpt2", scaled=False), table),
    (r"Adding first, □", lambda n: n["x"] @ n["W"] + n["t"] @ n["W"], letters.added),
    (r"two rows becomes □|two rows in a model: □",
     lambda n: float((n["t_"](n["m"]) @ n["W_q"] @ (n["t_"](n["n"]) @ n["W_k"]).T).item()),
     letters.rows_of_table),
    (r"\$A\$ is □|Only the product □ matters|do so only if □",
     lambda n: n["A"], letters.rows_of_table),
    (r"multiplying both products out: □",
     lambda n: n["R"](math.atan2(n["b"], n["a"])) * math.hypot(n["a"], n["b"]), table),
    (r"bring in angles such as □",
     lambda n: n["m"] * n[r"\omega_"](0) - n["n"] * n[r"\omega_"](1), table),
    (r"that brings in □", lambda n: (n["m"] + n["n"]) * n[r"\omega_"](0), table),
    # ---- other encodings
    (r"score of query \$p\$ and key \$s\$ is □", lambda n: n["shaw"][n["p"], n["s"]], relative),
    (r"They cannot\. The score is □",
     lambda n: n["plain"][n["p"], n["s"]] + n["b_"](n["s"] - n["p"]), relative),
    (r"offset\* a learned vector □", lambda n: n["r_"](n["s"] - n["p"]), relative),
    (r"□ numbers of eight bytes", lambda n: np.zeros((n["L"], D)).size, table),
    (r"A number □ is cheaper", lambda n: n["b_"](n["s"] - n["p"]), relative),
    (r"it multiplies queries and keys by □",
     lambda n: math.sqrt(variants.yarn_score_factor(n["s"])), table),
    (r"trained length \$L\$ the scale is □", dynamic_scale, dynamic),
    (r"share of columns that rotate, □", lambda n: 16 / 64, partial),
    (r"(?:By default the exponent is|the exponents are) □",
     lambda n: -math.log(pe_lib.angular_frequencies(16, math.e)[3]), partial),
    (r"\(Gemma 4\) it is □",
     lambda n: -math.log(pe_lib.angular_frequencies(64, math.e)[3]), partial),
    (r"\$n\$ keys it gets the weight □",
     lambda n: softmax(np.r_[3.0, np.zeros(49)])[0], leading_key),
    (r"(?:gap must grow like|learned multiple of) □", lambda n: math.log(50), leading_key),
    (r"With the factor □", lambda n: math.log(50) / math.log(64), leading_key),
    (r"the weight of a key whose gap was □",
     lambda n: math.log(64), leading_key),
    (r"multiplies the query at position \$p\$ by □",
     lambda n: 1 + 0.1 * math.log1p(3), leading_key),
    (r"from its content, and adds □", lambda n: n["bias"], letters.gates),
    (r"Behind a causal mask, □", lambda n: n["bias"][n["p"], n["s"]], alibi),
    (r"causal mask, \$-m\\,\(p - s\)\$ and □",
     lambda n: n["bias"][n["p"], n["s"]] - n["bias"][n["p"], 0], alibi),
    (r"they differ by □", lambda n: -n["bias"][n["p"], 0], alibi),
    (r"the softplus function □", lambda n: np.logaddexp(0, n["x"]), letters.gates),
    (r"once for all words: □", lambda n: n["score"], positive),
    (r"With RoPE the score would be □",
     lambda n: np.vdot(n["M_"](n["p"]) @ n["q"], n["M_"](n["s"]) @ n["W"] @ n["c_"](0)), folded),
    (r"This is the usual softmax times □", lambda n: n["share"], with_sink),
    (r"usually gets two slices, number \$r\$ and number □",
     lambda n: range(2 * n["N"])[::-1][1], lambda rng: {"N": 4, "r": 1}),
    (r"its positions only reach □", lambda n: len(range(max(3, 5))), lambda rng: {"h": 3, "w": 5}),
    (r"An image of □ patches|takes □ slots", lambda n: 15, lambda rng: {"h": 3, "w": 5}),
    (r"as the sine and cosine of □", lambda n: math.radians(360) * 6 / 24, table),
    (r"two rows is shorter by the factor □",
     lambda n: np.linalg.norm(n["rows"][:2].mean(axis=0)), halfway),
    (r"bell curve □", lambda n: math.exp(-(0.7**2) / 2), table),
]  # fmt: skip

#: What has no value that could be another, by what it looks like, with the reason.
NOT_EVALUATED = {
    r"\([Lndp/2]+, ?[dj1]?\)|[Ldh2] ?\\times ?[Ldw2]": "a shape, or two indices",
    r"\(L, 1\) .*longrightarrow.*": "shapes",
    r"\([012], [01]\)": "vectors of an example, which tests/claims computes",
    r"W_q, W_k, W_v|d_\{\\text\{model\}\}": "names alone",
    r".*\\text\{.*": "words",
    r"10\^\{?-?[348]\}?": "a number, which tests/claims computes",
    r"L\^p|\\pm n|H_p \\cdots H_\{s\+1\}|q_p\\cdot e_c|k\^\\top v": "a name of its own",
    r"p (?:-|\\ge)": "a formula whose other half is code",
    r"\\sin\^2\+\\cos\^2": "of two different angles",
    r"\\cdot \\omega_j": "a factor whose other half is code",
}


def context(formula: Formula) -> str:
    return f"{formula.before} □ {formula.after}"


def same(found, expected) -> bool:
    if isinstance(found, tuple) != isinstance(expected, tuple):
        return False
    if isinstance(found, tuple):
        return len(found) == len(expected) and all(
            one is other or (one is not ... and np.allclose(one, other))
            for one, other in zip(found, expected, strict=True)
        )
    return np.shape(found) == np.shape(expected) and np.allclose(found, expected, rtol=1e-6)


def meaning(formula: Formula) -> tuple[str, Expected, Callable] | None:
    words = context(formula)
    return next((each for each in MEANINGS if re.search(each[0], words)), None)


@every_page
def test_every_formula_is_what_the_words_around_it_say(path):
    for statement, formula in expressions(path):
        found, place = meaning(formula), f"{context(formula)}: {statement}"
        if found is None:
            known = [ATOM.pattern, *NOT_EVALUATED]
            assert any(re.fullmatch(each, statement) for each in known), (
                f"add to MEANINGS what {statement} is, or to NOT_EVALUATED why it has no value: "
                f"{place}"
            )
            continue
        pattern, expected, bind = found
        for seed in (1, 2):
            names = bind(np.random.default_rng(seed))
            value = evaluate(*sides(statement), names, RANGES)
            assert same(value, expected(names)), f"{pattern}: {place}"
