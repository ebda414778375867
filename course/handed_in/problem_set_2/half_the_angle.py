"""The mirror stands at half the center."""

DESERVES = {"reflection": (1, "This mirrors at c/2. The row of c itself must stay where it is")}


def reflection(center, d_model, base):
    flip = np.diag(np.tile([-1.0, 1.0], d_model // 2))
    return pe_lib.rotation_matrix(center, d_model, base) @ flip
