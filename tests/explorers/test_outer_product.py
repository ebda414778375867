"""Chapter 5: a column of positions times a row of frequencies."""

import numpy as np

from tests.rendered import view_of


def expected(step):
    cells = [(p, j) for p in range(5) for j in range(4)][:step]
    angle = {(p, j): p / 10**j for p, j in cells}
    last = cells[-1] if cells else (None, None)
    values = {
        "position": last[0],
        "pair": last[1],
        "omega": 10.0 ** -last[1] if cells else None,
        "angle": angle.get(last),
    }
    rows = [[p, *(angle.get((p, j)) for j in range(4))] for p in range(5)]
    return ["started" if cells else "empty"], values, rows


def test_filled_angles_are_written_and_the_last_is_framed():
    for step in range(21):
        view = view_of("outer_product", step=step)
        _, values, rows = expected(step)
        written = {(note["y"], note["x"]): note["text"] for note in view.layout["annotations"]}
        angles = {(p, j): a for p, *line in rows for j, a in enumerate(line) if a is not None}
        assert written.keys() == angles.keys()
        assert all(abs(written[at]["angle"] - angles[at]) < 1e-12 for at in angles)
        p, j = values["position"], values["pair"]
        for trace, middle in zip(view.traces, [(0, p), (j, 0), (j, p)], strict=True):
            if step:
                assert tuple(trace[axis][0] for axis in "xy") == middle
                corners = [np.mean(trace[axis][2:6]) for axis in "xy"]
                assert np.allclose(corners, middle)
