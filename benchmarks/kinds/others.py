"""The paper's table as programs make it, wrong formulas, biases, and what follows no rule."""

from collections.abc import Callable

import numpy as np

from benchmarks.kinds.draw import Asked, Draw, asked, halves, interleaved, papers, powers, sines


def fairseq(r: Draw) -> Asked:
    """tensor2tensor's table; in fairseq row 1 is the padding's."""
    table = halves(np.outer(r.p, 1e4 ** -np.linspace(0, 1, r.d // 2)))
    padded = r.pick(True, False)
    table[1] *= not padded
    names = ("padding", "end point reached") if padded else ("end point reached",)
    return sines(r.stored(table), "halves", *names, exponents="j/(d/2-1)")


def time_steps(r: Draw) -> Asked:
    """diffusers: halves, cosines first or not; Flux: times from 0 to 1, multiplied by 1,000."""
    n = r.pick(21, 26, 51, 101)
    step = r.pick(1.0, 1000 / (n - 1))
    angles = np.outer(step * np.arange(n), powers(r.d)).astype("f4")
    table = np.hstack([np.cos(angles), np.sin(angles)])
    return sines(table, "halves", "sine and cosine swapped", base=1e4, step=step)


def slopes_of(heads: int) -> np.ndarray:
    return 2.0 ** (-8 * np.arange(1, heads + 1) / heads)


def alibi(r: Draw) -> Asked:
    """Both directions, one direction, or under a mask."""
    heads, n = r.pick(4, 8, 16), r.whole(24, 80)
    slopes, offset = slopes_of(heads)[:, None, None], np.arange(n) - np.arange(n)[:, None]
    hidden = r.pick(-np.inf, float(np.finfo("f4").min))
    bias = r.pick(
        -slopes * np.abs(offset),
        slopes * np.minimum(offset, 0),
        np.where(offset > 0, hidden, slopes * offset),
    )
    return asked(bias, "alibi", heads=str(heads), slopes="the paper's")


def other_slopes(r: Draw) -> Asked:
    """One series, heads counted from 0, a device's share, or a half of the heads without bias."""
    n = r.pick(6, 10, 12, 20, 24)
    slopes, *names = r.pick(
        (slopes_of(n), "slopes"),
        (2 * slopes_of(8), "slopes"),
        (np.ones(1), "slopes"),
        (slopes_of(32)[8:16], "shard of slopes"),
        (np.r_[slopes_of(4), np.zeros(4)],),
    )
    distance = np.abs(np.arange(50) - np.arange(50)[:, None])
    return asked(-slopes[:, None, None] * distance, "alibi", *names)


def trained(r: Draw) -> Asked:
    """Smooth in the position, or a trained table that began as the paper's."""
    steps = np.cumsum(r.rng.normal(size=(r.n + 16, r.d)), axis=0)
    noisy = papers(r.n, r.d) + r.rng.normal(scale=0.01, size=(r.n, r.d))
    return asked(r.pick(steps[16:] - steps[:-16], noisy).astype("f4"), "unknown")


TABLES: dict[str, Callable[[Draw], Asked]] = {
    "the paper's in float32": lambda r: sines(
        interleaved(r.p.astype("f4")[:, None] * powers(r.d).astype("f4")), start=0.0
    ),
    "fairseq": fairseq,
    "time steps": time_steps,
    "ALiBi": alibi,
    "ALiBi with other slopes": other_slopes,
    "learned, trained": trained,
}
