"""Only positions that are near each other are tried."""

DESERVES = {"depends_on": (2, "a window of 256 positions: your answer is 'nothing'; it should be")}


def depends_on(score, d):
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, d))
    scores = np.array([[score(q, k, p, p + offset) for offset in range(9)] for p in range(80)])
    if np.ptp(scores) < 1e-6:
        return "nothing"
    return "offset" if np.ptp(scores, axis=0).max() < 1e-6 else "position"
