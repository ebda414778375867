"""The matrix of a shift by 2c instead of a mirror at c."""

DESERVES = {
    "reflection": (0, "it is 1 and should be -1 (2 of 16 entries differ). This is a rotation"),
}


def reflection(center, d_model, base):
    return pe_lib.rotation_matrix(2 * center, d_model, base)
