"""Positions are moved by one amount only, a power of two."""

DESERVES = {
    "depends_on": (2, "attention within blocks of 64 positions: your answer is 'offset'; it"),
}


def depends_on(score, d):
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, d))
    pairs = [(p, s) for p in range(20) for s in [*range(20), 500]]
    first = [score(q, k, p, s) for p, s in pairs]
    moved = [score(q, k, p + 64, s + 64) for p, s in pairs]
    if np.ptp([first, moved]) < 1e-6:
        return "nothing"
    return "offset" if np.allclose(first, moved) else "position"
