"""The query turns the wrong way."""

DESERVES = {
    "steer": (1, "steer(1, 64): position 1 looks at position 2; it should look at 0. The head"),
}


def steer(offset, d_model):
    key = np.ones(d_model)
    return pe_lib.rotation_matrix(offset, d_model) @ key, key
