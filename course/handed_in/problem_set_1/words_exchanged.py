"""Equivariant and invariant are exchanged."""

DESERVES = {"symmetry": (0, "softmax attention: your answer is 'invariant'; it should be")}


def symmetry(layer, n, d):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    before = layer(X)
    same = moved = True
    for _ in range(20):
        order = rng.permutation(n)
        after = layer(X[order])
        same = same and np.allclose(after, before)
        moved = moved and before.shape == X.shape and np.allclose(after, before[order])
    return "equivariant" if same else "invariant" if moved else "neither"
