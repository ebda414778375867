"""Symmetry is tried in one order only, the reverse."""

DESERVES = {"symmetry": (3, "each row plus its mirror image: your answer is 'invariant'")}


def symmetry(layer, n, d):
    X = np.random.default_rng(0).normal(size=(n, d))
    before, after = layer(X), layer(X[::-1])
    if np.allclose(after, before):
        return "invariant"
    return "equivariant" if np.allclose(after, before[::-1]) else "neither"
